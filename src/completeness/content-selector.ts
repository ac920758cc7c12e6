/** Whether a text names the elements of pages that hold the content: a tag, `#id` or `.class`. */
export function isContentSelector(text: string): boolean {
  return /^[#.]?[\p{L}_][\p{L}\p{N}_:-]*$/u.test(text);
}
