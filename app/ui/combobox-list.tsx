import type { UseComboboxReturnValue } from "downshift";
import type { ReactNode } from "react";

/** What can be chosen under a box that is typed in; its parent is what it hangs from. */
export function ComboboxList<Item>({
  combobox: { getMenuProps, getItemProps, highlightedIndex },
  label,
  items,
  itemKey,
  children,
}: {
  combobox: UseComboboxReturnValue<Item>;
  /** What it is called, when not after the box. */
  label?: string;
  /** None when it is closed. */
  items: readonly Item[];
  itemKey: (item: Item) => string;
  children: (item: Item) => ReactNode;
}) {
  return (
    <ul className="combobox-list" {...getMenuProps(label ? { "aria-label": label } : {})}>
      {items.map((item, index) => (
        <li
          key={itemKey(item)}
          data-highlighted={highlightedIndex === index || undefined}
          {...getItemProps({ item, index })}
        >
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
