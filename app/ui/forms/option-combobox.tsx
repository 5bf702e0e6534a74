import { type ComponentProps, useRef, useState } from "react";
import type { Option } from "#app/domain/shared/answers.ts";
import { useCombobox } from "#app/ui/combobox.ts";
import { ComboboxList } from "#app/ui/combobox-list.tsx";

/** Renders a combobox that shows an option’s label and posts the option’s value. */
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
  id: string;
  name: string;
  initial: Option | null;
  typedBefore?: string | undefined;
  /**
   * Returns the options that match the text. Also called on blur, perhaps before React has rendered
   * the last input.
   */
  optionsFor: (text: string) => readonly Option[];
  onTyped?: (typed: string) => void;
  message: string;
  showAll?: string;
} & Pick<ComponentProps<"input">, "aria-describedby" | "aria-invalid" | "placeholder">) {
  const [chosen, setChosen] = useState(initial);
  const [text, setText] = useState(typedBefore || (initial?.label ?? ""));
  const [typed, setTyped] = useState(typedBefore ?? "");
  const options = optionsFor(typed);
  const tell = (typed: string) => {
    setTyped(typed);
    onTyped?.(typed);
  };
  /** Text that the user has typed since an option was last chosen or cleared. */
  const lastTyped = useRef("");
  const [left, setLeft] = useState("");
  const show = (option: Option | null) => {
    setChosen(option);
    setText(option?.label ?? "");
    lastTyped.current = "";
    tell("");
  };
  const box = useCombobox({
    id,
    count: options.length,
    chosen: options.findIndex(({ value }) => value === chosen?.value),
    onChoose: (index) => show(options[index] ?? null),
    onClose: () => {
      const option = named(text, [chosen, ...optionsFor(text)]);
      if (option) show(option);
    },
    onLeave: (text, marked) => {
      if (!box.isOpen && lastTyped.current === "") return;
      const fitting = optionsFor(text);
      const option = options[marked] ?? named(text, [chosen, ...fitting]) ?? onlyFit(text, fitting);
      // If the text does not name an option, the chosen option stays; if the box is empty, no
      // option stays chosen.
      const now = option ?? (text.trim() === "" ? null : chosen);
      setLeft(selectionStatus(lastTyped.current, now?.label));
      show(now);
    },
    onClear: () => show(null),
  });
  const posted = named(text, [chosen, ...optionsFor(text)]);
  const announced = box.isOpen ? message : "";
  return (
    <div className="option-combobox">
      <input
        {...box.inputProps}
        className="input"
        spellCheck={false}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setLeft("");
          lastTyped.current = value;
          tell(value === chosen?.label ? "" : value);
          box.openTyped();
        }}
        {...input}
      />
      {showAll ? (
        <button className="option-combobox-toggle" {...box.buttonProps} aria-label={showAll} />
      ) : null}
      <div className="option-combobox-drop" data-open={box.isOpen || undefined}>
        <ComboboxList
          combobox={box}
          items={box.isOpen ? options : []}
          itemKey={({ value }) => value}
        >
          {({ label }) => label}
        </ComboboxList>
        <p className={announced || !left ? "combobox-message" : "hint"} role="status">
          {announced || left}
        </p>
      </div>
      <input type="hidden" name={name} value={posted?.value ?? ""} />
    </div>
  );
}

function named(text: string, options: readonly (Option | null | undefined)[]) {
  const name = text.trim().toLowerCase();
  return options.find((option) => option?.label.toLowerCase() === name) ?? undefined;
}

function onlyFit(text: string, options: readonly Option[]) {
  return text.trim() !== "" && options.length === 1 && matchesWords(options[0]?.label ?? "", text)
    ? options[0]
    : undefined;
}

function selectionStatus(typed: string, shown = "") {
  if (typed.trim() === "") return "";
  if (matchesWords(shown, typed) && shown !== "") return `${shown} selected`;
  return `No match for “${typed.trim()}”${shown ? `. ${shown} is still selected` : ""}`;
}

/** Returns true if each word that the user typed is the start of a word in the label. */
export function matchesWords(label: string, typed: string): boolean {
  const words = splitWords(label);
  return splitWords(typed).every((part) => words.some((word) => word.startsWith(part)));
}

function splitWords(text: string) {
  return text
    .toLowerCase()
    .split(/[^a-z0-9&]+/)
    .filter(Boolean);
}
