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

/**
 * Idempotency keys of forms, signed with the form's name
 * (docs/decisions/each-action-happens-once.md).
 */

const LIFETIME_MS = IDEMPOTENCY_KEY_DAYS * 24 * 60 * 60 * 1000;

/** Returns an idempotency key for a form that has been shown for `shownFor` milliseconds. */
export function newIdempotencyKey(form: string, shownFor = 0): string {
  const content = `${(Date.now() - shownFor).toString(36)}.${randomBytes(16).toString("base64url")}`;
  return `${content}.${sign("form-key", form, content)}`;
}

/** Returns the time of issue; null if the key is not this form's. */
export function readIdempotencyKey(form: string, key: string): { issuedAt: Date } | null {
  const [issued = "", random = "", signature = "", ...rest] = key.split(".");
  const isOurs = isSignature(signature, "form-key", form, `${issued}.${random}`);
  if (rest.length > 0 || !isOurs) return null;
  return { issuedAt: new Date(Number.parseInt(issued, 36)) };
}

/** Conflict: the form was submitted before with other answers. They can be edited. */
export class AlreadySubmittedError extends ConflictError {
  readonly location: string;

  constructor(location: string) {
    super("You’ve already sent this form. Review your answers");
    this.location = location;
  }
}

/** Returns the redirect target of a completed form; null before that, and for an invalid key. */
export async function findFormResult(
  db: Db,
  { form, key }: { form: string; key: string },
): Promise<string | null> {
  if (!readIdempotencyKey(form, key)) return null;
  const sent = await readSubmission(db, key);
  return sent?.location ?? null;
}

/**
 * Runs a form's work once, in a transaction. Duplicates wait for the first and get the same
 * location.
 * @param post.body parsed values and, say, the owner's id: anything that distinguishes two submits
 * @param work runs queries only, on its `trx`, and returns the redirect target
 * @throws {AlreadySubmittedError} if submitted with other answers; {ConflictError} for an invalid
 * key
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

/** Stored for a form without a redirect target. */
const DONE = "done";

/**
 * Runs the work like withIdempotentRedirect, but without redirecting. Returns the result; null for
 * a duplicate.
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

/** Window in which the same answers are a duplicate. */
const DUPLICATE_FORM_SECONDS = 60;
/** Exceeds the time to send an email. */
const DUPLICATE_WAIT_MS = 10_000;

const SENT = "sent";

/**
 * Runs a form's work once if it calls a vendor, outside a transaction. A duplicate waits and
 * reports the first's success; otherwise it runs the work itself, as does a form with an invalid
 * key.
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
