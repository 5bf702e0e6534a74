import type { ReactNode } from "react";
import type { Combobox } from "./combobox.ts";

/** What can be chosen under a box that is typed in; its parent is what it hangs from. */
export function ComboboxList<Item>({
  combobox: { id, listProps, itemProps },
  label,
  items,
  itemKey,
  children,
}: {
  combobox: Combobox;
  /** What it is called, when not after the box. */
  label?: string;
  /** None when it is closed. */
  items: readonly Item[];
  itemKey: (item: Item) => string;
  children: (item: Item) => ReactNode;
}) {
  const name = label ? { "aria-label": label } : { "aria-labelledby": `${id}-label` };
  return (
    <ul className="combobox-list" {...listProps} {...name}>
      {items.map((item, index) => (
        <li key={itemKey(item)} {...itemProps(index)}>
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
