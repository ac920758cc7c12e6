/** Reads the URLs and node keys that HTML leads to or shows. */
import { attributeOf, TagReader } from "../site/values/tag-reader.ts";

const OPENING = /<[a-z]/gi;
/** The attributes of links, images, media and frames, and the node that the Delivery API names beside them. */
const ATTRIBUTES = ["data-destination-id", "href", "src", "poster"] as const;

/** A tag of HTML that leads to something: the first of its node's key and its URL. */
type HtmlReference = { tag: string; target: string; url: string | undefined };

/** Yields what links and images of HTML lead to, in order. */
export function* referencesInHtml(html: string): Generator<HtmlReference, void> {
  const tags = new TagReader(html);
  for (const { index } of html.matchAll(OPENING)) {
    const tag = tags.read(index);
    if (tag === undefined) continue;
    const [target] = ATTRIBUTES.flatMap((name) => attributeOf(tag, name) || []);
    const url = attributeOf(tag, "href") ?? attributeOf(tag, "src");
    if (target) yield { tag: tag.name, target, url };
  }
}
