/** The roots of a tree, as a table. */
import type { ExplorerSite } from "../explorer-answers.ts";
import { type Kind, operationFor, operationPath } from "../operations.ts";
import { ChildrenTable } from "./children-table.tsx";
import { commandLine, HowToGet } from "./how-to-get.tsx";
import { countOf } from "./in-words.ts";

export function RootsView({ site, kind }: { site: ExplorerSite; kind: Kind }) {
  return (
    <article class="sheet">
      <h1>{kind === "content" ? "Content" : "Media"}</h1>
      <p class="lead">{countOf(site.nodes[kind], "node", "nodes")} in all. These are the roots.</p>
      <ChildrenTable kind={kind} parent={undefined} version={site.version} label="Roots" />
      <HowToGet
        request={operationPath(site.prefix, operationFor(kind, "root"))}
        command={commandLine(site, kind)}
      />
    </article>
  );
}
