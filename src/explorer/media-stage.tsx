/** The file of a media node: a preview, links to open and download it, its size. */
import { useEffect, useState } from "preact/hooks";
import type { ExplorerSite, NodeDetails, TreeRow } from "../http/explorer/explorer-api.ts";
import { sizeOf } from "./locale-text.ts";

type StageProps = { site: ExplorerSite; details: NodeDetails; own: TreeRow };

const PDF = /\.pdf$/i;
const AUDIO = /\.(?:mp3|m4a|aac|ogg|oga|opus|wav|flac)$/i;
const VIDEO = /\.(?:mp4|m4v|webm|ogv|mov)$/i;

export function MediaStage({ site, details: { file, image }, own }: StageProps) {
  const [size, setSize] = useState<{ width: number; height: number }>();
  const [isPdfShown, setPdfShown] = useState(false);
  const found = useFile(file);
  if (own.url === undefined || !/\.[a-z0-9]{1,5}$/i.test(own.url)) return null;
  if (file === undefined) {
    return (
      <p class="stage-missing quiet">
        {site.hasFiles ? (
          "The server does not have this file."
        ) : (
          <>
            Media files are not served: start <code>migrations serve</code> with{" "}
            <code>--files DIRECTORY</code>, the folder of the site's media files.
          </>
        )}
      </p>
    );
  }
  const extension = /\.([a-z0-9]{1,5})$/i.exec(file)?.[1].toLowerCase() ?? "";
  const isMissing = found?.isMissing;
  return (
    <section class="stage" aria-label="Preview">
      {isMissing ? (
        <p class="problem">The file is missing: a media node names it, but the folder does not have it.</p>
      ) : image ? (
        <img
          src={image}
          alt={own.name}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
        />
      ) : AUDIO.test(file) ? (
        // biome-ignore lint/a11y/useMediaCaption: the old site has no captions
        <audio controls preload="metadata" src={file} aria-label={own.name} />
      ) : VIDEO.test(file) ? (
        // biome-ignore lint/a11y/useMediaCaption: the old site has no captions
        <video controls preload="metadata" src={file} aria-label={own.name} />
      ) : PDF.test(file) && isPdfShown ? (
        <iframe src={file} title={`Preview of ${own.name}`} />
      ) : (
        <span class="stage-type" aria-hidden="true">
          {extension}
        </span>
      )}
      {isMissing ? null : (
        <p class="stage-facts">
          <a class="button" href={file} target="_blank" rel="noopener noreferrer">
            Open ↗
          </a>
          <a class="button" href={file} download="">
            Download
          </a>
          {PDF.test(file) ? (
            // A script in a PDF can show a message, and nothing else: not before the user wants to see the file.
            <button type="button" aria-pressed={isPdfShown} onClick={() => setPdfShown(!isPdfShown)}>
              Preview
            </button>
          ) : null}
          <span class="quiet">
            {[
              extension.toUpperCase(),
              found?.bytes === undefined ? "" : sizeOf(found.bytes),
              size && size.width > 0 ? `${size.width} × ${size.height}` : "",
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </p>
      )}
    </section>
  );
}

type FoundFile = { path: string; isMissing: boolean; bytes?: number };

/** Whether a file is there, and its size. */
function useFile(path: string | undefined): FoundFile | undefined {
  const [found, setFound] = useState<FoundFile>();
  useEffect(() => {
    if (path === undefined) return;
    fetch(path, { method: "HEAD" })
      .then(({ ok, headers }) => {
        const length = headers.get("Content-Length");
        setFound({ path, isMissing: !ok, bytes: ok && length !== null ? Number(length) : undefined });
      })
      .catch(() => undefined);
  }, [path]);
  return found?.path === path ? found : undefined;
}
