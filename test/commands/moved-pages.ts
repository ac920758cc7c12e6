/** A site before and after a move. */
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

/** A page of the old or the new site. */
export const page = (id: number, url: string | undefined, more: object = {}) => ({
  id,
  key: keyOf(id),
  name: `Page ${id}`,
  type: "page",
  ...(url === undefined ? {} : { url }),
  children: [],
  ...more,
});

/** A site of four pages and a picture. */
export const OLD = () =>
  dataDirectory({
    "content.json": [page(1, "/", { children: [page(2, "/a/"), page(3, "/b/"), page(4, "/c/")] })],
    "media.json": [page(9, "/media/x/a.jpg")],
  });
/** The same site after one page was moved, one removed and one added. */
export const NEW = () =>
  dataDirectory({
    "content.json": [page(1, "/", { children: [page(2, "/a/"), page(3, "/bb/"), page(5, "/e/")] })],
    "media.json": [page(9, "/media/x/a.jpg")],
  });
