namespace Checker;

/// <summary>What Umbraco refuses, and how often each check was made.</summary>
internal sealed class Findings {

    public List<string> Faults { get; } = [];

    public SortedDictionary<string, int> Counts { get; } = [];

    /// <summary>Counts a check; if it throws, its message becomes a fault.</summary>
    public void Try(string check, string where, Action action) {
        Counts[check] = Counts.GetValueOrDefault(check) + 1;
        try {
            action();
        } catch (Exception exception) {
            Faults.Add($"{where}: {check}: {exception.Message}");
        }
    }

}
