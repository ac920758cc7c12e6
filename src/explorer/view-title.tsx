/** The heading of a view, with the menu of what can be copied from it. */
import type { ComponentChildren } from "preact";
import type { ExplorerSite } from "../http/explorer/explorer-api.ts";
import type { CopiedView } from "./command-lines.ts";
import { CopyMenu, viewItems } from "./copy-menu.tsx";

type TitleProps = {
  site: ExplorerSite;
  view: CopiedView;
  children: ComponentChildren;
};

export function ViewTitle({ site, view, children }: TitleProps) {
  return (
    <div class="node-title">
      <h1>{children}</h1>
      <div class="actions">
        <CopyMenu items={viewItems(site, view)} />
      </div>
    </div>
  );
}
