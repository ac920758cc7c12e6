/** The properties of a node: in tabs by name where types are known, else in one list. */
import { useState } from "preact/hooks";
import type { PropertyGroup } from "../explorer-answers.ts";
import { type Owner, PropertyView } from "./property-view.tsx";

type TabsProps = { groups: readonly PropertyGroup[]; owner: Owner };

export function PropertyTabs({ groups, owner }: TabsProps) {
  const [chosen, setChosen] = useState<string>();
  const names = groups.map(titleOf);
  const at = Math.max(0, names.indexOf(chosen ?? ""));
  const group = groups[at];
  if (!group) return <p class="quiet">No properties.</p>;
  const list = group.properties.map((property) => (
    <PropertyView key={`${owner.key} ${property.alias}`} property={property} owner={owner} />
  ));
  if (groups.length === 1)
    return (
      <section aria-label="Properties">
        <h2 class="hidden">Properties</h2>
        {list}
      </section>
    );
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const to = (at + step + groups.length) % groups.length;
    setChosen(names[to]);
    document.getElementById(`tab-${to}`)?.focus();
  };
  return (
    <section aria-label="Properties">
      <h2 class="hidden">Properties</h2>
      <div class="tabs" role="tablist" aria-label="Properties" onKeyDown={move}>
        {names.map((name, i) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${i}`}
            aria-selected={i === at}
            aria-controls="tab-panel"
            tabIndex={i === at ? 0 : -1}
            onClick={() => setChosen(name)}
          >
            {name} <span class="quiet">{groups[i].properties.length}</span>
          </button>
        ))}
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${at}`}>
        {list}
      </div>
    </section>
  );
}

function titleOf({ name }: PropertyGroup): string {
  return name ?? "Others";
}
