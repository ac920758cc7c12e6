/** The head of the page: the site, what was loaded of it, the search and the other views. */
import { useRef } from "preact/hooks";
import type { ExplorerSite } from "../http/explorer/explorer-api.ts";
import { FindBox } from "./find-box.tsx";
import { countOf } from "./locale-text.ts";
import { linkInLanguage, linkTo, type Route } from "./route.ts";
import { useKey } from "./typing.ts";

type HeadProps = { site: ExplorerSite; route: Route; isTreeShown: boolean; onTree: () => void };

export function PageHead({ site, route, isTreeShown, onTree }: HeadProps) {
  const current = (view: Route["view"]) => (route.view === view ? "page" : undefined);
  return (
    <header class="head">
      <button type="button" class="tree-button" aria-expanded={isTreeShown} onClick={onTree}>
        Tree
      </button>
      <a class="brand" href="#/" title={site.name}>
        <img src="/explorer/icon.svg" alt="" width="22" height="22" />
        <bdi>{site.name === "" ? "Explorer" : site.name}</bdi>
      </a>
      <span class="head-chips">
        <span class="head-chip">{site.format}</span>
        {site.warnings.length > 0 ? (
          <a class="head-chip head-warning" href="#/">
            {countOf(site.warnings.length, "warning", "warnings")}
          </a>
        ) : null}
      </span>
      <LanguageSwitch site={site} route={route} />
      <FindBox version={site.version} />
      <nav class="head-links" aria-label="Pages">
        <a href={linkTo({ view: "types" })} aria-current={current("types")}>
          Types
        </a>
        <a href={linkTo({ view: "audit" })} aria-current={current("audit")}>
          Audit
        </a>
        {site.against ? (
          <a href={linkTo({ view: "changes" })} aria-current={current("changes")}>
            Changes
          </a>
        ) : null}
      </nav>
    </header>
  );
}

type SwitchProps = Pick<HeadProps, "site" | "route">;

/** The language that is shown, and links to the same view in the others. */
function LanguageSwitch({ site: { culture, servedCulture, languages }, route }: SwitchProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useKey("Escape", () => menu.current?.removeAttribute("open"));
  if (languages.length < 2) return culture ? <span class="head-chip">{culture}</span> : null;
  return (
    <details class="languages" ref={menu} onFocusOut={closeWhenLeft}>
      <summary title={`The language that is shown, one of ${languages.length}`}>
        <span class="hidden">Language: </span>
        {culture ?? "Language"}
      </summary>
      <ul class="menu">
        {languages.map((code) => (
          <li key={code}>
            <a
              href={linkInLanguage(code === (servedCulture ?? culture) ? undefined : code, route)}
              aria-current={code === culture ? "true" : undefined}
            >
              {code}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent): void {
  if (!(currentTarget instanceof HTMLElement) || currentTarget.contains(relatedTarget as Node | null)) return;
  currentTarget.removeAttribute("open");
}
