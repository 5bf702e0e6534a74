import { type Answer, answerLabel } from "./answers.ts";
import { formatPounds } from "./money.ts";

/**
 * The questions of a form as data, in the order of its page. What asks, keeps, saves, reads or compares the answers is
 * derived from them, or is a record that compiles only if it has each of them.
 */

export type Question = {
  /** Heading of the group that begins with this question. */
  group?: string;
  /** In an error summary. */
  called?: string;
  asked?: string;
  hint?: string;
  /**
   * Yes, no or not sure ("answer"), or what a home costs in whole pounds ("price"). Such a question needs nothing but its
   * column, which has its name.
   */
  kind?: "answer" | "price";
  /** Whether the record has the answer in a column of the same name, where the kind does not say so. */
  column?: true;
  /** The question whose widget asks this one too. */
  within?: string;
};

export type Questions = Readonly<Record<string, Question>>;

export type QuestionName<Of extends Questions> = keyof Of & string;

type NameWith<Of extends Questions, Part extends Question> = {
  [Name in QuestionName<Of>]: Of[Name] extends Part ? Name : never;
}[QuestionName<Of>];

/** The questions of a kind: nothing else is said of them. */
export type PlainName<Of extends Questions> = NameWith<Of, { kind: "answer" | "price" }>;

/** The others. */
export type OwnName<Of extends Questions> = Exclude<QuestionName<Of>, PlainName<Of>>;

/** The columns in which the answers are kept. */
type ColumnName<Of extends Questions> = PlainName<Of> | NameWith<Of, { column: true }>;

/** The questions that need a widget of their own. */
export type WidgetName<Of extends Questions> = Exclude<
  OwnName<Of>,
  NameWith<Of, { within: string }>
>;

/** The answers to the plain questions, as a record has them. */
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

/** Those parts of a record, and no other that it may have: what is written to a table is chosen by name. */
export function pick<From extends object, Name extends keyof From>(
  record: From,
  names: readonly Name[],
): Pick<From, Name>;
export function pick(record: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    // What the record does not have stays out: it would be written as null.
    if (Object.hasOwn(record, name)) picked[name] = record[name];
  }
  return picked;
}

/** The answers to the plain questions as texts. */
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

/** An answer to a plain question, to be read: "Not sure", "£325,000". */
export function plainText(answer: Answer | number): string {
  return typeof answer === "number" ? formatPounds(answer) : answerLabel(answer);
}

/** What an error summary calls each question. */
export function questionNames(questions: Questions) {
  return (field: string) => questions[field]?.called;
}

/** What sellers and buyers are both asked about money. */
export const MONEY_QUESTIONS = {
  is_using_foreign_currency: {
    called: "Foreign currency",
    asked: "Will any of the money be in a foreign currency?",
    kind: "answer",
  },
  requires_mortgage_referral: {
    called: "Mortgage adviser",
    asked: "Would you like us to put you in touch with a mortgage adviser?",
    kind: "answer",
  },
} as const satisfies Questions;
