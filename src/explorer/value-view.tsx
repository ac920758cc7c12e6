/** Values, each in the view that its shape suggests. */
import type {
  ElementDetails,
  LinkedNode,
  PropertyDetails,
  ReferenceDetails,
} from "../http/explorer/explorer-api.ts";
import { type ExactJson, isExactObject, isNest, readJson, unnested, WrittenNumber } from "./exact-json.ts";
import { Icon } from "./icon.tsx";
import { JsonTree, LongText } from "./json-tree.tsx";
import { countOf, inDigits, inPlainDigits, localDate, sizeOf } from "./locale-text.ts";
import { SearchableText } from "./marked-text.tsx";
import { isDead, NodeLink, NodeName, ReferenceList } from "./node-name.tsx";
import { addressOf, RichTextView } from "./rich-text-view.tsx";
import { linkTo } from "./route.ts";

/** Pickers: the nodes are the whole value. */
const PICKED = ["id", "ids", "guid", "guids", "udi", "udis", "media-path", "media-picker-3"];

type ViewProps = {
  value: PropertyDetails;
  /** The JSON, as soon as it is there. */
  json: string | undefined;
  /** The path of the node's own file, if that is served. */
  file: string | undefined;
  /** The key of the node. */
  nodeKey: string | undefined;
  siteUrl: string | undefined;
  onLoad: () => void;
};

/** A value without its elements. */
export function ValueView({ value, json, file, nodeKey, siteUrl, onLoad }: ViewProps) {
  const { shape, bytes, elements, leftovers, omitted } = value;
  // The file of a media node refers to the node itself.
  const references = value.references.filter(({ node }) => node?.row.key !== nodeKey);
  const read = json === undefined ? undefined : readJson(json);
  const isRichText = shape === "html" || shape === "rich-text-json";
  const isPicked = (PICKED.includes(shape) || isGridMedia(read)) && references.length > 0;
  const isLinks = shape === "links" && read !== undefined;
  // Rich text and lists of links show the references that lead to a node in place.
  const rest = isRichText || isLinks ? references.filter((each) => !each.node) : references;
  return (
    <>
      {isPicked ? (
        <PickedNodes references={references} />
      ) : elements.length > 0 && !isRichText ? null : read === undefined ? (
        <button type="button" onClick={onLoad}>
          Show {sizeOf(bytes)}
        </button>
      ) : isRichText ? (
        <RichTextView html={markupOf(read)} references={references} siteUrl={siteUrl} />
      ) : isLinks ? (
        <LinkList value={read} references={references} siteUrl={siteUrl} />
      ) : (
        <PlainValue value={read} property={value} file={file} siteUrl={siteUrl} />
      )}
      {isPicked ? null : <OtherReferences references={rest.filter(({ text }) => !isOwnFile(text, file))} />}
      {leftovers.length > 0 ? (
        <ul class="leftovers">
          {leftovers.map(({ kind, text }, i) => (
            <li key={`${i} ${kind}`}>
              <span class="tag tag-warning">{kind}</span> <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
      ) : null}
      <OmittedCount count={omitted} />
    </>
  );
}

/** Whether a value is a media control of a grid: the image, with how it is shown. */
function isGridMedia(value: ExactJson | undefined): boolean {
  return isExactObject(value) && typeof value.image === "string";
}

/** How many parts of a value are not in the answer. */
export function OmittedCount({ count }: { count: number | undefined }) {
  return count ? <p class="quiet">{inDigits(count)} more are not shown: they are in Raw.</p> : null;
}

function isOwnFile(text: string, file: string | undefined): boolean {
  return file !== undefined && text === decodeURI(file);
}

/** Media as cards with their pictures, pages as links, dead references last. */
function PickedNodes({ references }: { references: readonly ReferenceDetails[] }) {
  const nodes = references.flatMap(({ node }) => (node ? [node] : []));
  const media = nodes.filter(({ kind }) => kind === "media");
  const pages = nodes.filter(({ kind }) => kind === "content");
  return (
    <>
      {media.length > 0 ? (
        <ul class="cards">
          {media.map((node, i) => (
            <li key={`${i} ${node.row.key}`}>
              <MediaCard node={node} />
            </li>
          ))}
        </ul>
      ) : null}
      {pages.length > 0 ? (
        <ul class="references">
          {pages.map((node, i) => (
            <li key={`${i} ${node.row.key}`}>
              <NodeLink node={node} />
            </li>
          ))}
        </ul>
      ) : null}
      <ReferenceList references={references.filter(({ node }) => !node)} />
    </>
  );
}

/** A media node: its picture, or the end of its file's name. */
export function MediaCard({ node: { row, image } }: { node: Pick<LinkedNode, "row" | "image"> }) {
  return (
    <a class="media-card" href={linkTo({ view: "node", kind: "media", key: row.key })} title={row.name}>
      <span class="media-card-picture">
        {image ? (
          <img src={image} alt="" loading="lazy" />
        ) : row.url === undefined ? (
          <Icon name="folder" />
        ) : (
          <span class="quiet">
            {/\.([a-z0-9]{1,5})$/i.exec(row.url ?? "")?.[1].toLowerCase() ?? row.type}
          </span>
        )}
      </span>
      <NodeName row={row} />
    </a>
  );
}

/** References that are not shown in place; dead ones together, since one text can have dozens. */
function OtherReferences({ references }: { references: readonly ReferenceDetails[] }) {
  const dead = references.filter(isDead);
  const few = dead.length < 3;
  return (
    <>
      <ReferenceList references={few ? references : references.filter((each) => !isDead(each))} />
      {few ? null : (
        <details>
          <summary class="dead-count">{countOf(dead.length, "dead reference", "dead references")}</summary>
          <ReferenceList references={dead} />
        </details>
      )}
    </>
  );
}

type LinkListProps = {
  value: ExactJson;
  references: readonly ReferenceDetails[];
  siteUrl: string | undefined;
};

/** Links of a Multi URL Picker and of related links: the title, then where the link leads. */
function LinkList({ value, references, siteUrl }: LinkListProps) {
  const read = unnested(value);
  const links = Array.isArray(read) ? read : [read];
  return (
    <ul class="link-list">
      {links.map((link, i) => (
        <li key={i}>
          <LinkItem link={link} references={references} siteUrl={siteUrl} />
        </li>
      ))}
    </ul>
  );
}

function LinkItem({ link, references, siteUrl }: { link: ExactJson } & Omit<LinkListProps, "value">) {
  if (!isExactObject(link)) return <PlainText text={JSON.stringify(link)} />;
  const textOf = (...names: readonly string[]) =>
    names.map((name) => link[name]).find((text): text is string => typeof text === "string" && text !== "");
  const written = Object.values(link).map(String);
  const reference = references.find(({ text }) => written.includes(text));
  const address = textOf("url", "link", "udi", "unique") ?? "";
  const title = textOf("name", "caption", "title");
  const suffix = textOf("queryString") ?? "";
  const outer = addressOf(address, siteUrl);
  return (
    <>
      {reference?.node ? (
        <>
          {title && title !== reference.node.row.name ? <bdi>{title} → </bdi> : null}
          <NodeLink node={reference.node} />
        </>
      ) : outer ? (
        <a href={outer + suffix} target="_blank" rel="noopener noreferrer">
          <bdi>{title ?? address}</bdi> ↗
        </a>
      ) : (
        <bdi>{title ?? address}</bdi>
      )}{" "}
      {reference?.node || title === undefined ? null : <bdi class="quiet link-address">{address}</bdi>}
      {suffix ? <span class="quiet">{suffix}</span> : null}
      {textOf("target") === "_blank" || link.newWindow === true ? (
        <span class="quiet"> in a new window</span>
      ) : null}
    </>
  );
}

type PlainProps = {
  value: ExactJson;
  property: Pick<PropertyDetails, "alias" | "shape" | "editorAlias">;
  file: string | undefined;
  siteUrl: string | undefined;
};

const COLOUR = /^#?[0-9a-f]{3}(?:[0-9a-f]{3}(?:[0-9a-f]{2})?)?$/i;
const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[a-z]{2,}$/i;

/** The property of media nodes that has the size of the file. */
const BYTES = "umbracoBytes";

function PlainValue({ value, property: { alias, shape, editorAlias = "" }, file, siteUrl }: PlainProps) {
  if (shape === "empty") return <span class="quiet">empty</span>;
  if (shape === "boolean") {
    const isTrue = /^(?:true|1)$/i.test(String(value));
    return (
      <span class="truth" data-truth={isTrue || undefined}>
        {isTrue ? "Yes" : "No"}
      </span>
    );
  }
  if (alias === BYTES && /^[0-9]{1,15}$/.test(String(value))) return <>{sizeOf(Number(value))}</>;
  if (value instanceof WrittenNumber) return <span class="number">{value.digits}</span>;
  if (typeof value === "number") return <span class="number">{inPlainDigits(value)}</span>;
  const read = unnested(value);
  if (/ColorPicker/i.test(editorAlias)) {
    const colour = isExactObject(read) ? read.value : read;
    if (typeof colour === "string" && COLOUR.test(colour)) {
      const label = isExactObject(read) ? read.label : undefined;
      return <Colour colour={colour.replace(/^#?/, "#")} label={typeof label === "string" ? label : ""} />;
    }
  }
  if (Array.isArray(read) && read.length > 0 && read.every((each) => typeof each === "string")) {
    return (
      <ul class="chips">
        {read.map((each, i) => (
          <li key={`${i} ${each}`} class="chip">
            <bdi>{each}</bdi>
          </li>
        ))}
      </ul>
    );
  }
  if (shape === "image-cropper" && isExactObject(read)) return <Cropped value={read} file={file} />;
  if (shape === "grid") return <span class="quiet">a grid without controls</span>;
  if (isExactObject(read) && typeof read.macroAlias === "string") {
    return <Macro alias={read.macroAlias} parameters={read.macroParamsDictionary} />;
  }
  if (isNest(read)) return <JsonTree value={read} />;
  if (typeof read !== "string") return <JsonTree value={read} />;
  if (shape === "date") return <time title={read}>{localDate(read.replace(" ", "T"))}</time>;
  return <PlainText text={read} file={file} siteUrl={siteUrl} />;
}

function PlainText({ text, file, siteUrl }: { text: string; file?: string; siteUrl?: string }) {
  const isFile = isOwnFile(text, file);
  const address = EMAIL.test(text)
    ? `mailto:${text}`
    : isFile
      ? file
      : /\s/.test(text)
        ? undefined
        : addressOf(text, siteUrl);
  if (address === undefined) return <LongText text={text} />;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      <bdi>
        <SearchableText text={text} />
      </bdi>
    </a>
  );
}

/** A macro of Umbraco 7 or 8, with its parameters. */
function Macro({ alias, parameters }: { alias: string; parameters: ExactJson | undefined }) {
  return (
    <>
      <span>
        Macro <bdi>{alias}</bdi>
      </span>
      {isNest(parameters) && Object.keys(parameters).length > 0 ? <JsonTree value={parameters} /> : null}
    </>
  );
}

function Colour({ colour, label }: { colour: string; label: string }) {
  return (
    <span class="colour">
      <span class="swatch" style={{ background: colour }} aria-hidden="true" />
      <code>{colour}</code>{" "}
      {label.replace(/^#/, "").toLowerCase() === colour.slice(1).toLowerCase() ? null : <bdi>{label}</bdi>}
    </span>
  );
}

/** A picture with its crops: the file, the focal point, the names and sizes of the crops. */
function Cropped({ value, file }: { value: { [name: string]: ExactJson }; file: string | undefined }) {
  const { src, focalPoint, crops } = value;
  const names = (Array.isArray(crops) ? crops : []).flatMap((crop) =>
    isExactObject(crop) ? [`${crop.alias ?? ""} ${crop.width ?? "?"} × ${crop.height ?? "?"}`] : [],
  );
  const point = isExactObject(focalPoint) ? focalPoint : undefined;
  return (
    <>
      <PlainText text={String(src)} file={file} />
      {point ? (
        <p class="quiet">
          Focal point {percent(point.left)} from the left, {percent(point.top)} from the top
        </p>
      ) : null}
      {names.length > 0 ? <p class="quiet">Crops: {names.join(", ")}</p> : null}
    </>
  );
}

function percent(share: ExactJson | undefined): string {
  return typeof share === "number" ? `${Math.round(share * 100)} %` : "?";
}

/** The HTML of rich text: the text itself, or its markup. */
function markupOf(value: ExactJson): string {
  const read = unnested(value);
  if (isExactObject(read)) return String(read.markup ?? "");
  return typeof read === "string" ? read : "";
}

/** The label of an element: the first text that it has. */
export function labelOf({ properties }: ElementDetails): string | undefined {
  for (const { shape, json, isSecret } of properties) {
    if (json === undefined || isSecret || !["text", "html", "rich-text-json"].includes(shape)) continue;
    const read = readJson(json);
    const text = read === undefined ? "" : markupOf(read) || String(read);
    const plain = text
      .replace(/<\/?(?:a|b|em|i|s|small|span|strong|su[bp]|u)\b[^>]*>/gi, "")
      .replace(/<[^>]*>|&[a-z0-9#]+;/gi, " ")
      .replace(/\s+/g, " ")
      .trim();
    if (plain !== "") return plain.slice(0, 100);
  }
  return undefined;
}
