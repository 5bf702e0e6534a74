/**
 * Rate limits of emailed sign-in links, per mailbox and per IP address (AMB-B01, AMB-B08, B-030).
 */

import { env } from "#app/platform/env.server.ts";
import { clientIp, type Limit, consumeLimits, type LimitToken } from "#app/limits/limits.server.ts";
import type { Db } from "#db/connection.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type SendLimitResult =
  | { kind: "free"; turns: LimitToken[] }
  /** The last link was sent to this mailbox less than a minute ago (B-031). */
  | { kind: "wait"; retryAfterSeconds: number }
  | { kind: "too-many"; retryAfterSeconds: number };

/**
 * Consumes rate-limit tokens before a link is emailed. The caller refunds the tokens if sending
 * fails.
 */
export async function consumeSendLimits(
  db: Db,
  request: Request,
  { email, proven }: { email: string; proven: boolean },
): Promise<SendLimitResult> {
  const mailbox = normaliseMailbox(email);
  const network = clientIp(request);
  const minute = { key: `link-minute:${mailbox}`, limit: 1, seconds: MINUTE };
  const limits: Limit[] = [
    minute,
    { key: `link-five-minutes:${mailbox}`, limit: 3, seconds: 5 * MINUTE },
    { key: `link-day:${mailbox}`, limit: 10, seconds: DAY },
    proven
      ? { key: `link-network:${network}`, limit: 20, seconds: 5 * MINUTE }
      : {
          key: `link-no-recaptcha:${network}`,
          limit: env.SENDS_WITHOUT_RECAPTCHA_PER_HOUR,
          seconds: HOUR,
        },
  ];
  const taken = await consumeLimits(db, limits);
  if (taken.ok) return { kind: "free", turns: taken.tokens };
  const { key, retryAfterSeconds } = taken;
  return { kind: key === minute.key ? "wait" : "too-many", retryAfterSeconds };
}

const GOOGLE = new Set(["gmail.com", "googlemail.com"]);

/**
 * Returns the mailbox that an address belongs to, for rate limits only: "sam+home@x" and "sam@x"
 * are one mailbox, and Google also ignores dots. If a provider treats them as different mailboxes,
 * their owners share one limit.
 */
export function normaliseMailbox(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  const local = email
    .slice(0, at)
    .toLowerCase()
    .replace(/(.)\+.*/, "$1");
  return GOOGLE.has(domain) ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}
