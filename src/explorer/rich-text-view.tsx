/** Rich text as it reads, in a frame of its own in which nothing runs, and as its source. */
import { useState } from "preact/hooks";
import { LongText } from "./json-tree.tsx";

type RichTextProps = {
  /** The source, once it is there. */
  text: string | undefined;
  /** The address of the text as a page. */
  page: string;
  /** Told when the source is wanted. */
  onSource: () => void;
};

export function RichTextView({ text, page, onSource }: RichTextProps) {
  const [isSource, setSource] = useState(false);
  const showSource = () => {
    onSource();
    setSource(true);
  };
  return (
    <div class="rich-text">
      <div class="choice">
        <button type="button" aria-pressed={!isSource} onClick={() => setSource(false)}>
          As it reads
        </button>
        <button type="button" aria-pressed={isSource} onClick={showSource}>
          Source
        </button>
      </div>
      {isSource ? (
        <div class="source">
          <LongText text={text ?? "…"} />
        </div>
      ) : (
        <iframe
          title="The rich text as it reads"
          sandbox=""
          loading="lazy"
          referrerpolicy="no-referrer"
          style={{ height: heightFor(text) }}
          src={page}
        />
      )}
    </div>
  );
}

/** About what the text takes: the frame cannot be asked. */
function heightFor(text: string | undefined): string {
  const letters = text?.replace(/<[^>]*>/g, "").length ?? 0;
  const blocks = text?.match(/<(?:p|li|h[1-6]|tr|br)\b/gi)?.length ?? 0;
  return `${Math.min(28, Math.max(5, 2 + letters / 45 + blocks * 1.6))}rem`;
}
