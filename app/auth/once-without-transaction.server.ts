import { setTimeout as pause } from "node:timers/promises";
import { readFormKey } from "#app/forms/form-key.server.ts";
import {
  claimSubmission,
  finishSubmission,
  readSubmission,
  releaseSubmission,
} from "#app/domain/sent-forms/sent-forms.server.ts";
import { sha256 } from "#app/secrets.server.ts";
import type { Db } from "#db/connection.ts";

/** The same form with the same answers counts as a copy for this long; later it is a new wish for a link. */
const COPY_SECONDS = 60;
/** Longer than an email takes to be sent or given up. */
const COPY_TIMEOUT_MS = 10_000;

const SENT = "sent";

/**
 * A form that is sent twice (a double press, a reload) is one request for a link: the copy waits for the first, and when
 * that has sent an email it says so too. Otherwise the copy is a try of its own. What `work` does is no transaction,
 * since it calls Postmark; what is one has onceInTransaction.
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

  const deadline = Date.now() + COPY_TIMEOUT_MS;
  while (!(await claimSubmission(db, claim, { lapsesAfter: COPY_SECONDS }))) {
    const first = await readSubmission(db, claim.key);
    if (first?.location === SENT) return { kind: SENT, setCookie: null };
    if (Date.now() > deadline) return { kind: "failed" };
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
