/** What was loaded: the format, the language, what was left out, and the warnings. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { ExplorerSite } from "../http/explorer/explorer-api.ts";
import { unreadInWords } from "../site/unread.ts";
import { countOf, inDigits } from "./locale-text.ts";

const SHOWN_WARNINGS = 5;

export function LoadedData({ site }: { site: ExplorerSite }) {
  const [isWhole, setWhole] = useState(false);
  const {
    format,
    culture,
    servedCulture,
    languages,
    domains,
    dictionary,
    unread,
    unpublished,
    hasDerivedIds,
  } = site;
  const { hasFiles, warnings } = site;
  const others = languages.filter((code) => code !== culture);
  const shown = isWhole ? warnings : warnings.slice(0, SHOWN_WARNINGS);
  return (
    <section class="loaded" aria-label="What was loaded">
      <h2>What was loaded</h2>
      <dl class="fields">
        <Fact name="Format">{format}</Fact>
        {culture ? (
          <Fact name="Language">
            {culture}
            {others.length > 0 ? `; also ${others.join(", ")}` : ""}
            {servedCulture ? ` (the API of this server answers in ${servedCulture})` : ""}
          </Fact>
        ) : null}
        {domains.length > 0 ? (
          <Fact name="Domains">
            {domains
              .map(({ domain, language }) => (language ? `${domain} (${language})` : domain))
              .join(", ")}
          </Fact>
        ) : null}
        {dictionary > 0 ? <Fact name="Dictionary">{countOf(dictionary, "item", "items")}</Fact> : null}
        {unread.length > 0 ? (
          <Fact name="Not read">{unread.map((part) => unreadInWords(part, inDigits)).join(", ")}</Fact>
        ) : null}
        {unpublished > 0 ? (
          <Fact name="Left out">{countOf(unpublished, "unpublished node", "unpublished nodes")}</Fact>
        ) : null}
        {hasDerivedIds ? (
          <Fact name="Ids">The data has none: ids are derived from keys, and are not those of the site.</Fact>
        ) : null}
        <Fact name="Media files">
          {hasFiles ? (
            "served"
          ) : (
            <>
              not served: <code>migrations serve --files DIRECTORY</code> serves the site's folder of media
              files
            </>
          )}
        </Fact>
        {warnings.length > 0 ? (
          <Fact name="Warnings">
            <ul class="warnings">
              {shown.map((text, i) => (
                <li key={`${i} ${text}`}>
                  <bdi>{text}</bdi>
                </li>
              ))}
            </ul>
            {warnings.length > shown.length ? (
              <button type="button" class="link" onClick={() => setWhole(true)}>
                Show all {inDigits(warnings.length)}
              </button>
            ) : null}
          </Fact>
        ) : null}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
