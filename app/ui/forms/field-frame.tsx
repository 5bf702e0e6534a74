import type { ReactNode } from "react";
import { ErrorText } from "./error-text.tsx";
import type { FieldProps, FieldTexts } from "./form-types.ts";

type Field = Pick<FieldProps, "id" | "errors">;

/**
 * Returns a field’s ARIA attributes: the ids of its hint and its error as the description, and
 * aria-invalid if it has an error.
 */
export function describe({ id, errors }: Field, hint: ReactNode) {
  const error = errors?.[0];
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""]
    .filter(Boolean)
    .join(" ");
  return {
    id,
    error,
    control: {
      id,
      "aria-describedby": described || undefined,
      "aria-invalid": error ? (true as const) : undefined,
    },
  };
}

export function groupId(id: string): string {
  return `${id}-group`;
}

type FrameProps = FieldTexts & {
  id: string;
  label: ReactNode;
  errors?: readonly string[] | undefined;
  children: ReactNode;
};

export function FieldFrame({ id, label, hint, optional, errors = [], children }: FrameProps) {
  const shown = errors.slice(0, 1);
  return (
    <div className={shown.length > 0 ? "field has-error" : "field"}>
      <label className="label" id={`${id}-label`} htmlFor={id}>
        <LabelText label={label} optional={optional} />
      </label>
      <HintAndErrors id={id} hint={hint} errors={shown} />
      {children}
    </div>
  );
}

export function GroupFrame({
  id,
  label,
  hint,
  optional,
  disabled,
  errors = [],
  allErrors,
  textInputs,
  children,
}: FrameProps & {
  allErrors?: boolean;
  /**
   * True for a group of text inputs. Without an explicit role, the screen reader JAWS drops the
   * description of their fieldset.
   */
  textInputs?: boolean;
}) {
  const shown = allErrors ? errors : errors.slice(0, 1);
  return (
    <fieldset
      id={groupId(id)}
      className={shown.length > 0 ? "field has-error" : "field"}
      role={textInputs ? "group" : undefined}
      aria-describedby={describe({ id, errors: shown }, hint).control["aria-describedby"]}
      disabled={disabled}
    >
      <legend>
        <LabelText label={label} optional={optional} />
      </legend>
      <HintAndErrors id={id} hint={hint} errors={shown} />
      {children}
    </fieldset>
  );
}

function LabelText({ label, optional }: { label: ReactNode; optional?: boolean }) {
  return (
    <>
      {label}
      {optional ? <span className="optional"> (optional)</span> : null}
    </>
  );
}

function HintAndErrors({
  id,
  hint,
  errors,
}: {
  id: string;
  hint: ReactNode;
  errors: readonly string[];
}) {
  return (
    <>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {errors.length > 0 ? (
        <div id={`${id}-error`}>
          {errors.map((error) => (
            <ErrorText key={error}>{error}</ErrorText>
          ))}
        </div>
      ) : null}
    </>
  );
}
