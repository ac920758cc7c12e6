/** One row of the tree: what opens it, its name, its type, how many are below it. */
import type { Kind } from "../operations.ts";
import { ChangeMarks } from "./change-marks.tsx";
import { inDigits } from "./in-words.ts";
import { NodeName } from "./node-name.tsx";
import { linkTo } from "./route.ts";
import type { VisibleRow } from "./tree-branch.ts";

type RowProps = {
  visible: VisibleRow;
  kind: Kind;
  id: string;
  /** Where it stands, in pixels. */
  top: number;
  isActive: boolean;
  isCurrent: boolean;
  onToggle: () => void;
  onPoint: (event: MouseEvent) => void;
};

export function TreeItem(props: RowProps) {
  const { visible, kind, id, top, isActive, isCurrent, onToggle, onPoint } = props;
  const { branch, index, row, isOpen } = visible;
  const isParent = row !== undefined && row.children > 0;
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      class="tree-row"
      data-active={isActive || undefined}
      aria-level={branch.level + 1}
      aria-posinset={index + 1}
      aria-setsize={branch.total}
      aria-expanded={isParent ? isOpen : undefined}
      aria-selected={isCurrent}
      aria-busy={row ? undefined : true}
      style={{ transform: `translateY(${top}px)`, "--level": branch.level }}
      onMouseDown={onPoint}
    >
      <Twisty isParent={isParent} isOpen={isOpen} onToggle={onToggle} />
      <RowLink row={row} kind={kind} />
      {isParent ? (
        <span class="tree-count">
          {inDigits(row.children)}
          <span class="hidden"> below</span>
        </span>
      ) : null}
    </div>
  );
}

function RowLink({ row, kind }: { row: VisibleRow["row"]; kind: Kind }) {
  if (!row) {
    return (
      <span class="tree-waiting">
        <span class="hidden">loading</span>
      </span>
    );
  }
  return (
    <a class="tree-link" tabIndex={-1} href={linkTo({ view: "node", kind, key: row.key })}>
      <NodeName row={row} />
      <span class="tree-type">{row.type}</span>
      <ChangeMarks row={row} />
    </a>
  );
}

function Twisty({
  isParent,
  isOpen,
  onToggle,
}: {
  isParent: boolean;
  isOpen: boolean;
  onToggle: () => void;
}) {
  if (!isParent) return <span class="twisty" />;
  return (
    // The arrow keys open and close: this is for the mouse.
    <span class="twisty" data-open={isOpen || undefined} aria-hidden="true" onClick={onToggle}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M6 4l4 4-4 4" />
      </svg>
    </span>
  );
}
