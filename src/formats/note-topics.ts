/** What notes are about: of which category each topic is, and what many notes of it are summed up as. */

/** The categories of notes, with what each tells of. */
export const NOTE_CATEGORIES = {
  editors: "properties whose editor is not known",
  missing: "what is named and not there: types, parents, files, parts of a pull",
  "left-out": "what is there and not read: unpublished nodes and those below",
  damaged: "Git conflicts, text that is no UTF-8, keys used twice",
  decided: "what the format leaves open: made ids and urls, which folder is read",
} as const;

export type NoteCategory = keyof typeof NOTE_CATEGORIES;

type Topic = {
  readonly category: NoteCategory;
  /** What notes of the topic are counted as. Without one each is told whole. */
  readonly sum?: string;
  /**
   * Which results of commands other than `check`, `serve` and `pull` it concerns: all of them, since data is missing or another
   * may be meant; or that a node is not found, since nodes were left out. Default: none.
   */
  readonly concerns?: "all" | "not-found";
};

/** Every topic that a note can have. */
const NOTE_TOPICS = {
  withoutEditor: {
    category: "editors",
    sum: "properties without an editor alias, which the API's .NET client drops",
  },
  noEditors: { category: "editors" },
  unusedEditors: { category: "editors", sum: "names in the file of --editors that nothing uses" },

  typesNamed: { category: "missing", sum: "types that are named and not there" },
  typesOfNodes: { category: "missing", sum: "nodes of types that are not there" },
  withoutParent: { category: "missing", sum: "nodes without their parent, left out", concerns: "not-found" },
  incomplete: { category: "missing", sum: "nodes of which rows are missing, left out", concerns: "all" },
  levelsCut: { category: "missing", concerns: "all" },
  notPulled: { category: "missing", concerns: "all" },
  missingFiles: { category: "missing", sum: "media files that are missing" },

  unpublished: { category: "left-out", sum: "nodes that are not published, left out", concerns: "not-found" },
  below: { category: "left-out", sum: "nodes below those, left out", concerns: "not-found" },
  segments: { category: "left-out", sum: "values of segments, not read" },
  symbolicLinks: { category: "left-out", sum: "symbolic links, not followed" },
  orphanedFiles: { category: "left-out", sum: "media files that no media node names" },
  refusedFiles: { category: "left-out" },
  newerElsewhere: { category: "left-out", concerns: "all" },

  conflicts: { category: "damaged", sum: "values with an unresolved Git conflict" },
  notUtf8: { category: "damaged", sum: "nodes with text that is not UTF-8" },
  sameKey: {
    category: "damaged",
    sum: "files of a key that another file has too, left out",
    concerns: "not-found",
  },
  sameId: {
    category: "damaged",
    sum: "nodes of an id that another node has too, left out",
    concerns: "not-found",
  },
  sameTypeKey: { category: "damaged", sum: "types of one key in several files, left out" },
  sameTypeAlias: { category: "damaged", sum: "types of one alias in several files, left out" },
  noNodes: { category: "damaged", sum: "elements that are no nodes, left out", concerns: "not-found" },
  severalDefaults: { category: "damaged" },
  unreadSettings: { category: "damaged" },
  changedFile: { category: "damaged", concerns: "all" },

  derivedIds: { category: "decided", sum: "ids derived from keys, as uSync writes none" },
  madeKeys: { category: "decided" },
  keysOfIds: { category: "decided", sum: "keys made of ids" },
  madeUrls: { category: "decided" },
  madeSegments: { category: "decided", sum: "nodes whose url is made of their names" },
  severalPublished: { category: "decided", sum: "nodes with several published versions" },
  severalCurrent: { category: "decided", sum: "nodes with several current versions" },
  replaced: { category: "decided", sum: "files that a version folder replaces" },
  oneOfSeveral: { category: "decided" },
  inBin: { category: "decided", sum: "nodes in the recycle bin, left out", concerns: "not-found" },
  deleted: { category: "decided", sum: "deleted nodes, left out", concerns: "not-found" },
  blueprints: { category: "decided", sum: "blueprints, left out" },
  actions: { category: "decided", sum: "files that only say what was done, left out" },
} as const satisfies Readonly<Record<string, Topic>>;

export type NoteTopic = keyof typeof NOTE_TOPICS;

/** What a topic says of its notes. */
export function aboutTopic(topic: NoteTopic): Topic {
  return NOTE_TOPICS[topic];
}
