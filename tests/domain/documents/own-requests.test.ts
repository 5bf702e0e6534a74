import { beforeEach, describe, expect, test } from "vitest";
import {
  addOwnDocuments,
  listOpenRequests,
  readOwnDocuments,
  recordMissing,
} from "#app/domain/documents/own-requests.server.ts";
import { decideRequest, requestDocument } from "#app/domain/documents/staff-requests.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { requestWaterBill } from "#app/domain/searches/additional-requests.server.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import { inTransaction } from "#db/connection.ts";
import { addSeller, createPurchaseAtStage } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { createPaidSale, findRequest, listRequests, storedFile } from "#tests/support/documents.ts";
import { customerReader } from "#tests/support/readers.ts";
import { eventNames } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
let sale: Awaited<ReturnType<typeof createPaidSale>>;
let actor: { id: string; request_id: string };

beforeEach(async () => {
  await emptyTables(db);
  sale = await createPaidSale(db);
  actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "" };
});

type Own = typeof sale.own | { transaction_id: string; side: "seller" | "buyer"; reader: never };

const send = (own: Own, request_id: string | null, files = [storedFile()]) =>
  inTransaction(db, (trx) => addOwnDocuments(trx, { ...own, request_id, files }));

const missing = (request_id: string, missing_reason: string, own: Own = sale.own) =>
  inTransaction(db, (trx) => recordMissing(trx, { ...own, request_id, missing_reason }));

async function decide(
  decision: "accept" | "send_back" | "not_needed" | "undo",
  reason: string | null = null,
  kind = "lease",
) {
  const { id: request_id, version } = await findRequest(db, sale.id, kind);
  const place = { transaction_id: sale.id, request_id, version };
  await inTransaction(db, (trx) => decideRequest(trx, { actor, ...place, decision, reason }));
}

describe("a customer who uploads files", () => {
  test("a file marks its request as received and records one event", async () => {
    const { id } = await findRequest(db, sale.id);
    await send(sale.own, id, [storedFile(), storedFile({ file_name: "plan.pdf" })]);
    expect(await findRequest(db, sale.id)).toMatchObject({ status: "received", version: 2 });
    const { requests } = await readOwnDocuments(db, sale.own);
    const lease = requests.find(({ kind }) => kind === "lease");
    expect(lease?.documents.map(({ file_name }) => file_name)).toEqual(["lease.pdf", "plan.pdf"]);
    expect(lease?.documents[0]).toMatchObject({ uploader: "Ada", scan: "not_scanned" });
    const events = await eventNames(db, sale.id);
    expect(events.filter((name) => name === "document_received")).toHaveLength(1);
  });

  test("the same file sent twice is stored once", async () => {
    const { id } = await findRequest(db, sale.id);
    const file = storedFile();
    await send(sale.own, id, [file]);
    await send(sale.own, id, [file]);
    expect(await findRequest(db, sale.id)).toMatchObject({ version: 2 });
    expect(await db.selectFrom("documents").select("id").execute()).toHaveLength(1);
  });

  test("a file without a request is stored on its side", async () => {
    await send(sale.own, null);
    const { others } = await readOwnDocuments(db, sale.own);
    expect(others).toMatchObject([{ file_name: "lease.pdf", request_id: null }]);
  });

  test("a file for a request that staff have marked as not needed is refused", async () => {
    const { id } = await findRequest(db, sale.id);
    await decide("not_needed", "Your solicitor has it");
    await expect(send(sale.own, id)).rejects.toThrow(ConflictError);
    expect(await db.selectFrom("documents").select("id").execute()).toEqual([]);
  });

  test("a customer who uploads while staff mark the request as not needed gets the later state", async () => {
    const { id, version } = await findRequest(db, sale.id);
    const place = { transaction_id: sale.id, request_id: id, version };
    const upload = send(sale.own, id);
    const mark = inTransaction(db, (trx) =>
      decideRequest(trx, { actor, ...place, decision: "not_needed", reason: "No" }),
    );
    const outcomes = await Promise.allSettled([upload, mark]);
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ reason: expect.any(ConflictError) });
  });

  test("the water bill that a seller uploads answers the additional request (O-040)", async () => {
    await inTransaction(db, (trx) =>
      requestWaterBill(trx, sale.id, { actor, confirmed: [sale.seller.email] }),
    );
    const readTasks = async () =>
      (await readSellerDashboard(db, { id: sale.id, reader: sale.own.reader })).requests;
    expect(await readTasks()).toHaveLength(1);
    const { id } = await findRequest(db, sale.id, "water_bill");
    await send(sale.own, id);
    expect(await readTasks()).toEqual([]);
    const requests = await db.selectFrom("additional_requests").select("status").execute();
    expect(requests).toEqual([{ status: "received" }]);
    expect(await findRequest(db, sale.id, "water_bill")).toMatchObject({ status: "received" });
  });
});

describe("access to requests", () => {
  test("a co-seller sends a document until staff remove them", async () => {
    const { email, person_id } = await addSeller(db, sale.id);
    const jo = await signIn(db, { email, first_name: "Jo" });
    const own = { ...sale.own, reader: customerReader(jo.id) };
    const { id } = await findRequest(db, sale.id);
    await send(own, id);
    await db.deleteFrom("parties").where("id", "=", person_id).execute();
    await expect(send(own, id)).rejects.toThrow(NotFoundError);
    await expect(readOwnDocuments(db, own)).rejects.toThrow(NotFoundError);
    expect(await listOpenRequests(db, own)).toEqual([]);
  });

  test("a stranger and a buyer cannot read or answer a seller’s request", async () => {
    const { id } = await findRequest(db, sale.id);
    const { buyer } = await createPurchaseAtStage(db, sale, { active: true });
    for (const person of [buyer, await signIn(db)]) {
      const own = { ...sale.own, reader: customerReader(person.id) };
      await expect(readOwnDocuments(db, own)).rejects.toThrow(NotFoundError);
      await expect(send(own, id)).rejects.toThrow(NotFoundError);
      await expect(missing(id, "None", own)).rejects.toThrow(NotFoundError);
    }
    const bought = { ...sale.own, side: "buyer", reader: customerReader(buyer.id) } as const;
    await expect(
      inTransaction(db, (trx) =>
        addOwnDocuments(trx, { ...bought, request_id: id, files: [storedFile()] }),
      ),
    ).rejects.toThrow(NotFoundError);
    const { requests } = await readOwnDocuments(db, bought);
    expect(requests.map(({ kind }) => kind)).toEqual(["mortgage_offer"]);
  });

  test("a request of another matter is not found", async () => {
    const other = await createPaidSale(db);
    const { id } = await findRequest(db, other.id);
    await expect(send(sale.own, id)).rejects.toThrow(NotFoundError);
    await expect(missing(id, "None")).rejects.toThrow(NotFoundError);
  });
});

describe("a customer who does not have a document", () => {
  test("the reason goes to staff, and the document is no longer asked for", async () => {
    const { id } = await findRequest(db, sale.id);
    await missing(id, "The freeholder has it");
    await missing(id, "The freeholder has it");
    expect(await findRequest(db, sale.id)).toMatchObject({
      status: "requested",
      missing_reason: "The freeholder has it",
      version: 2,
    });
    const open = await listOpenRequests(db, sale.own);
    expect(open.map(({ kind }) => kind)).not.toContain("lease");
    expect(await eventNames(db, sale.id)).toContain("document_not_available");
    await send(sale.own, id);
    expect(await findRequest(db, sale.id)).toMatchObject({
      status: "received",
      missing_reason: null,
    });
    await expect(missing(id, "Lost")).rejects.toThrow(ConflictError);
  });
});

describe("decisions of staff", () => {
  const readEmails = () =>
    db
      .selectFrom("email_log")
      .select(["recipient", "last_error"])
      .where("name", "=", "document_requests")
      .orderBy("created_at")
      .execute();

  test("a document is sent back with a reason, sent again and accepted", async () => {
    const { id } = await findRequest(db, sale.id);
    await send(sale.own, id);
    await decide("send_back", "Page 2 is missing");
    expect(await findRequest(db, sale.id)).toMatchObject({
      status: "sent_back",
      reason: "Page 2 is missing",
      decided_by: actor.id,
    });
    expect(await readEmails()).toEqual([{ recipient: sale.seller.email, last_error: null }]);
    await send(sale.own, id);
    await decide("accept");
    expect(await findRequest(db, sale.id)).toMatchObject({ status: "accepted", reason: null });
    const events = await eventNames(db, sale.id);
    expect(events.filter((name) => name.startsWith("document_"))).toEqual([
      "document_received",
      "document_sent_back",
      "document_received",
      "document_accepted",
    ]);
    const audit = await db
      .selectFrom("audit_log")
      .select("action")
      .where("actor_id", "=", actor.id)
      .orderBy("at")
      .execute();
    expect(audit.map(({ action }) => action)).toEqual(["document_sent_back", "document_accepted"]);
  });

  test("undo restores the state before the decision", async () => {
    await decide("not_needed", "No");
    await decide("undo");
    expect(await findRequest(db, sale.id)).toMatchObject({ status: "requested", reason: null });
    const { id } = await findRequest(db, sale.id);
    await send(sale.own, id);
    await decide("accept");
    await decide("undo");
    expect(await findRequest(db, sale.id)).toMatchObject({
      status: "received",
      decided_by: null,
    });
  });

  test("a decision that does not follow the state is refused", async () => {
    await expect(decide("accept")).rejects.toThrow(ConflictError);
  });

  test("of two staff who decide at once, the second gets a conflict", async () => {
    const { id, version } = await findRequest(db, sale.id);
    await send(sale.own, id);
    const place = { transaction_id: sale.id, request_id: id, version: version + 1 };
    const outcomes = await Promise.allSettled([
      inTransaction(db, (trx) =>
        decideRequest(trx, { actor, ...place, decision: "accept", reason: null }),
      ),
      inTransaction(db, (trx) =>
        decideRequest(trx, { actor, ...place, decision: "send_back", reason: "Blurred" }),
      ),
    ]);
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
    await expect(
      inTransaction(db, (trx) =>
        decideRequest(trx, { actor, ...place, decision: "not_needed", reason: "No" }),
      ),
    ).rejects.toThrow("This request has changed since you opened the page.");
  });

  test("a request of another matter cannot be decided", async () => {
    const other = await createPaidSale(db);
    const { id: request_id, version } = await findRequest(db, other.id);
    const decided = { actor, transaction_id: sale.id, request_id, version } as const;
    await expect(
      inTransaction(db, (trx) =>
        decideRequest(trx, { ...decided, decision: "not_needed", reason: "No" }),
      ),
    ).rejects.toThrow(NotFoundError);
  });

  test("several requests of staff make one email to each person of the side", async () => {
    const { email } = await addSeller(db, sale.id);
    await signIn(db, { email, first_name: "Jo" });
    for (const title of ["Parking permit", "Key list"]) {
      const form = { from: "sellers", kind: "other", title, purpose: null } as const;
      await inTransaction(db, (trx) =>
        requestDocument(trx, { actor, transaction_id: sale.id, ...form }),
      );
    }
    expect(await listRequests(db, sale.id)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ source: "staff", title: "Parking permit" }),
        expect.objectContaining({ source: "staff", title: "Key list" }),
      ]) as object,
    );
    const emails = await readEmails();
    const open = emails.filter(({ last_error }) => last_error === null);
    expect(open.map(({ recipient }) => recipient).sort()).toEqual(
      [email, sale.seller.email].sort(),
    );
  });

  test("a request to a buyer whose purchase is not active is refused", async () => {
    const { id } = await createPurchaseAtStage(db, sale);
    const form = { from: id, kind: "gift_letter", title: null, purpose: null } as const;
    await expect(
      inTransaction(db, (trx) => requestDocument(trx, { actor, transaction_id: sale.id, ...form })),
    ).rejects.toThrow(NotFoundError);
  });
});
