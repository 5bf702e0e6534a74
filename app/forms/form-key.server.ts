/**
 * Idempotency keys of forms, signed with the form's name
 * (docs/decisions/each-action-happens-once.md).
 */

import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Transaction } from "kysely";
import { ConflictError } from "#app/domain/errors.ts";
import {
  claimSubmission,
  finishSubmission,
  IDEMPOTENCY_KEY_DAYS,
  readSubmission,
  releaseSubmission,
} from "#app/domain/form-submissions/form-submissions.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { isSignature, sign } from "#app/platform/signature.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

const LIFETIME_MS = IDEMPOTENCY_KEY_DAYS * 24 * 60 * 60 * 1000;

/** Returns an idempotency key for a form that was first shown `shownFor` milliseconds ago. */
export function newIdempotencyKey(form: string, shownFor = 0): string {
  const content = `${(Date.now() - shownFor).toString(36)}.${randomBytes(16).toString("base64url")}`;
  return `${content}.${sign("form-key", form, content)}`;
}

/** Returns the time when the key was issued; null if the key does not belong to this form. */
export function readIdempotencyKey(form: string, key: string): { issuedAt: Date } | null {
  const [issued = "", random = "", signature = "", ...rest] = key.split(".");
  const isOurs = isSignature(signature, "form-key", form, `${issued}.${random}`);
  if (rest.length > 0 || !isOurs) return null;
  return { issuedAt: new Date(Number.parseInt(issued, 36)) };
}

/**
 * Conflict for a form that was submitted before with other answers. The person can edit the
 * answers.
 */
export class AlreadySubmittedError extends ConflictError {
  readonly location: string;

  constructor(location: string) {
    super("You’ve already sent this form. Review your answers");
    this.location = location;
  }
}

/**
 * Returns the redirect target of a form that has been completed; null for a form that has not, and
 * for an invalid key.
 */
export async function findFormResult(
  db: Db,
  { form, key }: { form: string; key: string },
): Promise<string | null> {
  if (!readIdempotencyKey(form, key)) return null;
  const sent = await readSubmission(db, key);
  return sent?.location ?? null;
}

/**
 * Runs a form's work once, in a database transaction. A duplicate submit waits for the first one
 * and gets the same redirect target.
 * @param post.body parsed values, and anything else that distinguishes two submits, such as the
 * owner's id
 * @param work runs only queries, on its `trx`, and returns the redirect target
 * @throws {AlreadySubmittedError} if the form was submitted before with other answers;
 * {ConflictError} for an invalid key
 */
export async function withIdempotentRedirect(
  db: Db,
  post: { form: string; key: string; body: unknown },
  work: (trx: Transaction<DB>) => Promise<string>,
): Promise<string> {
  const issued = readIdempotencyKey(post.form, post.key);
  if (!issued || Date.now() - issued.issuedAt.getTime() > LIFETIME_MS) {
    throw new ConflictError("This form is out of date. Review your answers and send it again.");
  }
  const body_hash = sha256(JSON.stringify(post.body ?? null));
  return inTransaction(db, async (trx) => {
    if (!(await claimSubmission(trx, { key: post.key, form: post.form, body_hash }))) {
      const sent = await readSubmission(trx, post.key);
      if (sent?.body_hash === body_hash && sent.location) return sent.location;
      throw new AlreadySubmittedError(sent?.location ?? "");
    }
    const location = await work(trx);
    await finishSubmission(trx, post.key, location);
    return location;
  });
}

/** Value stored as the redirect target of a form that has none. */
const DONE = "done";

/**
 * Runs the work like withIdempotentRedirect, but does not redirect. Returns the work's result; null
 * for a duplicate submit.
 */
export async function withIdempotencyKey<Result>(
  db: Db,
  post: { form: string; key: string; body: unknown },
  work: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result | null> {
  let result: Result | null = null;
  await withIdempotentRedirect(db, post, async (trx) => {
    result = await work(trx);
    return DONE;
  });
  return result;
}

/** Time within which a second submit with the same answers counts as a duplicate. */
const DUPLICATE_FORM_SECONDS = 60;
/** Time that a duplicate waits for the first submit, which is long enough to send an email. */
const DUPLICATE_WAIT_MS = 10_000;

const SENT = "sent";

/**
 * Runs a form's work once, outside a database transaction, for work that calls a vendor. A
 * duplicate submit waits, and reports success if the first succeeded. If the first failed, the
 * duplicate runs the work itself. A form with an invalid key always runs the work.
 */
export async function withIdempotentVendorCall<Outcome extends { kind: string }>(
  db: Db,
  form: { name: string; key: string | undefined; body: unknown },
  work: () => Promise<Outcome>,
): Promise<Outcome | { kind: "sent"; setCookie: null } | { kind: "failed" }> {
  if (!readIdempotencyKey(form.name, form.key ?? "")) return work();
  const body_hash = sha256(JSON.stringify(form.body));
  const claim = { key: `${form.key}.${body_hash}`, form: form.name, body_hash };

  const deadline = performance.now() + DUPLICATE_WAIT_MS;
  while (!(await claimSubmission(db, claim, { lapsesAfter: DUPLICATE_FORM_SECONDS }))) {
    const first = await readSubmission(db, claim.key);
    if (first?.location === SENT) return { kind: SENT, setCookie: null };
    if (performance.now() > deadline) return { kind: "failed" };
    await pause(100);
  }
  let sent = false;
  try {
    const outcome = await work();
    sent = outcome.kind === SENT;
    return outcome;
  } finally {
    await (sent ? finishSubmission(db, claim.key, SENT) : releaseSubmission(db, claim.key));
  }
}
