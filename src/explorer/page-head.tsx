/** The head of the page: what is looked at, and what leads elsewhere. */
import type { ExplorerSite } from "../explorer-answers.ts";
import { FindBox } from "./find-box.tsx";
import type { Route } from "./route.ts";

type HeadProps = { site: ExplorerSite; route: Route; isTreeShown: boolean; onTree: () => void };

export function PageHead({ site, route, isTreeShown, onTree }: HeadProps) {
  return (
    <header class="head">
      <button type="button" class="tree-button" aria-expanded={isTreeShown} onClick={onTree}>
        Tree
      </button>
      <a class="brand" href="#/">
        <img src="/explorer/icon.svg" alt="" width="22" height="22" />
        <bdi>{site.name === "" ? "Explorer" : site.name}</bdi>
      </a>
      <span class="head-format quiet">{site.format}</span>
      <FindBox version={site.version} />
      <nav class="head-links" aria-label="Pages">
        {site.against ? (
          <a href="#/changes" aria-current={route.view === "changes" ? "page" : undefined}>
            Changes
          </a>
        ) : null}
        <a href="#/audit" aria-current={route.view === "audit" ? "page" : undefined}>
          Audit
        </a>
      </nav>
    </header>
  );
}
