/** Where a look at the lists begins: the roots, or the way to one node, with all below them where one answer can hold it. */
import { NoSuchNodeError } from "../errors.ts";
import { HIGHEST_LEVEL, type Kind } from "../operations.ts";
import { describeTarget, hintAtId, type Target } from "../source.ts";
import { IF_POSSIBLE, PATIENTLY, type Refusal } from "./asking.ts";
import { type Lists, readRootLists, readSubtree, readWay, type ToldItems } from "./list-answer.ts";
import type { Site } from "./site.ts";

type LookStart = {
  roots: readonly number[];
  /** What is wrong with the list of roots, if anything. */
  lack?: string;
  /** The way from the only root to the node that is asked for, where not all is. */
  chain?: readonly number[];
  lists: Lists;
  /** Whether the lists are all that there are. */
  isDeep: boolean;
  answers: ToldItems[];
};

type OneNode = Exclude<Target, { by: "root" }>;

/** The levels that roots are asked with, until an answer comes: a broken node breaks each answer that holds it. */
const ROOT_LEVELS = [HIGHEST_LEVEL, 1, 0];

/**
 * @param triesAll whether it is to be tried to get all in one answer
 * @throws NoSuchNodeError where the one node that is asked for is not there; RemoteError, RefusedError where the site does
 * not answer
 */
export function startLook(site: Site, kind: Kind, target: Target, triesAll: boolean): Promise<LookStart> {
  if (target.by !== "root") return atNode(site, kind, target, triesAll);
  return atRoots(site, kind, triesAll ? ROOT_LEVELS : ROOT_LEVELS.slice(1));
}

async function atRoots(site: Site, kind: Kind, [maxLevel, ...lower]: readonly number[]): Promise<LookStart> {
  const isLast = lower.length === 0;
  const url = site.url(kind, { by: "root" }, maxLevel);
  const asked = await site.ask(
    url,
    (body) => readRootLists(body, maxLevel),
    isLast ? PATIENTLY : IF_POSSIBLE,
  );
  if ("refusal" in asked) {
    if (isLast || isNoSite(asked)) throw site.noRoot(asked);
    // Who is refused asks once more, and no oftener.
    return atRoots(site, kind, asked.error ? lower.slice(-1) : lower);
  }
  const { roots, lists, lack: told } = asked.answer;
  const lack = told && site.answered(url, told);
  return { roots, lists, lack, isDeep: maxLevel === HIGHEST_LEVEL, answers: [asked.answer] };
}

/** Whether nothing is served there that could answer otherwise. */
function isNoSite({ status, isPage }: Refusal): boolean {
  return status === 404 || isPage === true;
}

async function atNode(site: Site, kind: Kind, target: OneNode, triesAll: boolean): Promise<LookStart> {
  const way = await site.ask(site.url(kind, target, 0), (body) => readWay(body, target), PATIENTLY);
  if ("refusal" in way) throw await noNode(site, kind, target, way);
  const { ids: chain } = way.answer;
  const [root] = chain;
  const id = chain[chain.length - 1];
  const start = { roots: [root], chain, answers: [way.answer] };
  const below = triesAll
    ? await site.askNode(kind, id, HIGHEST_LEVEL, (body) => readSubtree(body, id), IF_POSSIBLE)
    : undefined;
  if (below === undefined || "refusal" in below) return { ...start, lists: new Map(), isDeep: false };
  return { ...start, lists: below.answer.lists, isDeep: true, answers: [way.answer, below.answer] };
}

/** A 404 can mean that there is no such node, or that nothing is served there: then no root operation answers. */
async function noNode(site: Site, kind: Kind, target: OneNode, refused: Refusal): Promise<Error> {
  if (refused.status !== 404) return site.noRoot(refused);
  const url = site.url(kind, { by: "root" }, 0);
  const root = await site.ask(url, (body) => readRootLists(body, 0), PATIENTLY);
  if ("refusal" in root) return site.noRoot(root);
  return new NoSuchNodeError(`there is no ${describeTarget(kind, target)}${hintAtId(target)}`);
}
