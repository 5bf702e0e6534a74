/** Offer to send solicitors their letter again, in a form that changes what the letter says (ST-13). */

export type LetterTick = { value: string; label: string; hint: string };

export const LETTERS_FIELD = "letters";

/** Renders a checkbox for each letter; nothing if there is none. */
export function LetterTicks({
  letters,
  ticked = [],
}: {
  letters: readonly LetterTick[];
  /** Values that were ticked when the form was last submitted. */
  ticked?: readonly string[];
}) {
  if (letters.length === 0) return null;
  return (
    <fieldset className="field">
      <legend>Send the letter again</legend>
      <div className="choices">
        {letters.map(({ value, label, hint }) => {
          const id = `letters-${value.replaceAll(" ", "-")}`;
          return (
            <div className="choice" key={value}>
              <input
                type="checkbox"
                id={id}
                name={LETTERS_FIELD}
                value={value}
                defaultChecked={ticked.includes(value)}
                aria-describedby={`${id}-hint`}
              />
              <div>
                <label htmlFor={id}>{label}</label>
                <span className="hint" id={`${id}-hint`}>
                  {hint}
                </span>
              </div>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
