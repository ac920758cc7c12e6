using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Umbraco.Cms.Core;
using Umbraco.Cms.Core.Models.Blocks;
using Umbraco.Cms.Core.Templates;
using Aliases = Umbraco.Cms.Core.Constants.PropertyEditors.Aliases;

namespace Checker;

/// <summary>Reads values of nodes, and values inside their blocks, with the parts of Umbraco that read them in a site.</summary>
internal sealed partial class Values(Folder folder, Findings findings) {

    private static readonly BlockJson Json = new();

    // Only the making of URLs uses the provider.
    private static readonly HtmlLocalLinkParser Links = new(null!);

    public void Check() {
        foreach (Item item in folder.Items("Content").Concat(folder.Items("Media"))) {
            Dictionary<string, string> editors = [];
            findings.Try("type of a node", item.Name, () =>
                editors = folder.EditorsOf((string) item.Root.Element("Info")!.Element("ContentType")!));
            foreach (XElement property in item.Root.Elements("Properties").Elements())
                foreach (XElement value in property.Elements("Value").Where(value => value.Value != ""))
                    Check(editors.GetValueOrDefault(property.Name.LocalName, ""), value.Value, $"{item.Name} {property.Name}");
        }
    }

    private void Check(string editor, string text, string where) {
        switch (editor) {
            case Aliases.BlockList:
                Try(new BlockListEditorDataConverter(Json));
                break;
            case Aliases.BlockGrid:
                Try(new BlockGridEditorDataConverter(Json));
                break;
            case Aliases.SingleBlock:
                Try(new SingleBlockEditorDataConverter(Json));
                break;
            case Aliases.RichText:
                findings.Try("rich text", where, () => CheckRichText(text, where));
                break;
            case Aliases.ContentPicker or Aliases.MemberPicker or Aliases.MultiNodeTreePicker:
                findings.Try("picked nodes", where, () => {
                    foreach (string udi in text.Split(',')) Parse(udi);
                });
                break;
            case Aliases.MultiUrlPicker:
                findings.Try("links", where, () => {
                    foreach (JsonElement link in JsonDocument.Parse(text).RootElement.EnumerateArray())
                        if (link.TryGetProperty("udi", out JsonElement udi)) Parse(udi.GetString());
                });
                break;
        }

        void Try<TValue, TLayout>(BlockEditorDataConverter<TValue, TLayout> converter)
            where TValue : BlockValue<TLayout>, new() where TLayout : class, IBlockLayoutItem, new() =>
            findings.Try($"value of {editor}", where, () => CheckBlocks(converter, text, where));
    }

    private void CheckBlocks<TValue, TLayout>(
        BlockEditorDataConverter<TValue, TLayout> converter, string text, string where
    ) where TValue : BlockValue<TLayout>, new() where TLayout : class, IBlockLayoutItem, new() {
        BlockEditorData<TValue, TLayout> data = converter.Deserialize(text);
        TValue value = data.BlockValue ?? throw new InvalidDataException("no blocks");
        HashSet<Guid> placed = [.. data.References.Select(reference => reference.ContentKey)];
        HashSet<Guid> exposed = [.. value.Expose.Select(each => each.ContentKey)];
        foreach (BlockItemData content in value.ContentData) {
            Require(placed.Contains(content.Key), $"the block {content.Key} is not in the layout");
            Require(exposed.Contains(content.Key), $"the block {content.Key} is not exposed");
        }
        Require(placed.Count == value.ContentData.Count, "the layout names blocks that the value lacks");
        foreach (BlockItemData element in value.ContentData.Concat(value.SettingsData)) {
            Require(element.RawPropertyValues.Count == 0, $"the block {element.Key} has members of version 13");
            Dictionary<string, string> editors = folder.EditorsOf(element.ContentTypeKey);
            foreach (BlockPropertyValue property in element.Values) {
                Require(editors.ContainsKey(property.Alias), $"the type of the block {element.Key} has no {property.Alias}");
                string inner = property.Value?.ToString() ?? "";
                if (inner != "") Check(editors[property.Alias], inner, $"{where} {property.Alias}");
            }
        }
    }

    private void CheckRichText(string text, string where) {
        JsonElement value = JsonDocument.Parse(text).RootElement;
        string markup = value.GetProperty("markup").GetString()!;
        int found = Links.FindUdisFromLocalLinks(markup).Count();
        Require(found == LocalLink().Count(markup), "a local link that Umbraco does not find");
        Require(!Links.FindLegacyLocalLinkIds(markup).Any(), "a local link in the form of version 13");
        foreach (Match match in ImageUdi().Matches(markup)) Parse(match.Groups[1].Value);
        string blocks = value.GetProperty("blocks").GetRawText();
        CheckBlocks(new RichTextEditorBlockDataConverter(Json), blocks, where);
    }

    private static void Parse(string? udi) =>
        Require(UdiParser.TryParse(udi ?? "", out GuidUdi? _), $"{udi} is not a UDI");

    private static void Require(bool condition, string message) {
        if (!condition) throw new InvalidDataException(message);
    }

    [GeneratedRegex(@"\{localLink:")]
    private static partial Regex LocalLink();

    [GeneratedRegex("data-udi=\"([^\"]*)\"")]
    private static partial Regex ImageUdi();

}
