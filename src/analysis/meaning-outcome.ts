/** What comes of two meanings: whether they are one, what differs, or why nobody can tell. */
import { isSameValue } from "./json-value.ts";
import { areChoiceIds } from "./scalar-meaning.ts";
import type { Meaning, Pointed } from "./value-meaning.ts";

/** `shown`: what is told of both values as JSON, where that is not the values themselves. */
type Outcome =
  | { state: "equal" }
  | { state: "differs"; how: string; shown?: readonly [string, string] }
  | { state: "none"; what: string };

const EQUAL: Outcome = { state: "equal" };

/** @param before neither empty nor elements, nor is the other */
export function outcomeOf(before: Meaning, after: Meaning): Outcome {
  if (before.level === "scalar" && after.level === "scalar") return scalarOutcome(before, after);
  if (before.level === "text" || after.level === "text") return textOutcome(before, after);
  const [olds, news] = [pointedIn(before), pointedIn(after)];
  if (!olds || !news) return { state: "none", what: "values of another kind" };
  const outcome = pointedOutcome(olds, news);
  const isLost = outcome.state === "equal" && namesIn(before, after) !== namesIn(after, before);
  return isLost ? { state: "differs", how: "text differs" } : outcome;
}

/** What links are called, where both are links. */
function namesIn(one: Meaning, other: Meaning): string | undefined {
  if (one.level !== "links" || other.level !== "links") return undefined;
  return one.links.map(({ name }) => name).join("\n");
}

function pointedIn(meaning: Meaning): readonly Pointed[] | undefined {
  if (meaning.level === "reference") return meaning.pointed;
  return meaning.level === "links" ? meaning.links.map(({ to }) => to) : undefined;
}

function scalarOutcome(
  before: Extract<Meaning, { level: "scalar" }>,
  after: Extract<Meaning, { level: "scalar" }>,
): Outcome {
  const [was, is] = [before.texts.join("\n"), after.texts.join("\n")];
  const isEqual = was === is || (before.family === "json" && isSameValue(was, is));
  const isOfChoices = before.family === "choices" || after.family === "choices";
  if (isEqual) return EQUAL;
  if (isOfChoices && areChoiceIds(before.texts) !== areChoiceIds(after.texts)) {
    return { state: "none", what: "ids of what a data type offers" };
  }
  return { state: "differs", how: "changed" };
}

/** Plain text is text without links. */
function textOutcome(before: Meaning, after: Meaning): Outcome {
  const [was, is] = [asText(before), asText(after)];
  if (was === undefined || is === undefined) return { state: "none", what: "text as something else" };
  if (was.isMarkdown !== is.isMarkdown) return { state: "none", what: "Markdown as markup" };
  if (was.text === is.text) return pointedOutcome(was.pointed, is.pointed);
  const shown = [JSON.stringify(was.text), JSON.stringify(is.text)] as const;
  return { state: "differs", how: "text differs", shown };
}

function asText(
  meaning: Meaning,
): Omit<Extract<Meaning, { level: "text" }>, "level" | "elements"> | undefined {
  if (meaning.level === "text") return meaning;
  if (meaning.level !== "scalar") return undefined;
  return { text: meaning.texts.join("\n").replace(/\s+/g, " "), pointed: [], isMarkdown: false };
}

/** What leads nowhere on the old side already cannot be compared with where it leads now. */
function pointedOutcome(olds: readonly Pointed[], news: readonly Pointed[]): Outcome {
  const marks = (side: readonly Pointed[]) => side.map(({ mark }) => mark).join("\n");
  const names = (side: readonly Pointed[]) => JSON.stringify(side.map(({ name }) => name).join(", "));
  if (marks(olds) === marks(news)) return EQUAL;
  if (olds.some(({ isFound }) => !isFound)) {
    return { state: "none", what: "what leads nowhere on the old side" };
  }
  return { state: "differs", how: "points to other nodes", shown: [names(olds), names(news)] };
}
