import { INTENT, parse, type Submission, type SubmissionResult } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { z } from "zod";
import { withoutBidiMarks } from "#app/platform/bidi-marks.ts";
import { formMessage } from "#app/domain/shared/messages.ts";
import { cleanNames, withCleanedNames } from "./cleaned-names.server.ts";

/**
 * Maximum number of fields, which is more than any of our forms has. Without a limit, a hostile
 * form would block the parser.
 */
const MAX_FIELDS = 1_000;

/**
 * Parses a submitted form. A field that allows one value is an error if it was sent twice. If a
 * name had invalid characters, the form is shown again with the cleaned name (IN-9).
 * @throws {Response} 400 for an invalid form or unknown field, 413 for too many fields
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
 * Returns true if the form was submitted without JavaScript. The response must then be a redirect,
 * or Back would submit the form again.
 */
export function isPostedAsDocument(request: Request): boolean {
  return request.headers.get("Sec-Fetch-Dest") === "document";
}

/** Returns the typed values by field, without validation. */
export function typedFields(form: FormData): Record<string, unknown> {
  return parse(form, { resolve: () => ({ value: null }) }).payload;
}

/** Returns a reply with the submitted values, not validated. */
export function replyWithValues(form: FormData): SubmissionResult {
  const { initialValue } = parse(form, { resolve: () => ({ value: null }) }).reply();
  return initialValue ? { initialValue } : {};
}

/**
 * Returns a reply without validation and without earlier errors. `problems` are the errors of the
 * button that was clicked.
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
 * Matches valid field names, such as "sellers[2].email". Conform builds lists as long as the index
 * in a name and objects as deep as the name, so either could exhaust the process's memory.
 */
const FIELD_NAME = /^[\w-]{1,60}(?:\.[\w-]{1,60}|\[\d{0,2}\]){0,5}$/;

/**
 * Matches Conform's internal fields. They are dropped, because a hostile value could make Conform
 * throw.
 */
const CONFORMS_OWN = /^__/;

/** Conform's buttons that insert or remove a row. Conform has other buttons, which this rejects. */
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

/** Parses the text of an `intent` as a row button; null for any other text. */
export function readRowButton(posted: string) {
  try {
    return RowButton.safeParse(JSON.parse(posted)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns true if the name is safe for Conform to process. */
export function isFieldName(name: string): boolean {
  return FIELD_NAME.test(name);
}

/**
 * Reads the submitted fields, without characters that the database cannot store. The row button
 * that was clicked is in the field `intent`; applyListButton passes it to Conform. Throws like
 * parseForm.
 */
export async function readForm(request: Request): Promise<FormData> {
  const posted = await request.formData().catch(() => {
    throw new Response("This is not a form.", { status: 400 });
  });
  const form = new FormData();
  let fields = 0;
  for (const [key, value] of posted) {
    if (++fields > MAX_FIELDS) throw new Response("Too many fields.", { status: 413 });
    addField(form, key, value);
  }
  return form;
}

/**
 * Adds a submitted value to a form, as readForm does for each.
 * @throws {Response} 400 for an unknown field
 */
export function addField(form: FormData, key: string, value: FormDataEntryValue): void {
  const name = clean(key);
  if (!isFieldName(name)) throw new Response("This form has an unknown field.", { status: 400 });
  if (name === INTENT && typeof value === "string" && readRowButton(value)) {
    form.set("intent", value);
  }
  if (CONFORMS_OWN.test(name)) return;
  form.append(name, typeof value === "string" ? clean(value) : value);
}

export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Removes NUL, which PostgreSQL cannot store, and bidirectional marks. */
function clean(text: string) {
  return withoutBidiMarks(text.replaceAll("\0", ""));
}

/** Shows a form again: with errors (400), or after a button changed it (200). */
export function showFormAgain<Shown extends object>(
  lastResult: SubmissionResult,
  shown: Shown,
  status = lastResult.status === "error" ? 400 : 200,
) {
  return data({ ...shown, lastResult }, { status });
}

/** Responds with 204 to an autosave (AUTOSAVE_INTENT). */
export function savedResponse() {
  return data(null, { status: 204 });
}

/** Shows the form again: with errors (400), or after a row was added or removed (200). */
export function showFormErrors<Schema>(submission: Submission<Schema, string[], unknown>) {
  return showFormAgain(submission.reply(), {});
}

/** Shows the form again, with the reason for a refusal above it. */
export function showFormRefusal<Schema>(
  submission: Submission<Schema, string[], unknown>,
  message: string,
  status = 400,
) {
  return showFormAgain(submission.reply({ formErrors: [message] }), {}, status);
}
