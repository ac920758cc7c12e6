/** The result of writing a uSync 17 folder, in lines: what was written, and what a lead decides before the import. */
import type { Usync17Result } from "../copy/write-usync17.ts";
import { countIn } from "../site/map-entries.ts";
import { counted } from "../text/counted.ts";
import { problemWords } from "../usync17/move-report.ts";
import { sizeInWords } from "./receipt.ts";

/** What was written. */
export function usync17Lines(
  { nodes, files, report, media, reportPath }: Usync17Result,
  out: string,
): string[] {
  const types = (files.ContentTypes ?? 0) + (files.MediaTypes ?? 0);
  const parts = [counted(types, "type"), counted(files.DataTypes ?? 0, "data type")];
  const written = [counted(nodes.content, "content node"), counted(nodes.media, "media node")];
  const problems = Array.from(report, ([problem, count]) => `${count} ${problem}`);
  return [
    `wrote ${written.join(" and ")} to ${out}: ${parts.join(", ")}`,
    ...(media ? [`${counted(media.count, "media file")}, ${sizeInWords(media.bytes)}`] : []),
    problems.length === 0
      ? `${reportPath} is empty: everything was carried over`
      : `${reportPath}: ${problems.join(", ")}`,
  ];
}

/** What changes in kind and what is left behind: lines of one cause are one line, replaced editors are named. */
export function usync17Summary({ subjects, report }: Usync17Result): string[] {
  const editors = new Map<string, number>();
  for (const { problem, what } of subjects)
    if (problem === "editor-replaced" || problem === "editor-unknown") countIn(editors, what);
  const byCount = [...editors].sort(([, a], [, b]) => b - a);
  const changes = byCount.map(([text, count]) => `${text} (${counted(count, "line")})`);
  const others = [...report].filter(
    ([problem]) => problem !== "editor-replaced" && problem !== "editor-unknown",
  );
  return [
    ...changes,
    ...others.map(([problem, count]) => `${problemWords(problem)} (${counted(count, "line")})`),
  ];
}
