/** The icons of types and of the page, drawn on a grid of 16. */
import type { ExplorerSite } from "../http/explorer/explorer-api.ts";
import type { Kind } from "../operations.ts";

const PATHS: Readonly<Record<string, string>> = {
  page: "M4 1.5h5l3 3v10H4zM9 1.5v3h3",
  home: "M2 7.5 8 2l6 5.5M3.5 6.5v7h9v-7M6.5 13.5v-4h3v4",
  folder: "M1.5 3.5h4.5l1.5 2h7v7.5h-13z",
  settings: "M2 4.5h12M2 8h12M2 11.5h12M5 3v3M10.5 6.5v3M7 10v3",
  people: "M8 7.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5zM2.5 14c.3-3 2.4-4.5 5.5-4.5s5.2 1.5 5.5 4.5",
  picture: "M1.5 2.5h13v11h-13zM1.5 11l3.5-3.5 3 3 2.5-2 4 3.5M10.5 6.2h.01",
  video: "M1.5 3.5h13v9h-13zM6.5 6v4l3.5-2z",
  audio: "M6 12V3l7-1.5V10.5M6 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM13 10.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0z",
  event: "M2 3.5h12v10.5H2zM2 6.5h12M5 1.5v3M11 1.5v3",
  article: "M2 2.5h12v11H2zM4.5 5.5h7M4.5 8h7M4.5 10.5h4",
  message: "M1.5 3.5h13v9h-13zM1.5 4l6.5 5 6.5-5",
  search: "M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM10.5 10.5l4 4",
  tag: "M2 2h6l6.5 6.5-5.5 5.5L2 8zM5 5h.01",
  link: "M6.5 9.5l3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5l-1.5 1.5a3 3 0 0 1-4.5-4.5L4.5 7",
  product: "M1.5 2h2l1.800 8h7.2l1.5-5.5H4.5M6 13.5h.01M11.5 13.5h.01",
  place: "M8 14.5c3-3.5 4.5-6 4.5-8a4.5 4.5 0 0 0-9 0c0 2 1.5 4.5 4.5 8zM8 6.5h.01",
  list: "M2 3.5h2M6 3.5h8M2 8h2M6 8h8M2 12.5h2M6 12.5h8",
  vector: "M3 13 13 3M2 11.5h3v3H2zM11 1.5h3v3h-3z",
  file: "M4 1.5h5l3 3v10H4zM9 1.5v3h3M6 8h4M6 10.5h4",
};

export function Icon({ name }: { name: string }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name] ?? PATHS.page} />
    </svg>
  );
}

/** The icon of a node's type. */
export function typeIcon(site: Pick<ExplorerSite, "icons">, kind: Kind, type: string): string {
  return site.icons[`${kind} ${type.toLowerCase()}`] ?? (kind === "media" ? "file" : "page");
}
