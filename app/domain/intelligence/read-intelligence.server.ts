import { z } from "zod";
import type { Db } from "#db/connection.ts";
import { type IntelligenceParts, SEVERITIES } from "./parts.ts";

const days = z.number().int();
const Parts = z.object({
  waiting_on: z.array(
    z.object({
      party: z.string(),
      item: z.string(),
      last_mentioned: z.string(),
      days_waiting: days,
    }),
  ),
  blockers: z.array(z.object({ severity: z.enum(SEVERITIES), description: z.string() })),
  key_dates: z.object({
    transaction_open_days: days,
    last_email_days: days.nullable(),
    target_completion_date: z.string().nullable(),
    next_milestone: z.string(),
  }),
  context: z.object({
    buyer: z.string().nullable(),
    seller: z.string().nullable(),
    solicitor: z.string().nullable(),
    agent: z.string().nullable(),
  }),
}) satisfies z.ZodType<IntelligenceParts>;
export type Intelligence = NonNullable<Awaited<ReturnType<typeof readIntelligence>>>;

/**
 * What was last known of where a matter stands (O-056); null when no one has asked yet, and when another version of the
 * service has written it: then it can be refreshed. For staff: no owner narrows it.
 */
export async function readIntelligence(db: Db, transaction_id: string) {
  const row = await db
    .selectFrom("intelligence")
    .select(["id", "summary", "next_step", "waiting_on", "blockers", "key_dates", "context"])
    .select(["model", "input_tokens", "output_tokens", "generated_at"])
    .where("transaction_id", "=", transaction_id)
    .orderBy("generated_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const { data: parts } = Parts.safeParse(row);
  return row && parts ? { ...row, ...parts } : null;
}
