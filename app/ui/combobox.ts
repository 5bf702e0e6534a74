import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";

/** What the box, its list and its button are given (components for them: ui/combobox-list.tsx). */
export type Combobox = ReturnType<typeof useCombobox>;

const CLOSED = { isOpen: false, marked: -1 };

/**
 * A box to type into over a list to choose from: its keys, its mouse and what is said of it, as the ARIA practices have it. What
 * stands in the box, and what is chosen, is its owner's to keep.
 *
 * @param options.id of the box; its label's id begins with it
 * @param options.count how many there are to choose from
 * @param options.chosen the place of the one that is chosen, where the list opens; -1 for none
 * @param options.onChoose one was chosen, by its place
 * @param options.onClose the list was closed without a choice, and the box not left
 * @param options.onLeave the box was left, with what stands in it, and the place of the one that is marked or -1
 * @param options.onClear Escape was pressed where there was no list to close
 * @param options.entersForm Enter with none marked sends the form
 * @param options.hidesList there is nothing to choose from yet, whatever is pressed
 * @param options.lingerMs how long the list stays when the box is left
 */
export function useCombobox({
  id,
  count,
  chosen = -1,
  onChoose,
  onClose,
  onLeave,
  onClear,
  entersForm = false,
  lingerMs,
  hidesList = false,
}: {
  id: string;
  count: number;
  chosen?: number;
  onChoose: (index: number) => void;
  onClose?: () => void;
  onLeave?: (text: string, marked: number) => void;
  onClear: () => void;
  entersForm?: boolean;
  lingerMs?: number;
  hidesList?: boolean;
}) {
  const [{ isOpen: wasOpened, marked }, setState] = useState(CLOSED);
  const isOpen = wasOpened && !hidesList;
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const itemId = (index: number) => `${id}-item-${index}`;
  useEffect(() => {
    if (marked >= 0) document.getElementById(`${id}-item-${marked}`)?.scrollIntoView(NEAREST);
  }, [id, marked]);

  const open = (at: number) => setState({ isOpen: true, marked: Math.min(at, count - 1) });
  const close = () => setState(CLOSED);
  const choose = (index: number) => {
    close();
    onChoose(index);
  };
  const dismiss = () => {
    close();
    onClose?.();
  };
  const toggle = () => (isOpen ? dismiss() : open(chosen));
  const stepOf = ({ key, altKey }: KeyboardEvent): (() => void) | undefined => {
    if (key === "ArrowDown") {
      const next = marked + 1 < count ? marked + 1 : 0;
      return () => open(isOpen ? next : chosen >= 0 || altKey ? chosen : 0);
    }
    if (key === "ArrowUp") {
      if (isOpen && altKey) return () => (marked < 0 ? dismiss() : choose(marked));
      const before = marked > 0 ? marked - 1 : count - 1;
      return () => open(!isOpen && chosen >= 0 ? chosen : before);
    }
    if (!isOpen) return undefined;
    // A search box would be emptied by it, and a dialog closed.
    if (key === "Escape") return dismiss;
    if (key === "Home") return () => open(0);
    if (key === "End") return () => open(count - 1);
    if (key !== "Enter") return undefined;
    if (marked >= 0) return () => choose(marked);
    return entersForm ? undefined : dismiss;
  };

  return {
    isOpen,
    marked,
    id,
    inputProps: {
      id,
      role: "combobox",
      autoComplete: "off",
      "aria-autocomplete": "list",
      "aria-controls": `${id}-menu`,
      "aria-expanded": isOpen,
      "aria-activedescendant": isOpen && marked >= 0 ? itemId(marked) : undefined,
      onClick: toggle,
      onKeyDown: (event: KeyboardEvent) => {
        const step = stepOf(event);
        if (step) event.preventDefault();
        if (step) step();
        else if (event.key === "Enter") close();
        else if (event.key === "Escape") onClear();
      },
      onFocus: () => clearTimeout(timer.current),
      onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
        // Another window was opened.
        if (document.activeElement === currentTarget) return;
        onLeave?.(currentTarget.value, marked);
        if (lingerMs) timer.current = setTimeout(close, lingerMs);
        else close();
      },
    },
    /** What was typed is to be chosen from. */
    openTyped: () => open(-1),
    buttonProps: {
      type: "button",
      tabIndex: -1,
      "aria-controls": `${id}-menu`,
      "aria-expanded": isOpen,
      onMouseDown: keepFocus,
      onClick: () => {
        document.getElementById(id)?.focus();
        toggle();
      },
    },
    listProps: {
      id: `${id}-menu`,
      role: "listbox",
      onMouseLeave: () => setState({ isOpen, marked: -1 }),
    },
    itemProps: (index: number) => ({
      id: itemId(index),
      role: "option",
      "aria-selected": marked === index,
      "data-highlighted": marked === index || undefined,
      onMouseDown: keepFocus,
      onMouseMove: () => {
        if (marked !== index) open(index);
      },
      onClick: () => choose(index),
    }),
  } as const;
}

const NEAREST = { block: "nearest" } as const;

/** The box is not left by a press in its list or on its button. */
function keepFocus(event: { preventDefault: () => void }) {
  event.preventDefault();
}
