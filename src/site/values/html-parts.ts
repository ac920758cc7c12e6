/** Reads what tags of HTML hold beside its text: links, images and media, texts of attributes, and anchors. */
import { isImagePath } from "./file-urls.ts";
import { type Tag, tagsIn } from "./tag-reader.ts";

/** What an attribute holds that leads nowhere. */
const NOWHERE = /^(?:$|javascript:|data:|about:)/i;
/** Between the candidates of `srcset`: URLs may hold commas. */
const BETWEEN_CANDIDATES = /,\s+|,(?=https?:|\/)/;
const CSS_URL = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\)/gi;
/** Tags for browsers and search engines. */
const OF_HEAD = /^(?:base|link|meta|script)$/;
const MEDIA = /^(?:audio|embed|iframe|object|track|video)$/;

/** A link, image or other file in HTML. */
export type HtmlUse = {
  /** The key of the node, which Umbraco's APIs write beside the URL. In a rendered page, it leads nowhere. */
  key?: string;
  /** The URL; of an image, also those of other sizes and formats. */
  urls: readonly string[];
  isImage: boolean;
};

type HtmlParts = {
  uses: readonly HtmlUse[];
  /** Texts of `alt`, `title` and `aria-label`. */
  labels: readonly string[];
  /** The anchors: `id`, and `name` of links. */
  ids: ReadonlySet<string>;
};

/** Reads all tags of HTML, however malformed it is. */
export function htmlParts(html: string): HtmlParts {
  const uses: HtmlUse[] = [];
  const labels: string[] = [];
  const ids = new Set<string>();
  for (const tag of tagsIn(html)) {
    for (const use of usesOfElement(tag)) uses.push(use);
    for (const label of labelsOfElement(tag)) labels.push(label);
    const id = anchorOfElement(tag);
    if (id !== undefined) ids.add(id);
  }
  return { uses, labels, ids };
}

/** A tag with its attributes, whatever has parsed it. */
export type MarkupElement = Pick<Tag, "name" | "attributes">;

/**
 * What an element leads to or shows: all URLs of an image in its attributes are one use, a poster is one of its own. A fragment
 * of the same page counts.
 */
export function usesOfElement({ name, attributes }: MarkupElement): HtmlUse[] {
  if (OF_HEAD.test(name)) return [];
  const attribute = (wanted: string) =>
    attributes.find((each) => each.name === wanted)?.value.trim() || undefined;
  const key = attribute("data-destination-id");
  const uses: HtmlUse[] = [];
  const add = (urls: readonly string[], isImage: boolean) => {
    const own = urls.filter((url) => !NOWHERE.test(url));
    if (own.length > 0 || key !== undefined) uses.push({ ...(key && { key }), urls: own, isImage });
  };
  if (name === "a" || name === "area") add([attribute("href") ?? ""], false);
  else if (MEDIA.test(name)) {
    add([attribute("src") ?? attribute("data") ?? attribute("data-src") ?? ""], false);
    const poster = attribute("poster");
    if (poster !== undefined) add([poster], true);
  } else if (name === "source" && attribute("src") !== undefined) add([attribute("src") ?? ""], false);
  const images =
    name === "a" || MEDIA.test(name) ? cssUrls(attribute("style") ?? "") : imageUrls({ name, attributes });
  if (images.length > 0) add(images, true);
  return uses;
}

function imageUrls({ name, attributes }: MarkupElement): string[] {
  return attributes.flatMap(({ name: attribute, value }) => {
    const text = value.trim();
    if (attribute === "style") return cssUrls(text);
    if (attribute.endsWith("srcset")) {
      return text.split(BETWEEN_CANDIDATES).flatMap((candidate) => candidate.trim().split(/\s+/, 1));
    }
    if (/^(?:data-)?src$/.test(attribute) && (name === "img" || name === "input")) return [text];
    const isUrl = /^(?:data-.*|href|xlink:href)$/.test(attribute) && attribute !== "data-destination-id";
    return isUrl && !/[[{\s]/.test(text) && isImagePath(text.replace(/[?#].*$/s, "")) ? [text] : [];
  });
}

function cssUrls(style: string): string[] {
  return Array.from(style.matchAll(CSS_URL), ([, double, single, bare]) => double ?? single ?? bare);
}

/** The texts of attributes that visitors get to read or hear. */
export function labelsOfElement({ attributes }: MarkupElement): string[] {
  return attributes.flatMap(({ name, value }) =>
    /^(?:alt|title|aria-label)$/.test(name) && value.trim() !== "" ? [value] : [],
  );
}

/** The fragment by which links lead to an element. */
export function anchorOfElement({ name: tag, attributes }: MarkupElement): string | undefined {
  return attributes.find(
    ({ name, value }) => value !== "" && (name === "id" || (name === "name" && tag === "a")),
  )?.value;
}
