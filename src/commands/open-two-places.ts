/** Opens two places that are compared: loads what is a directory, and says in one line how many notes there are on it. */
import type { ComparedSite } from "../analysis/site-diff.ts";
import { UsageError } from "../errors.ts";
import type { ReadOptions } from "../formats/data-format.ts";
import { type LoadedData, loadDirectory } from "../formats/load-directory.ts";
import { type Io, writeError } from "../io.ts";
import { counted } from "../text/counted.ts";
import type { AskedOptions, GivenSide, OpenedPlaces } from "./ask-sites.ts";
import { type Given, nameOfFlag, spelledFlags } from "./flag.ts";
import { concernsAnyResult } from "./open-place.ts";
import type { RemotePlace } from "./remote-place.ts";
import { DIRECTORY_FLAGS } from "./shared-flags.ts";
import type { Side, SidePath } from "./two-places.ts";

/**
 * @returns the old site and the new one
 * @throws DataError for a directory that does not load; UsageError for options for both sides that none makes use of;
 * RefusedError, RemoteError for a site that does not answer
 */
export async function openTwoPlaces(
  places: Record<Side, SidePath | RemotePlace>,
  options: AskedOptions,
  flags: { quiet?: boolean; color?: boolean },
  io: Io,
): Promise<OpenedPlaces> {
  const both = [places.old, places.new];
  const loaded = await loadSides(
    both.filter((place) => "directory" in place),
    flags,
    io,
  );
  const isLoaded = loaded.length === both.length;
  const sides = both.map((place): GivenSide => ("directory" in place ? siteOf(loaded) : place));
  if (isLoaded) return { sites: sides.filter((side) => "trees" in side), missed: [] };
  return (await import("./ask-sites.ts")).askSites(sides, options, flags, io);
}

/** The next of those that were loaded, as it is compared. */
function siteOf(loaded: LoadedData[]): ComparedSite {
  const [{ path, ...data }] = loaded.splice(0, 1);
  return { place: path, ...data };
}

async function loadSides(
  sides: readonly SidePath[],
  { quiet }: { quiet?: boolean },
  io: Io,
): Promise<LoadedData[]> {
  const loaded: LoadedData[] = [];
  for (const { directory, options, shared, implied, givenAs } of sides) {
    loaded.push(await loadDirectory(directory, options, { ...implied, ...shared }, givenAs));
  }
  refuseUseless(sides, loaded);
  if (!quiet) tellNotes(sides, loaded, io);
  return loaded;
}

function refuseUseless(sides: readonly SidePath[], [first, ...others]: readonly LoadedData[]): void {
  const useless = first?.passedOver?.find(
    (name) => sides[0].shared[name] && others.every(({ passedOver = [] }) => passedOver.includes(name)),
  );
  if (useless === undefined) return;
  const formats = [first, ...others].map(({ path, format }) => `${path} is ${format}`).join(", ");
  throw new UsageError(`${nameOfFlag(DIRECTORY_FLAGS[useless])} is of no use here: ${formats}`);
}

function tellNotes(sides: readonly SidePath[], loaded: readonly LoadedData[], io: Io): void {
  const noted = sides
    .map((side, i) => ({ side, ...loaded[i], notes: loaded[i].notes.filter(concernsAnyResult) }))
    .filter(({ notes }) => notes.length > 0)
    .map(({ side, notes, passedOver }) => ({
      count: `${counted(notes.length, "note")} on ${side.directory}`,
      check: `migrations check ${spelledFlags(DIRECTORY_FLAGS, givenOf(side, passedOver)).join(" ")}`,
    }));
  if (noted.length === 0) return;
  const counts = noted.map(({ count }) => count).join(" and ");
  writeError(io, `${counts}, listed by: ${noted.map(({ check }) => check).join(" && ")}`);
}

function givenOf(
  { directory, options, shared, implied }: SidePath,
  passedOver: readonly (keyof ReadOptions)[] = [],
): Given {
  const taken = Object.entries({ ...implied, ...shared }).filter(
    ([name]) => !passedOver.includes(name as keyof ReadOptions),
  );
  return { data: directory, ...Object.fromEntries(taken), ...options };
}
