/** The part of the URL behind `#`, which says what is looked at. */
import { KINDS, type Kind } from "../operations.ts";

/** What is looked at. */
export type Route =
  | { view: "home" }
  | { view: "roots"; kind: Kind }
  | { view: "node"; kind: Kind; key: string };

/** @returns the home of what is no route */
export function readRoute(hash: string): Route {
  const [path] = hash.replace(/^#\/?/, "").split("?");
  const [first = "", second = ""] = path.split("/").map(decoded);
  const kind = KINDS.find((candidate) => candidate === first);
  if (kind) return second === "" ? { view: "roots", kind } : { view: "node", kind, key: second };
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
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
