/** What is typed: single keys outside of fields, and texts in fields. */
import { useEffect, useState } from "preact/hooks";

/** How long to wait after the last keystroke, in milliseconds. */
const TYPING_REST = 100;

/** Calls a function when a key is pressed, except in a field or with Ctrl, Alt or Meta. */
export function useKey(key: string, onPress: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isWriting = event.target instanceof Element && event.target.matches("input, textarea, select");
      if (event.key === key && !isWriting && !event.ctrlKey && !event.metaKey && !event.altKey)
        onPress(event);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}

/** The text once it has not changed for a while. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_REST);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
