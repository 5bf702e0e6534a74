import { z } from "zod";
import { answer, housePrice } from "./form-rules.server.ts";
import type { OwnName, QuestionName, Questions } from "./questions.ts";

export const draftText = z.string().optional().catch(undefined);

type SchemaOf<Question> = Question extends { kind: "answer" }
  ? ReturnType<typeof answer>
  : Question extends { kind: "price" }
    ? ReturnType<typeof housePrice>
    : never;

/**
 * Returns the schemas of a form’s answers. `own` contains the schemas of the questions that have no
 * `kind`.
 */
export function schemasOf<Of extends Questions, const Own extends Record<OwnName<Of>, z.ZodType>>(
  questions: Of,
  own: Own & Record<Exclude<keyof Own, QuestionName<Of>>, never>,
): { [Name in QuestionName<Of>]: Name extends keyof Own ? Own[Name] : SchemaOf<Of[Name]> };
export function schemasOf(questions: Questions, own: Record<string, z.ZodType>) {
  return Object.fromEntries(
    Object.entries(questions).map(([name, { kind, errorLabel = "" }]) => [
      name,
      own[name] ?? (kind === "price" ? housePrice(errorLabel) : answer()),
    ]),
  );
}

/**
 * Returns the schemas of a form’s draft. `others` contains the schemas of the fields that are not
 * posted as a single text.
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

export const draftAddress = z.record(z.string(), z.string()).catch({});
