/** A text in which what was searched for is marked. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { markedParts, searchWords } from "../analysis/find/marked-text.ts";

/** @param query what was searched for. Default: nothing is marked */
export function MarkedText({ text, query = "" }: { text: string; query?: string }) {
  return (
    <bdi>
      <Marked text={text} words={searchWords(query)} />
    </bdi>
  );
}

/** What is searched for in the node that is shown, as one text. Default: nothing. */
export const SearchInNode = createContext("");

/** A name or value of the node that is shown, in which the text that is searched for is marked. */
export function SearchableText({ text }: { text: string }) {
  const wanted = searchWords(useContext(SearchInNode)).join(" ");
  return wanted === "" ? text : <Marked text={text} words={[wanted]} />;
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return markedParts(text, words).map((part, i) =>
    part.isMatch ? <mark key={i}>{part.text}</mark> : part.text,
  );
}
