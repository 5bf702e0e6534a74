import { type RefObject, useEffect } from "react";

/** The key "s", pressed anywhere but where something is typed, leads to the search box (I-060, AMB-I05). */
export function useShortcut(input: RefObject<HTMLInputElement>, on: boolean) {
  useEffect(() => {
    if (!on) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "s" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTypedInto(event.target) || document.querySelector("dialog:modal")) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [input, on]);
}

/** A letter chooses in a select, too. */
function isTypedInto(target: EventTarget | null) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}
