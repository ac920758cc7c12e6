/** The head of the page: what is looked at, and what leads elsewhere. */
import type { ExplorerSite } from "../explorer-answers.ts";
import type { Kind } from "../operations.ts";

type HeadProps = { site: ExplorerSite; kind: Kind; isTreeShown: boolean; onTree: () => void };

export function PageHead({ site, isTreeShown, onTree }: HeadProps) {
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
    </header>
  );
}
