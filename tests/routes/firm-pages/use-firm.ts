import { sql } from "kysely";
import { listDesk } from "#app/domain/desk/desk-lists.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { action, loader } from "#app/routes/firm-pages/firm-page.tsx";
import { paths } from "#app/paths.ts";
import type { Db } from "#db/connection.ts";
import { get, post } from "#tests/support/call-route.ts";
import { firmMatter, signInFirm } from "#tests/support/firm-pages.ts";
import { staffReader } from "#tests/support/readers.ts";

/** Uses the page of a law firm as its people do. */

export type Firm = Awaited<ReturnType<typeof createFirm>>;

export async function createFirm(db: Db, side: Side, handler_id: string) {
  const matter = await firmMatter(db, "12 Arch Street");
  const { id } = matter;
  await db.updateTable("transactions").set({ handler_id }).where("id", "=", id).execute();
  const place = { transaction_id: id, side };
  const cookie = await signInFirm(db, place);
  return { ...matter, side, place, cookie, params: { id, side } };
}

export const visit = ({ cookie, params }: Firm) =>
  get(loader, { params, path: paths.firm.page(params.side, params.id), cookie });

const send = ({ cookie, params }: Firm, fields: Record<string, string>) =>
  post(action, { person: "Priya Shah", ...fields }, { cookie, params });

export const accept = (of: Firm, fields: Record<string, string> = {}) =>
  send(of, { intent: "accept", fee_earner: "Priya Shah", firm_reference: "HL/1", ...fields });

export const decline = (of: Firm, fields: Record<string, string> = {}) =>
  send(of, { intent: "decline", reason: "conflict", note: "We act for the lender", ...fields });

export function dateFields(day: string, name = "day") {
  const [year = "", month = "", date = ""] = day.split("-");
  return { [`${name}.day`]: date, [`${name}.month`]: month, [`${name}.year`]: year };
}

export const record = (of: Firm, step: string, day = londonDay(new Date())) =>
  send(of, { intent: "record", step, ...dateFields(day) });

export const readAnswer = (db: Db, { id, side }: Firm) =>
  db
    .selectFrom("instruction_answers")
    .selectAll()
    .where("transaction_id", "=", id)
    .where("side", "=", side)
    .executeTakeFirst();

export const readStage = (db: Db, { id }: Pick<Firm, "id">) =>
  db
    .selectFrom("listed_transactions")
    .select(["stage", "next_step", "holder"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

export async function readDesk(db: Db, { id }: Pick<Firm, "id">) {
  const scope = { whose: "everyone", payments: false } as const;
  const { items } = await listDesk(db, staffReader(), scope, { limit: 500 });
  return items.filter(({ matter }) => matter?.id === id);
}

/** Returns the emails about the firm’s answer. */
export async function readEmails(db: Db, of: Firm) {
  const answer = await readAnswer(db, of);
  return db
    .selectFrom("email_log")
    .select(["recipient", "props"])
    .where("name", "=", "instruction_declined")
    .where(sql<boolean>`props ->> 'answer_id' = ${answer?.id ?? ""}`)
    .execute();
}

/** Changes the firm’s matter, or its purchase. */
export async function change(
  db: Db,
  of: Firm,
  { matter = {}, purchase = {} }: { matter?: object; purchase?: object },
) {
  if (Object.keys(matter).length > 0) {
    await db.updateTable("transactions").set(matter).where("id", "=", of.id).execute();
  }
  if (Object.keys(purchase).length === 0) return;
  await db
    .updateTable("purchase_intents")
    .set(purchase)
    .where("id", "=", of.purchase_intent_id)
    .execute();
}

export const replaceSolicitor = (db: Db, of: Firm, seller_lawyer_group_id: string) =>
  change(db, of, { matter: { seller_lawyer_group_id } });
