using Limbo.Umbraco.MigrationsClient;
using Limbo.Umbraco.MigrationsClient.Models.Content;
using Limbo.Umbraco.MigrationsClient.Models.Media;
using Newtonsoft.Json.Linq;

namespace Reader;

/// <summary>How the client reports missing objects and a wrong key.</summary>
internal sealed class Refusals(MigrationsClient client, MigrationsClient stranger, Lines lines) {

    private const int UnknownId = 2_147_483_646;
    private static readonly Guid UnknownKey = new("deadbeef-dead-4eef-8ead-beefdeadbeef");

    public void Ask(LegacyMedia? file) {
        Add("unknown content id", () => client.GetContentById(UnknownId));
        Add("unknown content key", () => client.GetContentByKey(UnknownKey));
        Add("unknown media id", () => client.GetMediaById(UnknownId));
        Add("unknown media key", () => client.GetMediaByKey(UnknownKey));
        Add("unknown type id", () => client.GetContentTypeById(UnknownId));
        Add("unknown type key", () => client.GetContentTypeByKey(UnknownKey));
        Add("unknown type alias", () => client.GetContentTypeByAlias("no-such-type"));
        Add("generic by key", () => client.GetContentByKey<LegacyContent>(UnknownKey));
        Add("members", () => client.GetAllMembers());
        Add("wrong key, content", () => stranger.GetContentAtRoot());
        Add("wrong key, media", () => stranger.GetMediaAtRoot());
        Add("wrong key, type", () => stranger.GetContentTypeByAlias("no-such-type"));
        if (file is not null) Add("wrong key, file", () => stranger.GetBytes(file).Length);
    }

    private void Add(string asked, Func<object> ask) => lines.Add(Answer.Of("refusal", new JObject { { "of", asked } }, () => new JObject { { "value", ask().ToString() } }));

}
