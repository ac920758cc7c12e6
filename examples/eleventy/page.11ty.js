/** A page for each node that has a URL. */
const escaped = (text) => String(text ?? "").replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);

/** A decoded value as HTML: each form that a value can have has a member of its own. */
function html(value) {
  if (typeof value === "string") return `<p>${escaped(value)}</p>`;
  if (typeof value !== "object" || value === null) return "";
  if (Array.isArray(value)) return value.map(html).join("\n");
  if (value.markup !== undefined) return richText(value);
  if (value.items) return value.items.map(block).join("");
  if (value.mediaType) return `<img src="${escaped(value.url)}" alt="${escaped(value.name)}">`;
  const href = value.route?.path ?? value.url;
  return href
    ? `<a href="${escaped(href + (value.queryString ?? ""))}">${escaped(value.title ?? value.name ?? href)}</a>`
    : "";
}

function block({ content, areas = [] }) {
  const inner = [...Object.values(content?.properties ?? {}), ...areas].map(html).join("");
  return `<section class="${escaped(content?.contentType)}">${inner}</section>`;
}

function richText({ markup, blocks }) {
  const placeholder = /<(umb-[a-z-]+)[^>]*data-content-id="([^"]+)"[^>]*>\s*<\/\1>/g;
  const byId = new Map(blocks.map((each) => [each.content.id, each]));
  return markup.replace(placeholder, (_, _tag, id) => (byId.has(id) ? block(byId.get(id)) : ""));
}

export const data = {
  pagination: { data: "pages", size: 1, alias: "node" },
  // The path of a URL is encoded, that of a file is not.
  permalink: ({ node }) => `${decodeURIComponent(node.route.path)}index.html`,
};

export function render({ node, pages }) {
  const children = pages.filter(({ parent }) => parent === node.id);
  const links = children.map(
    ({ route, name }) => `<li><a href="${escaped(route.path)}">${escaped(name)}</a></li>`,
  );
  return `<!doctype html>
<meta charset="utf-8">
<title>${escaped(node.name)}</title>
<h1>${escaped(node.name)}</h1>
${Object.values(node.properties).map(html).join("\n")}
<ul>${links.join("")}</ul>
`;
}
