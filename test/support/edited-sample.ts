/** The sample some days later, edited by hand: the examples of `diff` compare the two. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DataNode, everyNode } from "../oracle.ts";
import { ROOT } from "./repository.ts";

type Properties = Record<string, { alias: string; editorAlias: string | null; value: unknown }>;
type EditedNode = DataNode & { children: DataNode[]; properties: Properties };

const SAMPLE = join(ROOT, "data");

/** Copies the sample to a folder. */
export function writeSample(folder: string): void {
  cpSync(SAMPLE, folder, { recursive: true });
}

/** Copies the sample to a folder, and edits the copy. */
export function writeEditedSample(folder: string): void {
  cpSync(SAMPLE, folder, { recursive: true });
  for (const [kind, edit] of [
    ["content", editContent],
    ["media", editMedia],
  ] as const) {
    const file = join(folder, `${kind}.json`);
    const roots: DataNode[] = JSON.parse(readFileSync(file, "utf8"));
    edit(roots);
    writeFileSync(file, JSON.stringify(roots));
  }
}

function editContent(roots: DataNode[]): void {
  const node = (id: number) => nodeWith(roots, id);
  Object.assign(node(1053), { name: "What's on", url: "/whats-on/" });
  for (const { node: each } of everyNode(node(1053).children)) {
    each.url = String(each.url).replace("/events/", "/whats-on/");
  }
  node(1057).properties.adultPrice.value = 140;
  const { bodyText } = node(1085).properties;
  bodyText.value = String(bodyText.value).replace("older than the king", "nearly as old as the king");
  for (const id of [1057, 1085]) node(id).updateDate = EDITED;
  node(1067).type = "article";
  node(1079).sortOrder = -1;
  remove(roots, 1061);
  node(1088).children.push(
    Object.assign(remove(roots, 1077), { url: "/in-other-languages/what-fog-sounds-like/" }),
  );
  const [year, event] = [added(1098, "2025", "eventYear"), added(1099, "The longest note", "event")];
  year.children.push(event);
  node(1053).children.push(Object.assign(year, { sortOrder: 2 }));
}

function editMedia(roots: DataNode[]): void {
  nodeWith(roots, 1209).properties.altText = {
    alias: "altText",
    editorAlias: "Umbraco.TextBox",
    value: "A small red horn",
  };
  nodeWith(roots, 1209).updateDate = EDITED;
  remove(roots, 1212);
}

/** The date of the edit, which the CMS writes to changed nodes. */
const EDITED = "2026-11-20T16:20:00";

/** A node of nested data. */
export function nodeWith(roots: DataNode[], id: number): EditedNode {
  const found = [...everyNode(roots)].find(({ node }) => node.id === id)?.node;
  if (found === undefined) throw new Error(`there is no node ${id}`);
  found.children ??= [];
  found.properties ??= {};
  return found as EditedNode;
}

/** Removes a node from nested data. */
function remove(roots: DataNode[], id: number): DataNode {
  const lists = [roots, ...[...everyNode(roots)].map(({ node }) => node.children ?? [])];
  for (const list of lists) {
    const at = list.findIndex((each) => each.id === id);
    if (at >= 0) return list.splice(at, 1)[0];
  }
  throw new Error(`there is no node ${id}`);
}

function added(id: number, name: string, type: string): DataNode & { children: DataNode[] } {
  const key = `0b6d0f5e-0000-4000-8000-${String(id).padStart(12, "0")}`;
  return { id, key, name, type, sortOrder: 0, properties: {}, children: [] };
}
