/** What the settings of a site change in its URLs. Apart, since flags need no more of how URLs are made. */

/**
 * How letters are recoded to ASCII: `false` not at all (version 7), `true` with a question mark for what has no ASCII form,
 * `try` only where everything has one (version 8 as it is shipped, 9 and later).
 */
export const URL_ASCII_MODES = ["try", "true", "false"] as const;
export type UrlAsciiMode = (typeof URL_ASCII_MODES)[number];

/** Each is absent where the site leaves it as the CMS has it. */
export type UrlSettings = {
  /** Whether the segment of a root is left out of the paths below it. Default: yes. */
  hidesTopLevel?: boolean;
  /** Whether a path ends in a slash. Default: yes. */
  addsTrailingSlash?: boolean;
  ascii?: UrlAsciiMode;
  /** What the site puts in place of texts in names, before all else. */
  replacements?: ReadonlyMap<string, string>;
  /** Whether what the CMS replaces itself is replaced, too. Default: yes. */
  keepsReplacements?: boolean;
};
