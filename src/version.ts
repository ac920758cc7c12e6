/** The version of this program, for people who report a fault. */
import pkg from "../package.json" with { type: "json" };

/** The commit that the build was made from, which the build fills in; empty outside a clone. */
declare const BUILT_FROM: string | undefined;

/** The version of the package, followed by the commit for a build from a clone: `1.0.0+1234567890` (SemVer 2, 10). */
export const VERSION =
  typeof BUILT_FROM === "string" && BUILT_FROM !== "" ? `${pkg.version}+${BUILT_FROM}` : pkg.version;
