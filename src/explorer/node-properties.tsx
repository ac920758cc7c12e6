/** The properties of a node: its tabs one below the other, their groups within, empty properties in one line, then its fields. */
import { useMemo, useState } from "preact/hooks";
import type {
  ExplorerSite,
  NodeDetails,
  PropertyDetails,
  PropertyGroup,
  TreeRow,
} from "../http/explorer/explorer-api.ts";
import { fieldTitle } from "../site/field-titles.ts";
import { type ExactJson, isNest, readJson } from "./exact-json.ts";
import { JsonTree, Scalar } from "./json-tree.tsx";
import { localDate } from "./locale-text.ts";
import { SearchInNode } from "./marked-text.tsx";
import { EmptyNames, hasNoValue, OwnerContext, PropertyView, propertiesInside } from "./property-view.tsx";
import { linkTo, type Query, setQuery } from "./route.ts";

const DEVELOPERS = "explorer-developers";

type PropertiesProps = { site: ExplorerSite; details: NodeDetails; own: TreeRow; query: Query };

export function NodeProperties({ site, details, own, query }: PropertiesProps) {
  const { kind, groups, fields, file } = details;
  const [areOpen, setAreOpen] = useState<boolean>();
  const [isForDevelopers, setForDevelopers] = useState(() => localStorage.getItem(DEVELOPERS) === "yes");
  const tabs = useMemo(() => tabsOf(groups), [groups]);
  const { tab = "", ...rest } = query as Query & { tab?: string };
  const { q = "" } = query;
  const wanted = q.trim().toLowerCase();
  const shown = tabs.some(({ slug }) => slug === tab) ? tabs.filter(({ slug }) => slug === tab) : tabs;
  const all = shown.flatMap(({ group }) => propertiesIn(group));
  const propertyCount = groups.flatMap(propertiesIn).length;
  const empty = all.filter(hasNoValue);
  const isEmptyToo = query.empty === "yes";
  const matches = (property: PropertyDetails) =>
    wanted === "" ? !hasNoValue(property) || isEmptyToo : hasWanted(property, wanted);
  const owner = {
    ...{ kind, key: own.key, file, siteUrl: site.siteUrl, version: site.version },
    areOpen: wanted === "" ? areOpen : true,
    changed: details.change?.properties.map(({ name }) => name) ?? [],
  };
  const hasElements = all.some(({ elements }) => elements.length > 0);
  const toggleDevelopers = () => {
    localStorage.setItem(DEVELOPERS, isForDevelopers ? "no" : "yes");
    setForDevelopers(!isForDevelopers);
  };
  return (
    <section class="properties" aria-label="Properties" data-developers={isForDevelopers || undefined}>
      <h2 class="hidden">Properties</h2>
      <div class="toolbar">
        {tabs.length > 1 ? (
          <nav class="tab-strip" aria-label="Tabs">
            {[{ slug: "", group: { name: "All" } }, ...tabs].map(({ slug, group }) => (
              <a
                key={slug}
                href={linkTo({
                  view: "node",
                  kind,
                  key: own.key,
                  query: slug === "" ? rest : { ...rest, tab: slug },
                })}
                aria-current={slug === (shown.length === tabs.length ? "" : tab) ? "true" : undefined}
              >
                <bdi>{group.name ?? "Others"}</bdi>
              </a>
            ))}
          </nav>
        ) : null}
        <span class="toolbar-end" hidden={propertyCount === 0}>
          {hasElements ? (
            <button type="button" class="link" onClick={() => setAreOpen(!(areOpen ?? false))}>
              {areOpen ? "Fold all blocks" : "Unfold all blocks"}
            </button>
          ) : null}
          <label>
            <input type="checkbox" checked={isForDevelopers} onChange={toggleDevelopers} /> For developers
          </label>
          <input
            type="search"
            aria-label="Find in the properties"
            placeholder="Find in node"
            value={q}
            onInput={(event) => setQuery({ q: event.currentTarget.value }, "replace")}
          />
        </span>
      </div>
      <OwnerContext.Provider value={owner}>
        {all.length === 0 && kind === "content" ? <p class="quiet">No properties.</p> : null}
        {wanted !== "" && !all.some(matches) ? <p role="status">No property has this text.</p> : null}
        <SearchInNode.Provider value={wanted}>
          {shown.map(({ slug, group }) => (
            <Tab key={slug} group={group} hasHeading={tabs.length > 1} matches={matches} />
          ))}
        </SearchInNode.Provider>
      </OwnerContext.Provider>
      {wanted === "" && empty.length > 0 ? (
        <div class="empties">
          {isEmptyToo ? null : <EmptyNames properties={empty} />}
          <button
            type="button"
            class="link"
            aria-expanded={isEmptyToo}
            onClick={() => setQuery({ empty: isEmptyToo ? undefined : "yes" }, "replace")}
          >
            {isEmptyToo ? "Hide" : "Show"} empty properties
          </button>
        </div>
      ) : null}
      {wanted === "" && (tab === "" || shown.length === tabs.length) ? <FieldList fields={fields} /> : null}
    </section>
  );
}

type TabProps = {
  group: PropertyGroup;
  hasHeading: boolean;
  matches: (property: PropertyDetails) => boolean;
};

function Tab({ group, hasHeading, matches }: TabProps) {
  const { name, properties, groups = [] } = group;
  if (!propertiesIn(group).some(matches)) return null;
  const list = (all: readonly PropertyDetails[]) =>
    all.filter(matches).map((property) => <PropertyView key={property.alias} property={property} />);
  return (
    <div class="tab">
      {hasHeading ? (
        <h3 class="tab-title">
          <bdi>{name ?? "Others"}</bdi>
        </h3>
      ) : null}
      {list(properties)}
      {groups
        .filter((each) => each.properties.some(matches))
        .map((each, i) => (
          <div key={i} class="property-group">
            <h4 class="group-title">
              <bdi>{each.name}</bdi>
            </h4>
            {list(each.properties)}
          </div>
        ))}
    </div>
  );
}

/** Tabs with names for the URL: several tabs may have one name. */
function tabsOf(groups: readonly PropertyGroup[]): { slug: string; group: PropertyGroup }[] {
  const used = new Map<string, number>();
  return groups.map((group) => {
    const name = (group.name ?? "others").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-") || "-";
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return { slug: count === 1 ? name : `${name}-${count}`, group };
  });
}

/** The properties of a tab, and of its groups. */
export function propertiesIn({ properties, groups = [] }: PropertyGroup): PropertyDetails[] {
  return [properties, ...groups.map((group) => group.properties)].flat();
}

/** Whether the name or the value of a property, or of an element in it, has a text. */
function hasWanted({ name, alias, json, elements, isSecret }: PropertyDetails, wanted: string): boolean {
  if ([name, alias].some((text) => text?.toLowerCase().includes(wanted))) return true;
  if (!isSecret && json?.toLowerCase().includes(wanted)) return true;
  return propertiesInside(elements).some((each) => hasWanted(each, wanted));
}

/** Fields that the head of the page shows. */
const SHOWN_ABOVE = ["id", "key", "name", "type", "url", "updateDate"];

function FieldList({ fields }: Pick<NodeDetails, "fields">) {
  const shown = fields.filter(({ name, json }) => !SHOWN_ABOVE.includes(name) && json !== "null");
  if (shown.length === 0) return null;
  return (
    <div class="tab">
      <h3 class="tab-title">Fields</h3>
      <dl class="fields">
        {shown.map(({ name, json }) => (
          <div key={name}>
            <dt title={name}>
              <bdi>{fieldTitle(name)}</bdi>
            </dt>
            <dd>
              <FieldValue name={name} value={readJson(json) ?? json} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function FieldValue({ name, value }: { name: string; value: ExactJson }) {
  if (isNest(value)) return <JsonTree value={value} isOpen={false} />;
  const isDate = typeof value === "string" && /date$/i.test(name);
  return isDate ? <time title={value}>{localDate(value)}</time> : <Scalar value={value} />;
}
