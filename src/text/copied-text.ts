/** Texts that outlive the text that they are a part of. */

/** Copies a text: a part of a longer text would keep all of that in memory. */
export function copiedText(text: string): string {
  return ` ${text}`.slice(1);
}
