/** A report as one page of HTML that holds all it needs: it can be sent and printed, loads nothing and runs nothing. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { renderToString } from "preact-render-to-string";
import { EXPLORER_DIRECTORY } from "../io.ts";
import { visible, visibleLines } from "../text/visible-text.ts";

/** Returns the page. @param main its only element, in the classes of the audit's styles */
export async function htmlReport(title: string, main: preact.VNode): Promise<string> {
  const style = await readFile(join(EXPLORER_DIRECTORY, "audit.css"), "utf8");
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const body = renderToString(main);
  const head = renderToString(
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={policy} />
      <meta name="viewport" content="width=device-width" />
      <meta name="color-scheme" content="light dark" />
      <title>{visible(title)}</title>
    </head>,
  );
  // The policy names the hash of the style as it is, without escapes.
  return `<!doctype html>\n<html lang="en">${head.replace("</head>", `<style>${style}</style></head>`)}<body>${visibleLines(body)}</body></html>\n`;
}
