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

/** Creates a server-validated form. `Shape` is its raw values: strings, objects and lists. */
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

/** Selects the first option. Conform would leave a select without a value blank. */
function useShownOptions(formId: string) {
  useEffect(() => {
    const form = document.forms.namedItem(formId);
    for (const select of form?.querySelectorAll("select") ?? []) {
      if (select.selectedIndex === -1) select.selectedIndex = 0;
    }
  });
}

/** Clears the errors of a form when a different one was submitted; keeps its values. */
const NO_RESULT: SubmissionResult = {};

/** Returns the `lastResult` of a form, on a page with several. */
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
  /** Autosaves: the action stores posts with AUTOSAVE_INTENT. */
  keeps?: boolean;
  /** Idempotency key of a form that creates or pays. */
  formKey?: string;
  /** Value that Enter submits, if the main button has a name. */
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
        {/* Enter clicks the first button of a form, which might be "Remove" (V-029, AMB-V03). */}
        <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" {...defaultSubmit}>
          Continue
        </button>
        {formKey ? <input type="hidden" name="form_key" value={formKey} /> : null}
        {children}
      </Form>
    </FormProvider>
  );
}

/** Renders the main button, never `disabled`, which would lose the focus. */
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
  // The answer is visible before loaders revalidate, so clicks count again.
  if (answer !== before.current) return undefined;
  return navigation.state !== "idle" && navigation.formMethod === "POST" ? true : undefined;
}

/** Resets the form when its default values change, such as after a dialog edited the draft. */
function useResetOnNewDefaults(formId: string, defaultValue: unknown) {
  const { state } = useNavigation();
  const answer: unknown = useActionData();
  const known = JSON.stringify(defaultValue);
  const shown = useRef(known);
  useEffect(() => {
    const form = document.forms.namedItem(formId);
    // Reset a form hidden by a page once it is back.
    if (state !== "idle" || shown.current === known || !form) return;
    shown.current = known;
    // The result of a submit takes precedence.
    if (answer === undefined) form.reset();
  }, [state, answer, known, formId]);
}

/** Returns a submit handler that resets the form after success, if its page is shown again. */
function useResetOnSuccess(formId: string) {
  const { state, formMethod } = useNavigation();
  const answer: unknown = useActionData();
  const submitted = useRef(false);
  useEffect(() => {
    // A link was clicked first: the next page may be this one with a different role, which keeps
    // the values.
    if (state === "loading" && formMethod === undefined) submitted.current = false;
    if (state !== "idle" || !submitted.current) return;
    submitted.current = false;
    if (answer === undefined) document.forms.namedItem(formId)?.reset();
  }, [state, formMethod, answer, formId]);
  return () => {
    submitted.current = true;
  };
}
