import { data } from "@remix-run/node";
import type { z } from "zod";
import { ConflictError } from "#app/domain/errors.ts";
import type { AgentReader, FirmReader } from "#app/domain/readers/reader.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { parseForm } from "#app/forms/form.server.ts";
import { consumeLimit } from "#app/limits/limits.server.ts";
import { paths } from "#app/paths.ts";
import { type Db, db, inTransaction } from "#db/connection.ts";

/** Rate limit of a firm’s or an office’s forms, per session. */
const FORMS = { limit: 60, seconds: 60 * 60 };
const TOO_OFTEN = "You’ve sent too many forms in an hour. Try again later";

/** Counts a form of a session. Returns how to refuse it if there have been too many, or null. */
export async function limitForms({ id }: Pick<FirmReader | AgentReader, "id">) {
  const limit = await consumeLimit(db, { key: `firm-form:${id}`, ...FORMS });
  if (limit.ok) return null;
  const headers = { "Retry-After": String(limit.retryAfterSeconds) };
  return { message: TOO_OFTEN, init: { status: 429, headers } };
}

/**
 * Saves a form of a law firm’s page and returns to the page with a message. Shows the form again
 * with its errors, or with the reason for a refusal.
 * @param save.sent name of the form, on a page with several
 */
export async function saveFirmForm<Schema extends z.ZodType>(
  reader: FirmReader,
  form: FormData,
  {
    sent,
    schema,
    work,
    done,
  }: {
    sent: string;
    schema: Schema;
    work: (trx: Db, typed: z.output<Schema>) => Promise<void>;
    done: string;
  },
) {
  const submission = await parseForm(form, schema);
  if (submission.status !== "success") {
    return data({ sent, lastResult: submission.reply() }, { status: 400 });
  }
  const refuse = (message: string, init: { status: number; headers?: HeadersInit }) =>
    data({ sent, lastResult: submission.reply({ formErrors: [message] }) }, init);
  const limited = await limitForms(reader);
  if (limited) return refuse(limited.message, limited.init);
  try {
    await inTransaction(db, (trx) => work(trx, submission.value));
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return refuse(error.message, { status: 409 });
  }
  const page = paths.firm.page(reader.side, reader.transaction_id);
  return redirectWithFlash(page, { kind: "success", title: done });
}
