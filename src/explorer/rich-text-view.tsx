/** Rich text as it reads, built from elements of the page's own: the browser parses none of it as HTML, links lead to nodes, and only pictures of this server are loaded. */
import { type ComponentChildren, createElement, Fragment, type VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ReferenceDetails } from "../http/explorer/explorer-api.ts";
import { SearchableText } from "./marked-text.tsx";
import { isDead, reasonFor } from "./node-name.tsx";
import { type RichElement, type RichNode, readRichText } from "./rich-text.ts";
import { linkTo } from "./route.ts";

/** Length of the beginning of a longer text that is shown first, in characters. */
const FIRST_LENGTH = 20_000;

type RichTextProps = {
  html: string;
  references: readonly ReferenceDetails[];
  siteUrl: string | undefined;
};

export function RichTextView({ html, references, siteUrl }: RichTextProps) {
  const [isWhole, setWhole] = useState(false);
  const [isCut, setCut] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const isLong = html.length > FIRST_LENGTH;
  const nodes = useMemo(() => readRichText(isWhole ? html : html.slice(0, FIRST_LENGTH)), [html, isWhole]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element && !isWhole) setCut(isLong || element.scrollHeight > element.clientHeight + 1);
  }, [nodes, isWhole]);
  const context = { byText: new Map(references.map((each) => [each.text, each])), siteUrl };
  return (
    <>
      <div class="rich-text" ref={box} data-cut={(isCut && !isWhole) || undefined}>
        {drawn(nodes, context)}
      </div>
      {isCut ? (
        <button type="button" class="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : "Read on"}
        </button>
      ) : null}
    </>
  );
}

type Context = { byText: ReadonlyMap<string, ReferenceDetails>; siteUrl: string | undefined };

function drawn(nodes: readonly RichNode[], context: Context): ComponentChildren[] {
  return nodes.map((node, i) =>
    typeof node === "string" ? (
      <SearchableText key={i} text={node} />
    ) : (
      <Fragment key={i}>{element(node, context)}</Fragment>
    ),
  );
}

function element(node: RichElement, context: Context): VNode | null {
  const { tag, attributes } = node;
  const children = () => drawn(node.children, context);
  switch (tag) {
    case "a":
      return anchor(node, context);
    case "img":
      return picture(node, context);
    case "ul":
    case "ol":
      return createElement(
        tag,
        null,
        // Lists have only items, whatever the text has.
        node.children
          .filter((child) => typeof child !== "string" || child.trim() !== "")
          .map((child, i) => (
            <li key={i}>
              {drawn(typeof child !== "string" && child.tag === "li" ? child.children : [child], context)}
            </li>
          )),
      );
    case "li":
    case "dl":
    case "dt":
    case "dd":
    case "figure":
    case "figcaption":
    case "caption":
      return <div>{children()}</div>;
    case "table":
      return (
        <section class="table-scroller" aria-label="Table" tabIndex={0}>
          <table>
            <tbody>
              {node.children
                .filter((row): row is RichElement => typeof row !== "string" && row.tag === "tr")
                .map((row, i) => (
                  <tr key={i}>{rowCells(row, context)}</tr>
                ))}
            </tbody>
          </table>
        </section>
      );
    case "tr":
    case "td":
    case "th":
      return <span>{children()} </span>;
    case "br":
    case "hr":
      return createElement(tag, null);
    case "iframe":
    case "embed":
    case "object":
    case "video":
    case "audio":
    case "umb-rte-embed":
      return <Embed address={attributes.src ?? attributes.data} />;
    case "?umbraco_macro":
      return <span class="embed">Macro {attributes.macroalias}</span>;
  }
  // The headings of the text are not headings of the page.
  if (/^h[1-6]$/.test(tag)) {
    return (
      <p class="rich-heading" data-level={tag[1]}>
        {children()}
      </p>
    );
  }
  return createElement(tag, null, children());
}

function rowCells({ children }: RichElement, context: Context): VNode[] {
  return children
    .filter((cell): cell is RichElement => typeof cell !== "string" && /^t[dh]$/.test(cell.tag))
    .map(({ tag, attributes, children: content }, i) => (
      <td
        key={i}
        class={tag === "th" ? "rich-strong" : undefined}
        colSpan={span(attributes.colspan)}
        rowSpan={span(attributes.rowspan)}
      >
        {drawn(content, context)}
      </td>
    ));
}

function span(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9][0-9]?$/.test(text) ? Number(text) : undefined;
}

/** The reference of a tag: one of its attributes is, or holds, the text of the reference. */
function referenceIn({ attributes }: RichElement, { byText }: Context): ReferenceDetails | undefined {
  for (const name of ["data-udi", "href", "src", "data-id", "rel"]) {
    const value = attributes[name];
    if (value === undefined) continue;
    const [link = value] = /(?:\{|%7B)localLink(?::|%3A)[^}]*?(?:\}|%7D)/i.exec(value) ?? [];
    const found = byText.get(value) ?? byText.get(link) ?? byText.get(value.split(/[?#]/, 1)[0]);
    if (found) return found;
  }
  return undefined;
}

function anchor(node: RichElement, context: Context): VNode {
  const { href } = node.attributes;
  const children = drawn(node.children, context);
  const text = node.children.length === 0 ? href : children;
  if (href === undefined) return <span>{children}</span>;
  const reference = referenceIn(node, context);
  if (reference?.node) {
    const { kind, row } = reference.node;
    return (
      <a href={linkTo({ view: "node", kind, key: row.key })} title={row.name}>
        {text}
      </a>
    );
  }
  if (reference && isDead(reference)) {
    return (
      <span class="dead-link" title={`${reference.text}: ${reasonFor(reference)}`}>
        {text}
      </span>
    );
  }
  const address = addressOf(href, context.siteUrl);
  if (address === undefined) return <span title={href}>{text}</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

/** The address of a link out of the explorer; `undefined` for one that cannot be followed, or that would run something. */
export function addressOf(text: string, siteUrl: string | undefined): string | undefined {
  if (/^(?:https?:\/\/|mailto:|tel:)/i.test(text)) return text;
  if (siteUrl !== undefined && /^\/(?![/\\])/.test(text)) return siteUrl.replace(/\/+$/, "") + text;
  return undefined;
}

function picture(node: RichElement, context: Context): VNode {
  const { src = "", alt = "" } = node.attributes;
  const reference = referenceIn(node, context);
  const name = alt || src.split(/[?#]/, 1)[0].split("/").at(-1) || "no name";
  if (!reference?.node) {
    const reason = reference ? `: ${reasonFor(reference)}` : "";
    return (
      <span class="embed" title={src.slice(0, 500)}>
        Picture {name}
        {reason}
      </span>
    );
  }
  const { kind, row, image } = reference.node;
  return (
    <a href={linkTo({ view: "node", kind, key: row.key })} title={row.name}>
      {image ? <img src={image} alt={alt || row.name} loading="lazy" /> : <>Picture {alt || row.name}</>}
    </a>
  );
}

/** A card in place of what would be loaded from elsewhere. */
function Embed({ address }: { address: string | undefined }) {
  const url = address?.startsWith("//") ? `https:${address}` : (address ?? "");
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return <span class="embed">Embedded content</span>;
  return (
    <a class="embed" href={url} target="_blank" rel="noopener noreferrer">
      Embedded from {new URL(url).host} ↗
    </a>
  );
}
