/** The search box: finds an id, a key, a UDI, or part of a name, a URL, a type or a value while you type. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { PlacedLink } from "../http/explorer/explorer-api.ts";
import { ask, useAnswer } from "./ask.ts";
import { NodeName, placeIn } from "./node-name.tsx";
import { linkTo } from "./route.ts";

const SHOWN_FINDS = 12;
/** How long to wait after the last keystroke, in milliseconds. */
const TYPING_REST = 150;

export function FindBox({ version }: { version: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const wanted = text.trim();
  const settled = useSettled(wanted);
  const asked = settled === "" ? undefined : { q: settled, count: SHOWN_FINDS };
  const { answer, isLoading } = useAnswer("find", asked, version);
  const nodes = asked && isOpen ? (answer?.nodes ?? []) : [];
  useSlash(input);
  const leave = (hash?: string) => {
    if (hash) location.hash = hash;
    setOpen(false);
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
      setChosen(nodes.length === 0 ? -1 : (chosen + step + nodes.length) % nodes.length);
    } else if (event.key === "Escape") leave();
    else if (event.key === "Enter" && wanted !== "") {
      const node = nodes[chosen];
      if (node) leave(linkOf(node));
      else goTo(wanted).then(leave);
    }
  };
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
        aria-activedescendant={nodes[chosen] ? `found-${chosen}` : undefined}
        placeholder="Find  /"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={onInput}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div id="found" class="found" role="listbox" aria-label="Found" hidden={nodes.length === 0}>
        {nodes.map((node, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box
          <div
            key={`${node.kind} ${node.row.key}`}
            id={`found-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            // Before the box loses the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => leave(linkOf(node))}
          >
            <NodeName row={node.row} /> <span class="quiet">{node.row.type}</span>
            <span class="found-place quiet">{placeIn(node)}</span>
          </div>
        ))}
      </div>
      {asked && isOpen && !isLoading && nodes.length === 0 ? (
        <p class="found-none">Nothing is like this.</p>
      ) : null}
    </search>
  );
}

/** Where a text leads: an id, a key or a UDI to its node, whatever else to all that have it in their names. */
async function goTo(text: string): Promise<string> {
  const found = isPasted(text) ? await ask("find", { q: text, count: 1 }).catch(() => undefined) : undefined;
  const [node] = found?.nodes ?? [];
  return node ? linkOf(node) : linkTo({ view: "find", query: { name: text } });
}

function linkOf({ kind, row }: PlacedLink): string {
  return linkTo({ view: "node", kind, key: row.key });
}

/** What is an id, a key or a UDI is one node's, and goes there. */
function isPasted(text: string): boolean {
  return /^\s*(?:-?[0-9]+|umb:\/\/(?:document|media)\/\S+|[({]?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}[)}]?)\s*$/i.test(
    text,
  );
}

/** The text once it has not changed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_REST);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The key / focuses the box, except while another field has the focus. */
function useSlash(input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isWriting = event.target instanceof Element && event.target.matches("input, textarea, select");
      if (event.key !== "/" || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}
