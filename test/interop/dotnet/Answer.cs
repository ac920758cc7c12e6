using Newtonsoft.Json.Linq;
using Skybrud.Essentials.Http.Exceptions;

namespace Reader;

/// <summary>A line about something that may be refused: with what was got, or with the status in its place.</summary>
internal static class Answer {

    public static JObject Of(string what, JObject asked, Func<JObject> ask) {
        JObject line = new() { { "what", what }, { "asked", asked } };
        try {
            line.Add("got", ask());
        } catch (Exception exception) {
            line.Add("status", StatusIn(exception));
            line.Add("exception", exception.GetType().Name);
        }
        return line;
    }

    /// <summary>The HTTP status in the exception or its inner exceptions.</summary>
    private static int? StatusIn(Exception? exception) => exception switch {
        null => null,
        HttpException { StatusCode: var status } => (int) status,
        HttpRequestException { StatusCode: { } status } => (int) status,
        _ => StatusIn(exception.InnerException)
    };

}
