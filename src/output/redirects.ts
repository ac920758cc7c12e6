/** The formats of redirects, and what each can express; docs/urls.md describes how each is used. */

import type { Redirect } from "../analysis/urls/map-urls.ts";
import { csvRow } from "../text/csv.ts";
import { percentDecoded } from "../text/path-text.ts";

/** Redirects as lines of a format. */
type WrittenRedirects = {
  lines: readonly string[];
  /** The number of redirects in the lines: some formats write a redirect twice. */
  count: number;
  /** Messages about redirects that the format cannot express (with the first address), and about its limits. */
  problems: readonly string[];
};

type RedirectForm = {
  /** Whether an address can have a query. */
  takesQuery: boolean;
  /** Whether the reader takes the first line that matches, so that a path alone would match its queries, too. */
  putsQueriesFirst?: boolean;
  /** The addresses as the reader compares them. A redirect that shares one with an earlier redirect is left out. */
  identities: (redirect: Redirect) => readonly string[];
  /** Why this redirect cannot be written. */
  fault?: (redirect: Redirect) => string | undefined;
  /** Lines before and after the redirects. */
  head?: (redirects: readonly Redirect[], status: 301 | 302) => readonly string[];
  foot?: readonly string[];
  lines: (redirect: Redirect, status: 301 | 302) => readonly string[];
  /** Messages if the lines exceed the limits of the reader. */
  limits?: (lines: readonly string[]) => readonly string[];
};

const SKYBRUD_COLUMNS = "Root Key,Original URL,Destination Type,Destination Key,Destination URL,Type,Forward";
const URLTRACKER_COLUMNS =
  "RootNodeId;Culture;Old URL;Regex;Redirect URL;Redirect node ID;Redirect HTTP Code;Forward query;Force redirect;Notes";

/** The packages ignore case and a slash at the end. */
function packageIdentities({ path, query }: Redirect): string[] {
  return [(bare(path) + query).toLowerCase()];
}

/** A larger file needs a setting in the registry, below `Software\Microsoft\InetStp\Configuration`. */
const IIS_BYTES = 250 * 1024;
/** The default size in bytes of a bucket of nginx's hash tables on most machines; each name has an overhead. */
const NGINX_BUCKET = 64;
const NGINX_NAME_OVERHEAD = 26;
/** By the package or server that reads them. */
const FORMS = {
  skybrud: {
    takesQuery: true,
    identities: packageIdentities,
    // The import refuses the whole file if a path is not a page's.
    fault: ({ to, node }) =>
      node || /^https?:/i.test(to)
        ? undefined
        : "the target must be a page or file of the new site, or a full URL",
    head: () => [SKYBRUD_COLUMNS],
    lines: ({ path, query, to, node }, status) => {
      const type = node ? (node.kind === "media" ? "Media" : "Content") : "Url";
      const lasting = status === 301 ? "Permanent" : "Temporary";
      return [csvRow(["", path + query, type, node?.key ?? "", to, lasting, "False"])];
    },
  },
  urltracker: {
    takesQuery: true,
    identities: packageIdentities,
    head: () => [URLTRACKER_COLUMNS],
    lines: ({ path, query, to }, status) => [
      csvRow(["", "", path + query, "", to, "", String(status), "False", "False", ""], ";"),
    ],
  },
  iis: {
    takesQuery: true,
    // IIS refuses the whole file if a key occurs twice.
    identities: (redirect) => iisKeys(redirect).map((key) => key.toLowerCase()),
    head: (_, status) => [
      "<!-- In web.config, in system.webServer:",
      "<rewrite>",
      '  <rewriteMaps configSource="THIS_FILE" />',
      "  <rules>",
      '    <rule name="Redirects" stopProcessing="true">',
      '      <match url=".*" />',
      '      <conditions><add input="{Redirects:{REQUEST_URI}}" pattern="(.+)" /></conditions>',
      `      <action type="Redirect" url="{C:1}" appendQueryString="false" redirectType="${status === 301 ? "Permanent" : "Found"}" />`,
      "    </rule>",
      "  </rules>",
      "</rewrite> -->",
      "<rewriteMaps>",
      '  <rewriteMap name="Redirects">',
    ],
    lines: (redirect) =>
      iisKeys(redirect).map((key) => `    <add key="${key}" value="${xml(redirect.to)}" />`),
    foot: ["  </rewriteMap>", "</rewriteMaps>"],
    limits: (lines) => {
      const bytes = Buffer.byteLength(lines.join("\r\n"));
      return bytes <= IIS_BYTES
        ? []
        : [
            `${Math.ceil(bytes / 1024)} KB are more than the 250 KB that IIS takes without a setting in the registry`,
          ];
    },
  },
  nginx: {
    takesQuery: false,
    // Hash tables of names ignore case.
    identities: ({ path }) => [bare(percentDecoded(path)).toLowerCase()],
    fault: ({ path }) =>
      /\p{Cc}/u.test(percentDecoded(path)) ? "nginx takes no control characters" : undefined,
    head: (redirects, status) => {
      // With its slash.
      const lengthOf = ({ path }: Redirect) => Buffer.byteLength(percentDecoded(path)) + 1;
      const longest = redirects.reduce((most, redirect) => Math.max(most, lengthOf(redirect)), 0);
      return [
        "# In http: map $uri $new_uri { include THIS_FILE; }",
        ...(longest + NGINX_NAME_OVERHEAD > NGINX_BUCKET
          ? [
              `# and, since names are long: map_hash_bucket_size ${2 ** Math.ceil(Math.log2(longest + NGINX_NAME_OVERHEAD))};`,
            ]
          : []),
        `# In server: if ($new_uri) { return ${status} $new_uri; }`,
      ];
    },
    // A dollar sign in the target would begin a variable.
    lines: ({ path, to }) =>
      withAndWithoutSlash(percentDecoded(path)).map(
        (each) => `${quotedForNginx(each)} ${quotedForNginx(to.replaceAll("$", "%24"))};`,
      ),
  },
  htaccess: {
    takesQuery: true,
    // The rules ignore case, and a slash at the end.
    identities: packageIdentities,
    putsQueriesFirst: true,
    head: () => [
      "# In the .htaccess of the site's root, above all other rules; needs mod_rewrite (Apache 2.4).",
      "RewriteEngine On",
    ],
    lines: ({ path, query, to }, status) => [
      ...(query === "" ? [] : [`RewriteCond %{QUERY_STRING} ^${regexEscaped(query.slice(1))}$`]),
      `RewriteRule ^${regexEscaped(bare(percentDecoded(path)).slice(1))}/?$ ${to.replace(/[%$]/g, "\\$&")} [R=${status},L,NE,NC${query === "" ? "" : ",QSD"}]`,
    ],
  },
  netlify: {
    takesQuery: true,
    identities: ({ path, query }) => [bare(path) + query],
    putsQueriesFirst: true,
    fault: ({ query }) => (isPlainQuery(query) ? undefined : "its query is not made of names and values"),
    lines: ({ path, query, to }, status) => {
      const terms = [...new URLSearchParams(query)].map(
        ([name, value]) => ` ${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
      );
      // Netlify takes both for one path, Cloudflare Pages does not.
      return withAndWithoutSlash(path).map(
        (each) => `${withoutPlaceholders(each)}${terms.join("")} ${to} ${status}`,
      );
    },
  },
  wordpress: {
    takesQuery: true,
    identities: packageIdentities,
    head: () => ["source,target,regex,code"],
    lines: ({ path, query, to }, status) => [csvRow([path + query, to, "0", String(status)])],
  },
  csv: {
    takesQuery: true,
    identities: ({ path, query }) => [path + query],
    head: () => ["from,to,status"],
    lines: ({ path, query, to }, status) => [csvRow([path + query, to, String(status)])],
  },
} satisfies Readonly<Record<string, RedirectForm>>;

type RedirectFormName = keyof typeof FORMS;
export const REDIRECT_FORMS = Object.keys(FORMS) as RedirectFormName[];

/** Depending on its rule, the module looks up the path as requested, or unescaped. */
function iisKeys({ path, query }: Redirect): string[] {
  const paths = [path, percentDecoded(path)].flatMap(withAndWithoutSlash);
  const keys = paths.map((each) => xml(each + query));
  return [...new Map(keys.map((key) => [key.toLowerCase(), key])).values()];
}

/** Without a slash at the end, except the root. */
function bare(path: string): string {
  return path.replace(/(?<=.)\/$/, "");
}

function withAndWithoutSlash(path: string): string[] {
  return path === "/" ? ["/"] : [bare(path), `${bare(path)}/`];
}

/** Escapes `*` and `:`, which Cloudflare and Netlify read as placeholders. */
function withoutPlaceholders(path: string): string {
  return path.replaceAll("*", "%2A").replaceAll(":", "%3A");
}

function isPlainQuery(query: string): boolean {
  const names = [...new URLSearchParams(query).keys()];
  return new Set(names).size === names.length && !names.includes("");
}

function xml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, encodeURIComponent);
}

/** A word of nginx's configuration. */
function quotedForNginx(text: string): string {
  const safe = text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  return `"${safe}"`;
}

/** A text as a regular expression of Apache that matches it, without white space, quotes and doubled backslashes. */
function regexEscaped(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}/_-]/gu, (character) =>
    character === "."
      ? "\\."
      : [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join(""),
  );
}

export function writeRedirects(
  redirects: readonly Redirect[],
  name: RedirectFormName,
  status: 301 | 302,
): WrittenRedirects {
  const form: RedirectForm = FORMS[name];
  const faults = new Map<string, { count: number; first: string }>();
  const identities = new Set<string>();
  const written = redirects.filter((redirect) => {
    const fault = faultOfRedirect(redirect, form, identities);
    if (fault === undefined) {
      for (const identity of form.identities(redirect)) identities.add(identity);
      return true;
    }
    const { count, first } = faults.get(fault) ?? { count: 0, first: redirect.path + redirect.query };
    faults.set(fault, { count: count + 1, first });
    return false;
  });
  const ordered = form.putsQueriesFirst
    ? written.toSorted((one, other) => Number(one.query === "") - Number(other.query === ""))
    : written;
  const lines = ordered.flatMap((redirect) => form.lines(redirect, status));
  const unwritten = [...faults].map(
    ([fault, { count, first }]) => `${count} not written, since ${fault}: ${first}`,
  );
  return {
    lines: [...(form.head?.(written, status) ?? []), ...lines, ...(form.foot ?? [])],
    count: written.length,
    problems: [...unwritten, ...(form.limits?.(lines) ?? [])],
  };
}

function faultOfRedirect(
  redirect: Redirect,
  form: RedirectForm,
  identities: ReadonlySet<string>,
): string | undefined {
  if (redirect.query !== "" && !form.takesQuery) return "this format cannot match a query";
  if (form.identities(redirect).some((identity) => identities.has(identity)))
    return "another redirect has the same address for its reader";
  return form.fault?.(redirect);
}
