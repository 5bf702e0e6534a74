import type { SubmissionResult } from "@conform-to/dom";
import { Form, type FormProps, useActionData, useNavigation } from "@remix-run/react";
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { Button } from "#app/ui/button.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { begin, fieldsetAt, reset, withAnswer } from "./form-state.ts";
import {
  type AnyForm,
  type FieldsOf,
  type Filled,
  type QuestionNames,
  SummaryShownFor,
} from "./form-types.ts";
import { useKeptForm } from "./use-kept-form.ts";

type FormOptions<Shape> = {
  /** Part of every field's id. */
  id: string;
  lastResult?: SubmissionResult | null;
  defaultValue?: Filled<Shape> | undefined;
};

/**
 * A form that the server validates. `Shape` is what is typed: strings, and objects and lists of them.
 *
 * @returns the form and its fields; give the form to AppForm and to Page, the fields to the field components.
 */
export function useAppForm<Shape extends object>(
  options: FormOptions<Shape>,
): [AnyForm, FieldsOf<Shape>];
export function useAppForm({
  id,
  lastResult,
  defaultValue,
}: FormOptions<unknown>): [AnyForm, object] {
  useNewAnswers(id, defaultValue);
  const answer = lastResult ?? null;
  const [kept, setState] = useState(() => begin(id, defaultValue, answer));
  let state = kept.id === id ? kept : begin(id, defaultValue, answer);
  if (answer && answer !== state.answer) state = withAnswer(state, answer);
  if (state !== kept) setState(state);
  useReset(id, () => setState((now) => reset(now, defaultValue)));
  const form = { id, status: state.status, errors: state.errors[""], allErrors: state.errors };
  return [form, fieldsetAt(state)];
}

/** Calls back when a form is reset, by a button or by a script. */
function useReset(id: string, onReset: () => void) {
  const latest = useRef(onReset);
  latest.current = onReset;
  useEffect(() => {
    const tell = ({ target }: Event) => {
      if (target instanceof HTMLFormElement && target.id === id) latest.current();
    };
    document.addEventListener("reset", tell);
    return () => document.removeEventListener("reset", tell);
  }, [id]);
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
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (busy) {
      event.preventDefault();
      return;
    }
    markSubmitted();
  };
  return (
    <>
      {summaryShownFor === form.id ? null : <ErrorSummary form={form} names={questionNames} />}
      <Form className="form" {...rest} method="post" id={form.id} noValidate onSubmit={submit}>
        {/* Enter presses the first button of a form: without this one it might be "Remove" (V-029, AMB-V03). */}
        <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" {...defaultSubmit}>
          Continue
        </button>
        {formKey ? <input type="hidden" name="form_key" value={formKey} /> : null}
        {children}
      </Form>
    </>
  );
}

/** Over a form that shows what was sent when the session was gone. */
export function StashedNotice({ children }: { children: ReactNode }) {
  return (
    <Notification kind="info" title="We’ve restored what you typed before you were signed out">
      <p>It isn’t saved yet. {children}</p>
    </Notification>
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
    if (state !== "idle" || shown.current === known) return;
    shown.current = known;
    // What the server says of a form that was just sent goes before.
    if (answer === undefined) document.forms.namedItem(formId)?.reset();
  }, [state, answer, known, formId]);
}

/**
 * Empties a form that has succeeded and whose page is shown again, as a full load would: its errors and what was typed
 * would stay otherwise.
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
