/** `audit`: says what an importer will meet in a data directory. */

import { auditRecorder, sectionHead } from "../analysis/audit/audit-record.ts";
import {
  AUDIT_SECTIONS,
  type AuditFinding,
  type AuditSection,
  FINDING_SECTIONS,
  REQUESTED_SECTIONS,
} from "../analysis/audit/audit-section.ts";
import { auditSite, type SiteAudit } from "../analysis/audit/audit-site.ts";
import { findingLines } from "../analysis/audit/audit-summary.ts";
import { editorsStub } from "../analysis/audit/editors-stub.ts";
import { findOptions } from "../analysis/find/criteria.ts";
import { EXIT, IncompleteError, UsageError } from "../errors.ts";
import { UMBRACO_CONFIG } from "../formats/data-formats.ts";
import { writeAll, writeAllLines, writeAllVisible, writeJson } from "../io.ts";
import { auditJson, auditLines, auditList, auditView, type ShownAudit } from "../output/audit-view.ts";
import { REPORT_FORMATS, readViewOptions } from "../output/style.ts";
import { NO_NAME } from "../output/tree-view.ts";
import { ofForm } from "../parameter.ts";
import {
  type MediaInventory,
  mediaFilesOf,
  mediaInventory,
  requireDirectory,
} from "../site/media/media-folder.ts";
import type { Site } from "../site/site.ts";
import { siteNameOf } from "../site/site-name.ts";
import { BETWEEN_NAMES, namesByTree } from "../site/tree/node-names.ts";
import { formatInWords, nodesInWords } from "../text/counted.ts";
import { shellQuoted } from "../text/visible-text.ts";
import { defineCommand, type FlagsIn, type Invocation } from "./command.ts";
import { type Flags, isSiteUrl, names, textOption, toggle, valued } from "./flag.ts";
import { printFieldHelp, printList, refuseFields } from "./list-output.ts";
import { loadWithWarnings, reportCopyLimits } from "./open-source.ts";
import {
  DIRECTORY_FLAGS,
  KIND_FLAG,
  LIST_FLAGS,
  outputFlags,
  URLS_READING_GROUP,
  WHOLE_SITE_GROUP,
} from "./shared-flags.ts";
import { readDirectory, refuseSite } from "./source-options.ts";

const FINDINGS = Object.keys(FINDING_SECTIONS) as AuditFinding[];
/** The sections that report findings. */
const SECTIONS_OF_FINDINGS = [...new Set(Object.values(FINDING_SECTIONS))];

const AUDIT_FLAGS = {
  section: names("--section <names>", "only these sections, with all rows", [
    ...AUDIT_SECTIONS,
    ...REQUESTED_SECTIONS,
  ]),
  ...KIND_FLAG,
  files: textOption("--files <directory>", "folder of the site's media files", {
    defaultText: "the one beside the data",
  }),
  failOn: names("--fail-on <findings>", "exit with 1 for these findings, or all of a section", [
    ...FINDINGS,
    ...SECTIONS_OF_FINDINGS,
  ]),
  siteUrl: valued(
    "--site-url <url>",
    "address of the site, for links in the HTML report",
    ofForm("a URL such as https://example.com", (text) => (isSiteUrl(text) ? text : undefined)),
  ),
  editorsStub: toggle(
    "--editors-stub",
    "print a file for --editors, filled in as far as values show their editors",
    { conflicts: ["section", "kind", "files", "failOn", "siteUrl", "format", "fields"] },
  ),
} satisfies Flags;

const GROUPS = [
  { heading: "What to report:", flags: AUDIT_FLAGS },
  WHOLE_SITE_GROUP,
  { heading: "Output:", flags: { ...LIST_FLAGS, ...outputFlags(REPORT_FORMATS, "plain") } },
  URLS_READING_GROUP,
] as const;

type AuditFlags = FlagsIn<typeof GROUPS>;

export const auditCommand = defineCommand({
  examples: [
    "migrations audit --data ./uSync/v13",
    "migrations audit --data ./site --section references",
    "migrations audit --data ./site --format html > audit.html",
    "migrations audit --data ./site --fail-on dead-reference,missing-file",
    "migrations audit --data ./App_Data --editors-stub > editors.json",
  ],
  footer: [
    "Values inside elements (blocks, nested content, grids) are included.",
    "Secrets are reported by property name, never by value.",
  ],
  groups: GROUPS,
  run: audit,
});

/** The rows of a section without `--section`. */
const ROWS_SHOWN = 10;
/** The last version whose editors have other aliases than today. */
const LAST_OLD_VERSION = 7;
/** Findings that cannot be without a folder of files. */
const OF_FILES: readonly AuditFinding[] = ["missing-file", "orphaned-file"];

/**
 * @throws UsageError if a site is given, or `--files` is not a directory; DataError for a directory that does not load; IncompleteError
 * if there are findings of `--fail-on`
 */
async function audit(flags: AuditFlags, invocation: Invocation): Promise<number> {
  const { io } = invocation;
  refuseSite("audit", flags, io.env);
  requireDirectory(flags.files);
  const { section: shown = [...AUDIT_SECTIONS] } = flags;
  const failOn = findingsOf(flags.failOn ?? []);
  const asked = [...shown, ...failOn.map((finding) => FINDING_SECTIONS[finding])];
  if (flags.files !== undefined && !asked.includes(FINDING_SECTIONS["missing-file"])) {
    throw new UsageError("--files is for the section media, and --section has others");
  }
  const data = await loadWithWarnings(readDirectory(flags, io, { urls: true }), flags, invocation);
  reportCopyLimits([data], flags, io);
  if (flags.editorsStub) {
    io.stdout.write(`${JSON.stringify(editorsStub(data.trees, isOld(data)), null, 2)}\n`);
    return EXIT.done;
  }
  const files = mediaInventory(mediaFilesOf(data, flags.files));
  refuseNoFiles(flags.failOn ?? [], files);
  const kinds = flags.kind && [flags.kind];
  const found = await auditSite(data, {
    wanted: asked,
    hasSummary: flags.section === undefined,
    kinds,
    files,
  });
  const sections = [...AUDIT_SECTIONS, ...REQUESTED_SECTIONS].flatMap((name) =>
    shown.includes(name) ? [found.section(name)] : [],
  );
  await print({ data, found, sections }, flags, invocation);
  throwFound(found, failOn);
  return EXIT.done;
}

/** What was read, and what was found in it. */
type Audited = { data: Site; found: SiteAudit; sections: AuditSection[] };

async function print(audited: Audited, flags: AuditFlags, { io, spell }: Invocation): Promise<void> {
  const { data, found, sections } = audited;
  const format = flags.format ?? "plain";
  if (flags.siteUrl !== undefined && format !== "html") {
    throw new UsageError(`--site-url is for --format html, and this is ${format}`);
  }
  const summary = flags.section ? undefined : found.summary();
  const source = `${data.path}: ${formatInWords(data)}`;
  const namesOf = namesByTree();
  const shown: ShownAudit = {
    headline: summary ? source : `${source}, ${nodesInWords(data)}`,
    summary,
    sections,
    pathOf: ({ kind, key, name }) => {
      const tree = data.trees[kind];
      const index = tree.findKey(key);
      const above = index < 0 ? [] : namesOf(tree).above(index);
      return [...above, name || NO_NAME].join(BETWEEN_NAMES);
    },
    find: spell("find", DIRECTORY_FLAGS),
    flagsOf: (query) => findOptions(query, shellQuoted),
    spellSection: (name) => `${spell("audit", DIRECTORY_FLAGS)} --section ${name}`,
  };
  const list = auditList(shown);
  if (await printFieldHelp(list, flags, io)) return;
  refuseFields(flags, format, list);
  const views = {
    plain: async () => {
      const rows = flags.section ? undefined : ROWS_SHOWN;
      await writeAllLines(io.stdout, await auditView(shown, { ...readViewOptions(flags, io), rows }));
    },
    html: async () => {
      const { auditHtml, SHOWN_ROWS } = await import("../output/audit-html.tsx");
      await writeAll(io.stdout, [await auditHtml(reportOf(audited, flags, SHOWN_ROWS))]);
    },
    json: async () => writeJson(io, auditJson(shown, data)),
    ndjson: async () => writeAllVisible(io.stdout, auditLines(shown)),
  };
  await printList(list, { format, flags, io, views });
}

/**
 * The audit as a report for people.
 * @param most how many rows of a section without findings are part of it; sections that are named are whole
 */
function reportOf(audited: Audited, { siteUrl, section: named }: AuditFlags, most: number) {
  const { data, found, sections } = audited;
  const { trees, culture } = data;
  const record = auditRecorder(trees, data.types());
  const { format: inDigits } = new Intl.NumberFormat("en");
  return {
    title: `Audit of ${siteNameOf(data.path, trees)}`,
    lead: [formatInWords(data), culture, nodesInWords(data)].filter(Boolean).join(", "),
    summary: found.summary(inDigits),
    sections: sections.map((section) => ({
      ...sectionHead(section),
      rows: section.rows
        .filter(({ finding }, i) => named !== undefined || finding !== undefined || i < most)
        .map((row) => record(row, section)),
      total: section.rows.length,
      lines: findingLines(section, inDigits),
    })),
    siteUrl,
  };
}

/** Whether the data comes from Umbraco 7 or earlier. */
function isOld({ format, version = "" }: Site): boolean {
  return format.includes(UMBRACO_CONFIG.name) || Number.parseInt(version, 10) <= LAST_OLD_VERSION;
}

/** @throws UsageError if `--fail-on` selects files and there is no folder of them: the check could never fail */
function refuseNoFiles(failOn: readonly string[], files: MediaInventory | undefined): void {
  const finding = OF_FILES.find((name) => failOn.includes(name));
  if (finding === undefined || files) return;
  throw new UsageError(`--fail-on ${finding} needs --files, the folder of media files`);
}

/** The findings of these names; the name of a section selects all of its findings. */
function findingsOf(names: readonly string[]): AuditFinding[] {
  const all = names.flatMap((name) =>
    FINDINGS.filter((finding) => finding === name || FINDING_SECTIONS[finding] === name),
  );
  return [...new Set(all)];
}

/** @throws IncompleteError if there is any of what counts */
function throwFound(found: SiteAudit, failOn: readonly AuditFinding[]): void {
  const counts = failOn.flatMap((finding) => {
    const { rows } = found.section(FINDING_SECTIONS[finding]);
    const count = rows.filter((row) => row.finding === finding).length;
    return count === 0 ? [] : [`${count} ${finding}`];
  });
  if (counts.length > 0) throw new IncompleteError(`findings that --fail-on selects: ${counts.join(", ")}`);
}
