/** Decodes the stored values of a site in one language. */
import { NO_CONFIGURATION } from "./configuration.ts";
import type { DecodedValue } from "./decoded-value.ts";
import type { Decode, DecodedSite, Decoding, Problem, StoredProperty, ValueAt } from "./decoding.ts";
import { decoderOf } from "./editor-decoders.ts";
import { parsed } from "./plain-values.ts";
import type { PropertyTypes } from "./property-types.ts";
import { StoredValue } from "./stored-value.ts";

export class ValueDecoder implements Decoding {
  readonly site: DecodedSite;
  readonly types: PropertyTypes;
  /** Types with properties whose editor the data does not say, and which were reported. */
  readonly #withoutEditor = new Set<string>();

  constructor(site: DecodedSite, types: PropertyTypes) {
    this.site = site;
    this.types = types;
  }

  /** Decodes the value of a node's property. */
  property(property: StoredProperty): DecodedValue {
    const { kind, type, alias, value, expansion } = property;
    const known = this.types.ofNode(kind, type)?.properties.get(alias);
    return this.decode({
      property,
      value: StoredValue.of(value),
      alias,
      editorAlias: property.editorAlias ?? known?.editorAlias,
      configuration: known?.configuration ?? NO_CONFIGURATION,
      expansion,
    });
  }

  decode(at: ValueAt): DecodedValue {
    if (at.value.text.trim() === "") return null;
    const decode = at.editorAlias === undefined ? this.#byForm(at) : decoderOf(at.editorAlias);
    if (decode) return decode(at, this);
    this.report(at, "unknown-editor", at.editorAlias ?? "");
    return parsed(at.value);
  }

  report({ property, value }: ValueAt, problem: Problem, text: string): void {
    this.site.report({ problem, property, pointer: value.pointer, text });
  }

  /** Reports once for each type and property. */
  #byForm(at: ValueAt): Decode {
    const { type } = at.property;
    const reported = `${type} ${at.alias}`;
    if (!this.#withoutEditor.has(reported)) {
      this.#withoutEditor.add(reported);
      this.report(at, "no-editor", `${type}.${at.alias}`);
    }
    return ({ value }) => parsed(value);
  }
}
