/** Which fields of nodes are not compared, and why: what one of the sides cannot tell is no difference. */
import type { Kind } from "../operations.ts";
import type { Tree } from "../tree/tree.ts";
import { entryIn } from "./map-entries.ts";
import type { ComparedSite } from "./site-diff.ts";

export type NotCompared = { field: string; reason: string };

const DATES = ["createDate", "updateDate"];
/** What a format of the CMS can tell at times alone: with `--urls`, or of later versions. */
const AT_TIMES: readonly string[] = ["url", "updateDate"];
/** What is compared beside properties where sites are of different generations. */
const BETWEEN_GENERATIONS: readonly string[] = ["name", "type", ...DATES];
/** The format whose templates are ids. */
const WITH_TEMPLATE_IDS = "umbraco.config";

/** Tells which fields count, and keeps in mind those that were met and did not. */
export class FieldsTold {
  readonly #reasons = new Map<string, string>();
  readonly #sites: readonly ComparedSite[];
  readonly #isMigrated: boolean;

  /** @param isMigrated whether the sites are of different generations */
  constructor(sites: readonly [ComparedSite, ComparedSite], isMigrated = false) {
    this.#sites = sites;
    this.#isMigrated = isMigrated;
  }

  /** @returns what tells whether a field of nodes of this kind counts */
  of(kind: Kind): (field: string) => boolean {
    const known = new Map<string, boolean>();
    return (field) => entryIn(known, field, () => this.#find(field, kind) === undefined);
  }

  /** What was not compared: dates and ids always are. */
  notCompared(hasDates: boolean): NotCompared[] {
    const dates = hasDates ? [] : DATES.map((field) => ({ field, reason: "see --dates" }));
    const isDerived = this.#sites.some(({ hasDerivedIds }) => hasDerivedIds);
    const others = [...this.#reasons]
      .filter(([field]) => hasDates || !DATES.includes(field))
      .map(([field, reason]) => ({ field, reason }));
    return [...dates, ...(isDerived ? [{ field: "id", reason: "derived" }] : []), ...others];
  }

  #find(field: string, kind: Kind): string | undefined {
    const reason = this.#isMigrated
      ? BETWEEN_GENERATIONS.includes(field)
        ? undefined
        : "each generation has its own"
      : (this.#templateReason(field) ?? this.#lackReason(field, kind));
    if (reason !== undefined) this.#reasons.set(field, reason);
    return reason;
  }

  #templateReason(field: string): string | undefined {
    if (field !== "template") return undefined;
    const withIds = this.#sites.filter(({ format }) => format === WITH_TEMPLATE_IDS);
    return withIds.length === 1 ? `ids in ${WITH_TEMPLATE_IDS}` : undefined;
  }

  #lackReason(field: string, kind: Kind): string | undefined {
    // Beside a format of the CMS, data that has a field on no node at all was never told it.
    const isMixed = this.#sites.some(({ fields }) => fields !== undefined);
    const site = this.#sites.find(({ fields, trees }) => {
      if (fields && !fields.includes(field)) return true;
      const isSure = fields ? !AT_TIMES.includes(field) : !isMixed;
      return !isSure && !isHeld(trees[kind], field);
    });
    return site && `not in ${site.format}`;
  }
}

/** Whether any node has such a field. */
function isHeld(tree: Tree, field: string): boolean {
  const member = Buffer.from(`${JSON.stringify(field)}:`);
  for (let place = 0; place < tree.size; place++)
    if (tree.text(place, "fields").includes(member)) return true;
  return tree.size === 0;
}
