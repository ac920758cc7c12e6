/** The file for `--editors` to begin with: properties without an editor, with the editors that their values show. */
import { KINDS } from "../../operations.ts";
import type { Shape } from "../../values/value-parts.ts";
import { shapeOf } from "../../values/value-shape.ts";
import { countIn, entryIn } from "../map-entries.ts";
import { type SiteTrees, siteNodes } from "../site-nodes.ts";
import { editorOf, joined, type KindOfId, lookOf, type ValueLook } from "./guess-editor.ts";

/** What stands before names that are for people. */
const ASIDE = "//";
/** The share of values that must bear out a guess: some pickers name what is gone, some texts are empty paragraphs. */
const ENOUGH = 0.9;

/** What the values of a property look like that are not empty. */
type Evidence = { values: number; looks: Map<ValueLook, number>; shapes: Map<Shape, number> };

/**
 * The members of the file, by property aliases, or `type.alias` where types do not agree. Beside each, under a name that `--editors`
 * passes over, stands how many values bear it out; what they do not tell is there under such a name alone.
 * @param isOld whether the data is that of a version up to 7, whose editors have other names
 */
export function editorsStub(trees: SiteTrees, isOld: boolean): Record<string, string> {
  const stub = new Stub((id) => KINDS.find((kind) => trees[kind].findId(id) >= 0));
  for (const node of siteNodes(trees)) {
    const { type = "" } = node.fields();
    for (const { alias, editorAlias, value } of node.properties()) {
      if (editorAlias === null) stub.add(type, alias, value, shapeOf(value, undefined, alias));
    }
  }
  return stub.members(isOld);
}

class Stub {
  readonly #kindOfId: KindOfId;
  /** By property alias, then by type. */
  readonly #evidence = new Map<string, Map<string, Evidence>>();

  constructor(kindOfId: KindOfId) {
    this.#kindOfId = kindOfId;
  }

  /**
   * Takes in a value of a property that has no editor.
   * @param value compact JSON
   */
  add(type: string, alias: string, value: string, shape: Shape): void {
    const types = entryIn(this.#evidence, alias, () => new Map());
    const evidence = entryIn(types, type, noEvidence);
    if (shape === "empty") return;
    evidence.values++;
    const look = lookOf(value, shape, this.#kindOfId);
    if (look === undefined) countIn(evidence.shapes, shape);
    else countIn(evidence.looks, look);
  }

  members(isOld: boolean): Record<string, string> {
    const members: [string, string][] = [];
    const aliases = [...this.#evidence].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [alias, types] of aliases) {
      const all = sumOf([...types.values()]);
      if (types.size === 1 || guessFor(all) || [...types.values()].every((one) => !guessFor(one))) {
        for (const member of membersFor(alias, all, isOld)) members.push(member);
        continue;
      }
      // Types do not agree, so each is told for itself.
      for (const [type, one] of types) {
        for (const member of membersFor(`${type}.${alias}`, one, isOld)) members.push(member);
      }
    }
    return Object.fromEntries(members);
  }
}

function noEvidence(): Evidence {
  return { values: 0, looks: new Map(), shapes: new Map() };
}

function sumOf(all: readonly Evidence[]): Evidence {
  const sum = noEvidence();
  for (const { values, looks, shapes } of all) {
    sum.values += values;
    for (const [look, count] of looks) countIn(sum.looks, look, count);
    for (const [shape, count] of shapes) countIn(sum.shapes, shape, count);
  }
  return sum;
}

/** What enough of the values look like, and how many do. */
function guessFor({ values, looks }: Evidence): { look: ValueLook; count: number } | undefined {
  const [most] = [...joined(looks)].sort(([, a], [, b]) => b - a);
  return most && most[1] >= values * ENOUGH ? { look: most[0], count: most[1] } : undefined;
}

function membersFor(name: string, evidence: Evidence, isOld: boolean): [string, string][] {
  const guess = guessFor(evidence);
  if (!guess) return [[ASIDE + name, reasonUntold(evidence)]];
  const { look, count } = guess;
  return [
    [ASIDE + name, `${count} of ${evidence.values} ${evidence.values === 1 ? "value" : "values"}: ${look}`],
    [name, editorOf(look, isOld)],
  ];
}

/** `not told by its values: 12 text, 3 number`. */
function reasonUntold({ values, looks, shapes }: Evidence): string {
  if (values === 0) return "no value tells: all are empty";
  const counts = [...looks, ...shapes].sort(([, a], [, b]) => b - a);
  return `its values do not tell: ${counts.map(([what, count]) => `${count} ${what}`).join(", ")}`;
}
