import { beforeEach, describe, expect, test } from "vitest";
import { readSearchDocument } from "#app/domain/searches/read-document.server.ts";
import { action } from "#app/routes/webhooks/searches.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertSearchOrder, push, readState } from "#tests/support/searches.ts";
import { resultOf } from "#mocks/one-search/push.ts";

const { db } = useTestDatabase();

let id: string;
let reference: string;
beforeEach(async () => {
  const seller = await insertPerson(db, `${crypto.randomUUID()}@example.test`);
  ({ id } = await insertSale(db, seller.id));
  ({ reference } = await insertSearchOrder(db, id));
});

async function send(body: string) {
  const request = new Request("http://localhost:3000/webhooks/searches", { method: "POST", body });
  const answer = await action({ request, params: {}, context: {} });
  return { status: answer.status, text: await answer.text() };
}

const results = (products: string[], dated = "2026-11-19", of = reference) =>
  push(
    "SearchResultsSend",
    {
      SearchProduct: products.map((product) =>
        resultOf(product, { reference: of, address: "12 Arch Street" }, dated),
      ),
    },
    of,
  );

const told = (product: string, Status: string, more: Record<string, string> = {}) =>
  push(
    "SearchStatusSend",
    { SearchProduct: { ProductType: product, Status, AsOfDate: "2026-11-18", ...more } },
    reference,
  );

const asked = (ActionType: string) =>
  push("SearchActionRequestSend", { ActionRequest: { ActionType } }, reference);

const searchOf = async (product: string) =>
  (await readState(db, id)).searches.find(({ product_id }) => product_id === product);

describe("what OneSearch pushes, taken", () => {
  test("O-003 O-004 O-005 WF-12.3 a result completes its search, with its document and an event", async () => {
    expect(await send(results(["ENVRES"]))).toEqual({ status: 204, text: "" });
    expect(await searchOf("ENVRES")).toMatchObject({
      status: "complete",
      completion_date: "2026-11-19",
      s3_document_key: expect.stringMatching(
        new RegExp(`^test/transactions/${id}/searches/[0-9a-f]{64}\\.pdf$`),
      ),
    });
    const { events, documents } = await readState(db, id);
    expect(events).toEqual([
      { event_name: "search_completed", author: "provider", comments: "Environmental" },
    ]);
    expect(documents).toMatchObject([{ file_name: `ENVRES-${reference}.pdf` }]);
    const { id: search_id } = await db
      .selectFrom("searches")
      .select("id")
      .where("reference", "=", reference)
      .where("product_id", "=", "ENVRES")
      .executeTakeFirstOrThrow();
    const kept = await readSearchDocument(db, { transaction_id: id, search_id });
    expect(kept.file_name).toBe(`Environmental search ${reference}.pdf`);
    expect(Buffer.from(kept.bytes).toString("latin1")).toContain("No contaminated land");
  });

  test("O-023 AMB-O02 a product that was not ordered is taken with its order", async () => {
    await send(results(["HOMECHECKPRO"]));
    expect(await searchOf("HOMECHECKPRO")).toMatchObject({ status: "complete" });
    expect(await searchOf("ENVRES")).toMatchObject({ status: "in progress" });
  });

  test("AMB-O05 O-042 a request for more is pending, once an order", async () => {
    for (const type of ["TitlePlan", "TitlePlan", "AddressConfirmation", "FeeApproval"]) {
      expect((await send(asked(type))).status).toBe(204);
    }
    const { requests, events } = await readState(db, id);
    expect(requests).toEqual([
      { type: "address_confirmation", status: "pending" },
      { type: "fee_approval", status: "pending" },
      { type: "title_plan", status: "pending" },
    ]);
    expect(events.map(({ comments }) => comments)).toEqual([
      "Address confirmation",
      "Fee approval",
      "Title plan",
    ]);
  });

  test("messages again, and in another order, end in the same", async () => {
    const messages = [
      told("LLC1CON29", "InProgress", {
        ExpectedCompletionDate: "2026-12-20",
        AsOfDate: "2026-11-17",
      }),
      told("LLC1CON29", "InProgress", { ExpectedCompletionDate: "2026-12-05" }),
      told("ENVRES", "Cancelled"),
      results(["ENVRES"], "2026-11-19"),
      results(["ENVRES"], "2026-11-21"),
      results(["ONESEARCHDW"]),
      told("ONESEARCHDW", "Cancelled"),
      told("LANDREGPLAN", "Cancelled"),
      told("LANDREGPLAN", "InProgress"),
      asked("TitlePlan"),
    ];
    const ends = [];
    for (const order of [
      messages,
      [...messages].reverse(),
      shuffled(messages),
      [...messages, ...messages],
    ]) {
      const seller = await insertPerson(db, `${crypto.randomUUID()}@example.test`);
      ({ id } = await insertSale(db, seller.id));
      const next = await insertSearchOrder(db, id);
      for (const message of order) {
        const again = message.replaceAll(reference, next.reference);
        expect((await send(again)).status).toBe(204);
      }
      const text = JSON.stringify(await readState(db, id));
      ends.push(text.replaceAll(next.reference, "REF").replaceAll(id, "ID"));
    }
    expect(new Set(ends).size).toBe(1);
    expect(JSON.parse(ends[0]!)).toMatchObject({
      searches: [
        { product_id: "ENVRES", status: "complete", completion_date: "2026-11-21" },
        { product_id: "LANDREGPLAN", status: "cancelled", completion_date: "2026-11-18" },
        { product_id: "LLC1CON29", status: "in progress", estimated_completion: "2026-12-05" },
        { product_id: "ONESEARCHDW", status: "complete", completion_date: "2026-11-19" },
      ],
      requests: [{ type: "title_plan" }],
    });
  });

  test.each([
    ["2026-11-17", "2026-12-05", "a day before"],
    ["2026-11-18", "2026-12-20", "of the same day"],
    ["2026-11-19", "2026-12-20", "of the day after"],
  ])("of %s: %s is expected after a message %s", async (AsOfDate, expected) => {
    await send(told("ENVRES", "InProgress", { ExpectedCompletionDate: "2026-12-05" }));
    const later = { ExpectedCompletionDate: "2026-12-20", AsOfDate };
    await send(told("ENVRES", "InProgress", later));
    expect(await searchOf("ENVRES")).toMatchObject({ estimated_completion: expected });
  });

  test("a message about one order changes no search of another, of the same matter or of others", async () => {
    const seller = await insertPerson(db, `${crypto.randomUUID()}@example.test`);
    const other = (await insertSale(db, seller.id)).id;
    await insertSearchOrder(db, other);
    const again = await insertSearchOrder(db, id, { days_ago: 5 });
    const before = await readState(db, other);
    expect((await send(results(["ENVRES"]))).status).toBe(204);
    expect((await send(asked("TitlePlan"))).status).toBe(204);
    expect(await readState(db, other)).toEqual(before);
    const untouched = await db
      .selectFrom("searches")
      .select(["status", "s3_document_key"])
      .where("reference", "=", again.reference)
      .where("product_id", "=", "ENVRES")
      .execute();
    expect(untouched).toEqual([{ status: "in progress", s3_document_key: null }]);
  });

  test("an order that nobody knows: nothing changes, and it is to be sent again", async () => {
    const before = await readState(db, id);
    const answer = await send(results(["ENVRES"], "2026-11-19", "OS99999999"));
    expect(answer).toEqual({ status: 404, text: "No order has this reference." });
    expect(await readState(db, id)).toEqual(before);
  });

  test("one bad document of two: neither is taken, and the answer does not repeat the message", async () => {
    const before = await readState(db, id);
    const [good, bad] = ["ENVRES", "LLC1CON29"].map((product) =>
      resultOf(product, { reference, address: "12 Arch Street" }),
    );
    const Attachment = { EmbeddedFileBinaryObject: { "@filename": "a.pdf", "#": "aGVsbG8=" } };
    const raw = push(
      "SearchResultsSend",
      { SearchProduct: [good, { ...bad, Attachment }] },
      reference,
    );
    expect(await send(raw)).toEqual({ status: 400, text: "A document is not a PDF." });
    expect(await readState(db, id)).toEqual(before);
  });

  test("somebody else: 401, and nothing changes", async () => {
    const before = await readState(db, id);
    const raw = results(["ENVRES"]).replace("password-of-the-pushing-double", "guess");
    expect((await send(raw)).status).toBe(401);
    expect(await readState(db, id)).toEqual(before);
  });
});

/** Always the same disorder. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items.map((_, index) => items[(index * 7 + 3) % items.length]!);
}
