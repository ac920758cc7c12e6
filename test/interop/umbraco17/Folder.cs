using System.Xml.Linq;

namespace Checker;

/// <summary>A file of the folder: its name, and its root element.</summary>
internal sealed record Item(string Name, XElement Root);

/// <summary>The files of a uSync folder, and the editors of the properties of its types.</summary>
internal sealed class Folder {

    private readonly string _path;
    private readonly List<XElement> _types;

    public Folder(string path) {
        _path = path;
        _types = [.. Items("ContentTypes").Concat(Items("MediaTypes")).Select(item => item.Root)];
    }

    public IEnumerable<Item> Items(string section) {
        string folder = Path.Combine(_path, section);
        if (!Directory.Exists(folder)) return [];
        return Directory.EnumerateFiles(folder, "*.config", SearchOption.AllDirectories)
            .Order(StringComparer.Ordinal)
            .Select(file => new Item($"{section}/{Path.GetFileName(file)}", XElement.Load(file)))
            .Where(item => item.Root.Name.LocalName != "Empty");
    }

    /// <summary>The editors of a type's properties by alias, those of its compositions included.</summary>
    public Dictionary<string, string> EditorsOf(string alias) =>
        EditorsOf(_types.Single(type => (string?) type.Attribute("Alias") == alias), []);

    public Dictionary<string, string> EditorsOf(Guid key) =>
        EditorsOf(_types.Single(type => (Guid?) type.Attribute("Key") == key), []);

    private Dictionary<string, string> EditorsOf(XElement type, HashSet<XElement> above) {
        Dictionary<string, string> editors = [];
        if (!above.Add(type)) return editors;
        foreach (XElement property in type.Elements("GenericProperties").Elements())
            editors[(string) property.Element("Alias")!] = (string) property.Element("Type")!;
        IEnumerable<Guid?> keys = type.Descendants("Composition").Select(each => (Guid?) each.Attribute("Key"));
        foreach (XElement composition in _types.Where(each => keys.Contains((Guid?) each.Attribute("Key"))))
            foreach ((string alias, string editor) in EditorsOf(composition, above))
                editors.TryAdd(alias, editor);
        return editors;
    }

}
