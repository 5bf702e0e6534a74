import { useActionData } from "@remix-run/react";
import { type MouseEvent, useEffect, useRef } from "react";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { type AnyForm, fieldId, type QuestionNames } from "./form-types.ts";

/**
 * Lists a form’s errors in the same words as next to the fields, and takes the focus after each
 * failed submit. Conform shows errors one render after the answer, so the effect depends on both.
 */
export function ErrorSummary({ form, names }: { form: AnyForm; names?: QuestionNames }) {
  const box = useRef<HTMLDivElement>(null);
  const errors = form.allErrors;
  const answer: unknown = useActionData();
  const failed = form.status === "error";
  useEffect(() => {
    if (failed) box.current?.focus();
  }, [answer, errors, failed]);

  const lines = failed ? summaryLines(form.id, errors, names) : [];
  if (lines.length === 0) return null;
  return (
    <div className="error-summary" ref={box} tabIndex={-1} data-route-focus="">
      <div role="alert">
        <h2>There is a problem</h2>
        <ul>
          {lines.map(({ text, href }) => (
            <li key={`${href} ${text}`}>
              {href ? (
                <a href={href} onClick={showField}>
                  {text}
                </a>
              ) : (
                <LinkedText>{text}</LinkedText>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

type Line = { text: string; href?: string };

/**
 * Returns one line for each field with an error. The line starts with the field’s question, unless
 * the error already names the question.
 */
function summaryLines(
  formId: string,
  errors: Record<string, string[] | undefined>,
  names: QuestionNames = () => undefined,
): Line[] {
  const lines = Object.entries(errors).flatMap(([name, messages]) => {
    const text = messages?.[0];
    if (name === "" || text === undefined) return [];
    const question = names(name) ?? "";
    const says = text.toLowerCase().includes(question.toLowerCase());
    return { text: says ? text : `${question}: ${text}`, href: `#${fieldId(formId, name)}` };
  });
  return [...(errors[""] ?? []).map((text) => ({ text })), ...lines];
}

function showField(event: MouseEvent<HTMLAnchorElement>) {
  const id = event.currentTarget.hash.slice(1);
  const control = document.getElementById(decodeURIComponent(id));
  if (!control) return;
  event.preventDefault();
  const question =
    control.closest("fieldset")?.querySelector("legend") ??
    document.querySelector(`label[for="${CSS.escape(control.id)}"]`);
  question?.scrollIntoView();
  control.focus({ preventScroll: true });
}
