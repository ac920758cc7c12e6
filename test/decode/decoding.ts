/** Decodes values as the tests write them: stored, editor, configuration. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { jsonOf } from "../../src/decode/decoded-value.ts";
import type {
  ContentSummary,
  DecodingReport,
  DecodingSite,
  Expansion,
  MediaSummary,
  NodeSummary,
  PageRoute,
  Resolved,
  StoredProperty,
} from "../../src/decode/decoding.ts";
import { propertyContent } from "../../src/decode/editor-values.ts";
import { valueForms, valueParts } from "../../src/decode/model-json-schema.ts";
import { PropertyTypes } from "../../src/decode/property-types.ts";
import { ValueDecoder } from "../../src/decode/value-decoder.ts";
import type { TypeLists } from "../../src/site/schema/site-types.ts";
import { isRedirect } from "../../src/site/values/editors.ts";
import { keyOf } from "../support/site.ts";

export const ROUTE: PageRoute = {
  path: "/about/",
  queryString: null,
  startItem: { id: keyOf(10), path: "home" },
};

/** The page 11 and the media node 21; node 12 is a page without a URL. */
export const ABOUT: ContentSummary = {
  kind: "content",
  key: keyOf(11),
  type: "page",
  name: "About",
  createDate: "2026-01-01T00:00:00",
  updateDate: "2026-01-02T00:00:00",
  route: ROUTE,
};
export const ELSEWHERE: ContentSummary = { ...ABOUT, key: keyOf(12), name: "Elsewhere", route: null };
export const PICTURE: MediaSummary = {
  kind: "media",
  key: keyOf(21),
  type: "Image",
  name: "Picture",
  url: "/media/1001/picture.jpg",
  extension: "jpg",
  width: 100,
  height: 50,
  bytes: 12345,
  focalPoint: { left: 0.25, top: 0.5 },
  hasCropper: true,
  crops: [],
};
const NODES: readonly NodeSummary[] = [ABOUT, ELSEWHERE, PICTURE];

/** Ids above 900 cannot be resolved, other nodes than those above are dead. */
function resolveInTests({ kind, target }: Parameters<DecodingSite["resolve"]>[0]): Resolved {
  const isTarget = ({ key }: NodeSummary) =>
    target.by === "id" ? key === keyOf(target.id) : target.by === "key" && key === target.key;
  const node = NODES.find((each) => (kind === undefined || each.kind === kind) && isTarget(each));
  const file = NODES.find(
    (each) => target.by === "path" && each.kind === "media" && each.url === target.path,
  );
  const found = node ?? file;
  if (found) return { state: "found", node: found };
  return { state: target.by === "id" && target.id > 900 ? "unknown" : "dead" };
}

/** Gives the name of a picked node, and expands the same below each property. */
export const WITH_NAMES: Expansion = {
  below: () => WITH_NAMES,
  properties: ({ name }) => ({ named: name }),
};

/** Properties of a type: the editor, and the configuration of its data type. */
export type TestProperties = Record<string, [editor: string, config?: object]>;

/** A content type of tests; its key is that of the number. */
export type TestType = {
  alias: string;
  key: number;
  properties: TestProperties;
  /** Whether it varies by language. Default: that is not known */
  varies?: boolean;
};

/** A data type that no property has; its key is that of the number. */
type TestDataType = { key: number; editorAlias: string; config?: object };

/** Types with data types of their own for each property. */
function typesOf(types: readonly TestType[], dataTypes: readonly TestDataType[]): PropertyTypes {
  const data: object[] = dataTypes.map(({ key, editorAlias, config = {} }, i) => ({
    id: i + 1,
    key: keyOf(key),
    editorAlias,
    config,
  }));
  const content = types.map(({ alias, key, properties }) => ({
    alias,
    key: keyOf(key),
    compositions: [],
    tabs: [
      {
        properties: Object.entries(properties).map(([name, [editorAlias, config = {}]]) => ({
          alias: name,
          editorAlias,
          dataTypeId: data.push({ id: data.length + 1, editorAlias, config }),
        })),
      },
    ],
  }));
  const traits = types.flatMap(({ key, varies }) =>
    varies === undefined ? [] : [[keyOf(key), { variation: varies ? "culture" : "nothing" }] as const],
  );
  return new PropertyTypes({ content, media: [], data, traits: new Map(traits) } as unknown as TypeLists);
}

const named = (name: string) => ({ $ref: `#/$defs/${name}` });
const forms = valueForms(named);
const ELEMENT = { type: "object", required: ["contentType", "id", "properties"] };
const SCHEMA = { $id: "forms", $defs: { ...valueParts(named), Element: ELEMENT, ...forms } };
const AJV = new Ajv2020({ strict: false, schemas: [SCHEMA] });

/** What a test decodes. */
export type TestValue = {
  stored: unknown;
  /** The CMS's own editors without `Umbraco.`. Default: unknown */
  editor?: string;
  config?: object;
  alias?: string;
  /** Types of elements. Default: none */
  types?: readonly TestType[];
  dataTypes?: readonly TestDataType[];
  site?: Partial<DecodingSite>;
  /** Whether the type of the node varies by language. Default: that is not known */
  varies?: boolean;
  property?: Partial<StoredProperty>;
};

/** The value, and the lines of the report as `problem pointer text`. */
export type TestResult = { json: string; value: unknown; report: string[] };

/** Decodes the value of the property `value` of the node 1, whose type is `page`. */
export function decode({ stored, editor, config, alias = "value", ...rest }: TestValue): TestResult {
  const isOwn = /^(?:[^.]+|(?:DropDown|ColorPicker|Plain)\..+)$/.test(editor ?? ".");
  const editorAlias = isOwn ? `Umbraco.${editor}` : editor;
  const page: TestType = { alias: "page", key: 9000, properties: {}, varies: rest.varies };
  if (editorAlias !== undefined) page.properties[alias] = [editorAlias, config];
  const lines: DecodingReport[] = [];
  const site: DecodingSite = {
    mode: "export",
    resolve: resolveInTests,
    report: (line) => lines.push(line),
    ...rest.site,
  };
  const decoder = new ValueDecoder(site, typesOf([page, ...(rest.types ?? [])], rest.dataTypes ?? []));
  const json = jsonOf(
    decoder.property({
      node: keyOf(1),
      kind: "content",
      type: "page",
      alias,
      editorAlias: editorAlias ?? null,
      value: JSON.stringify(stored),
      ...rest.property,
    }),
  );
  // What the content model declares of the editor holds for what was decoded.
  const isDeclared = editorAlias !== undefined && !isRedirect(alias) && !rest.property?.expansion;
  if (isDeclared && lines.length === 0) {
    const { form } = propertyContent(editorAlias, { ...config });
    const isValid = json === "null" || AJV.validate(`forms#/$defs/${form}`, JSON.parse(json));
    if (!isValid) throw new Error(`${json} has not the form ${form}: ${AJV.errorsText()}`);
  }
  const report = lines.map(({ problem, pointer, text }) => `${problem} ${pointer} ${text}`);
  return { json, value: JSON.parse(json), report };
}
