using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Umbraco.Cms.Core.PropertyEditors;
using Aliases = Umbraco.Cms.Core.Constants.PropertyEditors.Aliases;

namespace Checker;

/// <summary>Reads configurations of data types into Umbraco's classes.</summary>
internal static class Configurations {

    private static readonly Dictionary<string, Type> Classes = new() {
        { Aliases.BlockGrid, typeof(BlockGridConfiguration) },
        { Aliases.BlockList, typeof(BlockListConfiguration) },
        { Aliases.SingleBlock, typeof(SingleBlockConfiguration) },
        { Aliases.CheckBoxList, typeof(ValueListConfiguration) },
        { Aliases.RadioButtonList, typeof(ValueListConfiguration) },
        { Aliases.ColorPicker, typeof(ColorPickerConfiguration) },
        { Aliases.ContentPicker, typeof(ContentPickerConfiguration) },
        { Aliases.DateOnly, typeof(DateTimeConfiguration) },
        { Aliases.DateTimeUnspecified, typeof(DateTimeConfiguration) },
        { Aliases.DateTimeWithTimeZone, typeof(DateTimeConfiguration) },
        { Aliases.TimeOnly, typeof(DateTimeConfiguration) },
        { Aliases.DropDownListFlexible, typeof(DropDownFlexibleConfiguration) },
        { Aliases.EntityDataPicker, typeof(EntityDataPickerConfiguration) },
        { Aliases.UploadField, typeof(FileUploadConfiguration) },
        { Aliases.Label, typeof(LabelConfiguration) },
        { Aliases.ListView, typeof(ListViewConfiguration) },
        { Aliases.MediaPicker3, typeof(MediaPicker3Configuration) },
        { Aliases.MultiNodeTreePicker, typeof(MultiNodePickerConfiguration) },
        { Aliases.MultipleTextstring, typeof(MultipleTextStringConfiguration) },
        { Aliases.MultiUrlPicker, typeof(MultiUrlPickerConfiguration) },
        { Aliases.RichText, typeof(RichTextConfiguration) },
        { Aliases.Slider, typeof(SliderConfiguration) },
        { Aliases.Tags, typeof(TagConfiguration) },
        { Aliases.TextArea, typeof(TextAreaConfiguration) },
        { Aliases.TextBox, typeof(TextboxConfiguration) }
    };

    /// <summary>The aliases of all editors; some have no class for their configuration.</summary>
    private static readonly HashSet<string> Known = [
        .. typeof(Aliases).GetFields().Select(field => (string) field.GetRawConstantValue()!)
    ];

    private static readonly JsonSerializerOptions Options = new() {
        PropertyNameCaseInsensitive = true,
        Converters = { new JsonStringEnumConverter() },
        TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { NameByField } }
    };

    public static void Check(Folder folder, Findings findings) {
        foreach (Item item in folder.Items("DataTypes")) {
            string editor = (string) item.Root.Element("Info")!.Element("EditorAlias")!;
            string config = (string?) item.Root.Element("Config") ?? "";
            if (!Known.Contains(editor)) {
                findings.Try("editor", item.Name, () => throw new InvalidDataException($"{editor} is unknown"));
                continue;
            }
            Type type = Classes.GetValueOrDefault(editor, typeof(Dictionary<string, object>));
            findings.Try($"configuration of {editor}", item.Name, () => {
                if (config != "") JsonSerializer.Deserialize(config, type, Options);
            });
        }
    }

    /// <summary>Some properties have another name than their field in JSON.</summary>
    private static void NameByField(JsonTypeInfo type) {
        foreach (JsonPropertyInfo property in type.Properties) {
            string? name = property.AttributeProvider?.GetCustomAttributes(typeof(ConfigurationFieldAttribute), true)
                .Cast<ConfigurationFieldAttribute>().FirstOrDefault()?.Key;
            if (!string.IsNullOrEmpty(name)) property.Name = name;
        }
    }

}
