/** The part of the URL behind `#`, which says what is looked at: back, forward and links change it. */
import { useEffect, useState } from "preact/hooks";
import type { FindQuery } from "../analysis/find/criteria.ts";
import { KINDS, type Kind } from "../operations.ts";

/** What is looked at. */
export type Route =
  | { view: "home" }
  | { view: "roots"; kind: Kind }
  | { view: "node"; kind: Kind; key: string }
  | { view: "find"; query: FindQuery }
  | { view: "audit"; section: string | undefined }
  | { view: "changes" };

/** @returns the home of what is no route */
function readRoute(hash: string): Route {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [first = "", second = ""] = path.split("/").map(decoded);
  const kind = KINDS.find((candidate) => candidate === first);
  if (kind) return second === "" ? { view: "roots", kind } : { view: "node", kind, key: second };
  if (first === "find") return { view: "find", query: Object.fromEntries(new URLSearchParams(query)) };
  if (first === "changes") return { view: "changes" };
  if (first === "audit") return { view: "audit", section: second || undefined };
  return { view: "home" };
}

/** The link to a route. */
export function linkTo(route: Route): string {
  switch (route.view) {
    case "home":
      return "#/";
    case "roots":
      return `#/${route.kind}`;
    case "node":
      return `#/${route.kind}/${encodeURIComponent(route.key)}`;
    case "find":
      return `#/find?${new URLSearchParams(route.query)}`;
    case "changes":
      return "#/changes";
    case "audit":
      return route.section === undefined ? "#/audit" : `#/audit/${encodeURIComponent(route.section)}`;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const onChange = () => setHash(location.hash);
    addEventListener("hashchange", onChange);
    return () => removeEventListener("hashchange", onChange);
  }, []);
  return readRoute(hash);
}
