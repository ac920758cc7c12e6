using System.Reflection;
using Limbo.Umbraco.MigrationsClient;
using Newtonsoft.Json.Linq;
using Skybrud.Essentials.Http.Collections;
using Skybrud.Essentials.Time;

namespace Reader;

/// <summary>Which versions of what are tried.</summary>
internal static class Versions {

    public static JObject Line() => new() {
        { "what", "versions" },
        { "client", Of(typeof(MigrationsClient)) },
        { "essentials", Of(typeof(EssentialsTime)) },
        { "http", Of(typeof(HttpQueryString)) },
        { "json", Of(typeof(JObject)) },
        { "runtime", Environment.Version.ToString() }
    };

    private static string? Of(Type type) => type.Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0];

}
