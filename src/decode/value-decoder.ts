/** Decodes the stored values of a site in one language, by their editors, or by their form if the data names none. */
import { MOST_LEVELS } from "../json/grammar.ts";
import { isRedirect } from "../site/values/editors.ts";
import { StoredValue } from "../site/values/stored-value.ts";
import { shapeOfJson } from "../site/values/value-shape.ts";
import { NO_CONFIGURATION } from "./configuration.ts";
import type { DecodedValue } from "./decoded-value.ts";
import type { Decoding, DecodingProblem, DecodingSite, StoredProperty, ValueAt } from "./decoding.ts";
import { decoderOf, decoderOfShape } from "./editor-values.ts";
import { otherJson } from "./elements.ts";
import { redirect } from "./pickers.ts";
import type { PropertyTypes } from "./property-types.ts";

/** What the report says of JSON that stays a text, since decoders recurse. */
const TOO_DEEP = `nested more than ${MOST_LEVELS.toLocaleString("en-US")} levels deep`;

export class ValueDecoder implements Decoding {
  readonly site: DecodingSite;
  readonly types: PropertyTypes;
  /** Properties of types whose editor the data does not say, and which were reported. */
  readonly #withoutEditor = new Set<string>();

  constructor(site: DecodingSite, types: PropertyTypes) {
    this.site = site;
    this.types = types;
  }

  /** Decodes the value of a node's property. */
  property(property: StoredProperty): DecodedValue {
    return this.decode(this.at(property));
  }

  /** The value of a node's property. */
  at(property: StoredProperty): ValueAt {
    const { kind, type, alias, value, expansion } = property;
    const known = this.types.ofNode(kind, type)?.properties.get(alias);
    return {
      property,
      value: StoredValue.of(value),
      type,
      alias,
      editorAlias: property.editorAlias ?? known?.editorAlias,
      configuration: known?.configuration ?? NO_CONFIGURATION,
      expansion,
    };
  }

  decode(at: ValueAt): DecodedValue {
    if (at.value.text.trim() === "") return null;
    if (at.value.isTooDeep) {
      this.report(at, "malformed-value", TOO_DEEP);
      return at.value.text;
    }
    if (isRedirect(at.alias)) return redirect(at, this);
    if (at.editorAlias === undefined) {
      this.#reportNoEditor(at);
      return this.decodeByForm(at);
    }
    const decode = decoderOf(at.editorAlias);
    if (decode) return decode(at, this);
    this.report(at, "unknown-editor", at.editorAlias);
    return otherJson(at, this);
  }

  decodeByForm(at: ValueAt): DecodedValue {
    // The editor of a value around this one is not its own.
    return decoderOfShape(shapeOfJson(at.value.entered(), undefined))(
      { ...at, editorAlias: undefined },
      this,
    );
  }

  report({ property, value }: ValueAt, problem: DecodingProblem, text: string): void {
    this.site.report({ problem, property, pointer: value.pointer, text });
  }

  /** Reports once for each type and property. */
  #reportNoEditor(at: ValueAt): void {
    const name = `${at.type}.${at.alias}`;
    if (this.#withoutEditor.has(name)) return;
    this.#withoutEditor.add(name);
    this.report(at, "no-editor", name);
  }
}
