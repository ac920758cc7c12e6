/** Makes the URLs of nodes of their segments, of domains, and of the language that is read. */
import type { Key } from "../tree/key.ts";

/** A node; parents come before their children, siblings in their order. */
export type UrlNode = {
  /** Its key or its id: what domains name it by. */
  name: string;
  /** The index of its parent, -1 for a root. */
  parent: number;
  /** Empty or absent where it has none. */
  segment: string | undefined;
};

/** A domain of a node. */
export type Domain = {
  /** The name of the node. */
  root: string;
  /** `https://host/path`, `host/path` or `/path`; `*` and digits for a wildcard, which sets a language and makes no URL. */
  name: string;
  /** The code of its language, in any case. */
  language: string | undefined;
};

/** An earlier address of a page, which the site sends on to it. */
export type StoredRedirect = {
  /** A path, or where the site has several hosts a whole URL; without a slash at its end. */
  url: string;
  /** The key of the page. */
  key: Key;
  /** The code of the language that it is of, in any case. Absent where it is of none. */
  language: string | undefined;
};

/** How URLs are made of segments. */
export type UrlOptions = {
  /** All domains of the site; of one node's, those of one language in their order. */
  domains: readonly Domain[];
  /** The code of the language that is read, in any case. */
  culture?: string;
  /** Whether that is the site's default. Default: yes. */
  isDefaultCulture?: boolean;
  settings?: Pick<UrlSettings, "hidesTopLevel" | "addsTrailingSlash">;
};

/** A domain in parts: an origin such as `https://host`, empty where it has none, and a path without slashes around it. */
type Address = { origin: string; path: string };
type OwnDomain = Address & { language: string | undefined };

/**
 * With a domain on the nearest node above, or on the node itself, the domain's path comes first, then the segments below
 * that node. Without one the top segment is left out, but for roots other than the first. Each URL ends in a slash. The
 * last two are as the site has set them.
 * @returns the URLs of nodes by index, `undefined` where a node has none: in the language that is read, or for lack of a
 * segment
 */
export function nodeUrls(nodes: readonly UrlNode[], options: UrlOptions): (string | undefined)[] {
  const { culture, isDefaultCulture: isDefault = true, settings = {} } = options;
  const { hidesTopLevel = true, addsTrailingSlash = true } = settings;
  const domains = domainsByNode(options.domains, culture);
  const isAbsolute = hasSeveralHosts(domains);
  const firstRoot = hidesTopLevel ? nodes.findIndex(({ parent }) => parent < 0) : -1;
  const written = (address: Address | undefined) => address && textOf(address, isAbsolute, addsTrailingSlash);
  /** For each node, what its children's segments follow. */
  const bases: (Address | undefined)[] = [];
  return nodes.map(({ name, parent, segment }, index) => {
    const own = domains.get(name)?.[0];
    if (own) {
      bases[index] = isDefault || sameCulture(own.language, culture) ? own : undefined;
      return written(bases[index]);
    }
    if (parent < 0) {
      const top = isDefault ? { origin: "", path: "" } : undefined;
      const itself = index === firstRoot ? top : below(top, segment);
      bases[index] = hidesTopLevel ? top : itself;
      return written(itself);
    }
    bases[index] = below(bases[parent], segment);
    return written(bases[index]);
  });
}

/**
 * @param path without a slash before it
 * @returns the URL of a path below a node's domain, that of the language first; of a node without one as if it lay at the root
 */
export function urlBelowDomain(
  { root, path, language }: { root: string; path: string; language: string | undefined },
  all: readonly Domain[],
): string {
  const domains = domainsByNode(all, language);
  const base = domains.get(root)?.[0] ?? { origin: "", path: "" };
  return textOf(path === "" ? base : (below(base, path) ?? base), hasSeveralHosts(domains), false);
}

/** A site of one host needs no more than paths. */
function hasSeveralHosts(domains: ReadonlyMap<string, readonly OwnDomain[]>): boolean {
  const hosts = [...domains.values()].flat().map(({ origin }) => origin.replace(/^https?:\/\//, ""));
  return new Set(hosts.filter((host) => host !== "")).size > 1;
}

/** The domains of each node that make URLs; those of the language that is read come first. */
function domainsByNode(domains: readonly Domain[], culture: string | undefined): Map<string, OwnDomain[]> {
  const byNode = new Map<string, OwnDomain[]>();
  for (const { root, name, language } of domains) {
    if (name.startsWith("*")) continue;
    const own = { ...addressOf(name), language };
    const others = byNode.get(root) ?? [];
    byNode.set(root, [...others, own]);
  }
  for (const own of byNode.values()) {
    const rank = ({ language }: OwnDomain) => (sameCulture(language, culture) ? 0 : 1);
    own.sort((a, b) => rank(a) - rank(b));
  }
  return byNode;
}

function addressOf(name: string): Address {
  const [, scheme = "https://", host = "", path = ""] =
    /^(https?:\/\/)?([^/]*)(.*)$/i.exec(name.trim()) ?? [];
  return {
    origin: host === "" ? "" : `${scheme}${host}`.toLowerCase(),
    path: path.replace(/^\/+|\/+$/g, ""),
  };
}

function below(base: Address | undefined, segment: string | undefined): Address | undefined {
  if (!base || !segment) return undefined;
  return { origin: base.origin, path: base.path === "" ? segment : `${base.path}/${segment}` };
}

function textOf({ origin, path }: Address, isAbsolute: boolean, addsSlash: boolean): string {
  const end = path !== "" && addsSlash ? "/" : "";
  return `${isAbsolute ? origin : ""}/${path}${end}`;
}

function sameCulture(a: string | undefined, b: string | undefined): boolean {
  return a?.toLowerCase() === b?.toLowerCase();
}

/**
 * How letters are recoded to ASCII: `false` not at all (version 7), `true` with a question mark for what has no ASCII form,
 * `try` only where everything has one (version 8 as it is shipped, 9 and later).
 */
export const URL_ASCII_MODES = ["try", "true", "false"] as const;
export type UrlAsciiMode = (typeof URL_ASCII_MODES)[number];

/** Each is absent where the site leaves it as the CMS has it. */
export type UrlSettings = {
  /** Whether the segment of a root is left out of the paths below it. Default: yes. */
  hidesTopLevel?: boolean;
  /** Whether a path ends in a slash. Default: yes. */
  addsTrailingSlash?: boolean;
  ascii?: UrlAsciiMode;
  /** What the site puts in place of texts in names, before all else. */
  replacements?: ReadonlyMap<string, string>;
  /** Whether what the CMS replaces itself is replaced, too. Default: yes. */
  keepsReplacements?: boolean;
};
