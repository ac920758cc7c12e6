/** `audit`: says what an importer will meet in a data directory. */
import { AUDIT_SECTIONS, type AuditFinding, FINDING_SECTIONS } from "../analysis/audit/audit-section.ts";
import { UsageError } from "../errors.ts";
import { KINDS } from "../operations.ts";
import { AUDIT_FORMATS } from "../output/style.ts";
import { inWords } from "../text/counted.ts";
import { defineCommand, type FlagsIn } from "./command.ts";
import { type Flags, repeated, text, toggle, valued } from "./flag.ts";
import { oneOf } from "./flag-values.ts";
import { outputFlags, READING_GROUP, WHOLE_SITE_GROUP } from "./shared-flags.ts";

const FINDINGS = Object.keys(FINDING_SECTIONS) as AuditFinding[];

const AUDIT_FLAGS = {
  section: repeated(
    "--section <name>",
    `this section whole, and no other but those given too: ${AUDIT_SECTIONS.join(", ")}`,
    oneOf(AUDIT_SECTIONS),
  ),
  kind: valued("--kind <kind>", "tell of content or media alone", oneOf(KINDS)),
  files: text(
    "--files <directory>",
    "the site's own folder of media files (default: the one beside the data)",
  ),
  failOn: {
    spelling: "--fail-on <findings>",
    help: `exit with 1 where there is any of these, between commas: ${FINDINGS.join(", ")}`,
    read: readFindings,
    repeats: true,
  },
  editorsStub: toggle(
    "--editors-stub",
    "print the JSON that --editors takes, filled in as far as values show their editors",
  ),
} satisfies Flags;

const GROUPS = [
  { heading: "What is told:", flags: AUDIT_FLAGS },
  WHOLE_SITE_GROUP,
  { heading: "Output:", flags: outputFlags(AUDIT_FORMATS, "plain") },
  READING_GROUP,
] as const;

export type AuditFlags = FlagsIn<typeof GROUPS>;

export const auditCommand = defineCommand({
  examples: [
    "migrations audit --data ./uSync/v13",
    "migrations audit --data ./site --section references",
    "migrations audit --data ./site --format html > audit.html",
    "migrations audit --data ./site --fail-on dead-reference,missing-file",
    "migrations audit --data ./App_Data --editors-stub > editors.json",
  ],
  notes: [
    "Values are counted by what they look like, also inside elements: blocks, nested",
    "content, grids. What looks like a secret is told by name, never by its value.",
  ],
  groups: GROUPS,
  conflicts: ["section", "failOn", "format"].map((other) => ({
    flags: ["editorsStub", other] as const,
    reason: "do not go together: the one prints a file, the other is about the report",
  })),
  run: async (flags, invocation) => (await import("./audit.ts")).audit(flags, invocation),
});

/** Findings between commas. */
function readFindings(text: string, spelled: string): AuditFinding[] {
  return text.split(",").map((word) => {
    const finding = FINDINGS.find((name) => name === word.trim());
    if (finding !== undefined) return finding;
    throw new UsageError(`${spelled} takes ${inWords(FINDINGS)}, not "${word}"`);
  });
}
