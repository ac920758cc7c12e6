using Limbo.Umbraco.MigrationsClient.Models;
using Limbo.Umbraco.MigrationsClient.Models.Content;
using Limbo.Umbraco.MigrationsClient.Models.ContentTypes;
using Limbo.Umbraco.MigrationsClient.Models.Media;
using Newtonsoft.Json.Linq;
using Skybrud.Essentials.Time;

namespace Reader;

/// <summary>The client's own objects as plain data: what an importer sees of an answer.</summary>
internal static class Seen {

    public static JObject Item(ILegacyContentItem item) => new() {
        { "id", item.Id }, { "key", item.Key.ToString() }, { "name", item.Name }, { "url", item.Url }, { "type", item.ContentTypeAlias },
        { "children", new JArray(item.Children.Select(Item)) }
    };

    public static JObject Item(ILegacyMediaItem item) => new() {
        { "id", item.Id }, { "key", item.Key.ToString() }, { "name", item.Name }, { "url", item.Url }, { "type", item.ContentTypeAlias },
        { "children", new JArray(item.Children.Select(Item)) }
    };

    public static JObject Content(LegacyContent node) {
        JObject seen = Entity(node);
        seen.Add("path", new JArray(node.Path.Select(Item)));
        seen.Add("children", new JArray(node.Children.Select(Item)));
        return seen;
    }

    public static JObject Media(LegacyMedia node) {
        JObject seen = Entity(node);
        seen.Add("path", new JArray(node.Path.Select(Item)));
        seen.Add("children", new JArray(node.Children.Select(Item)));
        return seen;
    }

    public static JObject Type(LegacyContentType type) => new() {
        { "id", type.Id }, { "key", type.Key.ToString() }, { "alias", type.Alias }, { "name", type.Name }, { "icon", type.Icon },
        { "tabs", new JArray(type.Tabs.Select(Tab)) }
    };

    /// <summary>What elements name their types by, however deep: aliases in nested content, keys in blocks.</summary>
    public static IEnumerable<string> ElementTypes(LegacyEntity node, string member) => node.Properties
        .SelectMany(property => property.Value is JContainer container ? container.DescendantsAndSelf() : [])
        .OfType<JProperty>()
        .Where(property => property.Name == member)
        .Select(property => property.Value.ToString());

    public static JObject Element(ILegacyElement element) => new() {
        { "key", element.Key.ToString() }, { "name", element.Name }, { "type", element.ContentTypeAlias },
        { "editors", new JObject(element.Properties.Select(property => new JProperty(property.Alias, property.EditorAlias))) }
    };

    private static JObject Entity(LegacyEntity node) {
        JObject all = node.JObject?["properties"] as JObject ?? [];
        HashSet<string> kept = node.Properties.Select(property => property.Alias).ToHashSet();
        return new JObject {
            { "id", node.Id }, { "key", node.Key.ToString() }, { "name", node.Name }, { "url", node.Url }, { "type", node.ContentTypeAlias },
            { "createDate", Milliseconds(node.CreateDate) }, { "updateDate", Milliseconds(node.UpdateDate) },
            { "properties", new JArray(node.Properties.Select(property => new JObject {
                { "alias", property.Alias }, { "editorAlias", property.EditorAlias }, { "value", property.Value }
            })) },
            { "dropped", new JArray(all.Properties().Select(member => member.Name).Where(alias => !kept.Contains(alias))) }
        };
    }

    private static JObject Tab(LegacyPropertyGroup tab) => new() {
        { "id", tab.Id }, { "key", tab.Key.ToString() }, { "name", tab.Name },
        { "properties", new JArray(tab.Properties.Select(property => new JObject {
            { "id", property.Id }, { "key", property.Key.ToString() }, { "alias", property.Alias }, { "name", property.Name },
            { "editorAlias", property.EditorAlias }, { "dataTypeId", property.DataTypeId }
        })) }
    };

    private static long? Milliseconds(EssentialsTime? time) => time?.DateTimeOffset.ToUnixTimeMilliseconds();

}
