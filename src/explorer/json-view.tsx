/** The JSON of a node: folded, searched, copied, downloaded. Secrets are redacted until they are shown. */
import { useMemo, useState } from "preact/hooks";
import type { Kind } from "../operations.ts";
import { CopyButton } from "./copy-button.tsx";
import { indented, readJson } from "./exact-json.ts";
import { shownUrl, useFetched } from "./fetch-view.ts";
import { hasText, JsonTree } from "./json-tree.tsx";
import { sizeOf } from "./locale-text.ts";
import { SearchInNode } from "./marked-text.tsx";
import { ProblemText } from "./problem-text.tsx";
import { type Query, setQuery } from "./route.ts";
import { saveFile } from "./save-file.ts";

type JsonProps = { kind: Kind; nodeKey: string; version: string; query: Query };

export function JsonView({ kind, nodeKey, version, query }: JsonProps) {
  const [areSecretsShown, showSecrets] = useState(false);
  const isDecoded = query.as === "decoded";
  const secrets = areSecretsShown ? "true" : undefined;
  const url = isDecoded
    ? shownUrl("decoded", { kind, key: nodeKey })
    : shownUrl("json", { kind, key: nodeKey, secrets });
  const fetched = useFetched(url, version, String);
  const text = fetched.isLoading ? undefined : fetched.answer;
  const value = useMemo(() => (text === undefined ? undefined : readJson(text)), [text]);
  const { q = "" } = query;
  const search = q.trim().toLowerCase();
  if (fetched.problem) return <ProblemText text={fetched.problem} />;
  if (text === undefined || value === undefined)
    return (
      <p class="quiet" aria-busy="true">
        Loading…
      </p>
    );
  const download = () => saveFile(`${nodeKey}.json`, "application/json", [indented(value)]);
  return (
    <section aria-label="JSON">
      <div class="toolbar">
        <button
          type="button"
          aria-pressed={isDecoded}
          title="As an importer reads it: what export writes"
          onClick={() => setQuery({ as: isDecoded ? undefined : "decoded" })}
        >
          Decoded
        </button>
        <span class="quiet">{sizeOf(new Blob([text]).size)}, without path and children</span>
        <CopyButton text={() => Promise.resolve(indented(value))} what="the JSON" />
        <button type="button" class="copy" onClick={download}>
          Download
        </button>
        {!isDecoded && (text.includes("(redacted)") || areSecretsShown) ? (
          <button type="button" class="link" onClick={() => showSecrets(!areSecretsShown)}>
            {areSecretsShown ? "Redact secrets" : "Show secrets"}
          </button>
        ) : null}
        <input
          type="search"
          class="toolbar-end"
          aria-label="Find in the JSON"
          placeholder="Find in JSON"
          value={q}
          onInput={(event) => setQuery({ q: event.currentTarget.value }, "replace")}
        />
      </div>
      {search !== "" && !hasText(value, search) ? (
        <p role="status">No name and no value has this text.</p>
      ) : (
        <SearchInNode.Provider value={search}>
          <JsonTree value={value} search={search} />
        </SearchInNode.Provider>
      )}
    </section>
  );
}
