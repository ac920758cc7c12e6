/** Decoded values of an export as HTML. Each form that a value can have is known by a member of its own. */
export const escaped = (text) => String(text ?? "").replace(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);

export function html(value) {
  if (typeof value === "string" || typeof value === "number") return `<p>${escaped(value)}</p>`;
  if (Array.isArray(value)) return value.map(html).join("\n");
  if (typeof value !== "object" || value === null) return "";
  if ("markup" in value) return richText(value);
  if ("minimum" in value) return html(`${value.minimum} – ${value.maximum}`);
  if ("items" in value) return value.items.map(block).join("\n");
  if ("mediaType" in value || "crops" in value) return file(value);
  return "route" in value ? link(value) : "";
}

/** A picked media item, or the value of an image cropper, which has neither name nor type. */
function file({ url, name }) {
  if (/\.(avif|gif|jpe?g|png|svg|webp)$/i.test(url ?? ""))
    return `<img src="${escaped(url)}" alt="${escaped(name)}">`;
  return link({ url, name });
}

/** Blocks and macros are at their placeholders. */
function richText({ markup, blocks }) {
  const byId = new Map(blocks.map((each) => [each.content.id, each]));
  const placeholder = /<(umb-[a-z-]+)[^>]*data-content-id="([^"]+)"[^>]*>\s*<\/\1>/g;
  return markup.replace(placeholder, (_, _tag, id) => (byId.has(id) ? block(byId.get(id)) : ""));
}

/** A block of any editor; areas have blocks of their own. The value of a grid's control `embed` is HTML. */
function block({ content, areas = [] }) {
  if (content?.contentType === "embed" && typeof content.properties.value === "string")
    return content.properties.value;
  const parts = [...Object.values(content?.properties ?? {}), ...areas].map(html);
  return `<section class="${escaped(content?.contentType)}">${parts.join("\n")}</section>`;
}

/** A link, or a page that was picked: its name if it has no URL, as a block or a page that is not published. */
function link({ url, route, queryString, title, name }) {
  const href = route ? route.path + (queryString ?? "") : url;
  const text = escaped(title ?? name ?? href);
  return href ? `<a href="${escaped(href)}">${text}</a>` : text;
}
