/** Finds the names that several nodes have. */

export class SharedNames {
  readonly #places = new Map<string, number | number[]>();

  /** @param place of the node that has the name, in its tree */
  add(name: string, place: number): void {
    const known = this.#places.get(name);
    // Most names are one node's alone: a list for each would weigh more than all else.
    if (known === undefined) this.#places.set(name, place);
    else if (typeof known === "number") this.#places.set(name, [known, place]);
    else known.push(place);
  }

  /** The names that more than one node has, with the places of all that do. */
  shared(): { name: string; places: readonly number[] }[] {
    return [...this.#places].flatMap(([name, places]) =>
      typeof places === "number" ? [] : [{ name, places }],
    );
  }
}
