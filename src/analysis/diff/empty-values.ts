/** Differences between values that say nothing: one version of the CMS stores an empty list where another stores none. */

import { valueDifferences } from "../json-value.ts";

const EMPTY = /^(?:null|""|"?(?:\[\]|\{\})"?)$/;

/** @param json compact JSON; `undefined` if there is no value */
export function isEmptyValue(json: string | undefined): boolean {
  return json === undefined || EMPTY.test(json);
}

/** Whether two values differ in empty parts alone, such as `"crops":[]` on one side and no crops on the other. */
export function differInEmptyParts(before = "null", after = "null"): boolean {
  return valueDifferences(before, after).every(
    (pair) => isEmptyValue(pair.before) && isEmptyValue(pair.after),
  );
}
