import { z } from "zod";
import { findOtherSale, lockProperty } from "#app/domain/payments/duplicate-property.server.ts";
import { saleIsCompleteSql } from "#app/domain/sales/open-sales.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import type { Address } from "#app/domain/shared/address.ts";
import {
  ADDRESS_PARTS,
  propertyAddressFields,
  replaceAddress,
  withUkCountry,
} from "#app/domain/shared/address.server.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import type { Db } from "#db/connection.ts";
import { type ActionPlace, defineAction, refuseIfEnded } from "./action.ts";
import { storedAddress, wholeAddress } from "./address.server.ts";

const uprn = z
  .string()
  .trim()
  .regex(/^[0-9]{1,12}$/, "Enter a UPRN of up to 12 digits, or leave this empty")
  .nullish()
  .transform((number) => number || null);

/** Corrects the address of the property. A home has only one sale at a time (AMB-D02). */
export const correctAddress = defineAction({
  kind: "correct_address",
  title: "Correct the address",
  event: "address_corrected",
  form: z.object({ ...propertyAddressFields, uprn }).transform(withUkCountry),
  stored: z.object(storedAddress),
  read: (db, { transaction_id }) =>
    db
      .selectFrom("transactions")
      .innerJoin("properties", "properties.id", "transactions.property_id")
      .innerJoin("addresses", "addresses.id", "properties.address_id")
      .select(ADDRESS_PARTS)
      .where("transactions.id", "=", transaction_id)
      .executeTakeFirstOrThrow(transactionNotFound),
  write: writeAddress,
  show: (address) => [
    { label: "Address", text: wholeAddress(address), phrase: "The address of the property" },
    { label: "UPRN", text: address.uprn ?? "Not known", internal: true },
  ],
  refusal: refuseIfEnded,
  problem: (db, { transaction_id }, address) => findSameHome(db, transaction_id, address),
  addressOf: (address) => address,
  letters: () => ["seller", "buyer"],
  fields: ["address"],
});

async function writeAddress(trx: Db, { transaction_id }: ActionPlace, address: Address) {
  const { address_id, is_paid } = await trx
    .selectFrom("transactions")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(["properties.address_id", saleIsCompleteSql().as("is_paid")])
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  await replaceAddress(trx, address_id, address);
  if (!is_paid) return;
  // A payment for the same home at the same time waits for this lock.
  const other = await lockProperty(trx, { transaction_id });
  if (other) throw new ConflictError("Another customer is already selling this property with us");
}

async function findSameHome(db: Db, transaction_id: string, address: Address) {
  const other = await findOtherSale(db, transaction_id, address);
  if (other === null) return null;
  const { number } = await db
    .selectFrom("transactions")
    .select("number")
    .where("id", "=", other)
    .executeTakeFirstOrThrow();
  const message = `Another customer is already selling this property: ${formatMatterNumber(number)}`;
  return { field: "line_1", message };
}
