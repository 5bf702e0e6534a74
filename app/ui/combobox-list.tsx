import type { ReactNode } from "react";
import type { Combobox } from "./combobox.ts";

/** Renders a combobox’s options. Its parent element positions it. */
export function ComboboxList<Item>({
  combobox: { id, listProps, itemProps },
  items,
  itemKey,
  children,
}: {
  combobox: Combobox;
  /** Empty if it is closed. */
  items: readonly Item[];
  itemKey: (item: Item) => string;
  children: (item: Item) => ReactNode;
}) {
  return (
    <ul className="combobox-list" {...listProps} aria-labelledby={`${id}-label`}>
      {items.map((item, index) => (
        <li key={itemKey(item)} {...itemProps(index)}>
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
