/** The panel of the tree: which tree, a filter, the tree, the legend of change signs, and the edge that resizes it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { CHANGE_KINDS, CHANGE_SIGNS } from "../analysis/diff/change-kinds.ts";
import { KINDS } from "../operations.ts";
import { inDigits, kindTitle } from "./locale-text.ts";
import { FilteredTree } from "./tree-filter.tsx";
import { type PanelProps, TreePanel } from "./tree-panel.tsx";

const STORED_WIDTH = "explorer-tree-width";
/** In pixels. */
const DEFAULT_WIDTH = 300;
const LOWEST_WIDTH = 180;
const HIGHEST_WIDTH = 700;

export function SidePanel({ site, kind, trees, path }: PanelProps) {
  const [filter, setFilter] = useState("");
  const text = filter.trim();
  return (
    <nav class="side" aria-label="Tree">
      <div class="kinds">
        {KINDS.map((each) => (
          <a key={each} href={`#/${each}`} aria-current={each === kind ? "true" : undefined}>
            {kindTitle(each)} <span class="quiet">{inDigits(site.nodes[each])}</span>
          </a>
        ))}
      </div>
      <input
        type="search"
        class="tree-filter"
        aria-label="Filter the tree"
        placeholder="Filter …"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setFilter("");
        }}
      />
      {text === "" ? (
        <TreePanel key={kind} site={site} kind={kind} trees={trees} path={path} />
      ) : (
        <FilteredTree site={site} kind={kind} text={text} current={path?.at(-1)?.row.key} />
      )}
      {site.against ? <Legend counts={site.against.counts} /> : null}
      <Edge />
    </nav>
  );
}

/** The signs of the kinds of change that occur. */
function Legend({ counts }: { counts: Readonly<Record<string, number>> }) {
  const kinds = CHANGE_KINDS.filter((kind) => (counts[kind] ?? 0) > 0);
  if (kinds.length === 0) return null;
  return (
    <p class="legend quiet">
      {kinds.map((kind) => (
        <span key={kind}>
          <code data-change={kind}>{CHANGE_SIGNS[kind]}</code> {kind}
        </span>
      ))}
      <span>
        <code>•</code> changes below
      </span>
    </p>
  );
}

/** The right edge of the panel, which the mouse moves. */
function Edge() {
  const [width, setWidth] = useState(() =>
    within(Number(localStorage.getItem(STORED_WIDTH)) || DEFAULT_WIDTH),
  );
  const isDragged = useRef(false);
  useEffect(() => {
    document.documentElement.style.setProperty("--side", `${width}px`);
    localStorage.setItem(STORED_WIDTH, String(width));
  }, [width]);
  return (
    <div
      class="edge"
      aria-hidden="true"
      onPointerDown={(event) => {
        isDragged.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (isDragged.current) setWidth(within(event.clientX));
      }}
      onPointerUp={() => {
        isDragged.current = false;
      }}
      onDblClick={() => setWidth(DEFAULT_WIDTH)}
    />
  );
}

function within(width: number): number {
  return Math.round(Math.max(LOWEST_WIDTH, Math.min(HIGHEST_WIDTH, width)));
}
