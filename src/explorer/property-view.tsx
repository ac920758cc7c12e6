/** One property: what it is called, and its value in a view that suits it. */
import { useState } from "preact/hooks";
import type { PropertyDetails } from "../http/explorer/explorer-answers.ts";
import type { Kind } from "../operations.ts";
import { askText, urlOf } from "./ask.ts";
import { CopyButton } from "./copy-button.tsx";
import { readJson } from "./exact-json.ts";
import { ValueView } from "./value-view.tsx";

/** Whose property it is: of a node, or of an element in a property of one. */
export type Owner = { kind: Kind; key: string; alias?: string; version: string };

type PropertyProps = { property: PropertyDetails; owner: Owner; depth?: number };

export function PropertyView({ property, owner, depth = 0 }: PropertyProps) {
  const [isRaw, setRaw] = useState(false);
  const [isShown, setShown] = useState(!property.isSecret);
  const { address, json, whole, load } = useValue(property, owner);
  const title = property.name ?? property.alias;
  const show = () => {
    load();
    setShown(true);
  };
  const toggleRaw = () => {
    load();
    setRaw(!isRaw);
  };
  return (
    <section class="property" aria-label={title}>
      <header>
        <PropertyName property={property} depth={depth} />
        {isShown ? (
          <div class="property-tools">
            <button type="button" aria-pressed={isRaw} onClick={toggleRaw}>
              Raw
            </button>
            <CopyButton text={() => whole().then(copiedOf)} what={`the value of ${title}`} />
          </div>
        ) : null}
      </header>
      <div class="property-value">
        {!isShown ? (
          <p>
            <span class="quiet">Redacted: this looks like a secret.</span>{" "}
            <button type="button" onClick={show}>
              Show the value
            </button>
          </p>
        ) : isRaw ? (
          <pre tabIndex={0}>{json ?? "…"}</pre>
        ) : (
          <ValueView
            value={property}
            json={json}
            page={urlOf("/explorer/rich-text", { ...address, version: owner.version })}
            owner={{ ...owner, alias: address.alias }}
            depth={depth}
            onLoad={load}
          />
        )}
      </div>
    </section>
  );
}

/** The value's JSON, asked for when it is wanted where it did not come along. */
function useValue(property: PropertyDetails, { kind, key, alias = property.alias }: Owner) {
  const [loaded, setLoaded] = useState<string>();
  const secrets = property.isSecret ? "true" : undefined;
  const address = { kind, key, alias, pointer: property.pointer || undefined, secrets };
  const json = property.json ?? loaded;
  const whole = async () => {
    const text = json ?? (await askText(urlOf("/explorer/value", address)));
    setLoaded(text);
    return text;
  };
  const load = () => {
    whole().catch(() => undefined);
  };
  return { address, json, whole, load };
}

function PropertyName({ property, depth }: { property: PropertyDetails; depth: number }) {
  const { alias, name, description, editorAlias, culture, segment } = property;
  const Heading = depth === 0 ? "h3" : "h4";
  return (
    <>
      <Heading>
        <bdi>{name ?? alias}</bdi>
      </Heading>
      <p class="property-facts">
        {name === undefined || name === alias ? null : (
          <code>
            <bdi>{alias}</bdi>
          </code>
        )}
        {[editorAlias, culture, segment].map((fact) => (fact ? <bdi key={fact}>{fact}</bdi> : null))}
      </p>
      {description ? <p class="quiet property-description">{description}</p> : null}
    </>
  );
}

/** A text is copied as it is, all else as JSON. */
function copiedOf(json: string): string {
  const value = json.startsWith('"') ? readJson(json) : undefined;
  return typeof value === "string" ? value : json;
}
