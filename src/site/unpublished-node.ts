/** Nodes that are left out of the trees since they are not published: a reference to one is no fault of the data. */
import type { Kind } from "../operations.ts";
import type { Key } from "./tree/key.ts";

export type UnpublishedNode = { kind: Kind; id: number; key: Key };
