// Walks the content of an old site through its API's .NET client, as an importer does. Start it with a server:
//   migrations serve --data ./site --prefix umbraco/Limbo -- dotnet run
using Limbo.Umbraco.MigrationsClient;
using Limbo.Umbraco.MigrationsClient.Models.Content;
using Limbo.Umbraco.MigrationsClient.Models.Properties;

Uri site = new(Environment.GetEnvironmentVariable("MIGRATIONS_BASE_URL") ?? "http://127.0.0.1:3000");
string key = Environment.GetEnvironmentVariable("MIGRATIONS_API_KEY") ?? "";
MigrationsClient client = new(site.Scheme, site.Authority, key);

int pages = 0;
Stack<ILegacyContentItem> rest = new(client.GetContentAtRoot().Reverse());
while (rest.TryPop(out ILegacyContentItem? item)) {
    // A list has names and keys; the properties come with the node itself, and its children with them.
    LegacyContent page = client.GetContentByKey(item.Key);
    Console.WriteLine($"{page.ContentTypeAlias} {page.Url} {page.Name}");
    foreach (ILegacyProperty property in page.Properties) {
        Console.WriteLine($"  {property.Alias} ({property.EditorAlias})");
    }
    foreach (ILegacyContentItem child in page.Children.Reverse()) rest.Push(child);
    pages++;
}
Console.WriteLine($"{pages} pages");
