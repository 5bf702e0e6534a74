import { useCombobox } from "downshift";
import { useState } from "react";
import { describe, FieldFrame } from "#app/ui/forms/field-frame.tsx";
import { type AnyField, initialText } from "#app/ui/forms/form-types.ts";

/** The lender as a box to type into, over the list of the select; what is chosen is posted, not what is typed. */
export default function LenderCombobox({
  field,
  label,
  lenders,
}: {
  field: AnyField;
  label: string;
  lenders: readonly string[];
}) {
  const [typed, setTyped] = useState("");
  const shown = lenders.filter((lender) => matches(lender, typed));
  const { id, control } = describe(field, HINT);
  const box = useCombobox({
    items: shown,
    id,
    inputId: id,
    labelId: `${id}-label`,
    menuId: `${id}-menu`,
    initialSelectedItem: initialText(field) || null,
    onInputValueChange: ({ inputValue, selectedItem }) => {
      setTyped(inputValue === selectedItem ? "" : inputValue);
    },
    stateReducer: (state, { type, changes }) => {
      if (type !== useCombobox.stateChangeTypes.InputBlur) return changes;
      // What is no lender was not an answer; an emptied box is.
      const selectedItem = state.inputValue.trim() === "" ? null : changes.selectedItem;
      return { ...changes, selectedItem, inputValue: selectedItem ?? "" };
    },
  });
  return (
    <FieldFrame field={field} label={label} hint={HINT}>
      <div className="combobox">
        <input
          className="input"
          autoComplete="off"
          spellCheck={false}
          {...box.getInputProps()}
          {...control}
        />
        <ul className="combobox-list" {...box.getMenuProps({ "aria-label": label })}>
          {box.isOpen
            ? shown.map((lender, index) => (
                <li
                  key={lender}
                  data-highlighted={box.highlightedIndex === index || undefined}
                  {...box.getItemProps({ item: lender, index })}
                >
                  {lender}
                </li>
              ))
            : null}
        </ul>
        <input type="hidden" name={field.name} value={box.selectedItem ?? ""} />
      </div>
    </FieldFrame>
  );
}

const HINT = "Type part of its name, or choose from the list";

/** Whether each word typed begins a word of the lender's name. */
function matches(lender: string, typed: string) {
  const words = lender.toLowerCase().split(/[^a-z0-9&]+/);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)));
}
