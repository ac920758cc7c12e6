/** From the `url`s of media nodes to paths on a site, and from those to files under names that every system can hold. */
import { createHash } from "node:crypto";

/** Characters that Windows does not allow in names, and control characters. */
const UNSAFE_CHARACTERS = /[<>:"/\\|?*\p{Cc}]/gu;
/** Names that Windows takes for devices, whatever their ending. */
const DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
/** The longest segment that is kept, in UTF-8 bytes; some disks allow 143. */
const LONGEST_SEGMENT = 100;
/** The longest name that is kept, in characters: Windows allows 259 with the directory before it. */
const LONGEST_NAME = 160;
const HASH_LENGTH = 10;

/**
 * The path that a media node's `url` names, decoded: `/media/a b.jpg`. What `..` leads to stays below the root.
 * @returns `undefined` where it names no file: it is empty, no URL, or ends in a slash
 */
export function mediaPath(url: string): string | undefined {
  const parsed = parseMediaUrl(url, "http://site.invalid");
  return parsed && decodedPath(parsed.pathname);
}

/** A media node's `url` as a whole, relative to a site's; `undefined` where it is none, or not one of HTTP. */
export function parseMediaUrl(url: string, base: string): URL | undefined {
  if (url === "" || url.startsWith("#") || !URL.canParse(url, base)) return undefined;
  const parsed = new URL(url, base);
  const isFile = /^https?:$/.test(parsed.protocol) && !parsed.pathname.endsWith("/");
  return isFile ? parsed : undefined;
}

/** The path of a URL, decoded but for slashes within a segment. */
export function decodedPath(pathname: string): string {
  return pathname
    .split("/")
    .map((segment) => {
      try {
        return decodeURIComponent(segment).replaceAll("/", "%2F").normalize("NFC");
      } catch {
        return segment;
      }
    })
    .join("/");
}

/**
 * Gives each path a name relative to the folder of files, with slashes. It depends on the set of paths alone, not on
 * their order: names that would clash on a disk blind to case, or with a folder, are all told apart.
 */
export function namesOf(paths: Iterable<string>): Map<string, string> {
  const names = new Map([...paths].map((path) => [path, safeName(path)]));
  const holders = new Map<string, number>();
  const folders = new Set<string>();
  for (const name of names.values()) {
    const folded = name.toLowerCase();
    holders.set(folded, (holders.get(folded) ?? 0) + 1);
    for (let slash = folded.indexOf("/"); slash >= 0; slash = folded.indexOf("/", slash + 1)) {
      folders.add(folded.slice(0, slash));
    }
  }
  for (const [path, name] of names) {
    const folded = name.toLowerCase();
    if (folders.has(folded) || (holders.get(folded) ?? 0) > 1) names.set(path, marked(name, path));
  }
  return names;
}

function safeName(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== "." && segment !== "..");
  const name = segments.map(safeSegment).join("/");
  if (name !== "" && name.length <= LONGEST_NAME) return name;
  return marked(`long/${safeSegment(segments.at(-1) ?? "").slice(-40)}`, path);
}

/** A segment that any system can hold is kept; any other gets a mark, so that no two become one. */
function safeSegment(segment: string): string {
  const cleaned = segment.replace(UNSAFE_CHARACTERS, "_").replace(/[. ]+$/, "_");
  const isKept =
    cleaned === segment && !DEVICES.test(segment) && Buffer.byteLength(segment) <= LONGEST_SEGMENT;
  if (isKept) return segment;
  return marked(DEVICES.test(cleaned) ? `_${cleaned}` : cleaned, segment);
}

/** The name with a mark of `origin` before its ending, cut to what a disk can hold. */
function marked(name: string, origin: string): string {
  const hash = createHash("sha256").update(origin).digest("hex").slice(0, HASH_LENGTH);
  const [, folder = "", stem = "", ending = ""] = /^(.*\/)?(.*?)(\.[a-z0-9]{1,8})?$/is.exec(name) ?? [];
  // A character can take four bytes, and half a pair is none.
  const kept = Array.from(stem)
    .slice(0, LONGEST_SEGMENT / 4)
    .join("");
  return `${folder}${kept}~${hash}${ending}`;
}
