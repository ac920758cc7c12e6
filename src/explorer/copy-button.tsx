/** Copies a text, and says so for a moment. */
import { useEffect, useState } from "preact/hooks";

const SAID_MILLISECONDS = 1500;

/** @param what is copied, for those who cannot see beside what the button stands */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    const timer = said ? setTimeout(() => setSaid(undefined), SAID_MILLISECONDS) : undefined;
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () => {
    copied(text).then(
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
async function copied(text: string): Promise<void> {
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
