import { z } from "zod";
import { answer, housePrice } from "./form-rules.server.ts";
import type { OwnName, QuestionName, Questions } from "./questions.ts";

/** Schema of typed text in a draft. Anything else counts as not typed. */
export const draftText = z.string().optional().catch(undefined);

type SchemaOf<Question> = Question extends { kind: "answer" }
  ? ReturnType<typeof answer>
  : Question extends { kind: "price" }
    ? ReturnType<typeof housePrice>
    : never;

/**
 * Returns the schemas of a form's answers, in page order.
 * @param own schemas of the questions without a kind
 */
export function schemasOf<Of extends Questions, const Own extends Record<OwnName<Of>, z.ZodType>>(
  questions: Of,
  own: Own & Record<Exclude<keyof Own, QuestionName<Of>>, never>,
): { [Name in QuestionName<Of>]: Name extends keyof Own ? Own[Name] : SchemaOf<Of[Name]> };
export function schemasOf(questions: Questions, own: Record<string, z.ZodType>) {
  return Object.fromEntries(
    Object.entries(questions).map(([name, { kind, called = "" }]) => [
      name,
      own[name] ?? (kind === "price" ? housePrice(called) : answer()),
    ]),
  );
}

/**
 * Returns the schemas of a form's draft.
 * @param others schemas of fields that are not posted as one text
 */
export function draftOf<Of extends Questions, Others extends Record<string, z.ZodType>>(
  questions: Of,
  others: Others & Record<Exclude<keyof Others, QuestionName<Of>>, never>,
): { [Name in QuestionName<Of>]: Name extends keyof Others ? Others[Name] : typeof draftText };
export function draftOf(questions: Questions, others: Record<string, z.ZodType>) {
  return Object.fromEntries(
    Object.keys(questions).map((name) => [name, others[name] ?? draftText]),
  );
}

/** Schema of a typed address in a draft. */
export const draftAddress = z.record(z.string(), z.string()).catch({});
