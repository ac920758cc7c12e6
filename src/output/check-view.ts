/** What a data directory holds, for people: counts in columns, then the notes. */
import { counted } from "../counted.ts";
import { countTopics } from "../formats/findings.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { KINDS } from "../operations.ts";
import { countNodes } from "../tree/census.ts";
import { visible } from "../visible-text.ts";
import { wordWrapped } from "./fit.ts";
import type { Output } from "./style.ts";

const INDENT = "  ";

/**
 * The lines, each with its line feed. Nothing is in them that a terminal would obey.
 * @param look where it is `quiet`, notes are counted and not listed
 */
export async function checkView(
  data: LoadedData,
  look: Pick<Output, "color" | "columns"> & { quiet?: boolean },
): Promise<string[]> {
  const { color, columns, quiet } = look;
  const { Chalk } = await import("chalk");
  const { bold, dim } = new Chalk({ level: color ? 1 : 0 });
  const whole = (text: string) =>
    columns === undefined ? [visible(text)] : wordWrapped(text, columns, INDENT);
  const section = (title: string, rows: (readonly [string, number])[]) =>
    rows.length === 0 ? [] : ["", bold(title), ...countLines(rows, dim)];
  const counts = KINDS.flatMap((kind) => {
    const { levels, types } = countNodes(data.trees[kind]);
    const byLevel = levels.map((count, index) => [`level ${index + 1}`, count] as const);
    const byType = [...types].sort(([, a], [, b]) => b - a);
    return [...section(`${kind} by level`, byLevel), ...section(`${kind} by type`, byType)];
  });
  const notes = data.notes.map(({ file, text }) => `note: ${file}: ${text}`);
  const lines = [
    ...whole(headline(data)),
    ...languageLine(data).flatMap(whole),
    ...counts,
    "",
    bold(`notes: ${notes.length}`),
    ...countLines(countTopics(data.notes), dim),
    ...(quiet ? [] : notes.flatMap(whole)),
  ];
  return lines.map((line) => `${line}\n`);
}

function headline({ path, format, version, trees, missing }: LoadedData): string {
  const nodes = KINDS.map((kind) => `${trees[kind].size} ${kind}`).join(" and ");
  const found = `${[format, version].filter(Boolean).join(" ")}, ${nodes} nodes`;
  if (missing === 0) return `${path} is sound: ${found}`;
  return `${path} loads, but ${counted(missing, "node or file is", "nodes or files are")} missing: ${found}`;
}

function languageLine({ languages = [], culture }: LoadedData): string[] {
  const codes = languages.map((code) => (code === culture ? `${code} (read)` : code));
  return codes.length > 0 ? [`languages: ${codes.join(", ")}`] : [];
}

/** A line for each row: the number, dimmed as what stands beside names in a tree is, and the name. */
function countLines(rows: readonly (readonly [string, number])[], dim: (text: string) => string): string[] {
  const width = rows.reduce((widest, [, count]) => Math.max(widest, String(count).length), 0);
  return rows.map(([name, count]) => `${INDENT}${dim(String(count).padStart(width))}  ${visible(name)}`);
}
