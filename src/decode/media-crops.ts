/** Decodes files with crops and focal points, and completes crops from the data type. */

import type { StoredValue } from "../site/values/stored-value.ts";
import { type Configuration, objectsIn, settingIn, textIn } from "./configuration.ts";
import { type DecodedMembers, type DecodedValue, JsonText, PART } from "./decoded-value.ts";
import type { Decode } from "./decoding.ts";
import { numberOf } from "./plain-values.ts";
import { mergedCrops } from "./referenced-nodes.ts";

/** Crops of versions 4 to 6, of an image that another property has, in pixels of that image. */
const OLD_CROPS = /^\s*<crops[\s>/]/i;

/** A path, alone or with crops. */
export const imageCropper: Decode = (at, decoding) => {
  const { value, configuration } = at;
  const entered = value.entered();
  const url = entered.node.kind === "object" ? entered.memberText("src") : entered.text;
  if (!url) return null;
  if (OLD_CROPS.test(url)) {
    decoding.report(at, "malformed-value", url);
    return null;
  }
  return {
    url,
    focalPoint: focalPointIn(entered),
    crops: configuredCrops(cropsIn(entered), configuration),
    [PART]: { is: "image" },
  };
};

/** A path; some editors of files write an object. */
export const upload: Decode = ({ value }) => {
  const entered = value.entered();
  return entered.node.kind === "object" ? (entered.memberText("src") ?? null) : entered.text;
};

export function focalPointIn(value: StoredValue): DecodedMembers | null {
  const focalPoint = value.member("focalPoint");
  const [left, top] = ["left", "top"].map((name) => numberOf(focalPoint?.memberText(name) ?? ""));
  return left && top ? { left, top } : null;
}

const CORNERS = ["x1", "y1", "x2", "y2"] as const;

export function cropsIn(value: StoredValue): DecodedMembers[] {
  const crops = value.member("crops")?.entered().items() ?? [];
  return crops.flatMap((crop): DecodedMembers[] => {
    const alias = crop.memberText("alias");
    if (alias === undefined) return [];
    const coordinates = crop.member("coordinates");
    const corners = CORNERS.map((name) => [name, numberOf(coordinates?.memberText(name) ?? "")] as const);
    const isCropped = corners.every(([, corner]) => corner !== undefined);
    return [
      {
        alias,
        width: numberOf(crop.memberText("width") ?? "") ?? 0,
        height: numberOf(crop.memberText("height") ?? "") ?? 0,
        coordinates: isCropped ? (Object.fromEntries(corners) as DecodedMembers) : null,
      },
    ];
  });
}

/** Stored crops with the sizes that the data type sets, and its other crops without coordinates. */
export function configuredCrops(stored: readonly DecodedMembers[], config: Configuration): DecodedMembers[] {
  const configured = objectsIn(config, "crops").map((crop) => ({
    alias: textIn(crop, "alias") ?? "",
    width: sizeIn(crop, "width"),
    height: sizeIn(crop, "height"),
    coordinates: null,
  }));
  const sizes = new Map(configured.map((crop) => [crop.alias, crop]));
  const resized = stored.map((crop) => {
    const size = sizes.get(String(crop.alias));
    return size ? { ...crop, width: size.width, height: size.height } : crop;
  });
  return mergedCrops(resized, configured);
}

function sizeIn(crop: Configuration, name: string): DecodedValue {
  const size = settingIn(crop, name);
  return numberOf(String(size)) ?? new JsonText("0");
}
