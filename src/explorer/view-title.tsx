/** The heading of a view, with the menu of what can be copied from it. */
import type { ComponentChildren } from "preact";
import type { ExplorerSite } from "../http/explorer/explorer-api.ts";
import { CopyMenu, viewItems } from "./copy-menu.tsx";

/**
 * @property request path and query
 * @property command absent if no command prints the same
 */
type TitleProps = {
  site: ExplorerSite;
  request: string;
  command: string | undefined;
  children: ComponentChildren;
};

export function ViewTitle({ site, request, command, children }: TitleProps) {
  return (
    <div class="node-title">
      <h1>{children}</h1>
      <div class="actions">
        <CopyMenu items={viewItems(site, request, command)} />
      </div>
    </div>
  );
}
