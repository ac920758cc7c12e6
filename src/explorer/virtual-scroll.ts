/** Scrolling through more rows than a browser can make an element high: positions are scaled. */

/** Browsers cut elements that are higher than 17 to 33 million pixels. */
const HIGHEST = 8_000_000;
/** A shorter scroll, in views, moves by its distance; a longer one jumps to that share of all rows. */
const NEAR_VIEWS = 2;

export class VirtualScroll {
  /** The first pixel that is seen, of all there would be. */
  top = 0;
  readonly rowHeight: number;
  #rows = 0;
  #view = 0;
  #scrollTop = 0;

  constructor(rowHeight: number) {
    this.rowHeight = rowHeight;
  }

  /** The height of the element that is scrolled. */
  get height(): number {
    return Math.min(this.#full, HIGHEST);
  }

  get #full(): number {
    return this.#rows * this.rowHeight;
  }

  /** @param view the height that is seen, in pixels */
  resize(rows: number, view: number): void {
    this.#rows = rows;
    this.#view = view;
    this.top = this.#clamped(this.top);
  }

  /** Called after the browser has scrolled. */
  scrolled(scrollTop: number): void {
    const full = this.#full;
    const { height } = this;
    const delta = scrollTop - this.#scrollTop;
    this.#scrollTop = scrollTop;
    if (full === height) this.top = scrollTop;
    else if (scrollTop <= 0) this.top = 0;
    else if (scrollTop >= height - this.#view - 1) this.top = full - this.#view;
    else if (Math.abs(delta) <= this.#view * NEAR_VIEWS) this.top = this.#clamped(this.top + delta);
    else this.top = (scrollTop / (height - this.#view)) * (full - this.#view);
  }

  /**
   * Scrolls to a pixel of all there would be.
   * @returns the scroll position for the browser
   */
  scrollTo(top: number): number {
    this.top = this.#clamped(top);
    const { height } = this;
    this.#scrollTop =
      this.#full === height ? this.top : (this.top / (this.#full - this.#view)) * (height - this.#view);
    return this.#scrollTop;
  }

  /** The number of the first row that is seen, if only in part. */
  get first(): number {
    return Math.floor(this.top / this.rowHeight);
  }

  /** How many rows are seen, if only in part. */
  get count(): number {
    return Math.ceil(this.#view / this.rowHeight) + 1;
  }

  /** The offset of a row in the element, in pixels. */
  offsetOf(row: number): number {
    return this.#scrollTop + row * this.rowHeight - this.top;
  }

  #clamped(top: number): number {
    return Math.max(0, Math.min(top, this.#full - this.#view));
  }
}
