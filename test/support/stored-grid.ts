/** A stored value of the grid editor. */

/** A grid with one row of controls. @param row other members of the row */
export const gridOf = (controls: readonly object[], row: object = {}) => ({
  name: "1 column",
  sections: [{ grid: 12, rows: [{ name: "row", ...row, areas: [{ grid: 12, controls }] }] }],
});

/** The pointer of the controls of `gridOf`. */
export const CONTROLS = "/sections/0/rows/0/areas/0/controls";
