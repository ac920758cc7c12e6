/** Names media files so that every system can store them, no two clash, and no tool acts on them. */
import { withoutEnd } from "../../text/path-text.ts";

/** Characters that Windows forbids in names, and control characters. */
const UNSAFE_CHARACTERS = /[<>:"/\\|?*\p{Cc}]/gu;
/** Device names of Windows, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/i;
/**
 * Names, in lower case, that programs act on as soon as a folder is opened or served: a site could use them to run commands
 * on the machine of the copy, or to change how folders look. Names that start with a dot are handled separately.
 */
const ACTED_ON = new Set([
  // Windows Explorer.
  "desktop.ini",
  // A folder with HEAD, objects and refs is a Git repository, whatever its name; prompts and editors run Git in it.
  "head",
  // Web servers.
  ...["web.config", "global.asax", "app_offline.htm"],
]);
/** A short name of NTFS (8.3), an alias of a longer name: `git~1` for `.git`. */
const SHORT_NAME = /^(?=[^.]{1,8}(?:\.|$))[^.]*~[0-9]+(?:\.[^.]{0,3})?$/;
/** Configuration and source files, which a web server does not serve; also under their NTFS short names. */
const CONFIGURATION =
  /^appsettings.*\.json$|^secrets\.json$|\.(?:config|asax|cs|cshtml|csproj|user|pubxml|publishsettings)$|^[^.]*~[0-9]+(?:\.(?:con|jso|asa|csh|csp|use|pub))?$/;
/** The suffix of a folder that Windows treats as a shell object. */
const SHELL_FOLDER = /\.\{[0-9a-f-]*\}$/;
/** The longest segment, in UTF-8 bytes; some file systems allow 143. */
const LONGEST_SEGMENT = 100;
/** The longest name, in characters: Windows allows 259 including the directory. */
const LONGEST_NAME = 160;
/** The number of characters of the last segment that remain if the name is too long. */
const KEPT_OF_LONG = 40;
const HASH_LENGTH = 10;
/** The folder of names that would still clash. */
const LAST_FOLDER = "~";

/**
 * Names each path relative to the folder of files, with slashes. The result depends on the set of paths, not on their
 * order. Names that would clash with another name or a folder, on a disk that ignores case or Unicode forms, get a
 * hash.
 */
export function namesOfFiles(paths: Iterable<string>): Map<string, string> {
  const names = new Map([...paths].map((path) => [path, safeName(path)]));
  for (const path of clashing(names)) names.set(path, marked(names.get(path) ?? "", path));
  // A path may itself equal the name with a hash of another.
  const clashes = clashing(names);
  if (clashes.length === 0) return names;
  const inLastFolder = [...names].filter(([, name]) => foldedName(name).split("/")[0] === LAST_FOLDER);
  for (const path of [...clashes, ...inLastFolder.map(([path]) => path)]) names.set(path, lastName(path));
  return names;
}

/** Returns the paths whose names clash on some disk. */
function clashing(names: ReadonlyMap<string, string>): string[] {
  const folded = new Map([...names].map(([path, name]) => [path, foldedName(name)]));
  const holders = new Map<string, number>();
  const folders = new Set<string>();
  for (const name of folded.values()) {
    holders.set(name, (holders.get(name) ?? 0) + 1);
    for (let slash = name.indexOf("/"); slash >= 0; slash = name.indexOf("/", slash + 1)) {
      folders.add(name.slice(0, slash));
    }
  }
  return [...folded]
    .filter(([, name]) => folders.has(name) || (holders.get(name) ?? 0) > 1)
    .map(([path]) => path);
}

/** Normalises a name as the least distinguishing file systems do: macOS also ignores invisible characters. */
export function foldedName(name: string): string {
  return name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFD")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFD");
}

function safeName(path: string): string {
  const segments = path
    .normalize("NFC")
    .split("/")
    .filter((segment) => segment !== "" && segment !== "." && segment !== "..");
  const name = segments.map(safeSegment).join("/");
  if (name !== "" && name.length <= LONGEST_NAME) return name;
  const last = Array.from(safeSegment(segments.at(-1) ?? ""))
    .slice(-KEPT_OF_LONG)
    .join("");
  return marked(`long/${isHidden(last) ? "_" : ""}${last}`, path);
}

/**
 * Keeps a segment that every system can store and no tool acts on; any other gets a hash, so that no two become equal.
 */
function safeSegment(segment: string): string {
  const written = segment.replace(UNSAFE_CHARACTERS, "_");
  const stem = withoutEnd(written, ". ");
  const cleaned = stem === written ? written : `${stem}_`;
  const needsPrefix = DEVICES.test(cleaned) || isHidden(cleaned);
  const isKept =
    cleaned === segment &&
    !needsPrefix &&
    !isActedOn(segment) &&
    Buffer.byteLength(segment) <= LONGEST_SEGMENT;
  return isKept ? segment : marked(needsPrefix ? `_${cleaned}` : cleaned, segment);
}

/** Whether a segment starts with a dot. */
function isHidden(segment: string): boolean {
  return readSegment(segment).startsWith(".");
}

/** Whether a path segment in a site's own folder is private: it starts with a dot, or is configuration. */
export function isPrivate(segment: string): boolean {
  return isHidden(segment) || CONFIGURATION.test(withoutEnd(readSegment(segment), ". "));
}

function isActedOn(segment: string): boolean {
  const name = withoutEnd(readSegment(segment), ". ");
  return ACTED_ON.has(name) || SHORT_NAME.test(name) || SHELL_FOLDER.test(name);
}

/** Normalises a segment as a disk or program might read it: in code pages, wide letters become plain ones. */
function readSegment(segment: string): string {
  return foldedName(segment.normalize("NFKC")).normalize("NFKC");
}

/** Inserts a hash of `origin` before the extension, and shortens the name. */
function marked(name: string, origin: string): string {
  const [, folder = "", stem = "", ending = ""] = /^(.*\/)?(.*?)(\.[a-z0-9]{1,8})?$/is.exec(name) ?? [];
  // A character takes up to four bytes; Array.from keeps surrogate pairs together.
  const kept = Array.from(stem)
    .slice(0, LONGEST_SEGMENT / 4)
    .join("");
  return `${folder}${kept}~${hashOf(origin).slice(0, HASH_LENGTH)}${ending}`;
}

function lastName(path: string): string {
  const [ending = ""] = /\.[a-z0-9]{1,8}$/i.exec(path) ?? [];
  return `${LAST_FOLDER}/${hashOf(path)}${ending}`;
}

function hashOf(text: string): string {
  // Few names need it, and every look-up would wait until it is loaded.
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(text).digest("hex");
}
