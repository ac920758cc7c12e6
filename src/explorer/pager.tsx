/** Buttons for the pages of a list. */
import { inDigits } from "./locale-text.ts";

type PagerProps = {
  /** For screen readers. */
  label: string;
  from: number;
  /** How many are shown. */
  count: number;
  /** How many a page has. */
  size: number;
  /** The length of the list; `undefined` if there is more and its length is unknown. */
  total: number | undefined;
  onPage: (from: number) => void;
};

export function Pager({ label, from, count, size, total, onPage }: PagerProps) {
  if (from === 0 && total !== undefined && total <= count) return null;
  const isLast = total !== undefined && from + count >= total;
  return (
    <nav class="pager" aria-label={label}>
      <button type="button" disabled={from === 0} onClick={() => onPage(Math.max(0, from - size))}>
        Previous
      </button>
      <span>
        {inDigits(from + 1)}–{inDigits(from + count)}
        {total === undefined ? "" : ` of ${inDigits(total)}`}
      </span>
      <button type="button" disabled={isLast} onClick={() => onPage(from + count)}>
        Next
      </button>
    </nav>
  );
}
