import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";

export type Combobox = ReturnType<typeof useCombobox>;

const CLOSED = { isOpen: false, marked: -1 };

/**
 * Implements the keys, mouse and ARIA attributes of a combobox. The caller stores its text and the
 * chosen item.
 * @param options.chosen Index of the item that is marked when the list opens; -1 for none.
 * @param options.onLeave Called on blur with the text, and the index of the marked item or -1.
 * @param options.onClear Called on Escape if no list is open.
 * @param options.entersForm True if Enter submits the form when no item is marked.
 * @param options.lingerMs Delay before the list closes on blur.
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
    // If the list did not handle Escape, the key would also clear a search box or close a dialog.
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
        // The browser window lost the focus, but the box did not.
        if (document.activeElement === currentTarget) return;
        onLeave?.(currentTarget.value, marked);
        if (lingerMs) timer.current = setTimeout(close, lingerMs);
        else close();
      },
    },
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

/** Keeps the focus in the box when its list or button is clicked. */
function keepFocus(event: { preventDefault: () => void }) {
  event.preventDefault();
}
