import { ConflictError } from "#app/domain/errors.ts";
import { homeKeySql } from "#app/domain/invitations/invited-matters.server.ts";
import { requireInvitable } from "#app/domain/invitations/new-invitations.server.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { addressLine, streetLine } from "#app/domain/shared/address.ts";
import { OPEN_STATUSES } from "#app/domain/shared/invitations.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { selectContacts } from "#app/domain/transactions/matter-parts.server.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import type { ActionPlace } from "./action.ts";
import type { AgreedBuyer } from "./agree-sale-form.server.ts";
import type { NextStep } from "./buyer-words.ts";

/**
 * Returns the buyer whom staff typed, as we know them, and what happens next: an account with the
 * same email address is used, and a buyer with an open invitation or a started purchase is not
 * invited again.
 * @throws ConflictError with the field "email" if this person can’t be the buyer
 */
export async function findAgreedBuyer(
  db: Db,
  { transaction_id }: ActionPlace,
  typed: AgreedBuyer,
): Promise<{
  buyer_id: string | null;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  name: string;
  next: NextStep;
  started_id: string | null;
}> {
  const data = { field: "email" };
  const { sellers, property_id } = await db
    .selectFrom("transactions")
    .select(["property_id", selectContacts("seller").as("sellers")])
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  const emails = [typed.email, ...(typed.co_buyer ? [typed.co_buyer.email] : [])];
  const isSeller = sellers.some(({ email }) => emails.includes(email.toLowerCase()));
  if (isSeller) throw new ConflictError("This person is selling this property", { data });
  const user = await db
    .selectFrom("users")
    .select(["id", "type", "active", "deactivated_at"])
    .select(["first_name", "middle_name", "last_name"])
    .where("email", "=", typed.email)
    .executeTakeFirst();
  if (user) requireInvitable(user);
  const { first_name, middle_name, last_name } = user?.active ? user : typed;
  const names = { first_name, middle_name, last_name };
  const named = { ...names, name: fullName(names) };
  if (!user) return { buyer_id: null, ...named, next: "invite", started_id: null };
  const started = await db
    .selectFrom("purchase_intents")
    .select(["id", "terms_accepted_at"])
    .where("transaction_id", "=", transaction_id)
    .where("buyer_id", "=", user.id)
    .where("aborted", "is", null)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  if (started?.terms_accepted_at) {
    throw new ConflictError("This buyer has entered a purchase. Choose it above", { data });
  }
  if (started) return { buyer_id: user.id, ...named, next: "finish", started_id: started.id };
  const invited = await db
    .selectFrom("invitations as i")
    .select("i.id")
    .where("i.user_id", "=", user.id)
    .where("i.role", "=", "buy")
    .where("i.status", "in", OPEN_STATUSES)
    .where("i.purchase_intent_id", "is", null)
    .where(homeKeySql("i"), "=", property_id)
    .executeTakeFirst();
  const next = invited ? "accept" : "invite";
  return { buyer_id: user.id, ...named, next, started_id: null };
}

/** Reads what an invitation to buy the property of a matter says. @throws NotFoundError */
export async function readInviter(db: Db, { transaction_id }: ActionPlace, staff_id: string) {
  const { address } = await db
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  const { first_name } = await db
    .selectFrom("users")
    .select("first_name")
    .where("id", "=", staff_id)
    .executeTakeFirstOrThrow();
  return { property: addressLine(address), street: streetLine(address), invited_by: first_name };
}
