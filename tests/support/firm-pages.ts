import { consumeFirmLink, issueFirmLink } from "#app/auth/firm-sessions.server.ts";
import type { FirmPlace } from "#app/domain/firm-pages/acting-firm.server.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { Db } from "#db/connection.ts";
import {
  assignSolicitors,
  createPaidMatter,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { cookieOf } from "./cookies.ts";

/** Creates a paid matter with an active purchase, and the solicitors of both sides. */
export async function firmMatter(db: Db, line_1?: string) {
  const matter = await createPaidMatter(db, line_1);
  const purchase = await createPurchaseAtStage(db, matter, { active: true });
  await assignSolicitors(db, matter.id, ["seller", "buyer"]);
  return { ...matter, purchase_intent_id: purchase.id, buyer: purchase.buyer };
}

/** Address of the solicitor whom `firmMatter` assigns to a side. */
export const solicitorOf = (side: Side) => `sol@${side}.example`;

export async function groupOf(db: Db, { transaction_id, side }: FirmPlace): Promise<string> {
  const matter = await db
    .selectFrom("transactions")
    .select(`${side}_lawyer_group_id as id`)
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  return matter.id ?? "";
}

/** Signs a person of the acting law firm in, as the emailed link does. Returns the cookie. */
export async function signInFirm(
  db: Db,
  place: FirmPlace,
  email = solicitorOf(place.side),
): Promise<string> {
  const token = await issueFirmLink(db, {
    owner: { ...place, lawyer_group_id: await groupOf(db, place), email },
    requested_by: null,
  });
  return cookieOf(await consumeFirmLink(db, place, { token, session_id: null }));
}
