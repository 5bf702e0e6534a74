import type { Db } from "#db/connection.ts";
import { endTransaction, type Status } from "#mocks/thirdfort/transactions.ts";
import type { State } from "#mocks/state.ts";
import { modules, open } from "../pages.ts";
import { confirmFields } from "../fields.ts";
import { flashIn } from "#tests/support/flash.ts";
import { post } from "#tests/support/visit.ts";
import { aMatter, assignSolicitors, wantToBuy } from "./matter.ts";
import { everybody } from "#tests/support/purchases.ts";

/** A matter whose people are to be checked, and what staff do on its Thirdfort tab. */

export type Place = { id: string; person_type: "seller" | "buyer" | "giftor"; person_id: string };

export const tabOf = (id: string) => `/admin/transactions/${id}/thirdfort`;

/** A seller, two buyers and two giftors, with solicitors on both sides. */
export async function aCheckedMatter(db: Db) {
  const matter = await aMatter(db);
  const purchase = await wantToBuy(db, matter, { active: true }, everybody);
  await assignSolicitors(db, matter.id, ["seller", "buyer"]);
  const { seller_id } = await db
    .updateTable("transactions")
    .set({ created_at: new Date() })
    .where("id", "=", matter.id)
    .returning("seller_id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("users")
    .set({ phone_number: "07400 123456" })
    .where("id", "=", seller_id)
    .execute();
  const seller: Place = { id: matter.id, person_type: "seller", person_id: seller_id };
  return { ...matter, purchase, seller };
}

const file = "routes/admin/transactions/thirdfort/check.tsx";

export function confirmPage({ id, person_type, person_id }: Place, verb: string) {
  return `${tabOf(id)}/${person_type}/${person_id}/${verb}`;
}

/** The fields of the page that asks. */
export async function askFor(staff: { cookie: string }, place: Place, verb: string) {
  return confirmFields((await open(confirmPage(place, verb), staff)).html);
}

/** Confirms it. Returns where it leads, and the message there. */
export async function confirm(
  staff: { cookie: string },
  { id, person_type: personType, person_id: personId }: Place,
  verb: string,
  fields: Record<string, string>,
) {
  const { action } = modules.get(file)!;
  const params = { id, personType, personId, verb };
  const answer = await post(action!, fields, { cookie: staff.cookie, params });
  return { location: answer.location, flash: await flashIn(answer) };
}

/** Opens the page that asks and confirms. */
export async function press(staff: { cookie: string }, place: Place, verb: string) {
  return confirm(staff, place, verb, await askFor(staff, place, verb));
}

export function listChecks(db: Db, transaction_id: string) {
  return db
    .selectFrom("checks")
    .selectAll()
    .where("transaction_id", "=", transaction_id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Thirdfort ends a check, and its webhook reaches nobody. */
export async function end(state: State, thirdfort_id: string | null | undefined, status: Status) {
  const double = { state, webhookUrl: null, webhookHeader: "", webhookSecret: "" };
  await endTransaction(double, thirdfort_id ?? "", status);
}
