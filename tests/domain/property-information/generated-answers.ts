import {
  type Answer,
  NOT_SURE,
  type Question,
} from "#app/domain/property-information/question-type.ts";
import { QUESTIONS } from "#app/domain/property-information/questions.ts";
import {
  answerTo,
  type GivenAnswers,
  visibleQuestions,
} from "#app/domain/property-information/visible-questions.ts";

const TENURES = [null, "Freehold", "Leasehold", "Share Of Freehold", "Other"];
const PURCHASES = [null, "yes", "no", NOT_SURE];

/** Values of questions without options, with the smallest and largest of each kind. */
const VALUES: Partial<Record<Question["kind"], readonly string[]>> = {
  yes_no: ["yes", "no"],
  text: ["Extension, 2014", "£5 & 10%\nin two lines"],
  short_text: ["A ladder", "Zoë’s"],
  email: ["agent@example.com"],
  pence: ["0", "1", "12345", "10000000000"],
  year: ["1500", "2026"],
  rooms: ["Kitchen 3.2 x 4.1", "Kitchen: 3 x 4\nHall, 1.5m by 2m"],
};

/** Returns all values that a question can have, without “Not sure”. */
export function valuesOf({ kind, options, range }: Question): readonly string[] {
  if (options) return options.map(({ value }) => value);
  return range ? range.map(String) : (VALUES[kind] ?? []);
}

/**
 * Returns matters’ answers that differ at random: each question has one of its values, “Not sure”
 * or none. Questions that are not asked have answers too, as after a change. The same seed returns
 * the same answers.
 */
export function generateAnswers(count: number, seed: number): GivenAnswers[] {
  const random = randomNumbers(seed);
  const pick = <Value>(values: readonly Value[]): Value | undefined =>
    values[Math.floor(random() * values.length)];
  const answer = (question: Question): Answer | undefined => {
    // Few questions depend on text, so that it is often missing without hiding others.
    const isText = valuesOf(question).length < 3 && question.kind !== "yes_no";
    const chance = random();
    if (chance < (isText ? 0.3 : 0.1)) return undefined;
    if (chance < (isText ? 0.6 : 0.2)) return NOT_SURE;
    const value = pick(valuesOf(question)) ?? "";
    if (question.kind !== "several") return value;
    return valuesOf(question).filter(
      (each) => each === value || (each !== "None" && value !== "None" && random() < 0.3),
    );
  };
  return Array.from({ length: count }, () => ({
    known: { tenure: pick(TENURES) ?? null, onward_purchase: pick(PURCHASES) ?? null },
    answers: Object.fromEntries(QUESTIONS.map((question) => [question.id, answer(question)])),
  }));
}

/** Lists the values that no matter has, such as “listed: not_sure” or “keys: no answer”. */
export function missingValues(matters: readonly GivenAnswers[]): string[] {
  const seen = new Set(
    matters.flatMap((given) =>
      visibleQuestions(given).flatMap((question) =>
        [answerTo(question, given) ?? "no answer"]
          .flat()
          .map((value) => `${question.id}: ${value}`),
      ),
    ),
  );
  return QUESTIONS.flatMap((question) =>
    [...valuesOf(question), NOT_SURE, "no answer"].map((value) => `${question.id}: ${value}`),
  ).filter((value) => !seen.has(value));
}

/** Returns a function for numbers from 0 to 1 by the generator mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
