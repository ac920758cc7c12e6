/** The properties of a node: in tabs by name where types are known, else in one list. */
import { useState } from "preact/hooks";
import type { PropertyGroup } from "../http/explorer/explorer-answers.ts";
import { type Owner, PropertyView } from "./property-view.tsx";

type TabsProps = { groups: readonly PropertyGroup[]; owner: Owner };

export function PropertyTabs({ groups, owner }: TabsProps) {
  // By position: several tabs may have one name, as groups and compositions do.
  const [chosen, setChosen] = useState(0);
  const at = chosen < groups.length ? chosen : 0;
  const group = groups[at];
  if (!group) return <p class="quiet">No properties.</p>;
  const list = group.properties.map((property) => (
    <PropertyView key={`${owner.key} ${owner.version} ${property.alias}`} property={property} owner={owner} />
  ));
  if (groups.length === 1)
    return (
      <section aria-label="Properties">
        <h2 class="hidden">Properties</h2>
        {list}
      </section>
    );
  return (
    <section aria-label="Properties">
      <h2 class="hidden">Properties</h2>
      <TabList groups={groups} at={at} onChoose={setChosen} />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${at}`}>
        {list}
      </div>
    </section>
  );
}

type TabListProps = { groups: readonly PropertyGroup[]; at: number; onChoose: (at: number) => void };

function TabList({ groups, at, onChoose }: TabListProps) {
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const to = (at + step + groups.length) % groups.length;
    onChoose(to);
    document.getElementById(`tab-${to}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Properties" onKeyDown={move}>
      {groups.map((group, i) => (
        <button
          key={`tab-${i}`}
          type="button"
          role="tab"
          id={`tab-${i}`}
          aria-selected={i === at}
          aria-controls="tab-panel"
          tabIndex={i === at ? 0 : -1}
          onClick={() => onChoose(i)}
        >
          {titleOf(group)} <span class="quiet">{group.properties.length}</span>
        </button>
      ))}
    </div>
  );
}

function titleOf({ name }: PropertyGroup): string {
  return name ?? "Others";
}
