/** `mcp`: answers an assistant's questions about a site over the Model Context Protocol. */

import { EXIT } from "../errors.ts";
import { loadDirectory } from "../formats/load-directory.ts";
import { writeError } from "../io.ts";
import { mediaFilesOf, mediaInventory, requireDirectory } from "../site/media/media-folder.ts";
import { nodesInWords } from "../text/counted.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { textOption } from "./flag.ts";
import { loadWithWarnings } from "./open-source.ts";
import { DATA_FLAGS, NO_SITE_FLAGS, QUIET_FLAG, readingOf, URLS_READING_GROUP } from "./shared-flags.ts";
import { stoppable } from "./signals.ts";
import { readDirectory, refuseSite } from "./source-options.ts";
import { refuseLiveSource } from "./two-sources.ts";

const GROUPS = [
  {
    heading: "Source:",
    flags: {
      ...DATA_FLAGS,
      against: textOption("--against <path>", "earlier copy, to report what changed since"),
      files: textOption("--files <directory>", "folder of the site's media files", {
        defaultText: "the one beside the data",
      }),
      ...QUIET_FLAG,
      ...NO_SITE_FLAGS,
    },
  },
  URLS_READING_GROUP,
] as const;

type McpFlags = FlagsIn<typeof GROUPS>;

export const mcpCommand = defineCommand({
  examples: [
    "migrations mcp --sample",
    "migrations mcp --data ./site",
    "migrations mcp --data ./site --against ./monday",
  ],
  footer: [
    "An assistant starts this command and sends requests over stdin; docs/mcp.md has",
    "its configuration. The command ends when the assistant closes stdin. Everything",
    "is read-only, and values that look like secrets are redacted.",
  ],
  groups: GROUPS,
  run: mcp,
});

/**
 * Loads the site, and answers until stdin ends.
 * @throws UsageError for a live site; DataError for data that does not load
 */
async function mcp(flags: McpFlags, invocation: Invocation): Promise<number> {
  const { io } = invocation;
  refuseSite("mcp", flags, io.env);
  requireDirectory(flags.files);
  const { against } = flags;
  if (against !== undefined) refuseLiveSource(against);
  const data = await loadWithWarnings(readDirectory(flags, io, { urls: true }), flags, invocation);
  const old =
    against === undefined
      ? undefined
      : await loadDirectory(against, {}, { urls: true, ...readingOf(flags) }, "--against");
  const { askedSite } = await import("../mcp/asked-site.ts");
  const { createSite } = await import("../site/site.ts");
  const { serveTools } = await import("../mcp/tool-server.ts");
  const site = askedSite(data, {
    old: old && createSite(old),
    inventory: () => mediaInventory(mediaFilesOf(data, flags.files)),
  });
  const onError = (error: Error) => writeError(io, `warning: ${error.message}`);
  await stoppable(io, (signal) => {
    if (!flags.quiet) writeError(io, `answering questions about ${data.path}: ${nodesInWords(data)}`);
    return serveTools(site, io, signal, onError);
  });
  return EXIT.done;
}
