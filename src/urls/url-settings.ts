/** What the settings of a site change in its URLs. */
import type { UrlAsciiMode } from "./url-segment.ts";

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
