/** JSON as a tree: indented, coloured, its branches open on demand, and searched. */
import { useState } from "preact/hooks";
import { type ExactJson, isNest, WrittenNumber } from "./exact-json.ts";
import { countOf } from "./locale-text.ts";
import { SearchableText } from "./marked-text.tsx";

/** How many members are shown at first. */
const SHOWN_MEMBERS = 100;
/** Longer texts are cut at first. */
const LONG_TEXT = 400;
/** Branches of so few members are open at first. */
const FEW_MEMBERS = 6;

type TreeProps = {
  value: ExactJson;
  /** Whether its members are seen at first. Default: true. */
  isOpen?: boolean;
  /** Shows only members whose name or value has this text, in lower case, and what they lie in. */
  search?: string;
};

export function JsonTree({ value, isOpen = true, search = "" }: TreeProps) {
  return (
    <div class="json">
      {isNest(value) ? (
        <Nest value={value} isOpen={isOpen} search={search} depth={0} />
      ) : (
        <Scalar value={value} isQuoted />
      )}
    </div>
  );
}

/** Whether a name or a value in JSON has a text, in lower case. */
export function hasText(value: ExactJson, text: string, name = ""): boolean {
  if (name.toLowerCase().includes(text)) return true;
  if (value instanceof WrittenNumber) return value.digits.includes(text);
  if (!isNest(value)) return String(value).toLowerCase().includes(text);
  return Object.entries(value).some(([each, member]) =>
    hasText(member, text, Array.isArray(value) ? "" : each),
  );
}

type NestProps = {
  /** The name of the member. */
  name?: string;
  value: ExactJson[] | { [name: string]: ExactJson };
  isOpen: boolean;
  search: string;
  depth: number;
};

function Nest({ name: ownName, value, isOpen, search, depth }: NestProps) {
  const [opened, setOpened] = useState<boolean>();
  const [shown, setShown] = useState(SHOWN_MEMBERS);
  const isList = Array.isArray(value);
  const all = Object.entries(value);
  const members =
    search === "" ? all : all.filter(([name, member]) => hasText(member, search, isList ? "" : name));
  const label = ownName === undefined ? null : <MemberName name={ownName} />;
  if (all.length === 0) {
    return (
      <>
        {label}
        <span class="quiet">{isList ? "[ ]" : "{ }"}</span>
      </>
    );
  }
  const open = search !== "" || (opened ?? isOpen);
  const sum = isList ? countOf(all.length, "element", "elements") : countOf(all.length, "member", "members");
  return (
    <details
      open={open}
      onToggle={(event) => {
        if (event.currentTarget.open !== open) setOpened(event.currentTarget.open);
      }}
    >
      <summary>
        {label}
        <span class="quiet">
          {isList ? "[" : "{"} {sum} {isList ? "]" : "}"}
        </span>
      </summary>
      {open ? (
        <ul>
          {members.slice(0, shown).map(([name, member]) => (
            <li key={name}>
              {isNest(member) ? (
                <Nest
                  name={name}
                  value={member}
                  // A name that matches shows all of its value.
                  search={!isList && search !== "" && name.toLowerCase().includes(search) ? "" : search}
                  isOpen={depth < 2 && Object.keys(member).length <= FEW_MEMBERS}
                  depth={depth + 1}
                />
              ) : (
                <>
                  <MemberName name={name} />
                  <Scalar value={member} isQuoted />
                </>
              )}
            </li>
          ))}
          {members.length > shown ? (
            <li>
              <button type="button" class="link" onClick={() => setShown(shown * 10)}>
                More of {sum}
              </button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </details>
  );
}

function MemberName({ name }: { name: string }) {
  return (
    <span class="json-name">
      <bdi>
        <SearchableText text={name} />
      </bdi>
    </span>
  );
}

type ScalarProps = {
  value: Exclude<ExactJson, ExactJson[] | { [name: string]: ExactJson }>;
  /** Whether a text has quotes, as in JSON. Default: false. */
  isQuoted?: boolean;
};

export function Scalar({ value, isQuoted = false }: ScalarProps) {
  if (value instanceof WrittenNumber)
    return (
      <span class="json-number">
        <SearchableText text={value.digits} />
      </span>
    );
  if (typeof value === "string") return <LongText text={isQuoted ? JSON.stringify(value) : value} />;
  return (
    <span class={`json-${value === null ? "null" : typeof value}`}>
      <SearchableText text={String(value)} />
    </span>
  );
}

/** A text; the end of a long one is hidden at first. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > LONG_TEXT;
  return (
    <>
      <bdi class="text">
        <SearchableText text={isLong && !isWhole ? `${text.slice(0, LONG_TEXT)}…` : text} />
      </bdi>
      {isLong ? (
        <button type="button" class="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : "Show all"}
        </button>
      ) : null}
    </>
  );
}
