/** The search box: suggests nodes while you type, in the order in which the page of results lists them. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ListedNode } from "../http/explorer/explorer-api.ts";
import { fetchView, useAnswer } from "./fetch-view.ts";
import { FoundName, FoundPath } from "./found-node.tsx";
import { inDigits } from "./locale-text.ts";
import { linkTo, useRoute } from "./route.ts";
import { useKey, useSettled } from "./typing.ts";

const SHOWN_FINDS = 12;

export function FindBox({ version }: { version: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useTextOfPage();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const wanted = text.trim();
  const settled = useSettled(wanted);
  const parameters = settled === "" || !isOpen ? undefined : { search: settled, count: SHOWN_FINDS };
  const { answer, isLoading, problem } = useAnswer("find", parameters, version);
  const isShown = isOpen && wanted !== "";
  // The last results stay until the next ones come; they cannot be opened, since they are those of another text.
  const isStale = isLoading || settled !== wanted;
  const nodes = isShown ? (answer?.nodes ?? []) : [];
  const all = linkTo({ view: "find", query: { search: wanted } });
  const links = isStale ? [] : [...nodes.map(linkOf), ...(nodes.length > 0 ? [all] : [])];
  useKey("/", (event) => {
    event.preventDefault();
    input.current?.focus();
    input.current?.select();
  });
  const leave = (hash?: string) => {
    if (hash) location.hash = hash;
    setOpen(false);
    setChosen(-1);
    input.current?.blur();
  };
  const onInput = (event: { currentTarget: HTMLInputElement }) => {
    setText(event.currentTarget.value);
    setOpen(true);
    setChosen(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      if (links.length > 0)
        setChosen(chosen < 0 && step < 0 ? links.length - 1 : (chosen + step + links.length) % links.length);
    } else if (event.key === "Escape") leave();
    else if (event.key === "Enter" && wanted !== "") {
      const link = links[chosen];
      if (link) leave(link);
      else goTo(wanted).then(leave);
    }
  };
  const optionProps = (i: number) => ({
    id: `found-${i}`,
    role: "option" as const,
    tabIndex: -1,
    "aria-selected": i === chosen,
    // Before the box loses the focus.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey && !isStale) leave();
    },
  });
  return (
    <search class="find">
      <input
        ref={input}
        type="search"
        // biome-ignore lint/a11y/noRedundantRoles: implied only where the browser has a list of its own
        role="combobox"
        list={undefined}
        aria-label="Find"
        aria-autocomplete="list"
        aria-expanded={nodes.length > 0}
        aria-controls="found"
        aria-activedescendant={links[chosen] ? `found-${chosen}` : undefined}
        placeholder="Find a page, file, key or text"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={onInput}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <span class="find-key" aria-hidden="true">
        /
      </span>
      <div class="found" hidden={!isShown} data-stale={isStale || undefined}>
        <p class="found-state" role="status">
          {isStale
            ? "Searching…"
            : problem !== undefined
              ? problem
              : nodes.length === 0
                ? "Nothing found."
                : ""}
        </p>
        <div id="found" role="listbox" aria-label="Results" aria-busy={(isShown && isStale) || undefined}>
          {nodes.map((node, i) => (
            <a
              key={`${node.kind} ${node.row.key}`}
              href={isStale ? undefined : linkOf(node)}
              {...optionProps(i)}
            >
              <FoundName node={node} query={settled} /> <span class="quiet">{node.row.type}</span>
              <FoundPath node={node} query={settled} />
            </a>
          ))}
          {nodes.length > 0 ? (
            <a class="found-all" href={isStale ? undefined : all} {...optionProps(nodes.length)}>
              {answer?.isMore ? "All results" : `All ${inDigits(nodes.length)}`}{" "}
              <span aria-hidden="true">↵</span>
            </a>
          ) : null}
        </div>
      </div>
    </search>
  );
}

/** The text of the box; on a page of results it is what they were searched by. */
function useTextOfPage(): [string, (text: string) => void] {
  const { view, query } = useRoute();
  const shown = view === "find" ? (query.search ?? "") : "";
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [view, shown]);
  return [text, setText];
}

/** Where a text leads: an id, a key, a UDI or a URL to its node, any other text to the page of results. */
async function goTo(text: string): Promise<string> {
  const found = isPasted(text)
    ? await fetchView("find", { search: text, count: 1 }).catch(() => undefined)
    : undefined;
  const [node] = found?.nodes ?? [];
  return node?.found?.isNamed ? linkOf(node) : linkTo({ view: "find", query: { search: text } });
}

function linkOf({ kind, row }: ListedNode): string {
  return linkTo({ view: "node", kind, key: row.key });
}

/** Whether a text may be the id, the key, the UDI or the URL of a node. */
function isPasted(text: string): boolean {
  return /^(?:-?[0-9]+|umb:\/\/(?:document|media)\/\S+|https?:\/\/\S+|\/\S*|[({]?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}[)}]?)$/i.test(
    text,
  );
}
