/** What Umbraco checks when it publishes a page: types are loosened where published pages would fail, so that they are published. */
import { isMembers } from "../json/shape.ts";
import { entryIn } from "../site/map-entries.ts";
import type { Key } from "../site/tree/key.ts";
import { counted } from "../text/counted.ts";
import { type MoveReport, TYPE_SUBJECTS } from "./move-report.ts";
import { isUnset } from "./node-values.ts";
import type { TargetDataType } from "./target-data-types.ts";
import type { TargetProperty, TargetType } from "./target-model.ts";

type ValueMembers = Readonly<Record<string, unknown>>;

type Rule = {
  /** @returns what the value needs that the property or its data type does not allow; `undefined` if it passes */
  needs(value: unknown, property: TargetProperty): unknown;
  /** Whether it belongs to the data type. A data type that is made has no rules of the site, so nothing is reported. */
  ofDataType?: true;
  /** Changes the property or its data type. @param needed what values need @returns what was changed, as a predicate */
  loosen(property: TargetProperty, needed: readonly unknown[]): string;
};

/** What the values of a property need of a rule. */
type Need = { values: Set<unknown>; pages: number; last: Key | undefined };

export class PublishRules {
  readonly #needs = new Map<TargetProperty, Map<Rule, Need>>();

  /**
   * Checks a value; data types that are made allow all values.
   * @param page the key of the published page; `undefined` if the node is not published
   */
  check(value: unknown, property: TargetProperty, page: Key | undefined): void {
    if (page === undefined && !property.dataType.isMade) return;
    for (const rule of RULES) {
      const needed = rule.needs(value, property);
      if (needed === undefined) continue;
      const rules = entryIn(this.#needs, property, () => new Map<Rule, Need>());
      const need = entryIn(rules, rule, () => ({ values: new Set(), pages: 0, last: undefined }));
      need.values.add(needed);
      if (page !== undefined && need.last !== page) need.pages++;
      need.last = page;
    }
  }

  /** Loosens the types. Called when all pages are checked. */
  loosen(types: Iterable<TargetType>, report: MoveReport): void {
    for (const { kind, alias, properties } of types)
      for (const property of properties)
        for (const [rule, { values, pages }] of this.#needs.get(property) ?? []) {
          const what = rule.loosen(property, [...values]);
          if (pages === 0 || (rule.ofDataType && property.dataType.isMade)) continue;
          const text = `${what}: ${counted(pages, "published page")} would not be published otherwise`;
          report.about(TYPE_SUBJECTS[kind], `${alias}.${property.alias}`, "loosened", text);
        }
  }
}

const mandatory: Rule = {
  // A toggle that is off counts as empty.
  needs: (value, { mandatory: isMandatory, dataType }) =>
    isMandatory && (isUnset(value) || (value === "0" && dataType.editor === "Umbraco.TrueFalse"))
      ? true
      : undefined,
  loosen(property) {
    property.mandatory = false;
    return "is not mandatory any more";
  },
};

const pattern: Rule = {
  needs(value, { validation }) {
    const wanted = validation?.pattern;
    if (!wanted || typeof value !== "string" || value === "") return undefined;
    return matches(wanted, value) ? undefined : true;
  },
  loosen(property) {
    const wanted = property.validation?.pattern;
    property.validation = { ...property.validation, pattern: undefined };
    return `has no pattern any more (${wanted})`;
  },
};

/** Whether a text matches a pattern of .NET; a pattern that JavaScript cannot read matches nothing. */
function matches(wanted: string, text: string): boolean {
  const [, flags = "", rest = ""] = /^(?:\(\?([a-z]+)\))?(.*)$/s.exec(wanted) ?? [];
  try {
    return new RegExp(rest, flags.replace(/[^ims]/g, "")).test(text);
  } catch {
    return false;
  }
}

/** A limit of a data type: where it is in the configuration, and what is measured. */
type Limits = {
  /** Returns the measures of a value: its length, its items, the number itself. */
  measures(value: unknown, dataType: TargetDataType): readonly number[];
  /** The member that holds the limits. Default: the configuration itself */
  inside?: string;
  min?: string;
  max: string;
  /** What is limited; without it, 0 is a limit like others. */
  unit?: string;
};

const itemsOf = (value: unknown) => [Array.isArray(value) ? value.length : 0];
const lengthOf = (value: unknown) => (typeof value === "string" ? [value.length] : []);
const listed = (separator: string | RegExp) => (value: unknown) => [
  typeof value === "string" && value !== "" ? value.split(separator).length : 0,
];
const numbers = (value: unknown) =>
  (typeof value === "string" || typeof value === "number") && value !== ""
    ? String(value).split(",").map(Number)
    : [];
const blocksOf = (value: unknown, { editor }: TargetDataType) => {
  const layout = isMembers(value) && isMembers(value.layout) ? value.layout[editor] : [];
  return itemsOf(layout);
};

const INSIDE = { inside: "validationLimit", min: "min", max: "max" };

/** By the aliases of editors. */
const LIMITS: Readonly<Record<string, Limits>> = {
  "Umbraco.TextBox": { measures: lengthOf, max: "maxChars", unit: "character" },
  "Umbraco.TextArea": { measures: lengthOf, max: "maxChars", unit: "character" },
  "Umbraco.MediaPicker3": { ...INSIDE, measures: itemsOf, unit: "item" },
  "Umbraco.MultiNodeTreePicker": { measures: listed(","), min: "minNumber", max: "maxNumber", unit: "item" },
  "Umbraco.MultiUrlPicker": { measures: itemsOf, min: "minNumber", max: "maxNumber", unit: "link" },
  "Umbraco.BlockList": { ...INSIDE, measures: blocksOf, unit: "block" },
  "Umbraco.BlockGrid": { ...INSIDE, measures: blocksOf, unit: "block" },
  "Umbraco.MultipleTextstring": { measures: listed(/\r?\n/), min: "min", max: "max", unit: "text" },
  "Umbraco.Integer": { measures: numbers, min: "min", max: "max" },
  "Umbraco.Decimal": { measures: numbers, min: "min", max: "max" },
  "Umbraco.Slider": { measures: numbers, min: "minVal", max: "maxVal" },
};

/** The limit of a data type; 0 items or characters are none. */
function limitOf({ editor, config }: TargetDataType, side: "min" | "max"): number | undefined {
  const limits = LIMITS[editor];
  const name = limits?.[side];
  const holder = limits?.inside === undefined ? config : config[limits.inside];
  if (name === undefined || !isMembers(holder)) return undefined;
  const stored = holder[name];
  if (stored === null || stored === undefined || stored === "") return undefined;
  const value = Number(stored);
  return Number.isNaN(value) || (value === 0 && limits.unit !== undefined) ? undefined : value;
}

const limit = (side: "min" | "max"): Rule => {
  const further = (a: number, b: number) => (side === "min" ? Math.min(a, b) : Math.max(a, b));
  return {
    ofDataType: true,
    needs(value, { dataType }) {
      const allowed = limitOf(dataType, side);
      if (allowed === undefined) return undefined;
      const found = LIMITS[dataType.editor].measures(value, dataType).reduce(further, allowed);
      return found === allowed ? undefined : found;
    },
    loosen({ dataType }, needed) {
      const { inside, unit, [side]: name = "" } = LIMITS[dataType.editor];
      const before = limitOf(dataType, side);
      // Another property of the data type may have loosened it already.
      const after = needed.map(Number).reduce(further, before ?? Number(needed[0]));
      const { config } = dataType;
      const holder = inside === undefined ? config : { ...(config[inside] as ValueMembers) };
      holder[name] = after;
      if (after === 0 && unit !== undefined) delete holder[name];
      if (inside !== undefined) config[inside] = holder;
      const words = side === "min" ? "takes at least" : "takes up to";
      const amount = unit === undefined ? String(after) : counted(after, unit);
      return `${words} ${amount} now, in all properties of the data type "${dataType.name}"`;
    },
  };
};

const severalMedia: Rule = {
  ofDataType: true,
  needs: (value, { dataType: { editor, config } }) =>
    editor === "Umbraco.MediaPicker3" && config.multiple !== true && Array.isArray(value) && value.length > 1
      ? true
      : undefined,
  loosen({ dataType }) {
    dataType.config.multiple = true;
    return `takes several items now, in all properties of the data type "${dataType.name}"`;
  },
};

/** Editors whose values are among the options of their data type; Umbraco checks those of radio buttons alone. */
const LISTS: ReadonlySet<string> = new Set([
  "Umbraco.CheckBoxList",
  "Umbraco.DropDown.Flexible",
  "Umbraco.RadioButtonList",
]);

const options: Rule = {
  ofDataType: true,
  needs(value, { dataType: { editor, config, isMade } }) {
    if (!(isMade ? LISTS.has(editor) : editor === "Umbraco.RadioButtonList") || isUnset(value))
      return undefined;
    const known: readonly unknown[] = Array.isArray(config.items) ? config.items : [];
    const others = [value].flat().filter((option) => typeof option === "string" && !known.includes(option));
    return others.length === 0 ? undefined : others;
  },
  loosen({ dataType: { config, name } }, needed) {
    const known: readonly unknown[] = Array.isArray(config.items) ? config.items : [];
    const others = new Set(needed.flat());
    config.items = [...new Set([...known, ...others])];
    const words = Array.from(others, (option) => JSON.stringify(option)).join(", ");
    return `has the options ${words} now, in all properties of the data type "${name}"`;
  },
};

const email: Rule = {
  ofDataType: true,
  needs: (value, { dataType: { editor } }) =>
    editor === "Umbraco.EmailAddress" &&
    typeof value === "string" &&
    value !== "" &&
    !/^[^@]+@[^@]+$/.test(value)
      ? true
      : undefined,
  loosen({ dataType }) {
    dataType.editor = "Umbraco.TextBox";
    dataType.ui = "Umb.PropertyEditorUi.TextBox";
    return `is a text now, in all properties of the data type "${dataType.name}"`;
  },
};

const RULES: readonly Rule[] = [mandatory, pattern, limit("min"), limit("max"), severalMedia, options, email];
