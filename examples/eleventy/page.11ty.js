/** A page for each node that has a URL. */
import { escaped, html } from "../html.js";

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
