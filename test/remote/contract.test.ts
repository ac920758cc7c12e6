import { DirectorySource } from "../../src/formats/directory-source.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { RemoteSource } from "../../src/remote/remote-source.ts";
import { flatLines } from "../flat-lines.ts";
import { CONTRACT_DATA, describeSource } from "../source-contract.ts";
import { appOf, serverOf } from "../support/site.ts";
import { siteOptions } from "../support/site-options.ts";
import { dataDirectory } from "../support/temporary.ts";

const PREFIX = "umbraco/Limbo";

async function openJson() {
  return new DirectorySource(await loadDirectory(dataDirectory(CONTRACT_DATA)));
}

describeSource("a directory of JSON", openJson);

describeSource("a directory of NDJSON", async () => {
  const directory = dataDirectory({
    "content.ndjson": flatLines(CONTRACT_DATA["content.json"]),
    "media.ndjson": flatLines(CONTRACT_DATA["media.json"]),
  });
  return new DirectorySource(await loadDirectory(directory));
});

describeSource("a remote", async () => {
  const { url } = await serverOf(appOf({ prefix: PREFIX }, await openJson()));
  return new RemoteSource(siteOptions(url, PREFIX, 30));
});
