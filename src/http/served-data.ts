/** The data that a server answers from: the state that was loaded last, its media files, and why a later one does not load. */

import { directorySource, WatchedDirectory } from "../formats/watched-directory.ts";
import type { MediaFiles } from "../site/media/media-files.ts";
import { mediaFilesOf, mediaInventory } from "../site/media/media-folder.ts";
import type { SiteData } from "../site/site-data.ts";
import { siteNameOf } from "../site/site-name.ts";

type ServedOptions = {
  /** The fingerprint of the data before it was loaded. */
  known: string;
  fingerprint: () => Promise<string>;
  /** Loads the data again. */
  load: () => Promise<SiteData>;
  /** The folder of media files. Default: the one beside the data. */
  files: string | undefined;
  onReloaded: (data: SiteData) => void;
  /** Called with the reason why changed data does not load. */
  onBroken: (reason: string) => void;
};

type State = { data: SiteData; media: MediaFiles; loadedAt: Date; failure?: string | undefined };

/** @throws DataError if the types, domains or dictionary have errors */
export function servedData(
  data: SiteData,
  { known, fingerprint, load, files, onReloaded, onBroken }: ServedOptions,
) {
  const stateOf = (data: SiteData): State => ({
    data,
    media: mediaFilesOf(data, files),
    loadedAt: new Date(),
  });
  let state = stateOf(data);
  let isDraining = false;
  const watched = new WatchedDirectory(directorySource(data), known, {
    fingerprint,
    load,
    onLoaded: (changed) => {
      state = stateOf(changed);
      onReloaded(changed);
    },
    onBroken: (error) => {
      state.failure = error instanceof Error ? error.message : String(error);
      onBroken(state.failure);
    },
  });
  return {
    source: () => watched.source,
    data: () => state.data,
    media: () => state.media,
    /** Reloads changed data until `close` is called. */
    watch: () => void watched.run(),
    close: () => {
      isDraining = true;
      watched.close();
    },
    health: () => {
      const { loadedAt, failure } = state;
      return { loadedAt, failure, isDraining, changedAt: watched.changedAt };
    },
    /** What the explorer shows of it. */
    explored: {
      siteName: () => siteNameOf(state.data.path, state.data.trees),
      warnings: () => state.data.warnings.map(({ file, text }) => `${file}: ${text}`),
      failure: () => state.failure,
      inventory: () => mediaInventory(state.media),
    },
  };
}
