/** A value in the view that suits its shape. */
import { useState } from "preact/hooks";
import type { ValueDetails } from "../http/explorer/explorer-answers.ts";
import { ElementList } from "./element-view.tsx";
import { type ExactJson, isNest, readJson, WrittenNumber } from "./exact-json.ts";
import { inDigits, localDate, sizeOf } from "./in-words.ts";
import { JsonTree, LongText } from "./json-tree.tsx";
import type { Owner } from "./property-view.tsx";
import { ReferenceList } from "./reference-list.tsx";

/** What pickers hold: the nodes say it all. */
const PICKED = ["id", "ids", "guid", "guids", "udi", "udis", "media-path"];

type ViewProps = {
  value: ValueDetails;
  /** Its JSON, once it is there. */
  json: string | undefined;
  /** The address of the value as a page, if it is rich text. */
  page: string;
  owner: Owner;
  depth: number;
  onLoad: () => void;
};

export function ValueView({ value, json, page, owner, depth, onLoad }: ViewProps) {
  const { shape, bytes, references, elements, leftovers, omitted } = value;
  const isRichText = shape === "html" || shape === "rich-text-json";
  const isPicked = PICKED.includes(shape) && references.length > 0;
  const isElements = elements.length > 0 && !isRichText;
  const read = json === undefined ? undefined : readJson(json);
  return (
    <>
      {isRichText ? (
        <RichTextView text={read === undefined ? undefined : textOf(read)} page={page} onSource={onLoad} />
      ) : null}
      {isPicked || isElements || isRichText ? null : read === undefined ? (
        <button type="button" onClick={onLoad}>
          Show {sizeOf(bytes)}
        </button>
      ) : (
        <PlainValue value={read} shape={shape} />
      )}
      <ReferenceList references={references} />
      <ElementList elements={elements} owner={owner} depth={depth} />
      <Leftovers leftovers={leftovers} />
      {omitted ? <p class="quiet">{inDigits(omitted)} more are not shown: they are in Raw.</p> : null}
    </>
  );
}

function PlainValue({ value, shape }: { value: ExactJson; shape: string }) {
  if (shape === "empty") return <span class="quiet">empty</span>;
  if (shape === "boolean") return <Truth isTrue={/^(?:true|1)$/i.test(String(value))} />;
  if (value instanceof WrittenNumber) return <span class="number">{value.digits}</span>;
  if (typeof value === "number") return <span class="number">{inDigits(value)}</span>;
  if (typeof value === "string") return <PlainText text={value} shape={shape} />;
  return <JsonTree value={value} />;
}

function PlainText({ text, shape }: { text: string; shape: string }) {
  if (shape === "date") return <time title={text}>{localDate(text.replace(" ", "T"))}</time>;
  const nested = /^\s*[[{]/.test(text) ? readJson(text) : undefined;
  return isNest(nested) ? <JsonTree value={nested} /> : <LongText text={text} />;
}

function Truth({ isTrue }: { isTrue: boolean }) {
  return (
    <span class="truth" data-truth={isTrue || undefined}>
      {isTrue ? "Yes" : "No"}
    </span>
  );
}

function Leftovers({ leftovers }: Pick<ValueDetails, "leftovers">) {
  if (leftovers.length === 0) return null;
  return (
    <ul class="leftovers">
      {leftovers.map(({ kind, text }, i) => (
        <li key={`${i} ${kind}`}>
          <span class="tag tag-warning">{kind}</span> <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** The source of rich text: itself, or its markup. */
function textOf(value: ExactJson): string {
  const read = typeof value === "string" && /^\s*\{/.test(value) ? (readJson(value) ?? value) : value;
  if (isNest(read) && !Array.isArray(read)) return String(read.markup ?? "");
  return typeof read === "string" ? read : "";
}

type RichTextProps = {
  /** The source, once it is there. */
  text: string | undefined;
  /** The address of the text as a page. */
  page: string;
  /** Told when the source is wanted. */
  onSource: () => void;
};

function RichTextView({ text, page, onSource }: RichTextProps) {
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
