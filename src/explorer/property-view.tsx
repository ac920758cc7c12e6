/** One property as a row: its name, and its value; its elements as cards. */
import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import type { AreaDetails, ElementDetails, PropertyDetails } from "../http/explorer/explorer-api.ts";
import type { Kind } from "../operations.ts";
import { CopyButton } from "./copy-button.tsx";
import { indented, isExactObject, isNest, readJson, unnested } from "./exact-json.ts";
import { fetchText, shownUrl, useFetched } from "./fetch-view.ts";
import { JsonTree } from "./json-tree.tsx";
import { countOf } from "./locale-text.ts";
import { SearchableText, SearchInNode } from "./marked-text.tsx";
import { ProblemText } from "./problem-text.tsx";
import { labelOf, OmittedCount, ValueView } from "./value-view.tsx";

/** The node whose properties are shown. */
type Owner = {
  kind: Kind;
  key: string;
  /** The path of its own file, if that is served. */
  file: string | undefined;
  siteUrl: string | undefined;
  version: string;
  /** Whether all elements are open or closed; `undefined` leaves that to their depth. */
  areOpen: boolean | undefined;
  /** The aliases of the properties that have changed since the earlier state. */
  changed: readonly string[];
};

export const OwnerContext = createContext<Owner | undefined>(undefined);

/** @param alias of the node's property, if this is a property of an element in it */
export function PropertyView({
  property,
  alias,
  depth = 0,
}: {
  property: PropertyDetails;
  alias?: string;
  depth?: number;
}) {
  const owner = useContext(OwnerContext);
  const [form, setForm] = useState<"raw" | "decoded">();
  const [isShown, setShown] = useState(!property.isSecret);
  const { json, whole, load } = useValue(property, owner, alias ?? property.alias);
  const title = property.name ?? property.alias;
  const isChanged = depth === 0 && owner?.changed.includes(property.alias);
  const show = () => {
    load();
    setShown(true);
  };
  const toggle = (next: "raw" | "decoded") => {
    if (next === "raw") load();
    setForm(form === next ? undefined : next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no field of a form; a section would be a landmark, of which several may have one name
    <div
      class="property"
      role="group"
      aria-label={title}
      data-change={isChanged ? "changed" : undefined}
      title={isChanged ? "changed" : undefined}
    >
      <header>
        <PropertyName property={property} />
        {isChanged ? <span class="hidden">changed</span> : null}
      </header>
      <div class="property-value">
        {!isShown ? (
          <p>
            <span class="quiet">Redacted: this looks like a secret.</span>{" "}
            <button type="button" onClick={show}>
              Show the value
            </button>
          </p>
        ) : form === "raw" ? (
          <RawValue json={json} />
        ) : form === "decoded" && owner ? (
          <DecodedValue owner={owner} alias={property.alias} />
        ) : (
          <ValueView
            value={property}
            json={json}
            file={owner?.file}
            nodeKey={owner?.key}
            siteUrl={owner?.siteUrl}
            onLoad={load}
          />
        )}
        {form !== undefined || property.elements.length === 0 ? null : (
          <ElementList elements={property.elements} alias={alias ?? property.alias} depth={depth} />
        )}
      </div>
      {isShown ? (
        <div class="property-tools">
          {depth === 0 && !property.isSecret ? (
            <button
              type="button"
              class="for-developers"
              aria-pressed={form === "decoded"}
              aria-label={`Decoded value of ${title}`}
              onClick={() => toggle("decoded")}
            >
              Decoded
            </button>
          ) : null}
          <button
            type="button"
            aria-pressed={form === "raw"}
            aria-label={`Raw value of ${title}`}
            onClick={() => toggle("raw")}
          >
            Raw
          </button>
          <CopyButton text={() => whole().then(copiedOf)} what={`the value of ${title}`} />
        </div>
      ) : null}
    </div>
  );
}

function RawValue({ json }: { json: string | undefined }) {
  if (json === undefined) return <p class="quiet">Loading …</p>;
  const read = readJson(json);
  const value = read === undefined ? undefined : unnested(read);
  return isNest(value) ? (
    <JsonTree value={value} />
  ) : (
    <pre tabIndex={0}>{value === undefined ? json : indented(value)}</pre>
  );
}

/** The value as an importer reads it. */
function DecodedValue({ owner: { kind, key, version }, alias }: { owner: Owner; alias: string }) {
  const { answer, problem } = useFetched(shownUrl("decoded", { kind, key }), version, readJson);
  if (problem) return <ProblemText text={problem} />;
  const properties = isExactObject(answer) ? answer.properties : undefined;
  if (!isExactObject(properties)) return <p class="quiet">Loading …</p>;
  const value = properties[alias] ?? null;
  return isNest(value) ? <JsonTree value={value} /> : <pre tabIndex={0}>{indented(value)}</pre>;
}

/** The value's JSON; a long one is fetched on demand. */
function useValue(property: PropertyDetails, owner: Owner | undefined, alias: string) {
  const [loaded, setLoaded] = useState<string>();
  const json = property.json ?? loaded;
  const whole = async () => {
    if (json !== undefined || !owner) return json ?? "null";
    const text = await fetchText(
      shownUrl("value", {
        kind: owner.kind,
        key: owner.key,
        alias,
        pointer: property.pointer || undefined,
        secrets: property.isSecret ? "true" : undefined,
      }),
    );
    setLoaded(text);
    return text;
  };
  const load = () => {
    whole().catch(() => undefined);
  };
  return { json, whole, load };
}

function PropertyName({ property }: { property: PropertyDetails }) {
  const { alias, name, description, editorAlias, culture, segment } = property;
  const facts = [name === undefined || name === alias ? undefined : alias, editorAlias, description];
  return (
    <>
      <p class="property-name" title={facts.filter(Boolean).join("\n")}>
        <bdi>
          <SearchableText text={name ?? alias} />
        </bdi>
      </p>
      <p class="property-facts">
        {name === undefined || name === alias ? null : (
          <code class="for-developers">
            <bdi>{alias}</bdi>
          </code>
        )}
        {editorAlias ? <bdi class="for-developers">{editorAlias}</bdi> : null}
        {[culture, segment].map((fact) => (fact ? <bdi key={fact}>{fact}</bdi> : null))}
      </p>
      {description ? <p class="quiet property-description for-developers">{description}</p> : null}
    </>
  );
}

/** A text is copied as it is, all else as JSON. */
function copiedOf(json: string): string {
  const value = json.startsWith('"') ? readJson(json) : undefined;
  return typeof value === "string" ? value : json;
}

/** What editors call each layout. */
const LAYOUT_NAMES: Readonly<Record<string, string>> = {
  "nested-content": "nested content",
  "stacked-content": "stacked content",
  archetype: "archetype fieldset",
  vorto: "languages",
  grid: "grid control",
  "doc-type-grid": "doc type grid",
  leblender: "LeBlender",
  "content-blocks": "content block",
  "block-list": "block",
  "block-grid": "block in a grid",
  "single-block": "single block",
  "rich-text-blocks": "block in rich text",
  blocks: "block",
  "grid-row": "row",
  "grid-sections": "sections",
};

/** Drawing more elements at once would stop the page for seconds. */
const FIRST_ELEMENTS = 100;

type ElementListProps = { elements: readonly ElementDetails[]; alias: string; depth: number };

/** Elements as cards; the settings of a block belong to the card before them. */
function ElementList({ elements, alias, depth }: ElementListProps) {
  const [isWhole, setWhole] = useState(false);
  const isSearched = useContext(SearchInNode) !== "";
  const cards: { element: ElementDetails; settings: ElementDetails[] }[] = [];
  for (const element of elements) {
    const last = cards.at(-1);
    if (element.role === "settings" && last) last.settings.push(element);
    else cards.push({ element, settings: [] });
  }
  const shown = isWhole || isSearched ? cards : cards.slice(0, FIRST_ELEMENTS);
  return (
    <>
      <ol class="elements">
        {shown.map(({ element, settings }, i) => (
          <li key={`${i} ${element.alias}`}>
            <ElementCard element={element} settings={settings} alias={alias} depth={depth} />
          </li>
        ))}
      </ol>
      {shown.length < cards.length ? (
        <button type="button" class="link" onClick={() => setWhole(true)}>
          Show all {countOf(cards.length, "element", "elements")}
        </button>
      ) : null}
    </>
  );
}

/** Deeper elements are closed at first. */
const OPEN_DEPTH = 1;

type CardProps = {
  element: ElementDetails;
  settings: readonly ElementDetails[];
  alias: string;
  depth: number;
};

function ElementCard({ element, settings, alias, depth }: CardProps) {
  const { layout, alias: type, typeName, properties, areas } = element;
  const areOpen = useContext(OwnerContext)?.areOpen;
  const [opened, setOpened] = useState<boolean>();
  const isOpen = opened ?? areOpen ?? depth < OPEN_DEPTH;
  const label = labelOf(element);
  const name = typeName ?? type ?? LAYOUT_NAMES[layout] ?? layout;
  return (
    <details
      class="element"
      open={isOpen}
      onToggle={(event) => {
        if (event.currentTarget.open !== isOpen) setOpened(event.currentTarget.open);
      }}
    >
      <summary>
        <bdi class="element-name">{name}</bdi>{" "}
        {label && label !== name ? <bdi class="element-label">{label}</bdi> : null}{" "}
        <span class="quiet element-layout">{spanOf(element) || (LAYOUT_NAMES[layout] ?? layout)}</span>
      </summary>
      {isOpen ? (
        <div class="element-properties">
          <PropertyRows properties={properties} alias={alias} depth={depth + 1} />
          {settings.map(({ properties: own, typeName: settingsName }, i) => (
            <div key={i} class="settings">
              <p class="quiet settings-title">Settings{settingsName ? `: ${settingsName}` : ""}</p>
              <PropertyRows properties={own} alias={alias} depth={depth + 1} />
            </div>
          ))}
          {areas ? <Areas areas={areas} alias={alias} depth={depth} /> : null}
        </div>
      ) : null}
    </details>
  );
}

/** The columns of a grid that sets none. */
const DEFAULT_COLUMNS = 12;
/** Grids of more columns are shown one area below the other. */
const MOST_COLUMNS = 24;

type AreasProps = { areas: readonly AreaDetails[]; alias: string; depth: number };

/** Areas side by side, by their spans or else equally wide. */
function Areas({ areas, alias, depth }: AreasProps) {
  const hasSpans = areas.every(({ columnSpan }) => columnSpan !== undefined);
  const given = hasSpans ? (areas[0].columns ?? DEFAULT_COLUMNS) : areas.length;
  const columns = given > MOST_COLUMNS ? 1 : given;
  // One area of the whole width is no column.
  const isWhole = areas.length === 1 && areas[0].columnSpan === given;
  return (
    <div class="areas" style={{ "--columns": columns }}>
      {areas.map((area, i) => {
        const { alias: name, columnSpan = 1, elements, omitted } = area;
        const title = [name, isWhole ? "" : spanOf(area)].filter(Boolean).join(" · ");
        return (
          // biome-ignore lint/a11y/useSemanticElements: no field of a form; a section would be a landmark
          <div
            key={i}
            class={isWhole && !name ? undefined : "area"}
            role="group"
            aria-label={`Area ${name ?? i + 1}`}
            style={{ "--span": Math.min(hasSpans ? columnSpan : 1, columns) }}
          >
            {title ? <bdi class="quiet area-title">{title}</bdi> : null}
            {elements.length > 0 ? (
              <ElementList elements={elements} alias={alias} depth={depth} />
            ) : (
              <p class="quiet">Empty.</p>
            )}
            <OmittedCount count={omitted} />
          </div>
        );
      })}
    </div>
  );
}

/** `6 of 12 columns`, `6 columns, 2 rows`; empty if the span is not known. */
function spanOf({ columnSpan, columns, rowSpan = 1 }: ElementDetails | (AreaDetails & { rowSpan?: number })) {
  if (columnSpan === undefined) return "";
  const width = columns
    ? `${columnSpan} of ${countOf(columns, "column", "columns")}`
    : countOf(columnSpan, "column", "columns");
  return rowSpan > 1 ? `${width}, ${rowSpan} rows` : width;
}

/** The properties of elements, and of the elements in their areas. */
export function propertiesInside(elements: readonly ElementDetails[]): PropertyDetails[] {
  return elements.flatMap(({ properties, areas = [] }) => [
    ...properties,
    ...areas.flatMap((area) => propertiesInside(area.elements)),
  ]);
}

type RowsProps = {
  properties: readonly PropertyDetails[];
  /** The node's property, if the element is inside one. */
  alias?: string;
  depth?: number;
};

/** Properties with a value as rows, then the names of the empty ones in one line. */
function PropertyRows({ properties, alias, depth = 0 }: RowsProps) {
  const owner = useContext(OwnerContext);
  const filled = properties.filter((property) => !hasNoValue(property));
  const empty = properties.filter(hasNoValue);
  return (
    <>
      {filled.map((property, i) => (
        <PropertyView
          key={`${owner?.version} ${i} ${property.alias} ${property.pointer}`}
          property={property}
          alias={alias}
          depth={depth}
        />
      ))}
      {depth > 0 && empty.length > 0 ? <EmptyNames properties={empty} /> : null}
    </>
  );
}

export function EmptyNames({ properties }: { properties: readonly PropertyDetails[] }) {
  return (
    <p class="quiet empty-names">
      {properties.length} empty: <bdi>{properties.map(({ name, alias }) => name ?? alias).join(", ")}</bdi>
    </p>
  );
}

export function hasNoValue({ shape }: PropertyDetails): boolean {
  return shape === "empty";
}
