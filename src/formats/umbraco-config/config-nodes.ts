/** Puts the nodes of an `umbraco.config` into a tree, as they are read. */
import { holdsConflict } from "../../text/git-conflict.ts";
import { parseKey, ZERO_KEY } from "../../tree/key.ts";
import { keyOfId } from "../../tree/made-key.ts";
import { NO_PARENT } from "../../tree/preorder.ts";
import type { Tree } from "../../tree/tree.ts";
import { TreeBuilder } from "../../tree/tree-builder.ts";
import { type SegmentOptions, urlSegment, urlSource } from "../../urls/url-segment.ts";
import { madeUrlsNote, noteMadeKeys } from "../common-notes.ts";
import type { Findings } from "../findings.ts";
import { NodeWriter, propertyKind } from "../node-writer.ts";
import type { LineIndex } from "../xml/line-index.ts";
import { type ConfigNode, idOf, type NodeTaker } from "./config-node-reader.ts";
import { type ConfigRow, configUrls } from "./config-urls.ts";

const INTEGER = /^-?[0-9]{1,15}$/;
/** The row of a node that is left out. */
const NO_ROW = -1;

/** Tells the editor of a property of a type. */
export type FindEditor = (type: string, alias: string) => string | null;

/** The nodes that were read so far. */
export class ConfigNodes implements NodeTaker {
  readonly #file: string;
  readonly #lines: LineIndex;
  readonly #editorOf: FindEditor;
  readonly #urls: SegmentOptions | undefined;
  readonly #findings: Findings;
  readonly #builder = new TreeBuilder();
  readonly #texts = new NodeWriter("text");
  readonly #rows: ConfigRow[] = [];
  readonly #rowOfId = new Map<number, number>();
  #madeKeys = 0;
  #withoutEditor = 0;

  /** @param urls how urls are made of names where there is no `urlName`; absent where no urls are made */
  constructor(
    file: string,
    lines: LineIndex,
    editorOf: FindEditor,
    urls: SegmentOptions | undefined,
    findings: Findings,
  ) {
    this.#file = file;
    this.#lines = lines;
    this.#editorOf = editorOf;
    this.#urls = urls;
    this.#findings = findings;
  }

  open(node: ConfigNode): void {
    const id = idOf(node);
    if (id === undefined) {
      this.#error(
        node.position,
        `id must be a 32-bit integer, not ${JSON.stringify(node.attributes.id ?? "")}`,
      );
      node.row = NO_ROW;
      return;
    }
    const first = this.#rowOfId.get(id);
    if (first !== undefined) {
      this.#findings.note(
        this.#file,
        () =>
          `line ${this.#lineAt(node.position)}: is left out: the id ${id} is that of the node in line ${this.#lineAt(this.#rows[first].position)}`,
        "sameId",
      );
      node.row = NO_ROW;
      return;
    }
    const parent = this.#parentRow(node);
    node.row = this.#builder.addRow(parent);
    this.#rowOfId.set(id, node.row);
    const { position } = node;
    this.#rows.push({ position, id, parent, text: undefined, sortOrder: 0, segment: undefined });
  }

  close(node: ConfigNode): void {
    const { row, attributes, name } = node;
    if (row === NO_ROW) return;
    const { id } = this.#rows[row];
    const key = this.#keyOf(node, id);
    if (key === undefined) return;
    this.#builder.setId(row, id);
    this.#builder.setKey(row, key);
    const fields = {
      key,
      name: attributes.nodeName ?? "",
      url: undefined,
      type: attributes.nodeTypeAlias || name,
      sortOrder: this.#sortOrderOf(node),
      createDate: attributes.createDate || undefined,
      updateDate: attributes.updateDate || undefined,
      urlName: attributes.urlName || undefined,
      template: templateOf(attributes.template),
    };
    const { sortOrder = 0 } = fields;
    this.#builder.setSortOrder(row, sortOrder);
    const segment = this.#segmentOf(fields);
    const properties = this.#propertiesOf(node, fields.type);
    Object.assign(this.#rows[row], { sortOrder, segment, text: this.#texts.write(id, fields, properties) });
    node.properties = [];
  }

  #segmentOf({ name, urlName }: { name: string; urlName: string | undefined }): string | undefined {
    return this.#urls && (urlName ?? urlSegment(urlSource(name, undefined), this.#urls));
  }

  #propertiesOf(node: ConfigNode, type: string) {
    return node.properties.map(({ alias, text }) => {
      const editorAlias = this.#editorOf(type, alias);
      if (editorAlias === null) this.#withoutEditor++;
      if (holdsConflict(text)) this.#noteConflict(node, alias);
      return { property: propertyKind(alias, editorAlias), text };
    });
  }

  stray(name: string, position: number): void {
    this.#findings.note(
      this.#file,
      () => `line ${this.#lineAt(position)}: <${name}> is left out: it has no isDoc, and lies in no node`,
      "noNodes",
    );
  }

  crowded({ attributes, position }: ConfigNode, most: number): void {
    this.#error(position, `node ${attributes.id} has more than ${most} properties`);
  }

  build(): Tree | undefined {
    if (this.#findings.errorCount > 0) return undefined;
    this.#texts.finish();
    const urls = this.#urls ? configUrls(this.#rows) : [];
    this.#rows.forEach(({ text, id }, row) => {
      if (text) this.#texts.keep(this.#builder, row, text, id, { url: urls[row] });
    });
    this.#noteSums();
    return this.#builder.build((row, reason, other) => {
      const clash = other === undefined ? "" : ` (first in line ${this.#lineAt(this.#rows[other].position)})`;
      this.#error(this.#rows[row].position, `${reason}${clash}`);
    });
  }

  #noteSums(): void {
    const findings = this.#findings;
    if (this.#urls)
      findings.note(this.#file, madeUrlsNote(this.#urls, "urlName, or else of names"), "madeUrls");
    noteMadeKeys(this.#madeKeys, this.#file, findings);
    if (this.#withoutEditor > 0) {
      const count = `${this.#withoutEditor} properties have no editor alias`;
      findings.note(
        this.#file,
        `${count}, and the API's .NET client drops those: --editors can tell them`,
        "noEditors",
      );
    }
  }

  #noteConflict({ attributes, position }: ConfigNode, alias: string): void {
    this.#findings.note(
      this.#file,
      `line ${this.#lineAt(position)}: property ${alias} of node ${attributes.id} holds an unresolved Git conflict`,
      "conflicts",
    );
  }

  /** The row of the node around; of several with its id, the first has a row. */
  #parentRow({ parent }: ConfigNode): number {
    if (!parent) return NO_PARENT;
    return this.#rowOfId.get(idOf(parent) ?? Number.NaN) ?? NO_PARENT;
  }

  #keyOf({ attributes, position }: ConfigNode, id: number): string | undefined {
    const key = attributes.key ? parseKey(attributes.key.trim()) : ZERO_KEY;
    if (key === ZERO_KEY) {
      this.#madeKeys++;
      return keyOfId(id);
    }
    if (key === undefined) this.#error(position, `key must be a GUID, not ${JSON.stringify(attributes.key)}`);
    return key;
  }

  #sortOrderOf({ attributes: { sortOrder }, position }: ConfigNode): number | undefined {
    if (!sortOrder) return undefined;
    if (INTEGER.test(sortOrder)) return Number(sortOrder);
    this.#error(position, `sortOrder must be an integer, not ${JSON.stringify(sortOrder)}`);
    return undefined;
  }

  #lineAt(position: number): number {
    return this.#lines.lineAt(position);
  }

  #error(position: number, reason: string): void {
    this.#findings.error(this.#file, () => `:${this.#lineAt(position)}`, reason);
  }
}

/** The id of a template; 0 stands for none. */
function templateOf(text = ""): string | number | undefined {
  if (!INTEGER.test(text)) return text || undefined;
  return Number(text) || undefined;
}
