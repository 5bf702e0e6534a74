import { beforeEach, expect, test } from "vitest";
import {
  requestForAnswer,
  withdrawForAnswer,
} from "#app/domain/documents/request-documents.server.ts";
import { markRequest, requestWaterBill } from "#app/domain/searches/additional-requests.server.ts";
import { inTransaction } from "#db/connection.ts";
import { createPurchaseAtStage } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { createPaidSale, findRequest, listRequests } from "#tests/support/documents.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();

beforeEach(() => emptyTables(db));

async function readStates(id: string) {
  const requests = await listRequests(db, id);
  return Object.fromEntries(requests.map(({ kind, status }) => [kind, status]));
}

const setTenure = (property_id: string, tenure: "Freehold" | "Leasehold") =>
  db.updateTable("properties").set({ tenure }).where("id", "=", property_id).execute();

test("the payment of a leasehold sale requests its documents once, without an email", async () => {
  const { id } = await createPaidSale(db);
  const requests = await listRequests(db, id);
  expect(requests.map(({ kind }) => kind)).toEqual([
    "buildings_insurance",
    "ground_rent_statement",
    "lease",
    "service_charge_statement",
    "management_pack",
  ]);
  expect(new Set(requests.map(({ source, status }) => `${source} ${status}`))).toEqual(
    new Set(["rule requested"]),
  );
  await db
    .updateTable("transactions")
    .set({ tags: ["Probate"] })
    .where("id", "=", id)
    .execute();
  expect(await listRequests(db, id)).toEqual(requests);
  const emails = await db.selectFrom("email_log").select("name").execute();
  expect(emails.map(({ name }) => name)).not.toContain("document_requests");
});

test("a flat that becomes a house withdraws the open requests, and keeps received and accepted ones", async () => {
  const { id, property_id } = await createPaidSale(db);
  const [first, second] = await listRequests(db, id);
  for (const [request, status] of [
    [first!, "received"],
    [second!, "accepted"],
  ] as const) {
    await db
      .updateTable("document_requests")
      .set({ status })
      .where("id", "=", request.id)
      .execute();
  }
  await setTenure(property_id, "Freehold");
  expect(await readStates(id)).toEqual({
    [first!.kind]: "received",
    [second!.kind]: "accepted",
    lease: "not_needed",
    service_charge_statement: "not_needed",
    management_pack: "not_needed",
  });
  const pack = await findRequest(db, id, "management_pack");
  expect(pack.reason).toBe("Your home isn’t leasehold, so we don’t need this.");
  await setTenure(property_id, "Leasehold");
  expect(await findRequest(db, id, "management_pack")).toMatchObject({
    status: "requested",
    reason: null,
  });
});

test("a rule does not open a request again that staff marked as not needed", async () => {
  const { id } = await createPaidSale(db);
  const staff = await signIn(db, { type: "admin" });
  await db
    .updateTable("document_requests")
    .set({ status: "not_needed", reason: "The seller has none", decided_by: staff.id })
    .where("transaction_id", "=", id)
    .execute();
  await db
    .updateTable("transactions")
    .set({ tags: ["Probate"] })
    .where("id", "=", id)
    .execute();
  expect(new Set(Object.values(await readStates(id)))).toEqual(new Set(["not_needed"]));
});

test("an owner who has died calls for the grant of probate when the owner is added", async () => {
  const { id } = await createPaidSale(db, { tenure: "Freehold" });
  expect(await readStates(id)).toEqual({});
  const person = { kind: "seller", first_name: "Vera", last_name: "Lane" } as const;
  await db
    .insertInto("parties")
    .values({ ...person, transaction_id: id, representation_reason: "died" })
    .execute();
  expect(await readStates(id)).toEqual({ grant_of_probate: "requested" });
});

test("an activated purchase requests its documents, which follow the buyer’s answers", async () => {
  const matter = await createPaidSale(db, { tenure: "Freehold" });
  const purchase = await createPurchaseAtStage(db, matter, { active: true });
  expect(await readStates(matter.id)).toMatchObject({ mortgage_offer: "requested" });
  await db
    .updateTable("purchase_intents")
    .set({ mortgage_required_for_purchase: "no", mortgage_provider: null })
    .where("id", "=", purchase.id)
    .execute();
  expect(await readStates(matter.id)).toMatchObject({
    mortgage_offer: "not_needed",
    proof_of_funds: "requested",
  });
  await db
    .updateTable("purchase_intents")
    .set({ is_active: false })
    .where("id", "=", purchase.id)
    .execute();
  expect(await readStates(matter.id)).toMatchObject({ proof_of_funds: "not_needed" });
});

test("nothing is requested before the sale is paid for, or after the contract pack was sent", async () => {
  const matter = await createPaidSale(db, { tenure: "Freehold" });
  const purchase = await createPurchaseAtStage(db, matter, { active: true });
  await db
    .updateTable("purchase_intents")
    .set({ contract_pack_sent_on: "2026-11-02" })
    .where("id", "=", purchase.id)
    .execute();
  await setTenure(matter.property_id, "Leasehold");
  expect(await readStates(matter.id)).not.toHaveProperty("lease");
});

test("completion withdraws the requests that are still open", async () => {
  const matter = await createPaidSale(db);
  const purchase = await createPurchaseAtStage(db, matter, { active: true });
  await db
    .updateTable("purchase_intents")
    .set({ sale_agreed: "2026-09-01", exchanged: "2026-10-01", completed: "2026-11-02" })
    .where("id", "=", purchase.id)
    .execute();
  expect(new Set(Object.values(await readStates(matter.id)))).toEqual(new Set(["not_needed"]));
});

const answer = {
  question: "gas_boiler",
  kind: "boiler_service_record",
  purpose: "For the boiler.",
};

test("an answer requests a document once, withdraws it and requests it again", async () => {
  const { id } = await createPaidSale(db, { tenure: "Freehold" });
  const ask = () =>
    inTransaction(db, (trx) =>
      requestForAnswer(trx, { transaction_id: id, ...answer, kind: "boiler_service_record" }),
    );
  await ask();
  await ask();
  expect(await listRequests(db, id)).toMatchObject([
    { source: "answer", question: "gas_boiler", purpose: "For the boiler.", status: "requested" },
  ]);
  const reason = "You answered that there’s no boiler.";
  await inTransaction(db, (trx) =>
    withdrawForAnswer(trx, { transaction_id: id, question: "gas_boiler", reason }),
  );
  expect(await listRequests(db, id)).toMatchObject([{ status: "not_needed", reason }]);
  await ask();
  expect(await listRequests(db, id)).toMatchObject([{ status: "requested", reason: null }]);
});

test("an answer does not request a document that a rule has already requested", async () => {
  const { id } = await createPaidSale(db);
  const before = await listRequests(db, id);
  await inTransaction(db, (trx) =>
    requestForAnswer(trx, { transaction_id: id, question: "lease", kind: "lease", purpose: "It" }),
  );
  expect(await listRequests(db, id)).toEqual(before);
});

test("the request for a water bill is also a document request, and each is received with the other (O-040)", async () => {
  const { id, seller } = await createPaidSale(db, { tenure: "Freehold" });
  const actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "" };
  await inTransaction(db, (trx) => requestWaterBill(trx, id, { actor, confirmed: [seller.email] }));
  expect(await readStates(id)).toEqual({ water_bill: "requested" });
  const request = await db
    .selectFrom("additional_requests")
    .select(["id", "version"])
    .executeTakeFirstOrThrow();
  const received = { actor, request_id: request.id, version: request.version, status: "received" };
  await inTransaction(db, (trx) => markRequest(trx, id, received));
  expect(await readStates(id)).toEqual({ water_bill: "accepted" });
});
