/** Numbers, choices and data in words. */

/** `1 node`, `2 nodes`; with an irregular plural: `0 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * `94.3 %`: a share to the nearest tenth of a percent, but `100 %` only of all and `0 %` only of nothing.
 * @param share from 0 to 1
 */
export function inPercent(share: number): string {
  if (share === 0 || share === 1) return `${share * 100} %`;
  return `${Math.min(Math.max(share * 100, 0.1), 99.9).toFixed(1)} %`;
}

/** `a, b or c`. */
export function inWords(choices: readonly string[]): string {
  if (choices.length < 2) return choices.join();
  return `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}

/** `5 content and 2 media nodes`. */
export function nodesInWords({ trees }: { trees: Record<"content" | "media", { size: number }> }): string {
  return `${trees.content.size} content and ${trees.media.size} media nodes`;
}

/** `uSync v13`, or only the format if the version is unknown. */
export function formatInWords({
  format,
  version,
  server,
}: {
  format: string;
  version?: string;
  server?: string;
}): string {
  const name = version ? `${format} ${version}` : format;
  return server ? `${name} (${server})` : name;
}
