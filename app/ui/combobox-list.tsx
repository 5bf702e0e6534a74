import type { ReactNode } from "react";
import type { Combobox } from "./combobox.ts";

/** What can be chosen under a box that is typed in; its parent is what it hangs from. */
export function ComboboxList<Item>({
  combobox: { id, listProps, itemProps },
  items,
  itemKey,
  children,
}: {
  combobox: Combobox;
  /** None when it is closed. */
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
