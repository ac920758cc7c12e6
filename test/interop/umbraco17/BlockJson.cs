using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using System.Text.Json.Serialization;
using Umbraco.Cms.Core.Models.Blocks;
using Umbraco.Cms.Core.Serialization;
using Aliases = Umbraco.Cms.Core.Constants.PropertyEditors.Aliases;

namespace Checker;

/// <summary>Reads block values into Umbraco's models; a member that the models lack is an error.</summary>
internal sealed class BlockJson : IJsonSerializer {

    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web) {
        NumberHandling = JsonNumberHandling.Strict,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        Converters = { new LayoutConverter() }
    };

    public string Serialize(object? input) => JsonSerializer.Serialize(input, Options);

    public T? Deserialize<T>(string input) => JsonSerializer.Deserialize<T>(input, Options);

    public bool TryDeserialize<T>(object input, [NotNullWhen(true)] out T? value) where T : class {
        value = Deserialize<T>(input.ToString() ?? "");
        return value is not null;
    }

    /// <summary>The entries of a layout, whose type depends on the editor that is their name.</summary>
    private sealed class LayoutConverter : JsonConverter<IDictionary<string, IEnumerable<IBlockLayoutItem>>> {

        private static readonly Dictionary<string, Type> Types = new() {
            { Aliases.BlockList, typeof(List<BlockListLayoutItem>) },
            { Aliases.BlockGrid, typeof(List<BlockGridLayoutItem>) },
            { Aliases.SingleBlock, typeof(List<SingleBlockLayoutItem>) },
            { Aliases.RichText, typeof(List<RichTextBlockLayoutItem>) }
        };

        public override IDictionary<string, IEnumerable<IBlockLayoutItem>> Read(
            ref Utf8JsonReader reader, Type type, JsonSerializerOptions options
        ) => JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(ref reader, options)!.ToDictionary(
            pair => pair.Key,
            pair => (IEnumerable<IBlockLayoutItem>) pair.Value.Deserialize(Types[pair.Key], options)!
        );

        public override void Write(
            Utf8JsonWriter writer, IDictionary<string, IEnumerable<IBlockLayoutItem>> value, JsonSerializerOptions options
        ) => throw new NotSupportedException();

    }

}
