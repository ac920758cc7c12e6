/** `find`: lists the nodes that meet all criteria. */

import {
  type Criteria,
  type CriteriaTable,
  LINK_CRITERIA,
  NODE_CRITERIA,
  needsReferences,
  optionName,
  VALUE_CRITERIA,
} from "../analysis/find/criteria.ts";
import { findNodes } from "../analysis/find/find-nodes.ts";
import { linkLanguages } from "../analysis/find/link-tests.ts";
import { nothingFound, refuseUnknown } from "../analysis/find/nothing-found.ts";
import { EXIT, UsageError } from "../errors.ts";
import { type Io, writeAllLines, writeLines } from "../io.ts";
import { foundHead, type LanguageOf, nodeTable, rowWriter } from "../output/found-nodes.ts";
import { LIST_FORMATS, readViewOptions } from "../output/style.ts";
import type { ValuesOf } from "../parameter.ts";
import type { Site } from "../site/site.ts";
import type { SiteNode } from "../site/site-nodes.ts";
import { namesByTree } from "../site/tree/node-names.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { choice, type Flag, type Flags, givenOf, readAs, toggle, valued } from "./flag.ts";
import { nodeList, printFieldHelp, printNodes, refuseFields, refuseFull } from "./list-output.ts";
import { loadWithWarnings, searchIn } from "./open-source.ts";
import {
  BY_STDOUT,
  LIST_FLAGS,
  outputFlags,
  refuseOtherUdi,
  URLS_READING_GROUP,
  WHOLE_SITE_GROUP,
} from "./shared-flags.ts";
import { readDirectory, refuseSite } from "./source-options.ts";

const NODE_FLAGS = criteriaFlags(NODE_CRITERIA);
const ALL_VALUE_FLAGS = criteriaFlags(VALUE_CRITERIA);
const VALUE_FLAGS = {
  ...ALL_VALUE_FLAGS,
  in: { ...ALL_VALUE_FLAGS.in, needs: ["property", "editor"] },
};
const LINK_FLAGS = criteriaFlags(LINK_CRITERIA);

const VALUE_FORMS = ["stored", "delivery"] as const;

const OUTPUT_FLAGS = {
  full: toggle("--full", "whole nodes, with their properties", { conflicts: ["count", "fields"] }),
  values: choice(
    "--values <form>",
    "values as stored, or decoded as in the Content Delivery API",
    VALUE_FORMS,
    {
      default: "stored",
    },
  ),
  count: toggle("--count", "print only the number of nodes", { conflicts: ["fields", "format", "sort"] }),
  ...LIST_FLAGS,
  ...outputFlags(LIST_FORMATS, BY_STDOUT),
} satisfies Flags;

const GROUPS = [
  { heading: "Nodes:", flags: NODE_FLAGS },
  { heading: "Values:", flags: VALUE_FLAGS },
  { heading: "References:", flags: LINK_FLAGS },
  WHOLE_SITE_GROUP,
  { heading: "Output:", flags: OUTPUT_FLAGS },
  URLS_READING_GROUP,
] as const;

type FindFlags = FlagsIn<typeof GROUPS>;

export const findCommand = defineCommand({
  examples: [
    'migrations find --search "half past four" --sample',
    "migrations find --type article --below 1052 --format table",
    "migrations find --links-to /media/kd5w0m3r/gamle-broelen.jpg",
    'migrations find --editor "Umbraco.Grid*" --count',
    "migrations find --kind media --unused",
    "migrations find --property title~fog --full --format ndjson",
  ],
  footer: [
    "A node must meet all criteria. --search prints best matches first; all other",
    "lists are in the order of the tree. A node is unused if nothing links to it or",
    "its descendants. Media also counts as used if a folder above it was picked;",
    "content, unless it or an ancestor is unpublished or hidden by umbracoNaviHide.",
  ],
  groups: GROUPS,
  run: find,
});

/** An option for each criterion. */
function criteriaFlags<C extends CriteriaTable>(criteria: C): CriteriaFlags<C> {
  const flags = Object.entries(criteria).map(([name, criterion]) => {
    const { value, description, repeats } = criterion;
    const spelling = optionName(name);
    if (value === undefined) return [name, toggle(spelling, description)];
    const help = repeats === "any" ? `${description}; repeat, or separate with commas` : description;
    const flag = valued(`${spelling} <${value}>`, help, (text) => readCriterion(criterion, text, spelling));
    return [name, { ...flag, repeats: repeats !== undefined }];
  });
  return Object.fromEntries(flags);
}

type CriteriaFlags<C extends CriteriaTable> = {
  [N in keyof C]: Flag<Required<ValuesOf<C>>[N]>;
};

/** @throws UsageError if the text is not a value of the criterion */
function readCriterion(criterion: CriteriaTable[string], text: string, spelled: string): unknown {
  if (text !== "" && criterion.read(text) === undefined) refuseOtherUdi(text, spelled);
  return readAs(criterion, text, spelled);
}

/**
 * @throws UsageError if a site is given; DataError for a directory that does not load; NoSuchNodeError if nothing matches, or a
 * node that is named is not there
 */
async function find(flags: FindFlags, invocation: Invocation): Promise<number> {
  const { io } = invocation;
  if (await printFieldHelp(nodeList(), flags, io)) return EXIT.done;
  refuseSite("find", flags, io.env);
  const isDecoded = flags.values === "delivery";
  if (isDecoded) refuseOtherLists(flags);
  const format = formatOf({ ...flags, full: flags.full || isDecoded }, io);
  refuseFields(flags, format, nodeList());
  const criteria: Criteria = givenOf({ ...NODE_FLAGS, ...VALUE_FLAGS, ...LINK_FLAGS }, flags);
  const site = await loadWithWarnings(readDirectory(flags, io, { urls: true }), flags, invocation);
  return searchIn(site.warnings, flags, invocation, () =>
    search(site, criteria, { flags, format, invocation }),
  );
}

async function search(
  site: Site,
  criteria: Criteria,
  { flags, format, invocation }: { flags: FindFlags; format: FoundFormat; invocation: Invocation },
): Promise<number> {
  const { io } = invocation;
  const graph = needsReferences(criteria) ? await site.references() : undefined;
  refuseUnknown(site, criteria, graph);
  const nodes = findNodes(site, criteria, { graph });
  if (flags.count) writeLines(io, [String(nodes.length)]);
  else if (flags.values === "delivery") {
    const { printDeliveryLines } = await import("./delivery-lines.ts");
    const form = flags.format === "ndjson" ? "ndjson" : "json";
    await printDeliveryLines(site, nodes, form, flags, invocation);
  } else await print(nodes, { site, languageOf: linkLanguages(site, criteria, graph) }, format, flags, io);
  if (nodes.length === 0) throw nothingFound(site, criteria, graph);
  return EXIT.done;
}

/** @throws UsageError for options that print anything but objects, a node each */
function refuseOtherLists({ format, ...flags }: FindFlags): void {
  const other = (["fields", "count"] as const).find((name) => flags[name] !== undefined);
  if (other !== undefined) {
    throw new UsageError(`--${other} and --values delivery cannot be used together`);
  }
  if (format === undefined || format === "json" || format === "ndjson") return;
  throw new UsageError(`--values delivery is for json and ndjson, not for ${format}`, {
    flags: { format: undefined },
  });
}

type FoundFormat = (typeof LIST_FORMATS)[number];

function formatOf(flags: Pick<FindFlags, "format" | "full">, io: Io): FoundFormat {
  const { format, full } = flags;
  refuseFull(flags);
  if (full) return format ?? "json";
  return format ?? (io.stdout.isTTY ? "table" : "json");
}

async function print(
  nodes: readonly SiteNode[],
  { site, languageOf }: { site: Site; languageOf: LanguageOf | undefined },
  format: FoundFormat,
  flags: FindFlags,
  io: Io,
): Promise<void> {
  const viewOptions = readViewOptions(flags, io);
  const namesOf = namesByTree();
  const breadcrumbsOf = ({ tree, index }: SiteNode) => namesOf(tree).above(index);
  const json = (own: "json" | "ndjson") => async () => {
    const { printObjects } = await import("../output/print-answer.ts");
    const write = rowWriter(foundHead(breadcrumbsOf, languageOf), flags.full === true);
    await printObjects(nodes, write, own, io.stdout);
  };
  const views = {
    table: async () => {
      if (nodes.length === 0) return;
      await writeAllLines(io.stdout, await nodeTable(nodes, breadcrumbsOf, viewOptions, languageOf));
    },
    json: json("json"),
    ndjson: json("ndjson"),
  };
  await printNodes(nodes, { site, languageOf }, { format, flags, io, views });
}
