// Reads a whole site with the API's .NET client, and prints what it got as JSON lines.
// Arguments: the host with its port. Standard input: the API key.
using Limbo.Umbraco.MigrationsClient;
using Reader;

string host = args[0];
string key = Console.In.ReadToEnd().Trim();
Lines lines = new(Console.OpenStandardOutput());
MigrationsClient client = new("http", host, key);

lines.Add(Versions.Line());
Walk walk = new(client, lines);
walk.ReadTrees();
walk.ReadTypes();
walk.ReadFiles();
new Refusals(client, new MigrationsClient("http", host, key + "x"), lines).Ask(walk.AnyFile);
lines.Flush();
