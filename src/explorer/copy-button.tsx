/** A button that copies a text, and confirms it for a moment. */
import { useEffect, useState } from "preact/hooks";

const SAID_MILLISECONDS = 1500;

/** A text that is shown for a moment, and the function that shows one. */
export function useSaid(): [string | undefined, (text: string) => void] {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    const timer = said ? setTimeout(() => setSaid(undefined), SAID_MILLISECONDS) : undefined;
    return () => clearTimeout(timer);
  }, [said]);
  return [said, setSaid];
}

type CopyProps = {
  /** The text, or what gives it. */
  text: string | (() => Promise<string>);
  /** What is copied, for screen readers. */
  what: string;
};

export function CopyButton({ text, what }: CopyProps) {
  const [said, setSaid] = useSaid();
  const copy = () => {
    copyText(text).then(
      () => setSaid("Copied"),
      () => setSaid("Not copied"),
    );
  };
  return (
    <button type="button" class="copy" aria-label={said ?? `Copy ${what}`} onClick={copy}>
      <span aria-live="polite">{said ?? "Copy"}</span>
    </button>
  );
}

/** Browsers keep the clipboard from pages that come over plain http from elsewhere: there the old way is left. */
export async function copyText(given: CopyProps["text"]): Promise<void> {
  const text = typeof given === "string" ? given : await given();
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  document.body.append(area);
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  if (!isDone) throw new Error("the browser does not copy");
}
