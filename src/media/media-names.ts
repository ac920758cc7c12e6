/** Gives the paths of media files names under which every system can hold them, each its own, and no tool acts on them. */
import { createHash } from "node:crypto";

/** Characters that Windows does not allow in names, and control characters. */
const UNSAFE_CHARACTERS = /[<>:"/\\|?*\p{Cc}]/gu;
/** Names that Windows takes for devices, whatever their ending. */
const DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/i;
/**
 * Names that programs act on wherever they find them, in lower case: a site could run commands with them on the machine that
 * holds its copy, or change how its folders look. Those that begin with a dot are more than a list can hold.
 */
const ACTED_ON = new Set([
  // The file manager of Windows.
  ...["desktop.ini", "thumbs.db", "ehthumbs.db", "autorun.inf"],
  // Version control. A folder with HEAD, objects and refs is a Git repository, whatever its name.
  ...["head", "cvs", "_svn"],
  // Web servers.
  ...["web.config", "global.asax", "app_offline.htm"],
  // Start-up files of editors and shells as Windows has them.
  ...["_vimrc", "_gvimrc", "_exrc", "_netrc"],
  // Package managers, builds and test runners.
  ...["node_modules", "package.json", "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "binding.gyp"],
  ...["pnpm-lock.yaml", "pnpm-workspace.yaml", "pnpmfile.cjs", "composer.json", "gemfile", "rakefile"],
  ...["pyproject.toml", "setup.py", "setup.cfg", "tox.ini", "conftest.py", "sitecustomize.py", "pipfile"],
  ...["makefile", "gnumakefile", "cmakelists.txt", "justfile", "dockerfile", "vagrantfile"],
  ...["directory.build.props", "directory.build.targets", "directory.build.rsp", "nuget.config"],
]);
/** A short name of NTFS (8.3): it leads to a file with a longer name, `git~1` to `.git`. */
const SHORT_NAME = /^(?=[^.]{1,8}(?:\.|$))[^.]*~[0-9]+(?:\.[^.]{0,3})?$/;
/** Configuration and sources of a site, which its web server keeps to itself; also under the short names that NTFS gives them. */
const CONFIGURATION =
  /^appsettings.*\.json$|^secrets\.json$|\.(?:config|asax|cs|cshtml|csproj|user|pubxml|publishsettings)$|^[^.]*~[0-9]+(?:\.(?:con|jso|asa|csh|csp|use|pub))?$/;
/** The ending with which Windows takes a folder for an object of its own. */
const SHELL_FOLDER = /\.\{[0-9a-f-]*\}$/;
/** The longest segment that is kept, in UTF-8 bytes; some disks allow 143. */
const LONGEST_SEGMENT = 100;
/** The longest name that is kept, in characters: Windows allows 259 with the directory before it. */
const LONGEST_NAME = 160;
/** Characters of the last segment that a name keeps which is too long as a whole. */
const KEPT_OF_LONG = 40;
const HASH_LENGTH = 10;
/** Where names go that nothing else tells apart. */
const LAST_FOLDER = "~";

/**
 * Gives each path a name relative to the folder of files, with slashes. It depends on the set of paths alone, not on
 * their order: names that would clash on a disk blind to case or to Unicode's forms, or with a folder, are all told apart.
 */
export function namesOf(paths: Iterable<string>): Map<string, string> {
  const names = new Map([...paths].map((path) => [path, safeName(path)]));
  for (const path of clashing(names)) names.set(path, marked(names.get(path) ?? "", path));
  // A path may itself be the marked name of another.
  const clashes = clashing(names);
  if (clashes.length === 0) return names;
  const inLastFolder = [...names].filter(([, name]) => foldedName(name).split("/")[0] === LAST_FOLDER);
  for (const path of [...clashes, ...inLastFolder.map(([path]) => path)]) names.set(path, lastName(path));
  return names;
}

/** The paths whose names are not theirs alone on every disk. */
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

/** What names have in common that some disk takes for one: those of macOS pass over what cannot be seen, too. */
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

/** A segment that any system can hold, and no tool acts on, is kept; any other gets a mark, so that no two become one. */
function safeSegment(segment: string): string {
  const cleaned = segment.replace(UNSAFE_CHARACTERS, "_").replace(/[. ]+$/, "_");
  const needsPrefix = DEVICES.test(cleaned) || isHidden(cleaned);
  const isKept =
    cleaned === segment &&
    !needsPrefix &&
    !isActedOn(segment) &&
    Buffer.byteLength(segment) <= LONGEST_SEGMENT;
  return isKept ? segment : marked(needsPrefix ? `_${cleaned}` : cleaned, segment);
}

/** Whether a segment begins with a dot. */
function isHidden(segment: string): boolean {
  return readSegment(segment).startsWith(".");
}

/** Whether a segment of a path in a site's own folder is none to give out: it begins with a dot, or names configuration. */
export function isPrivate(segment: string): boolean {
  return isHidden(segment) || CONFIGURATION.test(readSegment(segment).replace(/[. ]+$/, ""));
}

function isActedOn(segment: string): boolean {
  const name = readSegment(segment).replace(/[. ]+$/, "");
  return ACTED_ON.has(name) || SHORT_NAME.test(name) || SHELL_FOLDER.test(name);
}

/** What a disk or a program may read a segment as: where code pages are in use, wide letters and their like become plain ones. */
function readSegment(segment: string): string {
  return foldedName(segment.normalize("NFKC")).normalize("NFKC");
}

/** The name with a mark of `origin` before its ending, cut to what a disk can hold. */
function marked(name: string, origin: string): string {
  const [, folder = "", stem = "", ending = ""] = /^(.*\/)?(.*?)(\.[a-z0-9]{1,8})?$/is.exec(name) ?? [];
  // A character can take four bytes, and half a pair is none.
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
  return createHash("sha256").update(text).digest("hex");
}
