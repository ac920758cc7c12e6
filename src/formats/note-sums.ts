/** Sums up notes of one cause, so that a list of them tells as much as there is to tell. */
import { counted } from "../text/counted.ts";
import type { Note } from "./findings.ts";
import { aboutTopic, type NoteCategory, type NoteTopic } from "./note-topics.ts";

/** A note, or several that are told as one. */
type ToldNote = Pick<Note, "file" | "text">;

/** More notes of one topic than this are told as one. */
const MOST_ALIKE = 3;

/**
 * All notes that come of one missing type are told as one, which names it and what it costs; so are many of one topic.
 * @returns them in the order of the first note of each
 */
export function sumUp(notes: readonly Note[]): ToldNote[] {
  const groups = new Map<string, { type: string | undefined; notes: Note[] }>();
  const costs = countBy(notes, ({ missingTypes = [] }) => missingTypes);
  const alike = countBy(notes, ({ topic }) => [topic]);
  for (const [index, note] of notes.entries()) {
    const types = note.missingTypes?.filter((type) => (costs.get(type) ?? 0) > 1) ?? [];
    const isMany = aboutTopic(note.topic).sum !== undefined && (alike.get(note.topic) ?? 0) > MOST_ALIKE;
    const causes =
      types.length > 0 ? types.map((type) => `type ${type}`) : [isMany ? note.topic : `${index}`];
    causes.forEach((cause, at) => {
      const group = groups.get(cause);
      if (group) group.notes.push(note);
      else groups.set(cause, { type: types[at], notes: [note] });
    });
  }
  return [...groups.values()].map(({ type, notes }) =>
    type === undefined ? alikeNote(notes) : missingTypeNote(type, notes),
  );
}

/** How many notes there are of each category, those that have most first; of none where there are none. */
export function countCategories(notes: readonly Note[]): [category: NoteCategory, count: number][] {
  const counts = countBy(notes, ({ topic }) => [aboutTopic(topic).category]);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** What notes are summed up as, and how many things they speak of, the most first; those that are told whole are left out. */
export function countTopics(notes: readonly Note[]): [sum: string, count: number][] {
  const sums = new Map<string, number>();
  for (const { topic, count = 1 } of notes) {
    const { sum } = aboutTopic(topic);
    if (sum !== undefined) sums.set(sum, (sums.get(sum) ?? 0) + count);
  }
  return [...sums].sort(([, a], [, b]) => b - a);
}

function countBy<T>(notes: readonly Note[], namesOf: (note: Note) => readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const name of notes.flatMap(namesOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function alikeNote([first, ...others]: readonly Note[]): ToldNote {
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return { file: first.file, text: first.text + more };
}

function missingTypeNote(type: string, notes: readonly Note[]): ToldNote {
  const of = (wanted: NoteTopic) => notes.filter(({ topic }) => topic === wanted);
  const nodes = of("typesOfNodes").reduce((sum, { count = 1 }) => sum + count, 0);
  const costs = [
    [of("typesNamed").length, "type names it", "types name it"],
    [nodes, "node has it", "nodes have it"],
    [
      of("withoutEditor").length,
      "node has properties without an editor",
      "nodes have properties without an editor",
    ],
  ] as const;
  const told = costs.flatMap(([count, one, many]) => (count > 0 ? [counted(count, one, many)] : []));
  return {
    // The folder of a kind of files is what several of them have in common.
    file: (of("typesNamed")[0] ?? notes[0]).file.split("/", 1)[0],
    text: `the type ${type} is not there: ${told.join(", ")}`,
  };
}
