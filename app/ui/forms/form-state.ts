import type { SubmissionResult } from "@conform-to/dom";
import type { AnyField } from "./form-types.ts";

/** What a form shows: what it is filled in with, and what the server has said of it. */
type FormState = {
  id: string;
  /** What the action answered last. */
  answer: SubmissionResult | null;
  values: unknown;
  status: SubmissionResult["status"];
  errors: Record<string, string[]>;
  /** What has been judged: of a form that a button has sent, no other errors are shown. */
  judged: Readonly<Record<string, boolean>>;
  /** How often what stands under a name was filled in anew: its controls are mounted as often. */
  renewed: Readonly<Record<string, number>>;
};

/** A form that is filled in with `values`, or with what was posted where it comes back. */
export function begin(
  id: string,
  values: unknown,
  answer: SubmissionResult | null = null,
): FormState {
  const empty = {
    id,
    answer: null,
    values,
    status: undefined,
    errors: {},
    judged: {},
    renewed: {},
  };
  return answer ? withAnswer(empty, answer) : empty;
}

/** The form as an answer shows it. What was typed is in its controls, and stays there where the server has not changed it. */
export function withAnswer(state: FormState, answer: SubmissionResult): FormState {
  const { intent, initialValue, fields = [], error = {} } = answer;
  const judged = { ...state.judged, ...answer.state?.validated };
  const changed = intent ? changedBy(intent) : null;
  const names = intent
    ? changed?.isList
      ? [changed.name]
      : []
    : [...Object.keys(error), ...fields];
  for (const name of names) judged[name] = true;
  const isJudged = (name: string) =>
    !intent || judged[name] || fields.some((field) => judged[field] && isWithin(name, field));
  return {
    ...state,
    answer,
    values: initialValue ?? state.values,
    status: answer.status,
    errors: Object.fromEntries(
      Object.entries(error).flatMap(([name, texts]) =>
        texts && isJudged(name) ? [[name, texts] as const] : [],
      ),
    ),
    judged,
    renewed: changed ? renew(state, changed.name) : state.renewed,
  };
}

/** The form as it was opened, all of its controls mounted anew. */
export function reset(state: FormState, values: unknown): FormState {
  return { ...begin(state.id, values), answer: state.answer, renewed: renew(state, "") };
}

const renew = ({ renewed }: FormState, name: string) => ({
  ...renewed,
  [name]: (renewed[name] ?? 0) + 1,
});

/** What a button has changed on the server: the rows of a list, or a part of the form. */
function changedBy(intent: NonNullable<SubmissionResult["intent"]>) {
  const { type, payload } = intent;
  if (type === "insert" || type === "remove") return { name: payload.name, isList: true };
  const isUpdate = type === "update" && payload.value !== undefined;
  return isUpdate ? { name: payload.name ?? "", isList: false } : null;
}

/** "address.line_1" within "address", "sellers[0].email" within "sellers". */
function isWithin(name: string, part: string): boolean {
  return (
    part === "" || name === part || (name.startsWith(part) && /^[.[]/.test(name.slice(part.length)))
  );
}

/** One field of a form, or a group or list of them. */
export function fieldAt(state: FormState, name: string) {
  return {
    ...readAt(state, name),
    allErrors: state.errors,
    getFieldset: () => fieldsetAt(state, name),
    getFieldList: () => {
      const { initialValue } = readAt(state, name);
      const rows: unknown[] = Array.isArray(initialValue) ? initialValue : [];
      return rows.map((_, index) => fieldAt(state, `${name}[${index}]`));
    },
  };
}

/** The fields within a name, each by its own. */
export function fieldsetAt(state: FormState, name = ""): object {
  return new Proxy(
    {},
    {
      get: (_, part) =>
        typeof part === "string" ? fieldAt(state, name ? `${name}.${part}` : part) : undefined,
    },
  );
}

function readAt({ id, values, errors, renewed }: FormState, name: string): AnyField {
  const keys = Object.keys(renewed).filter((part) => isWithin(name, part));
  return {
    // With its own name: rows stand beside one another.
    key: keys.length > 0 ? [...keys.map((part) => renewed[part]), name].join(" ") : undefined,
    name,
    formId: id,
    initialValue: valueAt(values, name),
    errors: errors[name],
  };
}

/** Nothing where a form posts an empty text. */
function valueAt(values: unknown, name: string): unknown {
  let value = values;
  for (const part of name.match(/[^.[\]]+/g) ?? []) value = Reflect.get(Object(value), part);
  return value === "" || value === null ? undefined : value;
}
