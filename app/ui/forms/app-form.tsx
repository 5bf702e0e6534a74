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
import { useKeptForm } from "./use-kept-form.ts";

/**
 * A form that the server validates. `Shape` is what is typed: strings, and objects and lists of them.
 *
 * @returns Conform's form and its fields; give the form to AppForm and to Page, the fields to the field components.
 */
export function useAppForm<Shape extends Record<string, unknown>>(options: {
  /** Part of every field's id. */
  id: string;
  lastResult?: SubmissionResult | null | undefined;
  defaultValue?: DefaultValue<Shape> | undefined;
}) {
  useNewAnswers(options.id, options.defaultValue);
  const form = useForm<Shape>({
    ...options,
    lastResult: options.lastResult ?? null,
    shouldValidate: "onSubmit",
  });
  useShownOptions(options.id);
  return form;
}

/** Conform leaves a select without a value at none of its options, where a browser shows the first. */
function useShownOptions(formId: string) {
  useEffect(() => {
    const form = document.forms.namedItem(formId);
    for (const select of form?.querySelectorAll("select") ?? []) {
      if (select.selectedIndex === -1) select.selectedIndex = 0;
    }
  });
}

/** What one of the forms of a page is told when another was sent: its errors are over, and what is typed stays. */
const ANOTHER_WAS_SENT: SubmissionResult = {};

/**
 * @param answer of a page with several forms: which one was sent, and its result
 * @returns the `lastResult` of the form of that name
 */
export function resultOf(
  form: string,
  answer: { sent: string; lastResult: SubmissionResult } | undefined,
): SubmissionResult | null {
  if (!answer) return null;
  return answer.sent === form ? answer.lastResult : ANOTHER_WAS_SENT;
}

type AppFormProps = Omit<FormProps, "id" | "method" | "noValidate" | "onSubmit"> & {
  form: AnyForm;
  /** What its questions are called in the error summary. */
  questionNames?: QuestionNames;
  /** Kept while it is typed: its action stores what is posted as KEEP_INTENT. */
  keeps?: boolean;
  /** The one-time key of a form that creates or pays. */
  formKey?: string;
  /** What Enter presses, when the main button has a name. */
  defaultSubmit?: { name: string; value: string };
};

/** The frame of every form that posts. */
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
  useKeptForm(keeps ? form.id : undefined, busy === true);
  const markSubmitted = useFreshStart(form.id);
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
        {/* Enter presses the first button of a form: without this one it might be "Remove" (V-029, AMB-V03). */}
        <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" {...defaultSubmit}>
          Continue
        </button>
        {formKey ? <input type="hidden" name="form_key" value={formKey} /> : null}
        {children}
      </Form>
    </FormProvider>
  );
}

/** The main button. It is never `disabled`, which would lose focus; a second press is ignored. */
export function SubmitButton({
  children,
  after,
  ...rest
}: Omit<ComponentProps<typeof Button>, "type"> & {
  /** Beside the button: a link to come back later, a second button. */
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

/** Whether a form of this page is on its way to the server or its answer on the way back. */
function useBusy() {
  const navigation = useNavigation();
  const answer: unknown = useActionData();
  const before = useRef(answer);
  if (navigation.state !== "loading") before.current = answer;
  // The answer is shown before the page's own data is read again: what is pressed there counts.
  if (answer !== before.current) return undefined;
  return navigation.state !== "idle" && navigation.formMethod === "POST" ? true : undefined;
}

/** Shows what the page has come to know meanwhile: a dialog over it changes answers that are kept with the form. */
function useNewAnswers(formId: string, defaultValue: unknown) {
  const { state } = useNavigation();
  const answer: unknown = useActionData();
  const known = JSON.stringify(defaultValue);
  const shown = useRef(known);
  useEffect(() => {
    const form = document.forms.namedItem(formId);
    // A form that another page has taken the place of is reset once it is back.
    if (state !== "idle" || shown.current === known || !form) return;
    shown.current = known;
    // What the server says of a form that was just sent goes before.
    if (answer === undefined) form.reset();
  }, [state, answer, known, formId]);
}

/**
 * Resets a form that has succeeded and whose page is shown again, as a full load would: Conform keeps its errors, and the
 * browser what was typed, otherwise.
 *
 * @returns to be called when the form is submitted.
 */
function useFreshStart(formId: string) {
  const { state, formMethod } = useNavigation();
  const answer: unknown = useActionData();
  const submitted = useRef(false);
  useEffect(() => {
    // A link was pressed before the answer came: the next page may be this one with another role, and what is typed stays.
    if (state === "loading" && formMethod === undefined) submitted.current = false;
    if (state !== "idle" || !submitted.current) return;
    submitted.current = false;
    if (answer === undefined) document.forms.namedItem(formId)?.reset();
  }, [state, formMethod, answer, formId]);
  return () => {
    submitted.current = true;
  };
}
