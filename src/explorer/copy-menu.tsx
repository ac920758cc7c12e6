/** A button with a menu of what can be copied. */
import { useEffect, useRef, useState } from "preact/hooks";
import { copyText, useSaid } from "./copy-button.tsx";

type CopyItem = {
  label: string;
  /** The text, or what fetches it. */
  text: string | (() => Promise<string>);
};

export function CopyMenu({ items }: { items: readonly CopyItem[] }) {
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useSaid();
  const root = useRef<HTMLDivElement>(null);
  const buttons = () => [...(root.current?.querySelectorAll("button") ?? [])];
  useEffect(() => {
    if (!isOpen) return undefined;
    buttons()[1]?.focus();
    const onPointer = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener("pointerdown", onPointer);
    return () => removeEventListener("pointerdown", onPointer);
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    buttons()[0]?.focus();
  };
  const copy = ({ label, text }: CopyItem) => {
    close();
    copyText(text).then(
      () => setDone(`${label} copied`),
      () => setDone(`${label} not copied`),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const [, ...choices] = buttons();
    const at = choices.indexOf(document.activeElement as HTMLButtonElement);
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1 + choices.length,
      Home: 0,
      End: choices.length - 1,
    }[event.key];
    if (to !== undefined) choices[to % choices.length].focus();
    else if (event.key === "Escape") close();
    else if (event.key === "Tab") return setOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it
    <div class="copy-menu" ref={root} onKeyDown={onKeyDown}>
      <button type="button" aria-haspopup="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Copy <span aria-hidden="true">▾</span>
      </button>
      <span class="copy-done" role="status">
        {done}
      </span>
      {isOpen ? (
        <div class="menu" role="menu" aria-label="Copy">
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              title={typeof item.text === "string" ? item.text : undefined}
              onClick={() => copy(item)}
            >
              {item.label}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
