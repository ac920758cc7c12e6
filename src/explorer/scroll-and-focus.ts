/** What happens when another view is shown: a new one gets the focus at its top, and Back restores scroll position and focus. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Route } from "./route.ts";

/** What an entry of the history remembers. */
type KeptPosition = {
  /** In pixels. */
  scroll: number;
  /** The link that had the focus. */
  href?: string;
};

const STORED = "explorer-entries";
/** Older entries are forgotten. */
const MOST_ENTRIES = 200;

/** Events that show that the user has taken over. */
const USER_EVENTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** @param view the element that scrolls */
export function useScrollAndFocus(view: RefObject<HTMLElement | null>, route: Route): void {
  const kept = useMemo(readEntries, []);
  const current = useRef("");
  const shown = useRef<Route>(undefined);
  useEffect(() => {
    const element = view.current;
    if (!element) return;
    const entry = () => kept.get(current.current);
    const onScroll = () => {
      const now = entry();
      if (now) now.scroll = element.scrollTop;
    };
    const onFocus = ({ target }: Event) => {
      const now = entry();
      if (now) now.href = (target as Element).closest("a")?.getAttribute("href") ?? undefined;
    };
    const onHide = () => sessionStorage.setItem(STORED, JSON.stringify([...kept].slice(-MOST_ENTRIES)));
    element.addEventListener("scroll", onScroll, { passive: true });
    // Safari does not focus a link that is clicked.
    for (const name of ["focusin", "click"]) element.addEventListener(name, onFocus);
    addEventListener("pagehide", onHide);
    return () => {
      element.removeEventListener("scroll", onScroll);
      for (const name of ["focusin", "click"]) element.removeEventListener(name, onFocus);
      removeEventListener("pagehide", onHide);
    };
  }, []);
  useLayoutEffect(() => {
    const element = view.current;
    if (!element) return undefined;
    const before = shown.current;
    shown.current = route;
    const id = (history.state as { entry?: string } | null)?.entry;
    const known = id === undefined ? undefined : kept.get(id);
    if (id !== undefined && id === current.current) return undefined;
    current.current = id ?? String(Date.now() + Math.random());
    if (id === undefined) history.replaceState({ entry: current.current }, "");
    kept.set(current.current, known ?? { scroll: 0 });
    if (known) return settle(element, { ...known });
    // Another state of the same view stays where it is, except for another page.
    if (before && isSameView(before, route)) {
      if (before.query.from !== route.query.from) element.scrollTo({ top: 0, behavior: "instant" });
    } else if (before) return settle(element, { scroll: 0, isNew: true });
    return undefined;
  }, [route]);
}

function isSameView({ query: _one, ...one }: Route, { query: _other, ...other }: Route): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Scrolls, and moves the focus, as soon as the view is there; gives up when the user scrolls or types.
 * @returns a function that gives up
 */
function settle(
  view: HTMLElement,
  { scroll, href, isNew = false }: KeptPosition & { isNew?: boolean },
): () => void {
  // While the focus is in the tree, it stays there.
  const isFree = () => document.activeElement === document.body || view.contains(document.activeElement);
  const attempt = () => {
    if (view.querySelector("[aria-busy]") || !view.querySelector("h1")) return;
    view.scrollTo({ top: scroll, behavior: "instant" });
    const isThere = view.scrollTop >= Math.floor(scroll);
    const target = isNew ? view.querySelector<HTMLElement>("h1") : linkIn(view, href);
    if (target && isFree()) {
      if (isNew) target.tabIndex = -1;
      target.focus({ preventScroll: true });
    }
    if (isThere && (target || href === undefined)) stop();
  };
  const observer = new MutationObserver(attempt);
  const resized = new ResizeObserver(attempt);
  const stop = () => {
    observer.disconnect();
    resized.disconnect();
    for (const name of USER_EVENTS) removeEventListener(name, stop);
  };
  observer.observe(view, { childList: true, subtree: true, attributeFilter: ["aria-busy"] });
  for (const child of view.children) resized.observe(child);
  for (const name of USER_EVENTS) addEventListener(name, stop, { passive: true });
  attempt();
  return stop;
}

function linkIn(view: HTMLElement, href: string | undefined): HTMLElement | undefined {
  if (href === undefined) return undefined;
  return [...view.querySelectorAll("a")].find((link) => link.getAttribute("href") === href);
}

function readEntries(): Map<string, KeptPosition> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORED) ?? "[]"));
  } catch {
    return new Map();
  }
}
