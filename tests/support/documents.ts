import { randomBytes } from "node:crypto";
import type { StoredFile } from "#app/domain/documents/uploaded-file.ts";
import { recordPayment } from "#app/domain/payments/record-payment.server.ts";
import { acceptTerms } from "#app/domain/terms/acceptance.server.ts";
import type { NewSale } from "#app/domain/sales/save-sale.server.ts";
import type { Db } from "#db/connection.ts";
import { createSale } from "#tests/support/create-matter.ts";
import { intentFor } from "#tests/support/payments.ts";
import { customerReader, readerId } from "#tests/support/readers.ts";
import { homeAddress, newSale } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** Creates a sale that is paid for, by default of a leasehold home with a unique address. */
export async function createPaidSale(
  db: Db,
  { tenure = "Leasehold", ...sale }: Partial<NewSale> & { tenure?: "Leasehold" | "Freehold" } = {},
) {
  const seller = await signIn(db, { first_name: "Ada", last_name: "Byron" });
  const line_1 = `${crypto.randomUUID()} Arch Street`;
  const property = {
    ...newSale().property,
    tenure,
    address: { ...homeAddress, line_1, uprn: null },
  };
  const { id, property_id } = await createSale(db, seller.id, newSale({ property, ...sale }));
  const ids = { transaction_id: id, seller_id: readerId(seller.id) };
  await acceptTerms(db, ids);
  await recordPayment(db, await intentFor(db, ids));
  const own = {
    transaction_id: id,
    side: "seller",
    reader: customerReader(seller.id),
  } as const;
  return { id, property_id, seller, own, line_1 };
}

export function listRequests(db: Db, transaction_id: string) {
  return db
    .selectFrom("document_requests")
    .selectAll()
    .where("transaction_id", "=", transaction_id)
    .orderBy("due_on")
    .orderBy("kind")
    .orderBy("id")
    .execute();
}

export async function findRequest(db: Db, transaction_id: string, kind = "lease") {
  const requests = await listRequests(db, transaction_id);
  return requests.find((request) => request.kind === kind)!;
}

/** Marks a request as accepted. */
export function acceptRequest(db: Db, request_id: string) {
  return db
    .updateTable("document_requests")
    .set({ status: "accepted" })
    .where("id", "=", request_id)
    .execute();
}

export const storedFile = (change: Partial<StoredFile> = {}): StoredFile => ({
  file_name: "lease.pdf",
  file_type: "pdf",
  size_bytes: 1_000,
  sha256: randomBytes(32).toString("hex"),
  key: `test/documents/${crypto.randomUUID()}.pdf`,
  ...change,
});
