import { z } from "zod";
import {
  classifyFailure,
  findSentEmail,
  recipientFailure,
  sendEmail as sendByPostmark,
} from "#app/clients/postmark/client.server.ts";
import {
  readMattersOfEmail,
  recordSentEmail,
} from "#app/domain/conversations/file-emails.server.ts";
import { recordOutcome } from "#app/domain/deliveries/outcomes.server.ts";
import { readFirmReference } from "#app/domain/firm-pages/firm-reference.server.ts";
import { joinContacts } from "#app/domain/handlers/contact.ts";
import { readMatterContacts } from "#app/domain/handlers/contact.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { afterQuietHours } from "#app/domain/shared/quiet-hours.ts";
import {
  INVITATION_EMAILS,
  markInvitationSent,
} from "#app/domain/invitations/invitations.server.ts";
import { matterNewsEmail } from "#app/domain/notifications/progress-emails.server.ts";
import { startReminderEmail } from "#app/domain/notifications/reminders.server.ts";
import { isStaleSummary } from "#app/domain/notifications/weekly-summary.server.ts";
import { isForFirm } from "#app/emails/audiences.ts";
import { renderEmail, type RenderedEmail } from "#app/emails/render.server.ts";
import { replyAddress } from "#app/platform/reply-address.server.ts";
import { countEmail } from "#app/observability/metrics.server.ts";
import { report } from "#app/observability/report.server.ts";
import { enqueue, sendEmailJob } from "#app/queue/enqueue.server.ts";
import {
  jobKey,
  type StoredContent,
  markSending,
  markSent,
  markUnsent,
  markWithdrawn,
  readUnsentEmail,
  type UnsentEmail,
} from "#app/queue/outbox.server.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { db, inTransaction } from "#db/connection.ts";
import { loadEmails, readContents, writeFiles } from "./email-contents.server.ts";
import { defineJob } from "./job.ts";

/**
 * Sends one email from the outbox. Postmark has no idempotency keys. So we mark the row as
 * "sending" first and send its id with the email. After an interruption, the job searches Postmark
 * for this id before it sends the email again.
 */
export const sendEmail = defineJob({
  ...sendEmailJob,
  async run({ email_log_id }, attempt) {
    const email = await readUnsentEmail(db, email_log_id);
    if (!email) return;
    const after = quietUntil(email, new Date());
    if (after) {
      // The key makes sure that only one job for this email runs at 8am. If there were two, each
      // would treat the other as an interrupted attempt.
      const key = jobKey(email_log_id);
      await enqueue(db, sendEmailJob, { email_log_id }, { after, key });
      return;
    }
    try {
      const found = email.interrupted ? await findSentEmail(email.id) : null;
      const message_id = found ?? (await send(email));
      if (!message_id) return;
      await recordSent(email, message_id);
      countEmail("sent");
    } catch (error) {
      if (error instanceof EmailNotNeededError) {
        await markWithdrawn(db, email.id);
        return;
      }
      if (attempt.isLast) {
        await markUnsent(db, email.id, "failed", classifyFailure(error).reason);
        countEmail("given up");
      }
      throw error;
    }
  },
});

/** Emails that are not sent during quiet hours, but the next morning. */
const DAYTIME_ONLY: readonly string[] = [matterNewsEmail.name, startReminderEmail.name];

/**
 * Returns the time when quiet hours end, if an email was queued before them and must wait; null if
 * it is sent now.
 */
function quietUntil({ name, created_at, interrupted }: UnsentEmail, now: Date): Date | null {
  if (interrupted || !DAYTIME_ONLY.includes(name) || afterQuietHours(created_at) > created_at)
    return null;
  const after = afterQuietHours(now);
  return after > now ? after : null;
}

/**
 * Marks an email as sent, and adds it to the conversation with its recipient. If it contains an
 * invitation, marks the invitation as sent too.
 */
async function recordSent({ id, name, props }: UnsentEmail, message_id: string) {
  const invitation = Object.values(INVITATION_EMAILS).find((email) => email.name === name);
  await inTransaction(db, async (trx) => {
    await markSent(trx, id, message_id);
    await recordSentEmail(trx, id);
    if (invitation) await markInvitationSent(trx, invitation.ids.parse(props));
  });
}

/**
 * Sends an email and returns Postmark's message id. Returns null if Postmark will never accept the
 * email, or if another worker is sending it.
 */
async function send(email: UnsentEmail): Promise<string | null> {
  if (isStaleSummary(email, new Date())) throw new EmailNotNeededError();
  const content = await write(email);
  const cc = withoutRecipient(content.cc ?? [], email.recipient);
  if (!(await markSending(db, email, storedContent(email, content, cc)))) return null;
  try {
    return await sendByPostmark({
      to: email.recipient,
      tag: email.name,
      metadata: { email_log_id: email.id },
      ...(email.transaction_id && { reply_to: replyAddress(email.transaction_id) }),
      ...content,
      cc,
    });
  } catch (error) {
    const { status, reason } = classifyFailure(error);
    await markUnsent(db, email.id, status, reason);
    if (status !== "failed") throw error;
    const failure = recipientFailure(error);
    if (failure) {
      await recordOutcome(db, email.id, { recipient: email.recipient, at: new Date(), failure });
    }
    report(error, { severity: "warning", what: "email refused permanently" });
    countEmail("refused");
    return null;
  }
}

const SIGN_IN_URL = siteUrl(paths.authenticate());

/** Start of the unsubscribe links in emails. Anyone who has such a link can use it. */
const UNSUBSCRIBE_URL = siteUrl(paths.yourEmails.off(""));

/** Start of the links to pages that show how ready a home is. Anyone who has one can open it. */
const READY_URL = siteUrl(paths.ready(""));

/** Start of the links with which firms answer a question. Anyone who has one can answer. */
const ANSWER_URL = siteUrl(paths.chase(""));

/**
 * Returns the content of an email to store with its matter; null for an email with a sign-in link.
 * Leaves out unsubscribe links, links to pages that show how ready a home is and links with which
 * firms answer. Letters to solicitors are stored separately.
 */
function storedContent(
  { transaction_id, props }: UnsentEmail,
  { subject, text, html }: RenderedEmail,
  copied_to: string[],
): StoredContent | null {
  const isAboutMatter = transaction_id !== null || OfSeveral.safeParse(props).success;
  if (!isAboutMatter || [text, html].some((words) => words.includes(SIGN_IN_URL))) return null;
  const paragraphs = text
    .split("\n\n")
    .filter(
      (words) => ![UNSUBSCRIBE_URL, READY_URL, ANSWER_URL].some((url) => words.includes(url)),
    );
  return { subject, body_text: paragraphs.join("\n\n"), copied_to };
}

const OfSeveral = z.object({ transaction_ids: z.array(z.string()) });

/**
 * Returns the addresses of a copy without duplicates and without the recipient, because several
 * people in a matter may share one address.
 */
function withoutRecipient(cc: readonly string[], recipient: string) {
  const others = new Set(cc.map((address) => address.toLowerCase()));
  others.delete(recipient.toLowerCase());
  return [...others];
}

async function write({ id, name, props, recipient }: UnsentEmail) {
  const { isQueuedEmailName } = await loadEmails();
  if (!isQueuedEmailName(name)) throw new Error(`No queued email is called ${name}`);
  const contents = await readContents(db, name, props, recipient);
  const matters = await readMattersOfEmail(db, id);
  const contact = joinContacts(await readMatterContacts(db, service, matters));
  const about = { transaction_ids: matters, recipient };
  const firm_reference = isForFirm(name) ? await readFirmReference(db, about) : null;
  return {
    ...(await renderEmail(name, contents, contact && { ...contact, firm_reference })),
    files: await writeFiles(name, contents),
  };
}
