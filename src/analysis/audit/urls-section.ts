/** URLs that several pages have. */
import { type AuditRow, type AuditSection, type NodeAt, sortedBy } from "./audit-section.ts";
import { SharedNames } from "./shared-names.ts";

export class PageUrls {
  readonly #urls = new SharedNames();

  /** @param url as the page tells it; matched without regard to case, or to a slash at its end */
  add(url: string, place: number): void {
    if (url !== "" && url !== "#") this.#urls.add(url.toLowerCase().replace(/(?<=.)\/$/, ""), place);
  }

  section(nodeAt: NodeAt): AuditSection {
    const rows = this.#urls.shared().map(({ name, places }): AuditRow => {
      const nodes = places.map((place) => nodeAt("content", place));
      return {
        cells: [name, nodes.length, nodes.map(({ id }) => id).join(", ")],
        finding: "duplicate-url",
        node: nodes[0],
        query: { kind: "content", url: name },
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
