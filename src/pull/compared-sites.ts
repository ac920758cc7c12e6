/** Reads sites for being compared: listed whole, and asked node by node only for what may differ from the other side. */
import { type MatchedBy, matchNodes } from "../analysis/match-nodes.ts";
import { Findings } from "../formats/findings.ts";
import { readNdjson } from "../formats/json/ndjson.ts";
import { ByteBuffer } from "../json/byte-buffer.ts";
import { readFrom } from "../json/byte-window.ts";
import { appendLine, decodedText, encodedText, type NodeText, parseNodeText } from "../json/node-text.ts";
import type { Kind } from "../operations.ts";
import type { Tree } from "../tree/tree.ts";
import type { AskedNodes, ListedSite } from "./listed-site.ts";
import { mergedText } from "./record.ts";

/** A side: a tree that is whole, or that of a site's items, of which more can be asked for. */
type ComparedSide = { tree: Tree; site?: ListedSite };

/** A node that could not be had, so that its properties are not compared. */
export type MissedNode = { kind: Kind; id: number; reason: string };

const MEMBERS_THAT_TELL = ["type", "updateDate"] as const;

type AskedWhere = {
  matchedBy: MatchedBy;
  /** Whether a node is to be compared at all. */
  isWanted: (node: { was: number; is: number }) => boolean;
  /** Whether all that are wanted are asked for, whatever their dates say. */
  asksAll: boolean;
};

/**
 * Asks for what may differ: nodes that are on one side alone, and those whose `type` or `updateDate` is another one, or that have
 * no date to tell by. What does not differ has the properties of the other side, or none where that is a site too.
 * @returns both trees, whole as far as they matter
 * @throws RefusedError, RemoteError where a site does not go on answering
 */
export async function askedWhereDifferent(
  kind: Kind,
  [old, other]: readonly [ComparedSide, ComparedSide],
  { matchedBy, isWanted, asksAll }: AskedWhere,
): Promise<{ trees: [Tree, Tree]; missed: MissedNode[] }> {
  const { wasAt } = matchNodes(old.tree, other.tree, matchedBy);
  const isAt = new Int32Array(old.tree.size).fill(-1);
  wasAt.forEach((was, is) => {
    if (was >= 0) isAt[was] = is;
  });
  const missed: MissedNode[] = [];
  const filled = async (
    side: ComparedSide,
    counterpart: ComparedSide,
    matched: Int32Array,
    isOld: boolean,
  ) => {
    if (side.site === undefined) return side.tree;
    const wanted: number[] = [];
    for (let place = 0; place < side.tree.size; place++) {
      const node = isOld ? { was: place, is: matched[place] } : { was: matched[place], is: place };
      if (isWanted(node) && (asksAll || mayDiffer(side.tree, place, counterpart.tree, matched[place]))) {
        wanted.push(side.tree.idAt(place));
      }
    }
    const asked = await side.site.nodes(kind, wanted);
    for (const [id, reason] of asked.failures) missed.push({ kind, id, reason });
    return wholeTree(side.tree, asked, (place) =>
      counterpart.site || matched[place] < 0 ? undefined : counterpart.tree.text(matched[place]),
    );
  };
  const trees: [Tree, Tree] = [await filled(old, other, isAt, true), await filled(other, old, wasAt, false)];
  return { trees, missed };
}

function mayDiffer(tree: Tree, place: number, counterpart: Tree, match: number): boolean {
  if (match < 0) return true;
  const own = parseNodeText(tree.text(place, "item"));
  const others = parseNodeText(counterpart.text(match, "item"));
  return own.updateDate === undefined || MEMBERS_THAT_TELL.some((name) => own[name] !== others[name]);
}

/**
 * A tree whose nodes have the texts that were asked for; of the others what their items tell, and all else of the counterpart.
 * @param counterpart gives what the other side holds of the node at a place, if it holds more than its item
 */
function wholeTree(
  items: Tree,
  { texts }: AskedNodes,
  counterpart: (place: number) => NodeText | undefined,
): Tree {
  const out = new ByteBuffer();
  for (let place = 0; place < items.size; place++) {
    const item = decodedText(items.text(place, "fields"));
    const other = counterpart(place);
    const text = texts.get(items.idAt(place)) ?? (other ? mergedText(decodedText(other), item) : item);
    const parent = items.parentAt(place);
    appendLine(out, encodedText(text), parent < 0 ? undefined : items.idAt(parent));
  }
  const findings = new Findings();
  const tree = readNdjson("answers", readFrom([out.bytes.subarray(0, out.length)]), findings);
  if (tree === undefined) throw new Error(`what was put together is no tree: ${findings.errorLines()[0]}`);
  return tree;
}
