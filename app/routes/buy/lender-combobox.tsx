import { useCombobox } from "downshift";
import { useRef, useState } from "react";
import { ComboboxList } from "#app/ui/combobox-list.tsx";
import { describe, FieldFrame } from "#app/ui/forms/field-frame.tsx";
import type { AnyField } from "#app/ui/forms/form-types.ts";

const { InputBlur, InputChange } = useCombobox.stateChangeTypes;

/** The lender as a box to type into, over the list of the select. What is posted is the lender whose name it shows. */
export function LenderCombobox({
  field,
  label,
  lenders,
  initial,
}: {
  field: AnyField;
  label: string;
  lenders: readonly string[];
  initial: string;
}) {
  const [typed, setTyped] = useState("");
  // Read when the box is left, which may be sooner than the state above is rendered.
  const lastTyped = useRef("");
  /** What is said of a box that was left with something typed in it. */
  const [left, setLeft] = useState("");
  const shown = lenders.filter((lender) => matches(lender, typed));
  const { id, control } = describe(field, HINT);
  const box = useCombobox({
    items: shown,
    id,
    inputId: id,
    labelId: `${id}-label`,
    menuId: `${id}-menu`,
    initialSelectedItem: named(initial, lenders) ?? null,
    onInputValueChange: ({ inputValue, selectedItem }) => {
      setTyped(inputValue === selectedItem ? "" : inputValue);
    },
    onSelectedItemChange: () => setTyped(""),
    onStateChange: ({ type, inputValue }) => {
      if (type === InputBlur) setLeft(whatBecame(lastTyped.current, inputValue));
      if (type === InputChange) setLeft("");
      // The box shows something else now than what was typed.
      else if (inputValue !== undefined) lastTyped.current = "";
    },
    stateReducer: (_, { type, changes }) => {
      if (changes.isOpen) return changes;
      const text = changes.inputValue ?? "";
      const isLeft = type === InputBlur;
      const lender = isLeft ? meant(text, lenders) : named(text, lenders);
      if (lender) return { ...changes, selectedItem: lender, inputValue: lender };
      if (!isLeft) return changes;
      // What is no lender was not an answer; an emptied box is.
      const selectedItem = text.trim() === "" ? null : changes.selectedItem;
      return { ...changes, selectedItem, inputValue: selectedItem ?? "" };
    },
  });
  return (
    <FieldFrame field={field} label={label} hint={HINT}>
      <div className="lender-combobox">
        <input
          {...box.getInputProps({
            className: "input",
            autoComplete: "off",
            spellCheck: false,
            onChange: ({ currentTarget }) => {
              lastTyped.current = currentTarget.value;
            },
          })}
          {...control}
        />
        <button
          className="lender-combobox-toggle"
          {...box.getToggleButtonProps()}
          type="button"
          aria-label="Show all lenders"
        />
        <ComboboxList combobox={box} items={box.isOpen ? shown : []} itemKey={(lender) => lender}>
          {(lender) => lender}
        </ComboboxList>
        <p className={left ? "hint" : "combobox-message"} role="status">
          {box.isOpen && shown.length === 0 ? "No lender found" : left}
        </p>
        <input type="hidden" name={field.name} value={named(box.inputValue, lenders) ?? ""} />
      </div>
    </FieldFrame>
  );
}

const HINT = "Type part of its name, or choose from the list";

/** The lender whose whole name a text is. */
function named(text: string, lenders: readonly string[]) {
  const name = text.trim().toLowerCase();
  return lenders.find((lender) => lender.toLowerCase() === name);
}

/** The lender whose whole name a text is, or the only one that it fits. */
function meant(text: string, lenders: readonly string[]) {
  const fitting = text.trim() === "" ? [] : lenders.filter((lender) => matches(lender, text));
  return named(text, lenders) ?? (fitting.length === 1 ? fitting[0] : undefined);
}

/** Says whether what was typed has chosen a lender, when the box is left and shows one or none. */
function whatBecame(typed: string, shown = typed) {
  if (typed.trim() === "") return "";
  if (matches(shown, typed) && shown !== "") return `${shown} was chosen`;
  return `Nothing was chosen for “${typed.trim()}”${shown ? `. ${shown} stays chosen` : ""}`;
}

/** Whether each word typed begins a word of the lender's name. */
function matches(lender: string, typed: string) {
  const words = splitWords(lender);
  return splitWords(typed).every((part) => words.some((word) => word.startsWith(part)));
}

function splitWords(text: string) {
  return text
    .toLowerCase()
    .split(/[^a-z0-9&]+/)
    .filter(Boolean);
}
