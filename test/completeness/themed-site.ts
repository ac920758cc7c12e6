/** An old site, and a new one that shows it in a theme: pages by path, which tests change before a real server sends them. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

export const value = (editor: string, value: unknown) => ({ editorAlias: `Umbraco.${editor}`, value });
const udi = (id: number) => `umb://document/${keyOf(id).replaceAll("-", "")}`;

const EVENTS = [
  [
    "Long echo",
    "Seven horns answer each other across the sound until the last boat is in.",
    "499.5",
    "2026-06-23",
  ],
  [
    "Choir of bells",
    "Two bells and a gong play what the lighthouse keeper wrote down in winter.",
    "120",
    "2026-07-04",
  ],
  [
    "Night of fog",
    "Nobody sees anything, which is why the harbour orchestra plays so loudly.",
    "85",
    "2026-08-19",
  ],
  [
    "Tea for seafarers",
    "The kitchen opens when the first steamer has passed the outer buoy at noon.",
    "1250",
    "2026-09-12",
  ],
  [
    "Rope and tar",
    "Old sailors splice wire while children learn which knots never come loose.",
    "75.25",
    "2026-10-01",
  ],
  [
    "Closing the season",
    "We carry all lamps down to the pier and let them burn until they are out.",
    "310",
    "2026-11-30",
  ],
] as const;

export function content(
  id: number,
  name: string,
  type: string,
  url: string | undefined,
  properties: object,
  children: object[] = [],
) {
  const own = { id, key: keyOf(id), name, type, ...(url && { url }), properties, children };
  return { ...own, template: type === "person" ? null : type };
}

const eventId = (at: number) => 10 + at;
const eventUrl = (at: number) => `/events/${EVENTS[at][0].toLowerCase().replaceAll(" ", "-")}/`;

const ABOUT = [
  `<h2 id="hours">Opening hours</h2><p>The museum für Nebelhörner is open from the first of May, see <a href="#hours">hours</a>,`,
  `<a href="/{localLink:${udi(eventId(0))}}">the concert</a>, <a href="https://fog.example/horns?id=7">the fog society</a>`,
  `and <a href="mailto:fog@horn.example">write to us</a>.</p>`,
  `<p><img src="/media/1/pier.jpg" alt="The pier at dawn"> Take the ferry from the inner harbour at half past nine.</p>`,
].join("\n");

/** The directory of the old site. */
export function oldSite(): string {
  const events = EVENTS.map(([name, text, price, date], at) =>
    content(eventId(at), name, "event", eventUrl(at), {
      text: value("TinyMCE", `<p>${text}</p>`),
      price: value("Decimal", price),
      date: value("DateTime", `${date}T00:00:00`),
      hero: value("MediaPicker3", `[{"key":"${keyOf(900 + at)}","mediaKey":"${keyOf(60 + at)}"}]`),
    }),
  );
  const person = content(8, "Ingrid", "person", undefined, {
    biography: value("TextArea", "Ingrid has tuned foghorns since the harbour was dredged."),
  });
  const about = content(2, "About", "page", "/about/", {
    body: value("TinyMCE", ABOUT),
    description: value("TextBox", "How to find the museum on the outer island"),
    keeper: value("ContentPicker", udi(8)),
    quotes: value("NestedContent", [
      { key: keyOf(31), ncContentTypeAlias: "quote", text: "You do not hear the horn, you stand in it" },
      {
        key: keyOf(32),
        ncContentTypeAlias: "quote",
        text: "My grandmother set her clock by the seven signals",
      },
    ]),
  });
  return dataDirectory({
    "content.json": [
      content(1, "Museum", "home", "/", { welcome: value("TextArea", "Welcome to all who come by sea") }, [
        about,
        content(
          3,
          "Events",
          "page",
          "/events/",
          { body: value("TinyMCE", "<p>What is on this year in the old boathouse</p>") },
          events,
        ),
        content(4, "People", "people", undefined, {}, [person]),
      ]),
    ],
    "media.json": [
      ...EVENTS.map((_, at) => ({
        ...{ id: 60 + at, key: keyOf(60 + at), name: `Hero ${at}`, type: "Image" },
        ...{ url: `/media/h${at}/horn-${at}.jpg`, properties: {}, children: [] },
      })),
      {
        id: 50,
        key: keyOf(50),
        name: "Pier",
        type: "Image",
        url: "/media/1/pier.jpg",
        properties: {},
        children: [],
      },
    ],
  });
}

const DATES = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });
const MENU = `<nav><ul><li><a href="/">Museum</a></li><li><a href="/about/">About</a></li><li><a href="/events/">Events</a></li></ul></nav>`;
const FOOTER = `<footer><p>The foghorn museum, outer island, all rights reserved</p></footer>`;

const related = (at: number) => {
  const others = [1, 3].map((step) => (at + step) % EVENTS.length);
  return `<ul><li>See also</li>${others.map((other) => `<li><a href="${eventUrl(other)}">${EVENTS[other][0]}</a></li>`).join("")}</ul>`;
};

/** What frames the content of a page. */
type Theme = (parts: { name: string; content: string; description?: string }) => string;

export const THEMES: Readonly<Record<string, Theme>> = {
  main: ({ name, content, description = "" }) =>
    `<!doctype html><html lang="en"><head><title>${name} - Museum</title><meta name="description" content="${description}"></head><body><header>${MENU}</header><main><h1>${name}</h1>${content}</main>${FOOTER}</body></html>`,
  article: ({ name, content, description = "" }) =>
    `<html><head><title>${name}</title><meta name="description" content="${description}"></head><body><div>${MENU}</div><article><h1>${name}</h1>${content}</article><aside>Latest news</aside>${FOOTER}</body></html>`,
  body: ({ name, content, description = "" }) =>
    `<title>${name}</title><meta name="description" content="${description}"><div class="menu"><a href="/">Museum</a><a href="/about/">About</a><a href="/events/">Events</a></div><h1>${name}</h1><div id="text">${content}</div><div>The foghorn museum, outer island</div>`,
};

export type NewSite = {
  /** HTML by path. */
  pages: Record<string, string>;
  /** Targets by path. */
  redirects: Record<string, string>;
  files: Set<string>;
};

/** A new site that shows everything. */
export function newSite(theme: Theme = THEMES.main): NewSite {
  const about = ABOUT.replace(/\/\{localLink:[^}]*\}/, eventUrl(0)).replace(
    "/media/1/pier.jpg",
    "/img/pier-8f3a.jpg?w=800",
  );
  const pages: Record<string, string> = {
    "/": theme({ name: "Museum", content: `<p>Welcome to all who come by sea</p>${related(2)}` }),
    "/about/": theme({
      name: "About",
      description: "How to find the museum on the outer island",
      content: `${about}<section><p>You do not hear the horn, you stand in it</p></section><section><p>My grandmother set her clock by the seven signals</p></section><p>Ingrid has tuned foghorns since the harbour was dredged.</p>`,
    }),
    "/events/": theme({ name: "Events", content: "<p>What is on this year in the old boathouse</p>" }),
  };
  EVENTS.forEach(([name, text, price, date], at) => {
    const shown = `<p>${text}</p><img data-src="/img/horn-${at}-scaled.jpg" src="data:image/gif;base64,R0lGOD"><p>${DATES.format(new Date(date))}, ${Number(price).toFixed(2)} crowns</p>`;
    pages[eventUrl(at)] = theme({ name, content: shown + related(at) });
  });
  const files = ["/img/pier-8f3a.jpg", ...EVENTS.map((_, at) => `/img/horn-${at}-scaled.jpg`)];
  return { pages, redirects: {}, files: new Set(files) };
}

/** Answers as a web server does. */
export function answerFrom({ pages, redirects, files }: NewSite) {
  return ({ url = "", method }: IncomingMessage, response: ServerResponse) => {
    const path = decodeURIComponent(url.replace(/\?.*$/, ""));
    const html = pages[path];
    if (redirects[path] !== undefined) response.writeHead(301, { location: redirects[path] }).end();
    else if (html !== undefined) {
      response
        .writeHead(200, { "content-type": "text/html; charset=utf-8" })
        .end(method === "HEAD" ? "" : html);
    } else if (files.has(path)) response.writeHead(200, { "content-type": "image/jpeg" }).end();
    else response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>");
  };
}
