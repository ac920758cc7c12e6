using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace Reader;

/// <summary>Writes JSON, an object a line.</summary>
internal sealed class Lines(Stream stream) {

    private readonly StreamWriter _writer = new(stream, new UTF8Encoding(false)) { NewLine = "\n" };

    public void Add(JObject line) => _writer.WriteLine(line.ToString(Formatting.None));

    public void Flush() => _writer.Flush();

}
