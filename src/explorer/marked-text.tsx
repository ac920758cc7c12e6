/** A text in which the words of a search are marked. */
import { markedParts, searchWords } from "../analysis/find/marked-text.ts";

/** @param query what was searched for. Default: nothing is marked */
export function MarkedText({ text, query = "" }: { text: string; query?: string }) {
  return (
    <bdi>
      {markedParts(text, searchWords(query)).map((part, i) =>
        part.isMatch ? <mark key={i}>{part.text}</mark> : part.text,
      )}
    </bdi>
  );
}
