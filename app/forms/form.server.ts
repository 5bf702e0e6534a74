import { INTENT, parse, type Submission, type SubmissionResult } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { z } from "zod";
import { withoutBidiMarks } from "#app/platform/bidi-marks.ts";
import { formMessage } from "#app/domain/fields/messages.ts";
import { cleanNames, withCleanedNames } from "./typed-names.server.ts";

/** None of our forms comes near this number; a hostile one would keep the parser busy. */
const MAX_FIELDS = 1_000;

/**
 * Reads a posted form with a schema. A scalar that was sent twice is a validation error, not a choice; so is a name that
 * loses a character, which comes back without it (IN-9).
 *
 * @param posted the request, or what readForm returned where a button is looked at first
 * @throws Response 400 when the body is not a form or has fields that none of our forms has, 413 when it has too many.
 */
export async function parseForm<Schema extends z.ZodType>(
  posted: Request | FormData,
  schema: Schema,
) {
  const form = posted instanceof FormData ? posted : await readForm(posted);
  const cleaned = cleanNames(form);
  const submission = await parseWithZod(form, { schema, async: true, error: formMessage });
  return cleaned.length === 0 ? submission : withCleanedNames(submission, cleaned);
}

/**
 * Whether a browser without scripts has posted a form. It gets a whole page, which Back would send again unless the answer is
 * a redirect (C16). A request that does not say counts as a script's.
 */
export function isPostedAsDocument(request: Request): boolean {
  return request.headers.get("Sec-Fetch-Dest") === "document";
}

/** What was typed, by field, before it is validated. */
export function typedFields(form: FormData): Record<string, unknown> {
  return parse(form, { resolve: () => ({ value: null }) }).payload;
}

/** A form as it was sent, to be filled in with again by an action that has not validated it. */
export function sentAgain(form: FormData): SubmissionResult {
  const { initialValue } = parse(form, { resolve: () => ({ value: null }) }).reply();
  return initialValue ? { initialValue } : {};
}

/**
 * The `lastResult` of a form that was not validated: as it was typed, without the errors of an earlier submit, which the
 * browser would otherwise keep showing.
 *
 * @param problems what went wrong with what the button asked for
 */
export function unvalidatedReply(
  submission: Submission<unknown>,
  problems: Record<string, string[]> = {},
): SubmissionResult {
  const failed = Object.keys(problems).length > 0;
  return {
    ...submission.reply(),
    status: failed ? "error" : undefined,
    error: failed ? problems : undefined,
  };
}

/**
 * The names that a field may have: "address.line_1", "sellers[2].email". Conform makes a list as long as an index says and an
 * object as deep as a name: either could end the process.
 */
const FIELD_NAME = /^[\w-]{1,60}(?:\.[\w-]{1,60}|\[\d{0,2}\]){0,5}$/;

/** Conform's own fields: its buttons, and what it remembers of a form. A hostile value under such a name could make it throw. */
const CONFORMS_OWN = /^__/;

/** Conform's button that adds an empty row to a list of a form, or removes one: no other of its buttons may be posted. */
const RowButton = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("insert"),
    payload: z.strictObject({ name: z.string().regex(FIELD_NAME) }),
  }),
  z.strictObject({
    type: z.literal("remove"),
    payload: z.strictObject({
      name: z.string().regex(FIELD_NAME),
      index: z.int().min(0).max(99),
    }),
  }),
]);

/** Returns the button of a list that was pressed; null for any other text. */
export function readRowButton(posted: string) {
  try {
    return RowButton.safeParse(JSON.parse(posted)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether Conform may be given a field of this name, wherever the name comes from. */
export function isFieldName(name: string): boolean {
  return FIELD_NAME.test(name);
}

/**
 * Returns the posted fields, without what cannot be stored and without Conform's own. A button of a list comes as `intent`,
 * like every other: pressListButton gives it to Conform where the form has that list.
 *
 * @throws as parseForm
 */
export async function readForm(request: Request): Promise<FormData> {
  const posted = await request.formData().catch(() => {
    throw new Response("This is not a form.", { status: 400 });
  });
  const form = new FormData();
  let fields = 0;
  for (const [key, value] of posted) {
    if (++fields > MAX_FIELDS) throw new Response("Too many fields.", { status: 413 });
    const name = clean(key);
    if (!isFieldName(name)) throw new Response("This form has an unknown field.", { status: 400 });
    if (name === INTENT && typeof value === "string" && readRowButton(value)) {
      form.set("intent", value);
    }
    if (CONFORMS_OWN.test(name)) continue;
    form.append(name, typeof value === "string" ? clean(value) : value);
  }
  return form;
}

/** A posted field as text; "" when it was not posted. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/**
 * Without NUL, which PostgreSQL cannot store, and without marks that make one name read as another. Lone surrogates do not
 * pass a form's parser.
 */
function clean(text: string) {
  return withoutBidiMarks(text.replaceAll("\0", ""));
}

/**
 * Shows a form again, with its errors (400) or as one of its buttons has changed it (200).
 *
 * @param shown the page's other data
 */
export function showAgain<Shown extends object>(
  lastResult: SubmissionResult,
  shown: Shown,
  status = lastResult.status === "error" ? 400 : 200,
) {
  return data({ ...shown, lastResult }, { status });
}

/** Responds to a form that was only kept (KEEP_INTENT): there is nothing to show. */
export function onlyKept() {
  return data(null, { status: 204 });
}

/** Shows the form again, with its errors (400) or after adding or removing a row (200). */
export function invalid<Schema>(submission: Submission<Schema, string[], unknown>) {
  return showAgain(submission.reply(), {});
}

/** Shows the form again with what was typed, and says above it why it could not be done. */
export function refused<Schema>(
  submission: Submission<Schema, string[], unknown>,
  message: string,
  status = 400,
) {
  return showAgain(submission.reply({ formErrors: [message] }), {}, status);
}
