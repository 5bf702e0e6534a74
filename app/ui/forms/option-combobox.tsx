import { useCombobox } from "downshift";
import { type ComponentProps, useRef, useState } from "react";
import type { Option } from "#app/domain/fields/answers.ts";
import { ComboboxList } from "#app/ui/combobox-list.tsx";

const { InputBlur, InputChange } = useCombobox.stateChangeTypes;

/** An option as a box to type into, over those that fit. What is posted is the option whose name the box shows. */
export function OptionCombobox({
  id,
  name,
  initial,
  typedBefore,
  optionsFor,
  onTyped,
  message,
  showAll,
  ...input
}: {
  /** Of the box; its label's id begins with it. */
  id: string;
  name: string;
  initial: Option | null;
  /** What stood in a box that this one takes the place of. */
  typedBefore?: string | undefined;
  /** Those that fit a text. Asked also when the box is left, which may be before what was typed last is rendered. */
  optionsFor: (text: string) => readonly Option[];
  onTyped?: (typed: string) => void;
  /** What is said of them while the list is open. */
  message: string;
  /** What the button is called that opens the list; without it there is none. */
  showAll?: string;
} & Pick<ComponentProps<"input">, "aria-describedby" | "aria-invalid" | "placeholder">) {
  const [typed, setTyped] = useState(typedBefore ?? "");
  const options = optionsFor(typed);
  const tell = (text: string) => {
    setTyped(text);
    onTyped?.(text);
  };
  // Read when the box is left, which may be sooner than the state above is rendered.
  const lastTyped = useRef("");
  /** What is said of a box that was left with something typed in it. */
  const [left, setLeft] = useState("");
  const box = useCombobox<Option>({
    items: [...options],
    id,
    inputId: id,
    labelId: `${id}-label`,
    menuId: `${id}-menu`,
    itemToString: (option) => option?.label ?? "",
    initialSelectedItem: initial,
    ...(typedBefore ? { initialInputValue: typedBefore } : {}),
    onInputValueChange: ({ inputValue, selectedItem }) => {
      tell(inputValue === selectedItem?.label ? "" : inputValue);
    },
    onSelectedItemChange: () => tell(""),
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
      const fitting = optionsFor(text);
      const known = [changes.selectedItem, ...fitting];
      const option = named(text, known) ?? (isLeft ? onlyFit(text, fitting) : undefined);
      if (option) return { ...changes, selectedItem: option, inputValue: option.label };
      if (!isLeft) return changes;
      // What is no option was not an answer; an emptied box is.
      const selectedItem = text.trim() === "" ? null : changes.selectedItem;
      return { ...changes, selectedItem, inputValue: selectedItem?.label ?? "" };
    },
  });
  const chosen = named(box.inputValue, [box.selectedItem, ...optionsFor(box.inputValue)]);
  const said = box.isOpen ? message : "";
  return (
    <div className="option-combobox">
      <input
        {...box.getInputProps({
          className: "input",
          autoComplete: "off",
          spellCheck: false,
          onChange: ({ currentTarget }) => {
            lastTyped.current = currentTarget.value;
          },
        })}
        {...input}
        id={id}
      />
      {showAll ? (
        <button
          className="option-combobox-toggle"
          {...box.getToggleButtonProps()}
          type="button"
          aria-label={showAll}
        />
      ) : null}
      <div className="option-combobox-drop" data-open={box.isOpen || undefined}>
        <ComboboxList
          combobox={box}
          items={box.isOpen ? options : []}
          itemKey={({ value }) => value}
        >
          {({ label }) => label}
        </ComboboxList>
        <p className={said || !left ? "combobox-message" : "hint"} role="status">
          {said || left}
        </p>
      </div>
      <input type="hidden" name={name} value={chosen?.value ?? ""} />
    </div>
  );
}

/** The option whose whole name a text is: of several the first. */
function named(text: string, options: readonly (Option | null | undefined)[]) {
  const name = text.trim().toLowerCase();
  return options.find((option) => option?.label.toLowerCase() === name) ?? undefined;
}

/** The only one that a text fits. */
function onlyFit(text: string, options: readonly Option[]) {
  return text.trim() !== "" && options.length === 1 && fits(options[0]?.label ?? "", text)
    ? options[0]
    : undefined;
}

/** Says whether what was typed has chosen an option, when the box is left and shows one or none. */
function whatBecame(typed: string, shown = typed) {
  if (typed.trim() === "") return "";
  if (fits(shown, typed) && shown !== "") return `${shown} was chosen`;
  return `Nothing was chosen for “${typed.trim()}”${shown ? `. ${shown} stays chosen` : ""}`;
}

/** Whether each word typed begins a word of the option's name. */
export function fits(label: string, typed: string): boolean {
  const words = splitWords(label);
  return splitWords(typed).every((part) => words.some((word) => word.startsWith(part)));
}

function splitWords(text: string) {
  return text
    .toLowerCase()
    .split(/[^a-z0-9&]+/)
    .filter(Boolean);
}
