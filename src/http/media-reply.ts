/** What is answered at the paths that media nodes name: the file, or why there is none. */
import type { MediaFile, MediaFiles } from "../media/media-files.ts";
import type { AppContext } from "./app-context.ts";
import { fileReply } from "./files.ts";
import { problemReply } from "./problem.ts";
import type { Reply } from "./reply.ts";

/**
 * @param file what is named at the path
 * @param path as it was asked for
 * @param mayKnow whether the client may be told of nodes
 */
export async function mediaReply(
  context: AppContext,
  { folder, layout, mediaPath }: MediaFiles,
  file: MediaFile,
  { path, mayKnow }: { path: string; mayKnow: boolean },
): Promise<Reply> {
  const { name, id } = file;
  const reply =
    folder === undefined || name === undefined ? undefined : await fileReply(context, folder, name);
  if (reply) return reply;
  const reason =
    folder === undefined
      ? "this server has no folder of media files: start it with --files DIRECTORY"
      : layout === "pulled"
        ? "it is not among the files that were pulled: pull again with --files"
        : name === undefined
          ? `of a site's own folder only files below ${mediaPath} are served, and no configuration: --files names the site's root or its media folder`
          : "it is not in the folder that --files names";
  return problemReply({
    name: "no-such-file",
    detail: mayKnow
      ? `The media node with the id ${id} names ${path}, but ${reason}.`
      : "There is no such file.",
  });
}
