using System.Security.Cryptography;
using Limbo.Umbraco.MigrationsClient;
using Limbo.Umbraco.MigrationsClient.Models.Content;
using Limbo.Umbraco.MigrationsClient.Models.Media;
using Limbo.Umbraco.MigrationsClient.Models.Properties;
using Limbo.Umbraco.MigrationsClient.Models.Umbraco.NestedContent;
using Newtonsoft.Json.Linq;

namespace Reader;

/// <summary>The way of an importer: roots, each node by id and by key at several levels, its type, its file.</summary>
internal sealed class Walk(MigrationsClient client, Lines lines) {

    private static readonly int?[] Levels = [null, 0, 1, 3, int.MaxValue];

    private readonly List<LegacyMedia> _media = [];
    private readonly SortedSet<string> _types = new(StringComparer.Ordinal);
    private readonly SortedSet<string> _blockTypes = new(StringComparer.Ordinal);

    /// <summary>A media item with a file, if there is one.</summary>
    public LegacyMedia? AnyFile => _media.FirstOrDefault(HasFile);

    public void ReadTrees() {
        foreach (int? level in Levels) {
            lines.Add(Roots("content", level, client.GetContentAtRoot(level).Select(Seen.Item)));
            lines.Add(Roots("media", level, client.GetMediaAtRoot(level).Select(Seen.Item)));
        }
        ReadContent(client.GetContentAtRoot());
        ReadMedia(client.GetMediaAtRoot());
    }

    /// <summary>Types are requested by the aliases of nodes and elements, since the client cannot list types.</summary>
    public void ReadTypes() {
        foreach (string alias in _types) {
            lines.Add(Answer.Of("type", new JObject { { "by", "alias" }, { "alias", alias } }, () => {
                var type = client.GetContentTypeByAlias(alias);
                ReadTypeAgain(type.Id, type.Key);
                return Seen.Type(type);
            }));
        }
        foreach (Guid key in _blockTypes.Select(Guid.Parse)) lines.Add(TypeByKey(key));
    }

    public void ReadFiles() {
        string folder = Directory.CreateTempSubdirectory("migrations-reader-").FullName;
        foreach (LegacyMedia media in _media.Where(HasFile)) {
            string path = Path.Combine(folder, media.Key.ToString());
            lines.Add(FileLine(media, "GetBytes", () => client.GetBytes(media)));
            lines.Add(FileLine(media, "DownloadBytes", () => {
                client.DownloadBytes(media, path);
                return File.ReadAllBytes(path);
            }));
        }
        Directory.Delete(folder, true);
    }

    private void ReadContent(IEnumerable<ILegacyContentItem> items) {
        Stack<ILegacyContentItem> rest = new(items);
        while (rest.TryPop(out ILegacyContentItem? item)) {
            foreach (int? level in Levels) {
                lines.Add(Node("content", "id", item.Id, level, Seen.Content(client.GetContentById(item.Id, level))));
                lines.Add(Node("content", "key", item.Id, level, Seen.Content(client.GetContentByKey(item.Key, level))));
            }
            LegacyContent node = client.GetContentById(item.Id);
            ReadElements(node);
            _types.Add(node.ContentTypeAlias);
            _types.UnionWith(Seen.ElementTypes(node, "ncContentTypeAlias"));
            _blockTypes.UnionWith(Seen.ElementTypes(node, "contentTypeKey"));
            foreach (ILegacyContentItem child in node.Children) rest.Push(child);
        }
    }

    /// <summary>The client makes an element only where its type has each of its members.</summary>
    private void ReadElements(LegacyContent node) {
        foreach (ILegacyProperty property in node.Properties.Where(property => property.EditorAlias == "Umbraco.NestedContent")) {
            if (property.Value is not JArray value) continue;
            foreach (NestedContentItem item in NestedContentModel.Parse(value)) {
                JObject asked = new() { { "id", node.Id }, { "property", property.Alias }, { "type", item.ContentTypeAlias } };
                lines.Add(Answer.Of("element", asked, () => Seen.Element(new NestedContentElement(item, client.GetContentTypeByAlias(item.ContentTypeAlias)))));
            }
        }
    }

    private void ReadMedia(IEnumerable<ILegacyMediaItem> items) {
        Stack<ILegacyMediaItem> rest = new(items);
        while (rest.TryPop(out ILegacyMediaItem? item)) {
            foreach (int? level in Levels) {
                lines.Add(Node("media", "id", item.Id, level, Seen.Media(client.GetMediaById(item.Id, level))));
                lines.Add(Node("media", "key", item.Id, level, Seen.Media(client.GetMediaByKey(item.Key, level))));
            }
            LegacyMedia node = client.GetMediaById(item.Id);
            _media.Add(node);
            foreach (ILegacyMediaItem child in node.Children) rest.Push(child);
        }
    }

    private void ReadTypeAgain(int id, Guid key) {
        lines.Add(Answer.Of("type", new JObject { { "by", "id" }, { "id", id } }, () => Seen.Type(client.GetContentTypeById(id))));
        lines.Add(TypeByKey(key));
    }

    private JObject TypeByKey(Guid key) =>
        Answer.Of("type", new JObject { { "by", "key" }, { "key", key.ToString() } }, () => Seen.Type(client.GetContentTypeByKey(key)));

    private static bool HasFile(LegacyMedia media) => !string.IsNullOrEmpty(media.Url);

    private static JObject Roots(string kind, int? level, IEnumerable<JObject> items) => new() {
        { "what", "roots" }, { "kind", kind }, { "maxLevel", level }, { "items", new JArray(items) }
    };

    private static JObject Node(string kind, string by, int id, int? level, JObject node) => new() {
        { "what", "node" }, { "kind", kind }, { "by", by }, { "id", id }, { "maxLevel", level }, { "node", node }
    };

    private static JObject FileLine(LegacyMedia media, string by, Func<byte[]> read) =>
        Answer.Of("file", new JObject { { "by", by }, { "id", media.Id }, { "url", media.Url } }, () => {
            byte[] bytes = read();
            return new JObject { { "length", bytes.Length }, { "sha256", Convert.ToHexString(SHA256.HashData(bytes)).ToLowerInvariant() } };
        });

}
