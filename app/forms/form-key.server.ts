import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Transaction } from "kysely";
import { ConflictError } from "#app/domain/errors.ts";
import {
  claimSubmission,
  finishSubmission,
  KEPT_DAYS,
  readSubmission,
  releaseSubmission,
} from "#app/domain/sent-forms/sent-forms.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { isSignature, sign } from "#app/platform/signature.server.ts";
import { inTransaction, type Db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";

/**
 * One-time form keys: a form does its work once, whether a button is pressed twice, a browser tries again, or the page is
 * sent again after the back button. A key is `issued.random.signature`; the signature covers the form's name. What else is
 * done once, and how, is in docs/decisions/forms.md.
 */

const LIFETIME_MS = KEPT_DAYS * 24 * 60 * 60 * 1000;

/**
 * A key for the hidden field `form_key` of one showing of a form.
 *
 * @param shownFor how long the form has been on the screen already, in milliseconds, when it is shown again
 */
export function newFormKey(form: string, shownFor = 0): string {
  const content = `${(Date.now() - shownFor).toString(36)}.${randomBytes(16).toString("base64url")}`;
  return `${content}.${sign("form-key", form, content)}`;
}

/** @returns when the key was issued, or null when it is not one of this form's. */
export function readFormKey(form: string, key: string): { issuedAt: Date } | null {
  const [issued = "", random = "", signature = "", ...rest] = key.split(".");
  const isOurs = isSignature(signature, "form-key", form, `${issued}.${random}`);
  if (rest.length > 0 || !isOurs) return null;
  return { issuedAt: new Date(Number.parseInt(issued, 36)) };
}

/** The form was sent before with other answers. What it made then can be changed. */
export class AlreadySentError extends ConflictError {
  /** Where the form led then. */
  readonly location: string;

  constructor(location: string) {
    super("You’ve already sent this form. Review your answers");
    this.location = location;
  }
}

/** @returns where a form led that has done its work; null before that, and for an invalid key. */
export async function findFormResult(
  db: Db,
  { form, key }: { form: string; key: string },
): Promise<string | null> {
  if (!readFormKey(form, key)) return null;
  const sent = await readSubmission(db, key);
  return sent?.location ?? null;
}

/**
 * Does the work of a posted form exactly once, in a transaction, and gives every copy of the form the same answer.
 * Copies that arrive meanwhile wait for the first.
 *
 * @param post.form the name the key was made for
 * @param post.body the parsed values, and whatever else makes two posts different, such as the owner's id
 * @param work does queries only, on its `trx`, and returns where to redirect
 * @returns the location that the work returned the first time
 * @throws AlreadySentError when the same form was sent before with other answers; ConflictError when its key is forged or
 *   too old
 */
export async function onceInTransaction(
  db: Db,
  post: { form: string; key: string; body: unknown },
  work: (trx: Transaction<DB>) => Promise<string>,
): Promise<string> {
  const issued = readFormKey(post.form, post.key);
  if (!issued || Date.now() - issued.issuedAt.getTime() > LIFETIME_MS) {
    throw new ConflictError("This form is out of date. Review your answers and send it again.");
  }
  const body_hash = sha256(JSON.stringify(post.body ?? null));
  return inTransaction(db, async (trx) => {
    if (!(await claimSubmission(trx, { key: post.key, form: post.form, body_hash }))) {
      const sent = await readSubmission(trx, post.key);
      if (sent?.body_hash === body_hash && sent.location) return sent.location;
      throw new AlreadySentError(sent?.location ?? "");
    }
    const location = await work(trx);
    await finishSubmission(trx, post.key, location);
    return location;
  });
}

/** Recorded for a form that leads nowhere by itself: the page says where to go. */
const DONE = "done";

/**
 * The same for work that leads nowhere by itself. Throws as onceInTransaction does.
 *
 * @param work does queries only, on its `trx`
 * @returns what the work returned; null for a copy, whose work was done before
 */
export async function doOnce<Result>(
  db: Db,
  post: { form: string; key: string; body: unknown },
  work: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result | null> {
  let result: Result | null = null;
  await onceInTransaction(db, post, async (trx) => {
    result = await work(trx);
    return DONE;
  });
  return result;
}

/** The same form with the same answers counts as a copy for this long, and later as a new request. */
const COPY_SECONDS = 60;
/** Longer than an email takes to be sent or given up. */
const COPY_TIMEOUT_MS = 10_000;

const SENT = "sent";

/**
 * Does the work of a posted form once where it calls a vendor, and so cannot be a transaction. A copy waits for the first,
 * and reports the same when that has sent something; otherwise it tries for itself, as does a form with an invalid key.
 *
 * @param form.body what was typed: other answers make another form
 */
export async function onceWithoutTransaction<Outcome extends { kind: string }>(
  db: Db,
  form: { name: string; key: string | undefined; body: unknown },
  work: () => Promise<Outcome>,
): Promise<Outcome | { kind: "sent"; setCookie: null } | { kind: "failed" }> {
  if (!readFormKey(form.name, form.key ?? "")) return work();
  const body_hash = sha256(JSON.stringify(form.body));
  const claim = { key: `${form.key}.${body_hash}`, form: form.name, body_hash };

  const deadline = performance.now() + COPY_TIMEOUT_MS;
  while (!(await claimSubmission(db, claim, { lapsesAfter: COPY_SECONDS }))) {
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
