/** Rich text as its source, and as it reads: in a frame of its own, in which nothing runs. */
import { useState } from "preact/hooks";
import { LongText } from "./json-tree.tsx";

/** @param page the address of the text as a page */
export function RichTextView({ text, page }: { text: string; page: string }) {
  const [isSource, setSource] = useState(false);
  return (
    <div class="rich-text">
      <div class="choice">
        <button type="button" aria-pressed={!isSource} onClick={() => setSource(false)}>
          As it reads
        </button>
        <button type="button" aria-pressed={isSource} onClick={() => setSource(true)}>
          Source
        </button>
      </div>
      {isSource ? (
        <div class="source">
          <LongText text={text} />
        </div>
      ) : (
        <iframe
          title="The rich text as it reads"
          sandbox=""
          loading="lazy"
          referrerpolicy="no-referrer"
          src={page}
        />
      )}
    </div>
  );
}
