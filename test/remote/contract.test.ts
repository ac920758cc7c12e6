import { onTestFinished } from "vitest";
import { DirectorySource } from "../../src/formats/directory-source.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { listen } from "../../src/http/listen.ts";
import { RemoteSource } from "../../src/remote/remote-source.ts";
import { flatLines } from "../flat-lines.ts";
import { CONTRACT_DATA, describeSource } from "../source-contract.ts";
import { appOf } from "../support/site.ts";
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
  const server = await listen(appOf({ prefix: PREFIX }, await openJson()), {
    host: "127.0.0.1",
    port: 0,
  });
  onTestFinished(() => server.stop(0));
  return new RemoteSource(siteOptions(server.url, PREFIX, 30));
});
