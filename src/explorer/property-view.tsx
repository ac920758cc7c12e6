/** One property: its names, and its value in a view that suits it. */
import { useState } from "preact/hooks";
import type { ElementDetails, PropertyDetails } from "../http/explorer/explorer-api.ts";
import type { Kind } from "../operations.ts";
import { askText, viewUrl } from "./ask.ts";
import { CopyButton } from "./copy-button.tsx";
import { type ExactJson, isNest, readJson, WrittenNumber } from "./exact-json.ts";
import { inDigits, localDate, sizeOf } from "./in-words.ts";
import { JsonTree, LongText } from "./json-tree.tsx";
import { ReferenceList } from "./node-name.tsx";

/** Whose property it is: of a node, or of an element in a property of one. */
export type Owner = { kind: Kind; key: string; alias?: string; version: string };

type PropertyProps = { property: PropertyDetails; owner: Owner; depth?: number };

export function PropertyView({ property, owner, depth = 0 }: PropertyProps) {
  const [isRaw, setRaw] = useState(false);
  const [isShown, setShown] = useState(!property.isSecret);
  const { address, json, whole, load } = useValue(property, owner);
  const title = property.name ?? property.alias;
  const show = () => {
    load();
    setShown(true);
  };
  const toggleRaw = () => {
    load();
    setRaw(!isRaw);
  };
  return (
    <section class="property" aria-label={title}>
      <header>
        <PropertyName property={property} depth={depth} />
        {isShown ? (
          <div class="property-tools">
            <button type="button" aria-pressed={isRaw} onClick={toggleRaw}>
              Raw
            </button>
            <CopyButton text={() => whole().then(copiedOf)} what={`the value of ${title}`} />
          </div>
        ) : null}
      </header>
      <div class="property-value">
        {!isShown ? (
          <p>
            <span class="quiet">Redacted: this looks like a secret.</span>{" "}
            <button type="button" onClick={show}>
              Show the value
            </button>
          </p>
        ) : isRaw ? (
          <pre tabIndex={0}>{json ?? "…"}</pre>
        ) : (
          <ValueView
            value={property}
            json={json}
            page={viewUrl("rich-text", { ...address, version: owner.version })}
            owner={{ ...owner, alias: address.alias }}
            depth={depth}
            onLoad={load}
          />
        )}
      </div>
    </section>
  );
}

/** The value's JSON; a long one is fetched on demand. */
function useValue(property: PropertyDetails, { kind, key, alias = property.alias }: Owner) {
  const [loaded, setLoaded] = useState<string>();
  const secrets = property.isSecret ? "true" : undefined;
  const address = { kind, key, alias, pointer: property.pointer || undefined, secrets };
  const json = property.json ?? loaded;
  const whole = async () => {
    const text = json ?? (await askText(viewUrl("value", address)));
    setLoaded(text);
    return text;
  };
  const load = () => {
    whole().catch(() => undefined);
  };
  return { address, json, whole, load };
}

function PropertyName({ property, depth }: { property: PropertyDetails; depth: number }) {
  const { alias, name, description, editorAlias, culture, segment } = property;
  const Heading = depth === 0 ? "h3" : "h4";
  return (
    <>
      <Heading>
        <bdi>{name ?? alias}</bdi>
      </Heading>
      <p class="property-facts">
        {name === undefined || name === alias ? null : (
          <code>
            <bdi>{alias}</bdi>
          </code>
        )}
        {[editorAlias, culture, segment].map((fact) => (fact ? <bdi key={fact}>{fact}</bdi> : null))}
      </p>
      {description ? <p class="quiet property-description">{description}</p> : null}
    </>
  );
}

/** A text is copied as it is, all else as JSON. */
function copiedOf(json: string): string {
  const value = json.startsWith('"') ? readJson(json) : undefined;
  return typeof value === "string" ? value : json;
}

/** What pickers hold: the nodes say it all. */
const PICKED = ["id", "ids", "guid", "guids", "udi", "udis", "media-path"];

type ViewProps = {
  value: PropertyDetails;
  /** Its JSON, once it is there. */
  json: string | undefined;
  /** The address of the value as a page, if it is rich text. */
  page: string;
  owner: Owner;
  depth: number;
  onLoad: () => void;
};

function ValueView({ value, json, page, owner, depth, onLoad }: ViewProps) {
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
      {elements.length > 0 ? (
        <ol class="elements">
          {elements.map((element, i) => (
            <li key={`${i} ${element.alias}`}>
              <ElementView element={element} owner={owner} depth={depth} />
            </li>
          ))}
        </ol>
      ) : null}
      {leftovers.length > 0 ? (
        <ul class="leftovers">
          {leftovers.map(({ kind, text }, i) => (
            <li key={`${i} ${kind}`}>
              <span class="tag tag-warning">{kind}</span> <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
      ) : null}
      {omitted ? <p class="quiet">{inDigits(omitted)} more are not shown: they are in Raw.</p> : null}
    </>
  );
}

function PlainValue({ value, shape }: { value: ExactJson; shape: string }) {
  if (shape === "empty") return <span class="quiet">empty</span>;
  if (shape === "boolean") {
    const isTrue = /^(?:true|1)$/i.test(String(value));
    return (
      <span class="truth" data-truth={isTrue || undefined}>
        {isTrue ? "Yes" : "No"}
      </span>
    );
  }
  if (value instanceof WrittenNumber) return <span class="number">{value.digits}</span>;
  if (typeof value === "number") return <span class="number">{inDigits(value)}</span>;
  if (typeof value !== "string") return <JsonTree value={value} />;
  if (shape === "date") return <time title={value}>{localDate(value.replace(" ", "T"))}</time>;
  const nested = /^\s*[[{]/.test(value) ? readJson(value) : undefined;
  return isNest(nested) ? <JsonTree value={nested} /> : <LongText text={value} />;
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

/** What editors call each layout. */
const LAYOUT_NAMES: Readonly<Record<string, string>> = {
  "nested-content": "nested content",
  "stacked-content": "stacked content",
  archetype: "archetype fieldset",
  vorto: "languages",
  grid: "grid control",
  "doc-type-grid": "doc type grid",
  leblender: "LeBlender",
  "content-blocks": "content block",
  "block-list": "block",
  "block-grid": "block in a grid",
  "single-block": "single block",
  "rich-text-blocks": "block in rich text",
  blocks: "block",
};
/** Deeper ones are closed until one wants to see them. */
const OPEN_DEPTH = 2;

type ElementProps = { element: ElementDetails; owner: Owner; depth: number };

function ElementView({ element, owner, depth }: ElementProps) {
  const { layout, role, alias, typeName, properties } = element;
  const [isOpen, setOpen] = useState(depth < OPEN_DEPTH);
  return (
    <details class="element" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <bdi class="element-name">{typeName ?? alias ?? LAYOUT_NAMES[layout] ?? layout}</bdi>
        <span class="quiet">
          {LAYOUT_NAMES[layout] ?? layout}
          {role === "settings" ? ", settings" : ""}
        </span>
      </summary>
      {isOpen ? (
        <div class="element-properties">
          {properties.length === 0 ? <p class="quiet">No properties.</p> : null}
          {properties.map((property) => (
            <PropertyView key={property.pointer} property={property} owner={owner} depth={depth + 1} />
          ))}
        </div>
      ) : null}
    </details>
  );
}
