/** UDIs, Umbraco's names of entities from version 7.6 on: `umb://document/<GUID>`, also of media, members, elements and types. */
import type { Kind } from "../operations.ts";
import { type Key, keyOfDigits, parseKey } from "./tree/key.ts";

export type Udi = {
  /** As written. */
  text: string;
  /** The entity type in lower case. */
  type: string;
  /** The tree of the node; `undefined` if the entity is no node. */
  kind: Kind | undefined;
  /** `undefined` if the UDI has no GUID, as an open one. */
  key: Key | undefined;
};

/** The entity types of nodes. */
const TYPES: Readonly<Record<Kind, string>> = { content: "document", media: "media" };
/** The identifier is a GUID in form N or D; an open UDI has none. */
const UDI =
  /umb:\/\/([a-z-]{1,40})(?:\/(?:([0-9a-f]{32})(?![0-9a-f])|([0-9a-f-]{36}(?![0-9a-f])|[\w-]{0,40})))?/iy;

/** Returns the UDI at an offset of a text. */
export function udiAt(text: string, at: number): Udi | undefined {
  UDI.lastIndex = at;
  const match = UDI.exec(text);
  if (!match) return undefined;
  const [written, entity, digits, id = ""] = match;
  const type = entity.toLowerCase();
  const key = digits === undefined ? parseKey(id) : keyOfDigits(digits.toLowerCase());
  return { text: written, type, kind: kindOfEntity(type), key };
}

/** The tree of an entity type, in any case; `undefined` if its entities are no nodes. */
export function kindOfEntity(type: string | undefined): Kind | undefined {
  const name = type?.toLowerCase();
  return name === TYPES.content ? "content" : name === TYPES.media ? "media" : undefined;
}

/** The GUID in a name that is a GUID or a UDI, as blocks and elements have it; a name that is neither stays. */
export function keyInName(name: string | undefined): string | undefined {
  const last = name?.slice(name.lastIndexOf("/") + 1);
  return last === undefined ? undefined : (parseKey(last) ?? last);
}

/** Returns the UDI that a text is. */
export function parseUdi(text: string): Udi | undefined {
  const udi = udiAt(text, 0);
  return udi?.text.length === text.length ? udi : undefined;
}

/** Returns the UDI of a node. */
export function writeUdi(kind: Kind, key: Key): string {
  return `umb://${TYPES[kind]}/${key.replaceAll("-", "")}`;
}
