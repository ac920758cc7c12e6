/** Icons for types: the names of Umbraco's icons, several hundred, matched to the few that the page draws. */
import { KINDS } from "../../operations.ts";
import type { SiteTypes } from "../../site/schema/site-types.ts";

/** By words of Umbraco's icon; the first match counts. */
const BY_ICON: readonly (readonly [icon: string, words: RegExp])[] = [
  ["home", /home|house/],
  ["folder", /folder|box|archive|drawer/],
  ["settings", /settings|wrench|tools|cog|gear|colorpicker|code|defrag|equalizer|slider/],
  ["people", /user|people|female|male|child|baby|umb-users|members/],
  ["picture", /picture|photo|camera|umb-media|crop|art|brush/],
  ["video", /video|movie|film|tv/],
  ["audio", /sound|music|audio|headset|microphone|radio|speaker/],
  ["event", /calendar|time|clock|ticket|alarm/],
  ["article", /article|newspaper|news|book|notepad|readmore|umb-content|typewriter/],
  ["message", /message|mail|phone|chat|quote|megaphone|alert|bell/],
  ["search", /search|binoculars|zoom/],
  ["tag", /tag|bookmark|badge|label/],
  ["link", /link|globe|navigation|arrow|sitemap|directions|shortcut/],
  ["product", /store|shop|cart|coin|bill|shipping|gift|truck/],
  ["place", /map|location|hotel|plane|pin-/],
  ["list", /list|thumbnail|grid|application|layout|item-arrangement|umb-deploy|folders|split|table/],
  ["vector", /vector|shape|autofill/],
];

/** Types that are part of every site, in lower case; their icons differ from version to version. */
const BY_ALIAS: Readonly<Record<string, string>> = {
  "media folder": "folder",
  "media image": "picture",
  "media file": "file",
  "media umbracomediaaudio": "audio",
  "media umbracomediavideo": "video",
  "media umbracomediaarticle": "article",
  "media umbracomediavectorgraphics": "vector",
};

/** The icon of each type by its kind and alias, in lower case; types of the default icon are left out. */
export function iconsOf(types: SiteTypes): Record<string, string> {
  const icons: Record<string, string> = { ...BY_ALIAS };
  for (const kind of KINDS) {
    for (const { alias, icon } of types[kind]) {
      const name = BY_ICON.find(([, words]) => words.test(icon?.replace(/^icon-/, "") ?? ""))?.[0];
      const type = `${kind} ${alias.toLowerCase()}`;
      if (name !== undefined && !Object.hasOwn(BY_ALIAS, type)) icons[type] = name;
    }
  }
  return icons;
}
