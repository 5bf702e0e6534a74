import { EmailText } from "#app/ui/email-text.tsx";
import { Checkboxes } from "#app/ui/forms/checkboxes.tsx";

/** Letter to a solicitor that staff can have sent again (ST-13). */
export type LetterTick = { value: string; label: string };

export const LETTERS_FIELD = "letters";

/** Offers to send letters again, in a form that changes what they say; nothing without letters. */
export function LetterTicks({
  letters,
  ticked,
  hint,
}: {
  letters: readonly LetterTick[];
  /** Values that were ticked when the form was last submitted. */
  ticked: readonly string[];
  hint: string;
}) {
  if (letters.length === 0) return null;
  return (
    <Checkboxes
      id={LETTERS_FIELD}
      name={LETTERS_FIELD}
      legend="Send the letter again"
      hint={hint}
      values={ticked}
      options={letters.map(({ value, label }) => ({
        value,
        label: <EmailText>{label}</EmailText>,
      }))}
    />
  );
}
