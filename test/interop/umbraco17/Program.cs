// Reads uSync folders with Umbraco's own classes, and prints as JSON lines what these refuse, and how much they took.
// Arguments: the folders.
using System.Reflection;
using System.Text.Json;
using Checker;
using Umbraco.Cms.Core;

foreach (string path in args) {
    Findings findings = new();
    Folder folder = new(path);
    Configurations.Check(folder, findings);
    new Values(folder, findings).Check();
    Print(new { what = "folder", path, faults = findings.Faults, checks = findings.Counts });
}
Print(new {
    what = "version",
    umbraco = typeof(Udi).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
});

static void Print(object line) => Console.WriteLine(JsonSerializer.Serialize(line));
