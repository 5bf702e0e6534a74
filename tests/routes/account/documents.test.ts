import { beforeEach, describe, expect, test } from "vitest";
import { emailDocuments, planDocumentEmail } from "#app/domain/documents/share-documents.server.ts";
import { decideRequest } from "#app/domain/documents/staff-requests.server.ts";
import { confirmPurchase } from "#app/domain/purchases/purchases.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { inTransaction } from "#db/connection.ts";
import {
  assignSolicitors,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import {
  acceptRequest,
  createPaidSale,
  findRequest,
  listRequests,
} from "#tests/support/documents.ts";
import { flashIn } from "#tests/support/flash.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
let sale: Awaited<ReturnType<typeof createPaidSale>>;

beforeEach(async () => {
  await emptyTables(db);
  sale = await createPaidSale(db);
});

const page = (role = "sell", id = sale.id) => `/dashboard/${role}/${id}/documents`;
const pdf = (name = "lease.pdf", text = "one") =>
  new File([`%PDF-1.4\n${text}\n%%EOF\n`], name, { type: "application/pdf" });

function uploadOf(request: string, ...files: File[]) {
  const form = new FormData();
  form.append("request", request);
  for (const file of files) form.append("files", file);
  return form;
}

const send = (fields: FormData | Record<string, string>, visitor = sale.seller, at = page()) =>
  open(at, { cookie: visitor.cookie, fields });

describe("the page of a customer’s documents", () => {
  test("the page lists what the seller must send, with the reason and the day", async () => {
    const { status, text } = await open(page(), sale.seller);
    expect(status).toBe(200);
    expect(text).toContain("5 documents for you to send");
    expect(text).toContain("Your home is leasehold, so your buyer’s solicitor will need it.");
    expect(text).toContain("You and Fanlight");
    const dashboard = await open(`/dashboard/sell/${sale.id}`, sale.seller);
    expect(dashboard.html).toContain(`href="${page()}"`);
    expect(dashboard.text).toContain("5 documents to send");
  });

  test("a seller uploads two files, which staff then review", async () => {
    const { id } = await findRequest(db, sale.id);
    const { status, location, headers } = await send(uploadOf(id, pdf(), pdf("plan.pdf", "two")));
    expect({ status, location: location?.split("?")[0] }).toEqual({
      status: 303,
      location: page(),
    });
    expect(await flashIn({ headers })).toMatchObject({ title: "We’ve received your files" });
    const shown = await open(page(), sale.seller);
    expect(shown.text).toContain("4 documents for you to send");
    expect(shown.text).toMatch(/We’re reviewing.*Lease.*Received.*lease\.pdf.*plan\.pdf/s);
    const files = await db.selectFrom("documents").select(["file_name", "request_id"]).execute();
    expect(files).toHaveLength(2);
    expect(new Set(files.map(({ request_id }) => request_id))).toEqual(new Set([id]));
  });

  test("files that were sent from a question lead back to its section, and to no other place", async () => {
    const { id } = await findRequest(db, sale.id);
    const sendFrom = async (from: string, text: string) => {
      const form = new FormData();
      form.append("request", id);
      form.append("from", from);
      form.append("files", pdf("lease.pdf", text));
      return (await send(form)).location;
    };
    expect(await sendFrom("guarantees", "one")).toBe(
      `/dashboard/sell/${sale.id}/property-information/guarantees`,
    );
    expect(await sendFrom("//evil.example", "two")).toBe(page());
  });

  test("a form without a file is shown again with the error first", async () => {
    const { id } = await findRequest(db, sale.id);
    const { status, title, text, html } = await send(uploadOf(id));
    expect(status).toBe(400);
    expect(title).toMatch(/^Error: /);
    expect(text).toMatch(/There is a problem\s+Choose a file/);
    expect(html).toContain(`href="#documents-files-${id}"`);
    expect(html).toContain(`id="documents-files-${id}"`);
  });

  test("a file that lies about its type is refused, and the others are saved", async () => {
    const { id } = await findRequest(db, sale.id);
    const fake = new File(["MZ"], "lease-2.pdf", { type: "application/pdf" });
    const { status, text } = await send(uploadOf(id, fake, pdf()));
    expect(status).toBe(400);
    expect(text).toContain("lease-2.pdf");
    expect(await findRequest(db, sale.id)).toMatchObject({ status: "received" });
  });

  test("the reason for a document that was sent back is above the new upload", async () => {
    const { id } = await findRequest(db, sale.id);
    await send(uploadOf(id, pdf()));
    const { version } = await findRequest(db, sale.id);
    const actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "" };
    const place = { transaction_id: sale.id, request_id: id, version };
    await inTransaction(db, (trx) =>
      decideRequest(trx, { actor, ...place, decision: "send_back", reason: "Page 2 is missing" }),
    );
    const { text } = await open(page(), sale.seller);
    expect(text).toMatch(/Sent back on .*: Page 2 is missing.*lease\.pdf.*Files.*Lease/s);
  });

  test("a document that we accepted without a file asks for no upload, and one copy is enough", async () => {
    const { id } = await findRequest(db, sale.id);
    await db
      .insertInto("parties")
      .values({
        ...{ kind: "seller", transaction_id: sale.id, first_name: "Tom", last_name: "Adeyemi" },
        ...{ email: `${crypto.randomUUID()}@example.test`, phone_number: "+447400123456" },
      })
      .execute();
    expect((await open(page(), sale.seller)).text).toContain("One copy from any of you is enough.");
    await db
      .updateTable("document_requests")
      .set({ status: "accepted", decided_at: new Date() })
      .where("id", "=", id)
      .execute();
    expect((await open(page(), sale.seller)).text).toMatch(
      /Accepted on .*\. We already have it, so you don’t need to send it\./,
    );
  });

  test("a seller who does not have a document gives a reason, which is kept after an error", async () => {
    const { id } = await findRequest(db, sale.id);
    const empty = await send({ request: id, missing_reason: " " });
    expect(empty.status).toBe(400);
    expect(empty.text).toContain("Tell us why you don’t have it");
    const long = await send({ request: id, missing_reason: "x".repeat(1_001) });
    expect(long.status).toBe(400);
    expect(long.html).toContain("x".repeat(1_001));
    const { location } = await send({ request: id, missing_reason: "The freeholder has it" });
    expect(location?.split("?")[0]).toBe(page());
    const { text } = await open(page(), sale.seller);
    expect(text).toContain("You don’t have this: The freeholder has it");
  });

  test("the page shows when a document was emailed to the seller’s solicitor, and not before", async () => {
    const { id } = await findRequest(db, sale.id);
    await send(uploadOf(id, pdf()));
    await acceptRequest(db, id);
    await assignSolicitors(db, sale.id, ["seller"]);
    const actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "" };
    const place = { transaction_id: sale.id, side: "seller" as const };
    const { documents } = await planDocumentEmail(db, service, place);
    await inTransaction(db, (trx) =>
      emailDocuments(trx, place, {
        actor,
        email: "sol@seller.example",
        shared: "",
        documents: documents.map((document) => document.id),
      }),
    );
    expect((await open(page(), sale.seller)).text).not.toContain("Emailed to");
    await db
      .updateTable("email_log")
      .set({ status: "sent", sent_at: new Date("2026-11-23T10:00:00Z") })
      .execute();
    const { text } = await open(page(), sale.seller);
    expect(text).toMatch(/Emailed to your solicitor at .* on Monday 23 November/);
    expect(text).toContain("We’ll send a document only to a solicitor or search provider");
  });

  test("a seller sends something else without a request", async () => {
    await send(uploadOf("", pdf("keys.pdf")));
    const { text } = await open(page(), sale.seller);
    expect(text).toMatch(/Other files.*keys\.pdf/s);
  });
});

describe("access to a customer’s documents", () => {
  test("a stranger, a buyer and an unknown role get a 404 and store nothing", async () => {
    const { id } = await findRequest(db, sale.id);
    const { buyer } = await createPurchaseAtStage(db, sale, { active: true });
    for (const visitor of [await signIn(db), buyer]) {
      expect((await open(page(), visitor)).status).toBe(404);
      expect((await send(uploadOf(id, pdf()), visitor)).status).toBe(404);
      const said = await send({ request: id, missing_reason: "None" }, visitor);
      expect(said.status).toBe(404);
    }
    expect((await open(page("rent"), sale.seller)).status).toBe(404);
    expect((await open(page("sell", "nonsense"), sale.seller)).status).toBe(404);
    expect(await db.selectFrom("documents").select("id").execute()).toEqual([]);
  });

  test("a buyer sees and answers only the requests of the purchase", async () => {
    const { buyer } = await createPurchaseAtStage(db, sale, { active: true });
    const { text } = await open(page("buy"), buyer);
    expect(text).toContain("1 document for you to send");
    expect(text).not.toContain("Lease");
    const lease = await findRequest(db, sale.id);
    const refused = await send(uploadOf(lease.id, pdf()), buyer, page("buy"));
    expect(refused.status).toBe(404);
    const offer = await findRequest(db, sale.id, "mortgage_offer");
    expect((await send(uploadOf(offer.id, pdf()), buyer, page("buy"))).status).toBe(303);
  });

  test("buyers read that their purchase has completed, or that it isn’t going ahead", async () => {
    const bought = await createPurchaseAtStage(db, sale, { active: true });
    const lost = await createPurchaseAtStage(db, sale);
    await confirmPurchase(db, { id: lost.id, buyer_id: lost.buyer.id });
    const read = async ({ buyer }: typeof lost) => (await open(page("buy"), buyer)).text;
    const change = (id: string, dates: { completed?: string | null; aborted?: string }) =>
      db.updateTable("purchase_intents").set(dates).where("id", "=", id).execute();
    const over = "Your purchase isn’t going ahead, so you don’t need to send us anything.";
    expect(await read(lost)).not.toContain(over);
    await change(bought.id, { completed: "2026-01-15" });
    expect(await read(bought)).toContain("Your purchase has completed, so you have no documents");
    expect(await read(lost)).toContain(over);
    await change(bought.id, { completed: null });
    await change(lost.id, { aborted: "2026-01-09" });
    expect(await read(lost)).toContain(over);
  });

  test("staff see the page without forms, and cannot send files for a customer", async () => {
    const staff = await signIn(db, { type: "admin" });
    const { status, html } = await open(page(), staff);
    expect(status).toBe(200);
    expect(html).not.toContain('type="file"');
    const { id } = await findRequest(db, sale.id);
    expect((await send(uploadOf(id, pdf()), staff)).status).toBe(404);
  });

  test("a sale that is not paid for has no page of documents", async () => {
    const { transaction_id: id } = await createHomeForSale(db, {}, sale.seller.id);
    expect((await open(page("sell", id), sale.seller)).status).toBe(404);
    expect(await listRequests(db, id)).toEqual([]);
  });
});
