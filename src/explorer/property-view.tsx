/** One property: what it is called, and its value in a view that suits it. */
import { useState } from "preact/hooks";
import type { PropertyDetails } from "../explorer-answers.ts";
import type { Kind } from "../operations.ts";
import { askText, urlOf } from "./ask.ts";
import { CopyButton } from "./copy-button.tsx";
import { type Json, readJson } from "./exact-json.ts";
import { sizeOf } from "./in-words.ts";
import { ValueView } from "./value-view.tsx";

/** Whose property it is. */
export type Owner = { kind: Kind; key: string };

export function PropertyView({ property, owner }: { property: PropertyDetails; owner: Owner }) {
  const { alias, name, description, editorAlias, bytes } = property;
  const [loaded, setLoaded] = useState<string>();
  const json = property.json ?? loaded;
  const [isRaw, setRaw] = useState(false);
  const value = json === undefined ? undefined : readJson(json);
  const address = { kind: owner.kind, key: owner.key, alias };
  const load = () => askText(urlOf("/explorer/value", address)).then(setLoaded, () => undefined);
  return (
    <section class="property" aria-label={name ?? alias}>
      <header>
        <h3>
          <bdi>{name ?? alias}</bdi>
        </h3>
        <p class="property-facts">
          <code>
            <bdi>{alias}</bdi>
          </code>
          {editorAlias ? <bdi>{editorAlias}</bdi> : null}
        </p>
        {description ? <p class="quiet property-description">{description}</p> : null}
        {json === undefined ? null : (
          <div class="property-tools">
            <button type="button" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
              Raw
            </button>
            <CopyButton text={copiedOf(value, json)} what={`the value of ${name ?? alias}`} />
          </div>
        )}
      </header>
      <div class="property-value">
        {json === undefined || value === undefined ? (
          <button type="button" onClick={load}>
            Show {sizeOf(bytes)}
          </button>
        ) : isRaw ? (
          <pre tabIndex={0}>{json}</pre>
        ) : (
          <ValueView value={value} page={urlOf("/explorer/rich-text", address)} />
        )}
      </div>
    </section>
  );
}

/** A text is copied as it is, all else as JSON. */
function copiedOf(value: Json | undefined, json: string): string {
  return typeof value === "string" ? value : json;
}
