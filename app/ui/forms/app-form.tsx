import {
  type DefaultValue,
  FormProvider,
  getFormProps,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { Form, type FormProps, useActionData, useNavigation } from "@remix-run/react";
import { type ComponentProps, type FormEvent, useContext, useEffect, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { type AnyForm, type QuestionNames, SummaryShownFor } from "./form-types.ts";
import { useAutosave } from "./use-autosave.ts";

/**
 * Creates a form that the server validates. `Shape` is the type of its raw values: strings, objects
 * and lists.
 */
export function useAppForm<Shape extends Record<string, unknown>>(options: {
  id: string;
  lastResult?: SubmissionResult | null | undefined;
  defaultValue?: DefaultValue<Shape> | undefined;
}) {
  useResetOnNewDefaults(options.id, options.defaultValue);
  const form = useForm<Shape>({
    ...options,
    lastResult: options.lastResult ?? null,
    shouldValidate: "onSubmit",
  });
  useShownOptions(options.id);
  return form;
}

/**
 * Selects the first option of each select that has no value, because Conform would show the select
 * as blank.
 */
function useShownOptions(formId: string) {
  useEffect(() => {
    const form = document.forms.namedItem(formId);
    for (const select of form?.querySelectorAll("select") ?? []) {
      if (select.selectedIndex === -1) select.selectedIndex = 0;
    }
  });
}

/**
 * Result for a form when a different form on the page was submitted. It clears the form’s errors
 * and leaves its values unchanged.
 */
const NO_RESULT: SubmissionResult = {};

/** Returns the `lastResult` of one form, on a page with several forms. */
export function resultOf(
  form: string,
  answer: { sent: string; lastResult: SubmissionResult } | undefined,
): SubmissionResult | null {
  if (!answer) return null;
  return answer.sent === form ? answer.lastResult : NO_RESULT;
}

type AppFormProps = Omit<FormProps, "id" | "method" | "noValidate" | "onSubmit"> & {
  form: AnyForm;
  questionNames?: QuestionNames;
  /**
   * True if the form saves itself while the user types. Its action must then save each submit that
   * has the intent AUTOSAVE_INTENT.
   */
  keeps?: boolean;
  /** Idempotency key, for a form that creates a record or takes a payment. */
  formKey?: string;
  /** Name and value that Enter submits, for a form whose main button has a name. */
  defaultSubmit?: { name: string; value: string };
};

export function AppForm({
  form,
  questionNames,
  keeps,
  formKey,
  defaultSubmit,
  children,
  ...rest
}: AppFormProps) {
  const summaryShownFor = useContext(SummaryShownFor);
  const busy = useBusy();
  useAutosave(keeps ? form.id : undefined, busy === true);
  const markSubmitted = useResetOnSuccess(form.id);
  const { onSubmit, ...formProps } = getFormProps(form, { ariaAttributes: false });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (busy) {
      event.preventDefault();
      return;
    }
    markSubmitted();
    onSubmit(event);
  };
  return (
    <FormProvider context={form.context}>
      {summaryShownFor === form.id ? null : <ErrorSummary form={form} names={questionNames} />}
      <Form className="form" {...rest} {...formProps} method="post" onSubmit={submit}>
        {/* Enter clicks the first button of a form. Without this one, that could be "Remove"
            (V-029, AMB-V03). */}
        <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" {...defaultSubmit}>
          Continue
        </button>
        {formKey ? <input type="hidden" name="form_key" value={formKey} /> : null}
        {children}
      </Form>
    </FormProvider>
  );
}

/**
 * Renders the form’s main button. The button is never `disabled`, because it would then lose the
 * focus.
 */
export function SubmitButton({
  children,
  after,
  ...rest
}: Omit<ComponentProps<typeof Button>, "type"> & {
  after?: ComponentProps<"p">["children"];
}) {
  const busy = useBusy();
  return (
    <p className="cluster submit-row">
      <Button
        type="submit"
        {...rest}
        aria-disabled={busy || rest["aria-disabled"]}
        data-busy={busy || undefined}
      >
        {children}
      </Button>
      {after}
    </p>
  );
}

function useBusy() {
  const navigation = useNavigation();
  const answer: unknown = useActionData();
  const before = useRef(answer);
  if (navigation.state !== "loading") before.current = answer;
  // The page already shows the action’s answer while the loaders run again, so the buttons work
  // from then on.
  if (answer !== before.current) return undefined;
  return navigation.state !== "idle" && navigation.formMethod === "POST" ? true : undefined;
}

/**
 * Resets the form when its default values change, for example after a dialog has edited the draft.
 */
function useResetOnNewDefaults(formId: string, defaultValue: unknown) {
  const { state } = useNavigation();
  const answer: unknown = useActionData();
  const known = JSON.stringify(defaultValue);
  const shown = useRef(known);
  useEffect(() => {
    const form = document.forms.namedItem(formId);
    // If another page hides the form, the form is reset once it is shown again.
    if (state !== "idle" || shown.current === known || !form) return;
    shown.current = known;
    // The answer to a submit takes precedence over new default values.
    if (answer === undefined) form.reset();
  }, [state, answer, known, formId]);
}

/**
 * Returns a function that marks the form as submitted. After a successful submit, the form is reset
 * if its page is shown again.
 */
function useResetOnSuccess(formId: string) {
  const { state, formMethod } = useNavigation();
  const answer: unknown = useActionData();
  const submitted = useRef(false);
  useEffect(() => {
    // The user clicked a link before the submit finished. If the link leads to this page with a
    // different role, the form’s values stay.
    if (state === "loading" && formMethod === undefined) submitted.current = false;
    if (state !== "idle" || !submitted.current) return;
    submitted.current = false;
    if (answer === undefined) document.forms.namedItem(formId)?.reset();
  }, [state, formMethod, answer, formId]);
  return () => {
    submitted.current = true;
  };
}
