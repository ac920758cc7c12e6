/** Keeps a copy from giving way to what is left of a site whose index is being rebuilt. */
import { IncompleteError } from "../errors.ts";
import type { KindRun } from "./kind-run.ts";

/** A copy that holds fewer nodes may lose any number of them, but not all. */
const LEAST_NODES = 20;
/** The largest part of the others that may go. */
const LARGEST_PART = 1 / 5;

/**
 * What was found is then forgotten, of the other kind too: the site may be another one when it is asked again.
 * @throws IncompleteError where more of the nodes that a copy holds would go
 */
export function refuseToShrink(runs: readonly KindRun[]): void {
  const shrunk = runs.flatMap((run) => {
    const held = run.earlier?.index.size ?? 0;
    const gone = goneCount(run);
    const isTooMuch =
      gone > 0 && (run.tree.nodes.size === 0 || (held >= LEAST_NODES && gone > held * LARGEST_PART));
    return isTooMuch ? [{ run, held, gone }] : [];
  });
  if (shrunk.length === 0) return;
  for (const run of runs) run.forget();
  const found = shrunk.map(({ run: { scope, tree }, held, gone }) =>
    tree.nodes.size === 0
      ? `no ${scope.kind} nodes, where the copy holds ${held}`
      : `${scope.kind} nodes without ${gone} of the ${held} that the copy holds`,
  );
  throw new IncompleteError(
    `${shrunk[0].run.scope.source} answers with ${found.join(", and ")}: nothing was replaced. Ask again later, as its index may be being rebuilt; if they are gone indeed, --allow-shrink takes it`,
  );
}

function goneCount({ earlier, tree }: KindRun): number {
  let gone = 0;
  for (const id of earlier?.index.ids ?? []) {
    const state = tree.nodes.get(id)?.state;
    if (state === undefined || state === "vanished") gone++;
  }
  return gone;
}
