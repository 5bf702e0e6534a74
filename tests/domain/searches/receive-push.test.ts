import { beforeEach, describe, expect, test } from "vitest";
import { getDocument } from "#app/clients/documents.server.ts";
import { listSearchProblems, readSearchDocument } from "#app/domain/searches/searches.server.ts";
import { action } from "#app/routes/webhooks/searches.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { eventNames } from "#tests/support/sales.ts";
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

const statusMessage = (product: string, Status: string, more: Record<string, string> = {}) =>
  push(
    "SearchStatusSend",
    { SearchProduct: { ProductType: product, Status, AsOfDate: "2026-11-18", ...more } },
    reference,
  );

const actionRequest = (ActionType: string) =>
  push("SearchActionRequestSend", { ActionRequest: { ActionType } }, reference);

const searchOf = async (product: string) =>
  (await readState(db, id)).searches.find(({ product_id }) => product_id === product);

describe("messages from OneSearch", () => {
  test("a message with results completes the search, with its document and an event (O-003, O-004, O-005, WF-12.3)", async () => {
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

  test("a message adds a search for a product that was not ordered (O-023, AMB-O02)", async () => {
    await send(results(["HOMECHECKPRO"]));
    expect(await searchOf("HOMECHECKPRO")).toMatchObject({ status: "complete" });
    expect(await searchOf("ENVRES")).toMatchObject({ status: "in progress" });
  });

  test("stores each kind of request for more information once per order, as pending (AMB-O05, O-042)", async () => {
    for (const type of ["TitlePlan", "TitlePlan", "AddressConfirmation", "FeeApproval"]) {
      expect((await send(actionRequest(type))).status).toBe(204);
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

  test("messages that are repeated or arrive in a different order have the same result", async () => {
    const messages = [
      statusMessage("LLC1CON29", "InProgress", {
        ExpectedCompletionDate: "2026-12-20",
        AsOfDate: "2026-11-17",
      }),
      statusMessage("LLC1CON29", "InProgress", { ExpectedCompletionDate: "2026-12-05" }),
      statusMessage("ENVRES", "Cancelled"),
      results(["ENVRES"], "2026-11-19"),
      results(["ENVRES"], "2026-11-21"),
      results(["ONESEARCHDW"]),
      statusMessage("ONESEARCHDW", "Cancelled"),
      statusMessage("LANDREGPLAN", "Cancelled"),
      statusMessage("LANDREGPLAN", "InProgress"),
      actionRequest("TitlePlan"),
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
    ["2026-11-17", "2026-12-05", "from the day before"],
    ["2026-11-18", "2026-12-20", "from the same day"],
    ["2026-11-19", "2026-12-20", "from the day after"],
  ])(
    "a second message dated %s results in the expected date %s, because it is %s",
    async (AsOfDate, expected) => {
      await send(statusMessage("ENVRES", "InProgress", { ExpectedCompletionDate: "2026-12-05" }));
      const later = { ExpectedCompletionDate: "2026-12-20", AsOfDate };
      await send(statusMessage("ENVRES", "InProgress", later));
      expect(await searchOf("ENVRES")).toMatchObject({ estimated_completion: expected });
    },
  );

  test("a message about one order leaves the searches of other orders unchanged", async () => {
    const seller = await insertPerson(db, `${crypto.randomUUID()}@example.test`);
    const other = (await insertSale(db, seller.id)).id;
    await insertSearchOrder(db, other);
    const again = await insertSearchOrder(db, id, { days_ago: 5 });
    const before = await readState(db, other);
    expect((await send(results(["ENVRES"]))).status).toBe(204);
    expect((await send(actionRequest("TitlePlan"))).status).toBe(204);
    expect(await readState(db, other)).toEqual(before);
    const untouched = await db
      .selectFrom("searches")
      .select(["status", "s3_document_key"])
      .where("reference", "=", again.reference)
      .where("product_id", "=", "ENVRES")
      .execute();
    expect(untouched).toEqual([{ status: "in progress", s3_document_key: null }]);
  });

  test("answers 404 to a message about an unknown order and leaves the matter unchanged", async () => {
    const before = await readState(db, id);
    const answer = await send(results(["ENVRES"], "2026-11-19", "OS99999999"));
    expect(answer).toEqual({ status: 404, text: "No order has this reference." });
    expect(await readState(db, id)).toEqual(before);
  });

  test("stores the valid document of a message and reports the invalid one on the matter", async () => {
    const [good, bad] = ["ENVRES", "LLC1CON29"].map((product) =>
      resultOf(product, { reference, address: "12 Arch Street" }),
    );
    const Attachment = { EmbeddedFileBinaryObject: { "@filename": "a.tif", "#": "aGVsbG8=" } };
    const raw = push(
      "SearchResultsSend",
      { SearchProduct: [good, { ...bad, Attachment }] },
      reference,
    );
    expect(await send(raw)).toEqual({ status: 204, text: "" });
    expect(await searchOf("ENVRES")).toMatchObject({ status: "complete" });
    expect(await searchOf("LLC1CON29")).toMatchObject({ status: "in progress" });
    expect(await listSearchProblems(db, id)).toMatchObject([
      { product_id: "LLC1CON29", reason: "A document is not a PDF.", sent: "a.tif" },
    ]);
    expect((await send(raw)).status).toBe(204);
    expect(await listSearchProblems(db, id)).toHaveLength(1);
    const events = await db
      .selectFrom("events")
      .select(["author", "comments"])
      .where("transaction_id", "=", id)
      .where("event_name", "=", "search_results_not_taken")
      .execute();
    expect(events).toEqual([{ author: "provider", comments: "A document is not a PDF." }]);
  });

  test("a message that cannot be parsed is reported on the matter and stored without its password", async () => {
    const raw = results(["ENVRES"]).slice(0, -40);
    expect((await send(raw)).status).toBe(204);
    expect(await listSearchProblems(db, id)).toMatchObject([
      { product_id: null, reason: "We couldn’t read the message." },
    ]);
    const message = await db
      .selectFrom("search_messages")
      .selectAll()
      .where("transaction_id", "=", id)
      .executeTakeFirstOrThrow();
    const kept = Buffer.from((await getDocument(message.s3_document_key)) ?? []).toString();
    expect(kept).toContain("<ProductType>ENVRES");
    expect(kept).not.toContain("password-of-the-pushing-double");
    expect(message.size_bytes).toBe(Buffer.byteLength(kept));
  });

  test("accepts a message about an unknown order if it is sent again once the order is known", async () => {
    const raw = results(["ENVRES"], "2026-11-19", "OS77777777");
    expect((await send(raw)).status).toBe(404);
    expect((await send(raw)).status).toBe(404);
    await db
      .updateTable("search_orders")
      .set({ reference: "OS77777777" })
      .where("transaction_id", "=", id)
      .execute();
    expect((await send(raw)).status).toBe(204);
    const { searches } = await readState(db, id);
    expect(searches.filter(({ status }) => status === "complete")).toHaveLength(1);
  });

  test("stores the unknown status of a search until a known one follows", async () => {
    const toldOf = async () =>
      (
        await db
          .selectFrom("searches")
          .select("provider_status")
          .where("transaction_id", "=", id)
          .where("product_id", "=", "LLC1CON29")
          .executeTakeFirstOrThrow()
      ).provider_status;
    await send(statusMessage("LLC1CON29", "Awaiting council"));
    expect(await toldOf()).toBe("Awaiting council");
    expect(await searchOf("LLC1CON29")).toMatchObject({ status: "in progress" });
    await send(statusMessage("LLC1CON29", "Completed", { AsOfDate: "2026-11-19" }));
    expect(await toldOf()).toBeNull();
    expect(await searchOf("LLC1CON29")).toMatchObject({ status: "complete" });
  });

  test("a result's future date is replaced with one that is not in the future, and is reported on the matter", async () => {
    await send(results(["ENVRES"], "9999-12-31"));
    const dated = (await searchOf("ENVRES"))?.completion_date ?? "";
    expect(dated <= new Date().toISOString().slice(0, 10)).toBe(true);
    expect(await listSearchProblems(db, id)).toMatchObject([
      { reason: "A date can’t be correct.", sent: "9999-12-31" },
    ]);
  });

  describe("messages about an order that OneSearch has not answered", () => {
    let unansweredOrder: string;
    beforeEach(async () => {
      const seller = await insertPerson(db, `${crypto.randomUUID()}@example.test`);
      ({ id } = await insertSale(db, seller.id));
      ({ id: unansweredOrder } = await db
        .insertInto("search_orders")
        .values({ transaction_id: id, is_reorder: false, building_number: "12" })
        .returning("id")
        .executeTakeFirstOrThrow());
    });
    const answerOf = (order_id: string) =>
      db
        .selectFrom("search_orders")
        .select(["answer", "reference"])
        .where("id", "=", order_id)
        .executeTakeFirstOrThrow();

    test("a message with our reference marks the order as accepted, with its searches and one event", async () => {
      const raw = results(["ENVRES"], "2026-11-19", unansweredOrder);
      expect((await send(raw)).status).toBe(204);
      expect(await answerOf(unansweredOrder)).toEqual({
        answer: "accepted",
        reference: unansweredOrder,
      });
      const { searches } = await readState(db, id);
      expect(searches.map(({ status }) => status)).toEqual([
        "complete",
        "in progress",
        "in progress",
        "in progress",
      ]);
      await send(statusMessage("ONESEARCHDW", "Cancelled").replaceAll(reference, unansweredOrder));
      expect((await eventNames(db, id)).filter((name) => name === "searches_ordered")).toEqual([
        "searches_ordered",
      ]);
    });

    test("stores OneSearch's reference from a message that has both references", async () => {
      const both = results(["ENVRES"], "2026-11-19", unansweredOrder).replace(
        "</SearchOrderReference>",
        "</SearchOrderReference><SearchOrderReference><Reference>OS5</Reference></SearchOrderReference>",
      );
      expect((await send(both)).status).toBe(204);
      expect(await answerOf(unansweredOrder)).toEqual({ answer: "accepted", reference: "OS5" });
      expect((await send(results(["LLC1CON29"], "2026-11-19", "OS5"))).status).toBe(204);
    });

    test("accepts a message about a cancelled order, even if there is a newer order of the same day", async () => {
      await db
        .updateTable("search_orders")
        .set({ answer: "refused", called_off_at: new Date() })
        .where("id", "=", unansweredOrder)
        .execute();
      const next = await insertSearchOrder(db, id, { reference: "OS6", days_ago: 0 });
      expect((await send(results(["ENVRES"], "2026-11-19", unansweredOrder))).status).toBe(204);
      expect(await answerOf(unansweredOrder)).toMatchObject({ answer: "accepted" });
      expect(await answerOf(next.id)).toMatchObject({ answer: "accepted" });
      const { documents } = await readState(db, id);
      expect(documents).toHaveLength(1);
    });
  });

  test("answers 401 to a message with a wrong password and leaves the matter unchanged", async () => {
    const before = await readState(db, id);
    const raw = results(["ENVRES"]).replace("password-of-the-pushing-double", "guess");
    expect((await send(raw)).status).toBe(401);
    expect(await readState(db, id)).toEqual(before);
  });
});

/** Shuffles the items in the same way every time. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items.map((_, index) => items[(index * 7 + 3) % items.length]!);
}
