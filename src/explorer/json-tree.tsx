/** JSON as a tree whose branches open on demand. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type ExactJson, isNest, WrittenNumber } from "./exact-json.ts";
import { countOf } from "./in-words.ts";

/** How many members are shown at first. */
const SHOWN_MEMBERS = 100;
/** Longer texts are cut at first. */
const LONG_TEXT = 400;

/** @param isOpen whether its members are seen at first */
export function JsonTree({ value, isOpen = true }: { value: ExactJson; isOpen?: boolean }) {
  return (
    <div class="json">
      {isNest(value) ? <Nest value={value} isOpen={isOpen} /> : <Scalar value={value} />}
    </div>
  );
}

function Nest({ value, isOpen }: { value: ExactJson[] | { [name: string]: ExactJson }; isOpen: boolean }) {
  const [open, setOpen] = useState(isOpen);
  const [shown, setShown] = useState(SHOWN_MEMBERS);
  const members = Object.entries(value);
  const isList = Array.isArray(value);
  if (members.length === 0) return <span class="quiet">{isList ? "[ ]" : "{ }"}</span>;
  const sum = isList
    ? countOf(members.length, "element", "elements")
    : countOf(members.length, "member", "members");
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="quiet">{sum}</span>
      </summary>
      {open ? (
        <ul>
          {members.slice(0, shown).map(([name, member]) => (
            <Member key={name} name={name}>
              {isNest(member) ? <Nest value={member} isOpen={false} /> : <Scalar value={member} />}
            </Member>
          ))}
          {members.length > shown ? (
            <li>
              <button type="button" class="link" onClick={() => setShown(shown * 10)}>
                more of {sum}
              </button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </details>
  );
}

function Member({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <li>
      <span class="json-name">
        <bdi>{name}</bdi>
      </span>
      {children}
    </li>
  );
}

export function Scalar({
  value,
}: {
  value: Exclude<ExactJson, ExactJson[] | { [name: string]: ExactJson }>;
}) {
  if (value instanceof WrittenNumber) return <span class="json-number">{value.digits}</span>;
  if (typeof value === "string") return <LongText text={value} />;
  return <span class={`json-${value === null ? "null" : typeof value}`}>{String(value)}</span>;
}

/** A text; the end of a long one is hidden at first. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > LONG_TEXT;
  return (
    <>
      <bdi class="text">{isLong && !isWhole ? `${text.slice(0, LONG_TEXT)}…` : text}</bdi>
      {isLong ? (
        <button type="button" class="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "less" : "all of it"}
        </button>
      ) : null}
    </>
  );
}
