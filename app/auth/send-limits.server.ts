import { env } from "#app/platform/env.server.ts";
import { clientIp, type Limit, consumeLimits, type LimitToken } from "#app/limits/limits.server.ts";
import type { Db } from "#db/connection.ts";

/** Rate limits of emailed links, per mailbox and IP address (AMB-B01, AMB-B08, B-030). */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type SendLimitResult =
  | { kind: "free"; turns: LimitToken[] }
  /** Less than a minute since the last link to this mailbox (B-031). */
  | { kind: "wait"; retryAfterSeconds: number }
  | { kind: "too-many"; retryAfterSeconds: number };

/** Consumes rate-limit tokens before an email is sent. If sending fails, refund them. */
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
  if (taken.ok) return { kind: "free", turns: taken.turns };
  const { key, retryAfterSeconds } = taken;
  return { kind: key === minute.key ? "wait" : "too-many", retryAfterSeconds };
}

const GOOGLE = new Set(["gmail.com", "googlemail.com"]);

/**
 * Returns the mailbox behind an address, for counting only: "sam+home@x" is Sam's mailbox, and
 * Google ignores dots. At a provider with different rules, two people share a limit.
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
