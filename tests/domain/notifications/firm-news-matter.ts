import { sql } from "kysely";
import { collectNewsOfAction } from "#app/domain/actions/firm-news-of-action.server.ts";
import { recordEvent } from "#app/domain/events/events.server.ts";
import type { Firm } from "#app/domain/events/firm-news.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import {
  assignSolicitors,
  createPaidMatter,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { insertAgent, valuer } from "#tests/support/estate-agents.ts";

type Column =
  | "contract_pack_sent_on"
  | "enquiries_raised_on"
  | "enquiries_answered_on"
  | "exchanged"
  | "completed"
  | "aborted";

type Recorded =
  | "contract_pack_sent"
  | "enquiries_raised"
  | "enquiries_answered"
  | "exchanged"
  | "completed"
  | "aborted";

type Matter = { id: string; purchase: string };

/** Returns functions that record events of a matter with all its firms, and read their news. */
export function newsHelpers(db: Db) {
  async function aMatter(): Promise<Matter> {
    const matter = await createPaidMatter(db);
    const purchase = await createPurchaseAtStage(db, matter, { active: true });
    await assignSolicitors(db, matter.id, ["seller", "buyer"]);
    const estate_agent_id = await insertAgent(db, {
      valuers: [{ ...valuer("Val", { primary_valuer: true }), email: `val@${matter.id}.example` }],
    });
    await db
      .updateTable("transactions")
      .set({ estate_agent_id, estate_agent_status: "assigned" })
      .where("id", "=", matter.id)
      .execute();
    return { id: matter.id, purchase: purchase.id };
  }

  async function newsOf({ id }: Matter, firm: Firm) {
    const { rows } = await sql<{ id: string; props: { items: string[] }; waits_s: number }>`
      select email_log.id, props, extract(epoch from jobs.run_at - now())::int as waits_s
      from email_log
      join graphile_worker.jobs on jobs.key = 'send-email:' || email_log.id
      where transaction_id = ${id} and name = 'firm_news' and props ->> 'firm' = ${firm}
      order by email_log.created_at`.execute(db);
    return rows;
  }

  return {
    aMatter,
    newsOf,
    setDates: (of: Matter, dates: Partial<Record<Column, string>>) =>
      db.updateTable("purchase_intents").set(dates).where("id", "=", of.purchase).execute(),
    record: ({ id, purchase }: Matter, event_name: Recorded) =>
      inTransaction(db, (trx) =>
        recordEvent(trx, {
          ...{ transaction_id: id, purchase_intent_id: purchase, event_name, author: "system" },
        }),
      ),
    async readNews(of: Matter, firm: Firm) {
      const [email] = await newsOf(of, firm);
      return readContents(db, "firm_news", { ...email?.props });
    },
    collect: (action_id: string) =>
      inTransaction(db, (trx) => collectNewsOfAction(trx, { action_id })),
  };
}
