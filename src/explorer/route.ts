/** The part of the URL behind `#`: the view that is shown, and the state of that view. */

/*
 * A path names the view: `#/content/KEY/used-by`. The query is the state that a link must carry and Back must restore:
 * tab, sort order, page, filter. A view gets it as `route.query` and keeps no copy:
 *
 *     const from = Number(route.query.from ?? 0);
 *     <Pager from={from} onPage={(next) => setQuery({ from: next || undefined })} />
 *     <input value={route.query.filter ?? ""} onInput={(event) => setQuery({ filter: event.currentTarget.value }, "replace")} />
 *
 * Defaults are left out of the query, so that one state has one URL.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import { KINDS, type Kind } from "../operations.ts";

/** The views of a node, the default first. */
const NODE_VIEWS = ["properties", "children", "used-by", "links-to", "changes", "json"] as const;
export type NodeViewName = (typeof NODE_VIEWS)[number];

/** The state of a view, as the query of the URL writes it. */
export type Query = Readonly<Record<string, string>>;

type View =
  | { view: "home" }
  | { view: "roots"; kind: Kind }
  /** `of` defaults to the properties. */
  | { view: "node"; kind: Kind; key: string; of?: NodeViewName }
  | { view: "find" }
  /** Without a kind and an alias: all types. */
  | { view: "types"; kind?: Kind; alias?: string }
  | { view: "audit"; section?: string }
  | { view: "changes" }
  | { view: "unknown"; segments: readonly string[] };

/** The view that is shown, with its state. */
export type Route = View & { query: Query };
/** The view that a link leads to. */
type LinkedView = View & { query?: Query };

/** @returns the view `unknown` for a text that is no route */
export function readRoute(hash: string): Route {
  const [path, search = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const segments = path.split("/").map(decoded);
  const [first = "", second = "", third = ""] = segments;
  const query = Object.fromEntries(new URLSearchParams(search));
  const kind = KINDS.find((candidate) => candidate === first);
  if (kind && second === "") return { view: "roots", kind, query };
  if (kind) return { view: "node", kind, key: second, of: NODE_VIEWS.find((name) => name === third), query };
  if (first === "types") {
    return {
      view: "types",
      kind: KINDS.find((candidate) => candidate === second),
      alias: third || undefined,
      query,
    };
  }
  if (first === "audit") return { view: "audit", section: second || undefined, query };
  if (first === "find" || first === "changes") return { view: first, query };
  return first === "" ? { view: "home", query } : { view: "unknown", segments, query };
}

/** The link to a view. */
export function linkTo(target: LinkedView): string {
  const search = new URLSearchParams(target.query).toString();
  return `#/${segmentsOf(target).map(encodeURIComponent).join("/")}${search === "" ? "" : `?${search}`}`;
}

/**
 * The language that the URL names, before its `#`, so that every link within the page keeps it.
 * @returns `undefined` for the language that is served
 */
export function chosenCulture(): string | undefined {
  return new URLSearchParams(location.search).get("culture") || undefined;
}

/** The link to a view in a language. @param culture `undefined` for the language that is served */
export function linkInLanguage(culture: string | undefined, target: LinkedView): string {
  return `/${culture === undefined ? "" : `?${new URLSearchParams({ culture })}`}${linkTo(target)}`;
}

function segmentsOf(target: LinkedView): string[] {
  switch (target.view) {
    case "home":
      return [];
    case "roots":
      return [target.kind];
    case "node":
      return [
        target.kind,
        target.key,
        ...(target.of === undefined || target.of === NODE_VIEWS[0] ? [] : [target.of]),
      ];
    case "types":
      return target.kind && target.alias !== undefined
        ? ["types", target.kind, target.alias]
        : ["types", ...(target.kind ? [target.kind] : [])];
    case "audit":
      return ["audit", ...(target.section === undefined ? [] : [target.section])];
    case "find":
    case "changes":
      return [target.view];
    case "unknown":
      return [...target.segments];
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The parameters of a search that are not criteria. */
const OF_PAGE = ["from", "fields"];

/** The criteria in the state of a search. */
export function criteriaIn(state: Query): Query {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !OF_PAGE.includes(name)));
}

/** The state without a parameter, from the first page of the list on. */
export function queryWithout(query: Query, name?: string): Query {
  return Object.fromEntries(Object.entries(query).filter(([each]) => each !== name && each !== "from"));
}

/**
 * Changes the state of the view that is shown.
 * @param changes parameters that become absent are `undefined` or empty
 * @param how `push` adds an entry to the history (a page, a sort order); `replace` does not (a text that is being typed)
 */
export function setQuery(
  changes: Readonly<Record<string, string | number | undefined>>,
  how: "push" | "replace" = "push",
): void {
  const route = readRoute(location.hash);
  const all: Record<string, string | number | undefined> = { ...route.query, ...changes };
  const kept = Object.entries(all).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  const hash = linkTo({ ...route, query: Object.fromEntries(kept) });
  if (hash === location.hash) return;
  if (how === "push") location.hash = hash;
  else {
    // Keeps what the entry remembers, and fires no event by itself.
    history.replaceState(history.state, "", hash);
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
}

/** The route of the URL; a new object only if the URL changes. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const onChange = () => setHash(location.hash);
    addEventListener("hashchange", onChange);
    // The hash may have changed since the first rendering.
    onChange();
    return () => removeEventListener("hashchange", onChange);
  }, []);
  return useMemo(() => readRoute(hash), [hash]);
}

/** Names the view in the title of the page: the view, then the site. */
export function useTitle(siteName: string, ...names: readonly (string | undefined)[]): void {
  const title = [...names, siteName].filter(Boolean).join(" – ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
