import type { ReactNode } from "react";
import type { Combobox } from "./combobox.ts";

export function ComboboxList<Item>({
  combobox: { id, listProps, itemProps },
  items,
  itemKey,
  children,
}: {
  combobox: Combobox;
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
