/** URLs that several pages have. */
import { wholeUrl } from "../find/field-tests.ts";
import { type AuditRow, type AuditSection, type NodeAt, sortedBy } from "./audit-section.ts";

export class PageUrls {
  readonly #urls = new SharedNames();

  /** @param url as the page tells it; matched without regard to case, or to a slash at its end */
  add(url: string, place: number): void {
    if (url !== "" && url !== "#") this.#urls.add(wholeUrl(url), place);
  }

  section(nodeAt: NodeAt): AuditSection {
    const rows = this.#urls.shared().map(({ name, places }): AuditRow => {
      const nodes = places.map((place) => nodeAt("content", place));
      return {
        cells: [name, nodes.length, nodes.map(({ id }) => id).join(", ")],
        finding: "duplicate-url",
        node: nodes[0],
        query: { kind: "content", url: `=${name}` },
      };
    });
    return sortedBy("nodes", {
      name: "urls",
      title: "URLs that several pages have",
      columns: { url: "text", nodes: "count", ids: "text" },
      rows,
    });
  }
}

/** Finds the names that several nodes have. */
export class SharedNames {
  readonly #places = new Map<string, number | number[]>();

  /** @param place of the node that has the name, in its tree */
  add(name: string, place: number): void {
    const known = this.#places.get(name);
    // Most names are one node's alone: a list for each would weigh more than all else.
    if (known === undefined) this.#places.set(name, place);
    else if (typeof known === "number") this.#places.set(name, [known, place]);
    else known.push(place);
  }

  /** The names that more than one node has, with the places of all that do. */
  shared(): { name: string; places: readonly number[] }[] {
    return [...this.#places].flatMap(([name, places]) =>
      typeof places === "number" ? [] : [{ name, places }],
    );
  }
}
