/** A value in the view that suits it. */
import { isNest, type Json, readJson, WrittenNumber } from "./exact-json.ts";
import { localDate } from "./in-words.ts";
import { JsonTree, LongText } from "./json-tree.tsx";
import { RichTextView } from "./rich-text-view.tsx";

/** @param page where the value is, as a page, if it is rich text */
export function ValueView({ value, page }: { value: Json; page: string }) {
  if (value === null || value === "") return <span class="quiet">empty</span>;
  if (typeof value === "boolean")
    return (
      <span class="truth" data-truth={value}>
        {value ? "Yes" : "No"}
      </span>
    );
  if (value instanceof WrittenNumber) return <span class="number">{value.digits}</span>;
  if (typeof value === "number") return <span class="number">{value.toLocaleString()}</span>;
  if (isNest(value)) return <JsonTree value={value} />;
  return <TextView text={value} page={page} />;
}

function TextView({ text, page }: { text: string; page: string }) {
  const nested = /^\s*[[{]/.test(text) ? readJson(text) : undefined;
  if (isNest(nested)) return <JsonTree value={nested} />;
  if (/<\/?[a-z][^>]*>/i.test(text)) return <RichTextView text={text} page={page} />;
  const date = localDate(text);
  if (date !== text) return <time title={text}>{date}</time>;
  return <LongText text={text} />;
}
