/** `closureOf` on random graphs with cycles, compared with a plain implementation of the rules. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphReference, SliceGraph } from "../../../src/analysis/slice/site-graph.ts";
import { closureOf, type FollowOptions } from "../../../src/analysis/slice/slice-closure.ts";

type Node = { parent: number; references: GraphReference[] };

function graphOf(nodes: readonly Node[]): SliceGraph {
  return {
    parentOf: (node) => nodes[node].parent,
    referencesOf: (node) => nodes[node].references,
  };
}

/** Trees of up to 24 nodes, with references to any node: to themselves, in cycles, up and down. */
const NODES = fc.integer({ min: 1, max: 24 }).chain((size) =>
  fc.tuple(
    ...Array.from({ length: size }, (_, node) =>
      fc.record({
        parent: fc.integer({ min: -1, max: node - 1 }),
        references: fc.array(
          fc.record({
            target: fc.integer({ min: 0, max: size - 1 }),
            as: fc.constantFrom("link" as const, "pick" as const, "media" as const),
            needsWhole: fc.boolean(),
          }),
          { maxLength: 3 },
        ),
      }),
    ),
  ),
);
const OPTIONS = fc.record({
  follow: fc.option(fc.constantFrom(0, 1, 2, Number.POSITIVE_INFINITY), { nil: undefined }),
});
const CASES = fc.record({
  nodes: NODES,
  options: OPTIONS,
  picks: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
});

/** Repeats a step until it reports that nothing changed. */
function untilUnchanged(step: () => boolean): void {
  while (step());
}

/** The nodes that the rules keep complete: nodes within the limit, their ancestors, and the media of both. */
function expectedWhole(nodes: readonly Node[], seeds: readonly number[], { follow }: FollowOptions) {
  const steps = nodes.map((_, node) => (seeds.includes(node) ? 0 : Number.POSITIVE_INFINITY));
  untilUnchanged(() =>
    nodes
      .flatMap(({ references }, from) => references.map((reference) => ({ from, ...reference })))
      .map(({ from, target, as }) => {
        const further = steps[from] + (follow === undefined && as !== "link" ? 0 : 1);
        if (further > (follow ?? 1) || further >= steps[target]) return false;
        steps[target] = further;
        return true;
      })
      .includes(true),
  );
  const whole = new Set(steps.flatMap((count, node) => (count === Number.POSITIVE_INFINITY ? [] : [node])));
  untilUnchanged(() => {
    const before = whole.size;
    for (const node of [...whole]) {
      if (nodes[node].parent >= 0) whole.add(nodes[node].parent);
      for (const { target, as, needsWhole } of nodes[node].references) {
        if ((follow === undefined && as === "media") || needsWhole) whole.add(target);
      }
    }
    return whole.size > before;
  });
  return whole;
}

const closed = (nodes: readonly Node[], picks: readonly number[], options: FollowOptions) =>
  closureOf(graphOf(nodes), seedsOf(nodes, picks), options);
const seedsOf = (nodes: readonly Node[], picks: readonly number[]) => [
  ...new Set(picks.map((pick) => pick % nodes.length)),
];

describe("closureOf, on random graphs", () => {
  it("keeps exactly the nodes of the rules complete", () => {
    fc.assert(
      fc.property(CASES, ({ nodes, options, picks }) => {
        const { whole } = closed(nodes, picks, options);
        expect(whole).toEqual(expectedWhole(nodes, seedsOf(nodes, picks), options));
      }),
      { numRuns: 70 },
    );
  });

  it("keeps the ancestors of each node, and has complete nodes only below complete nodes", () => {
    fc.assert(
      fc.property(CASES, ({ nodes, options, picks }) => {
        const { whole, stubs } = closed(nodes, picks, options);
        for (const node of whole) expect(whole.has(nodes[node].parent) || nodes[node].parent < 0).toBe(true);
        for (const node of stubs) {
          const { parent } = nodes[node];
          expect(whole.has(parent) || stubs.has(parent) || parent < 0).toBe(true);
        }
      }),
    );
  });

  it("cuts no reference, and keeps no stub that nothing needs", () => {
    fc.assert(
      fc.property(CASES, ({ nodes, options, picks }) => {
        const { whole, stubs, toStubs } = closed(nodes, picks, options);
        const needed = new Set(
          [...whole].flatMap((node) => nodes[node].references.map(({ target }) => target)),
        );
        untilUnchanged(() => {
          const before = needed.size;
          for (const node of [...needed]) if (nodes[node].parent >= 0) needed.add(nodes[node].parent);
          return needed.size > before;
        });
        for (const node of needed) expect(whole.has(node) !== stubs.has(node)).toBe(true);
        for (const stub of stubs) expect(needed.has(stub)).toBe(true);
        const references = [...whole].flatMap((node) => nodes[node].references);
        expect(toStubs).toBe(references.filter(({ target }) => stubs.has(target)).length);
      }),
    );
  });

  it("keeps everything when a slice is sliced again", () => {
    fc.assert(
      fc.property(CASES, ({ nodes, options, picks }) => {
        const first = closed(nodes, picks, options);
        const left = nodes.map((node, i) => {
          return { ...node, references: first.whole.has(i) ? node.references : [] };
        });
        const seeds = seedsOf(nodes, picks);
        expect(closed(left, seeds, options)).toEqual(first);
      }),
    );
  });
});
