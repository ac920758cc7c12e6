/** Counts what the first screen of an audit shows. */
import { inferredContent, propertyContent } from "../../decode/editor-values.ts";
import type { PropertyKind } from "../../decode/property-kinds.ts";
import { entryIn } from "../../site/map-entries.ts";
import { countProtectedPages } from "../../site/protected-pages.ts";
import { editorAliasIn17, majorOf } from "../../site/schema/editors-in-17.ts";
import { findType } from "../../site/schema/find-type.ts";
import type { SiteTypes } from "../../site/schema/site-types.ts";
import { NO_TYPE } from "../../site/schema/type-owner.ts";
import type { Site } from "../../site/site.ts";
import type { EditorNumbers, SiteNumbers, TypeNumbers, ValueGroup } from "./audit-overview.ts";
import type { FieldTable } from "./field-sections.ts";

const GROUP_OF: Readonly<Record<PropertyKind, ValueGroup>> = {
  text: "plain text",
  multilineText: "plain text",
  texts: "plain text",
  tags: "plain text",
  email: "plain text",
  label: "plain text",
  richText: "rich text",
  markdown: "rich text",
  blocks: "blocks",
  blockGrid: "blocks",
  content: "pickers and links",
  media: "pickers and links",
  member: "pickers and links",
  link: "pickers and links",
  boolean: "choices, numbers, dates",
  integer: "choices, numbers, dates",
  decimal: "choices, numbers, dates",
  date: "choices, numbers, dates",
  time: "choices, numbers, dates",
  dateTime: "choices, numbers, dates",
  choice: "choices, numbers, dates",
  color: "choices, numbers, dates",
  slider: "choices, numbers, dates",
  image: "files",
  file: "files",
  json: "other",
  unknown: "other",
};

/** Counts pages by type. */
export class TypeTotals {
  readonly #site: Site;
  readonly #totals = new Map<string, TypeNumbers>();
  #urls = 0;

  constructor(site: Site) {
    this.#site = site;
  }

  /** Adds a page. @returns the numbers of its type, to which the caller adds what is in its values */
  add(type: string, url: string | undefined): TypeNumbers {
    if (url !== undefined) this.#urls++;
    const total = entryIn(this.#totals, type, () => ({ type, pages: 0, words: 0, images: 0, elements: 0 }));
    total.pages++;
    return total;
  }

  /** The types with the most pages first. */
  list({ content }: SiteTypes): TypeNumbers[] {
    return Array.from(this.#totals.values(), ({ type, ...numbers }) => {
      const name = type === NO_TYPE ? undefined : findType(content, { by: "alias", alias: type })?.name;
      return { type, ...(name && { name }), ...numbers };
    }).sort((one, other) => other.pages - one.pages || other.words - one.words);
  }

  /** @param files how many files of media nodes are there, if there is a folder of files */
  numbers(files: number | undefined): SiteNumbers {
    const { sizes, heldLanguages = [], culture, unpublished, unread = [] } = this.#site;
    const totals = [...this.#totals.values()];
    const protectedPages = countProtectedPages(this.#site);
    return {
      pages: sizes.content,
      media: sizes.media,
      words: totals.reduce((sum, { words }) => sum + words, 0),
      urls: this.#urls,
      languages: [...heldLanguages],
      ...(culture !== undefined && { language: culture }),
      ...(files !== undefined && { files }),
      ...(protectedPages !== undefined && { protectedPages }),
      ...(unpublished !== undefined && { unpublished: unpublished.length }),
      notRead: [...unread],
    };
  }
}

/** The editors with the most values first; values without an editor are grouped by shape. */
export function editorNumbers(
  { uses }: Pick<FieldTable, "uses">,
  { version }: Pick<Site, "version">,
): EditorNumbers[] {
  const totals = new Map<string, EditorNumbers>();
  for (const { editorAlias, fields } of uses) {
    for (const { values, shapes } of fields) {
      if (values === 0) continue;
      const { kind } =
        editorAlias === undefined
          ? inferredContent([...shapes.keys()].filter((shape) => shape !== "empty"))
          : propertyContent(editorAlias);
      const holds = GROUP_OF[kind];
      const total = entryIn(totals, `${editorAlias ?? ""} ${holds}`, () => ({
        ...(editorAlias !== undefined && { editor: editorAlias }),
        holds,
        ...fateOf(editorAlias, majorOf(version)),
        values: 0,
      }));
      total.values += values;
    }
  }
  return [...totals.values()].sort((one, other) => other.values - one.values);
}

function fateOf(
  editorAlias: string | undefined,
  major: number | undefined,
): Pick<EditorNumbers, "fate" | "becomes"> {
  if (editorAlias === undefined) return { fate: "guessed" };
  const becomes = editorAliasIn17(editorAlias, major) ?? undefined;
  if (becomes === undefined) return { fate: "unknown" };
  const isKept = becomes.toLowerCase() === editorAlias.toLowerCase();
  return { fate: isKept ? "kept" : "converted", becomes };
}
