import { beforeEach, describe, expect, test } from "vitest";
import { addOwnDocuments } from "#app/domain/documents/own-requests.server.ts";
import { refuseInfected } from "#app/domain/documents/refuse-infected.server.ts";
import { readInfectedEmail } from "#app/domain/documents/request-emails.server.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { inTransaction } from "#db/connection.ts";
import { addSeller } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { createPaidSale, findRequest, storedFile } from "#tests/support/documents.ts";
import { eventNames } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
let sale: Awaited<ReturnType<typeof createPaidSale>>;

beforeEach(async () => {
  await emptyTables(db);
  sale = await createPaidSale(db);
});

/** Uploads files to the request for the lease, and marks the first as infected. */
async function sendInfected(...names: string[]) {
  const { id: request_id } = await findRequest(db, sale.id);
  const files = names.map((file_name) => storedFile({ file_name }));
  await inTransaction(db, (trx) => addOwnDocuments(trx, { ...sale.own, request_id, files }));
  await db
    .updateTable("documents")
    .set({ scan: "infected" })
    .where("file_name", "=", names[0] ?? "")
    .execute();
  return db
    .selectFrom("documents")
    .selectAll()
    .where("scan", "=", "infected")
    .executeTakeFirstOrThrow();
}

type Sent = Awaited<ReturnType<typeof sendInfected>>;
const refuse = (document: Sent) => inTransaction(db, (trx) => refuseInfected(trx, document));

const listInfectedEmails = () =>
  db
    .selectFrom("email_log")
    .select(["recipient", "user_id"])
    .where("name", "=", "document_infected")
    .execute();

describe("a file with a virus", () => {
  test("each seller with an account is emailed once, and the request is sent back", async () => {
    const bea = await signIn(db, { first_name: "Bea" });
    await addSeller(db, sale.id, { email: bea.email });
    const document = await sendInfected("lease.pdf");
    await refuse(document);
    await refuse(document);
    const emails = await listInfectedEmails();
    expect(emails.map(({ recipient }) => recipient).sort()).toEqual(
      [bea.email, sale.seller.email].sort(),
    );
    expect(await findRequest(db, sale.id)).toMatchObject({
      status: "sent_back",
      reason: "Our scanner found a virus in “lease.pdf”. Send a clean copy.",
    });
    const events = await eventNames(db, sale.id);
    expect(events.filter((name) => name === "document_sent_back")).toHaveLength(1);
    expect(
      await readInfectedEmail(db, { user_id: sale.seller.id, document_id: document.id }),
    ).toMatchObject({ first_name: "Ada", file_name: "lease.pdf" });
  });

  test("a request with another file stays with staff", async () => {
    await refuse(await sendInfected("lease.pdf", "plan.pdf"));
    expect(await findRequest(db, sale.id)).toMatchObject({ status: "received" });
    expect(await listInfectedEmails()).toHaveLength(1);
  });

  test("no email is sent about a deleted file or to a stranger", async () => {
    const { id: document_id } = await sendInfected("lease.pdf");
    const stranger = await signIn(db);
    await expect(readInfectedEmail(db, { user_id: stranger.id, document_id })).rejects.toThrow(
      EmailNotNeededError,
    );
    await db.deleteFrom("documents").execute();
    await expect(readInfectedEmail(db, { user_id: sale.seller.id, document_id })).rejects.toThrow(
      EmailNotNeededError,
    );
  });
});
