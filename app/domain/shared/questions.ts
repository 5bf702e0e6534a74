/**
 * A form’s questions as data, in the order in which the page asks them. Pages, drafts and columns
 * are derived from them, or are records that compile only if they contain every question.
 */

import { type Answer, answerLabel } from "./answers.ts";
import { formatPounds } from "./money.ts";

export type Question = {
  /** Heading of the group of questions that starts with this question. */
  group?: string;
  /** Label of the question in the error summary. */
  errorLabel?: string;
  question?: string;
  hint?: string;
  /**
   * Type of the answer. A question with a `kind` needs only a column with the question’s name.
   * "price" is the price of a property in whole pounds.
   */
  kind?: "answer" | "price";
  /**
   * True if the answer is stored in a column with the question’s name. If the question has a
   * `kind`, it always is.
   */
  column?: true;
  /** Name of the question whose component renders this field too. */
  parent?: string;
};

export type Questions = Readonly<Record<string, Question>>;

export type QuestionName<Of extends Questions> = keyof Of & string;

type NameWith<Of extends Questions, Part extends Question> = {
  [Name in QuestionName<Of>]: Of[Name] extends Part ? Name : never;
}[QuestionName<Of>];

/** Names of the questions that have a `kind`. */
export type PlainName<Of extends Questions> = NameWith<Of, { kind: "answer" | "price" }>;

/** Names of the questions that have no `kind`. */
export type OwnName<Of extends Questions> = Exclude<QuestionName<Of>, PlainName<Of>>;

type ColumnName<Of extends Questions> = PlainName<Of> | NameWith<Of, { column: true }>;

export type WidgetName<Of extends Questions> = Exclude<
  OwnName<Of>,
  NameWith<Of, { parent: string }>
>;

export type PlainAnswers<Of extends Questions> = Record<NameWith<Of, { kind: "answer" }>, Answer> &
  Record<NameWith<Of, { kind: "price" }>, number>;

export function plainNames<Of extends Questions>(questions: Of): PlainName<Of>[] {
  return Object.keys(questions).filter(
    (name): name is PlainName<Of> => questions[name]?.kind !== undefined,
  );
}

export function columnsOf<Of extends Questions>(questions: Of): ColumnName<Of>[] {
  return Object.keys(questions).filter((name): name is ColumnName<Of> => {
    const { kind, column } = questions[name] ?? {};
    return kind !== undefined || column === true;
  });
}

/** Returns only the named parts of a record, so that a table gets no others. */
export function pick<From extends object, Name extends keyof From>(
  record: From,
  names: readonly Name[],
): Pick<From, Name>;
export function pick(record: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    // Leave out a part that the record does not have, because it would be written as null.
    if (Object.hasOwn(record, name)) picked[name] = record[name];
  }
  return picked;
}

/** Formats the answers to the questions that have a `kind` as text, with the given function. */
export function plainTexts<Of extends Questions>(
  questions: Of,
  record: PlainAnswers<Of>,
  text: (answer: Answer | number) => string,
): Record<PlainName<Of>, string>;
export function plainTexts(
  questions: Questions,
  record: Record<string, Answer | number>,
  text: (answer: Answer | number) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record)
      .filter(([name]) => questions[name]?.kind)
      .map(([name, answer]) => [name, text(answer)]),
  );
}

/** Formats an answer, such as "Not sure" or "£325,000". */
export function plainText(answer: Answer | number): string {
  return typeof answer === "number" ? formatPounds(answer) : answerLabel(answer);
}

/** Returns a function that looks up the label of a field in the error summary. */
export function errorLabels(questions: Questions) {
  return (field: string) => questions[field]?.errorLabel;
}

export const MONEY_QUESTIONS = {
  is_using_foreign_currency: {
    errorLabel: "Foreign currency",
    question: "Will any of the money be in a foreign currency?",
    kind: "answer",
  },
  requires_mortgage_referral: {
    errorLabel: "Mortgage adviser",
    question: "Would you like us to put you in touch with a mortgage adviser?",
    kind: "answer",
  },
} as const satisfies Questions;
