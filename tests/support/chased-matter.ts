import type { ChasedFirm } from "#app/domain/chases/chase-words.ts";
import { planChase, recipientsText, sendChase } from "#app/domain/chases/chases.server.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { type Db, inTransaction } from "#db/connection.ts";
import {
  assignSolicitors,
  createMatter,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { staffReader } from "./readers.ts";

/** Creates a matter that has exchanged, so that both solicitors have the step of completion. */
export async function exchangedMatter(db: Db, line_1?: string) {
  const matter = await createMatter(db, line_1);
  const purchase = await createPurchaseAtStage(db, matter, { active: true });
  await assignSolicitors(db, matter.id, ["seller", "buyer"]);
  await db
    .updateTable("purchase_intents")
    .set({ exchanged: addDays(londonDay(new Date()), -1) })
    .where("id", "=", purchase.id)
    .execute();
  return { ...matter, purchase };
}

/** Asks a firm as staff do, after they have confirmed what the page shows. */
export async function ask(
  db: Db,
  { id, firm = "seller_solicitor", staff_id }: { id: string; firm?: ChasedFirm; staff_id: string },
) {
  const actor = staffReader({ id: staff_id });
  const place = { transaction_id: id, firm };
  const plan = await planChase(db, actor, place);
  const confirmed = { step: plan.step ?? "", recipients: recipientsText(plan) };
  await inTransaction(db, (trx) => sendChase(trx, place, { actor, confirmed }));
}

/** Returns the newest question of a matter, as it is stored. */
export const newestChase = (db: Db, transaction_id: string) =>
  db
    .selectFrom("chases")
    .selectAll()
    .where("transaction_id", "=", transaction_id)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();

/** Returns the link in the email of a question, which has a new token. */
export async function linkOf(db: Db, chase_id: string): Promise<URL> {
  const { url } = await readContents(db, "firm_chase", { chase_id });
  return new URL(url);
}
