import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { settleOrder } from "#app/domain/searches/order-searches.server.ts";
import { receivePush } from "#app/domain/searches/receive-push.server.ts";
import { readPush } from "#app/clients/one-search-push.server.ts";
import { setFault } from "#mocks/faults.ts";
import { orders } from "#mocks/one-search/orders.ts";
import { resultOf } from "#mocks/one-search/push.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { flashIn } from "#tests/support/flash.ts";
import { eventNames } from "#tests/support/sales.ts";
import { insertSearchOrder, push } from "#tests/support/searches.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { get, listErrors, post } from "#tests/support/visit.ts";
import { findSale } from "../../account/matters.ts";
import { confirmFields, listSummary, readFields } from "../fields.ts";
import { modules, open, send } from "../pages.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();
let ada: Visitor;
let id: string;
let seller: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});
beforeEach(async () => {
  seller = await signIn(db, { first_name: "Ada", last_name: "Byron" });
  id = await findSale(db, seller.id);
});

const tab = () => `/admin/transactions/${id}/searches`;
const folder = "routes/admin/transactions/searches";
const ONCE = "Searches may be ordered once per day.";

async function orderFields(change: Record<string, string> = {}) {
  const { html } = await open(`${tab()}/order`, ada);
  return { ...readFields(html, "order-searches-form"), building_number: "12", ...change };
}

/** Posts the order, and says where it leads and with which message. */
async function order(fields: Record<string, string>) {
  const { action } = modules.get(`${folder}/order.tsx`)!;
  const answer = await post(action!, fields, { cookie: ada.cookie, params: { id } });
  if (answer.location === null) return { errors: listErrors(answer), status: answer.status };
  return { location: answer.location, flash: await flashIn(answer) };
}

const DONE = { kind: "success", title: "Searches ordered" };

const ordersOf = () =>
  db
    .selectFrom("search_orders")
    .select(["id", "state", "is_reorder", "building_number"])
    .where("transaction_id", "=", id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** Lets days go by. */
const daysPass = (days: number) =>
  db
    .updateTable("search_orders")
    .set({
      ordered_on: sql`ordered_on - ${days}::int`,
      created_at: sql`created_at - make_interval(days => ${days})`,
    })
    .where("transaction_id", "=", id)
    .execute();

describe("O-001 to O-006 K-017 the tab", () => {
  test("K-017 O-006 O-009 WF-12.1 nothing ordered: alert, button, sentence", async () => {
    const { html, text, title } = await open(tab(), ada);
    expect(title).toBe("12 Arch Street, York, YO1 7HZ - Searches - Fanlight");
    expect(text).toMatch(/Searches ?, none ordered/);
    expect(html).toMatch(new RegExp(`<a[^>]*href="${tab()}/order"[^>]*>Order Searches</a>`));
    expect(text).toContain(ONCE);
    expect(text).toContain("No searches have been ordered yet.");
    expect(text).not.toContain("at OneSearch");
  });

  test("O-001 O-002 O-003 O-004 O-005 O-016 O-020 to O-024 names, statuses, dates, stored marker", async () => {
    const { reference } = await insertSearchOrder(db, id);
    const search = (product: string) =>
      resultOf(product, { reference, address: "12 Arch Street" }, "2026-11-19");
    await receivePush(
      db,
      readPush(
        push(
          "SearchResultsSend",
          { SearchProduct: [search("ONESEARCHDW"), search("HOMECHECKPRO")] },
          reference,
        ),
      ),
    );
    await receivePush(
      db,
      readPush(
        push(
          "SearchStatusSend",
          {
            SearchProduct: {
              ProductType: "LANDREGPLAN",
              Status: "Cancelled",
              AsOfDate: "2026-11-17",
            },
          },
          reference,
        ),
      ),
    );
    await receivePush(
      db,
      readPush(
        push(
          "SearchStatusSend",
          { SearchProduct: { ProductType: "NEWCODE", Status: "Complete", AsOfDate: "2026-11-18" } },
          reference,
        ),
      ),
    );
    const { html, text } = await open(tab(), ada);
    const rows = [...html.matchAll(/<tr id="row-[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
      row
        .replace(/<[^>]+>/g, " ")
        .replaceAll("&amp;", "&")
        .replace(/\s+/g, " ")
        .trim(),
    );
    expect(rows).toEqual([
      `Local LLC1CON29, ${reference} in progress Estimated 02/12/2026 – None`,
      `Drainage & Water ONESEARCHDW, ${reference} complete Completed 19/11/2026 Stored Download Drainage & Water search`,
      `Environmental ENVRES, ${reference} in progress Estimated 02/12/2026 – None`,
      `Environmental HOMECHECKPRO, ${reference} complete Completed 19/11/2026 Stored Download Environmental search`,
      `Land Registry Plan LANDREGPLAN, ${reference} cancelled Cancelled 17/11/2026 – None`,
      `NEWCODE NEWCODE, ${reference} complete Completed 18/11/2026 – None`,
    ]);
    expect(text).not.toMatch(/Searches ?, none ordered/);
    expect(text).toContain("Reorder Searches");
  });

  test("O-017 O-018 O-019 AMB-O04 links: map, land registry with the postcode, the first search's order", async () => {
    const { reference } = await insertSearchOrder(db, id);
    const { html, text } = await open(tab(), ada);
    const links = [
      ...html.matchAll(/<a href="([^"]*)" target="_blank" rel="noopener noreferrer"/g),
    ].map(([, to]) => to);
    expect(links).toEqual([
      "https://www.openstreetmap.org/search?query=12+Arch+Street%2C+York%2C+YO1+7HZ",
      "https://www.gov.uk/search-property-information-land-registry",
      `https://www.onesearchdirect.co.uk/orders/${reference}`,
    ]);
    expect(text).toContain("YO1 7HZ");
    expect(html).toMatch(
      /<button[^>]*hidden=""[^>]*title="Copy Postcode"|<button[^>]*title="Copy Postcode"[^>]*hidden=""/,
    );
  });

  test("O-027 O-046 what cannot be read says so, and the rest stands", async () => {
    await db.schema.alterTable("additional_requests").renameTo("away").execute();
    const requests = await open(tab(), ada);
    await db.schema.alterTable("away").renameTo("additional_requests").execute();
    expect(requests.text).toContain("Failed to load additional search requests");
    expect(requests.text).toContain("No searches have been ordered yet.");
    await db.schema.alterTable("search_orders").renameTo("away").execute();
    const searches = await open(tab(), ada);
    await db.schema.alterTable("away").renameTo("search_orders").execute();
    expect(searches.text).toContain("Error fetching transaction searches");
    expect(searches.text).toContain("Additional information requests");
  });

  test.each(["nonsense", "0".repeat(24)])(
    "K-020 the id %s: the page stands, its parts are refused",
    async (other) => {
      for (const page of ["searches", "searches/order", "searches/water-bill"]) {
        const { status, text } = await open(`/admin/transactions/${other}/${page}`, ada);
        expect(status).toBe(404);
        expect(text).toContain("Transaction not found");
      }
    },
  );
});

describe("O-010 to O-015 O-025 O-026 ordering", () => {
  test.each([
    ["nothing", { building_number: " " }],
    ["a flat alone", { building_number: "", sub_building_name: "Flat 2" }],
  ])("O-010 to O-014 WF-12.1 with %s: at the building number", async (_, change) => {
    const page = await send(`${tab()}/order`, ada, await orderFields(change));
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toEqual(["Either building name or number is required"]);
    expect(page.html).toContain('href="#order-searches-form-building_number"');
    expect(await ordersOf()).toEqual([]);
    expect(await state.list(orders)).toEqual([]);
  });

  test("O-013 O-015 AMB-O02 WF-12.2 with a name alone: four products, an event, an audit row", async () => {
    const fields = await orderFields({
      building_number: "",
      building_name: "The Old Mill",
      sub_building_name: "Flat 2",
    });
    expect(await order(fields)).toEqual({ location: tab(), flash: DONE });
    const [placed, ...more] = await state.list(orders);
    expect(more).toEqual([]);
    expect(placed).toMatchObject({ type: "New", address: "The Old Mill, York, YO1 7HZ" });
    expect(placed?.searches.map(({ product }) => product)).toEqual([
      "LLC1CON29",
      "ONESEARCHDW",
      "ENVRES",
      "LANDREGPLAN",
    ]);
    expect((await open(tab(), ada)).text).toContain(`LLC1CON29, ${placed?.reference}`);
    expect(await eventNames(db, id)).toContain("searches_ordered");
    const audit = await db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", id)
      .where("actor_id", "=", ada.id)
      .execute();
    expect(audit.map(({ action }) => action)).toContain("searches_ordered");
  });

  test("O-009 O-015 AMB-O01 WF-12.2 again on the same day is refused with the sentence, on the next it is a reorder", async () => {
    const late = await orderFields();
    await order(await orderFields());
    const dialog = await open(`${tab()}/order`, ada);
    expect(dialog.text).toContain(ONCE);
    expect(dialog.html).not.toContain("order-searches-form");
    expect(await order(late)).toEqual({ errors: { "": [ONCE] }, status: 409 });
    await daysPass(1);
    const next = await orderFields();
    expect(next.is_reorder).toBe("true");
    expect(await order(next)).toEqual({ location: tab(), flash: DONE });
    expect((await state.list(orders)).map(({ type }) => type)).toEqual(["Reorder", "New"]);
    expect(await eventNames(db, id)).toContain("searches_reordered");
  });

  test("AMB-O01 a form of yesterday's, after somebody else has ordered, does not order again", async () => {
    const stale = await orderFields();
    await order(await orderFields());
    await daysPass(1);
    const { errors } = await order(stale);
    expect(errors?.[""]?.[0]).toMatch(/^Somebody else has ordered searches since/);
    expect(await state.list(orders)).toHaveLength(1);
  });

  test("once is once: a double press, and two members of staff at the same instant", async () => {
    const [mine, theirs] = [await orderFields(), await orderFields()];
    const answers = await Promise.all([order(mine), order(mine), order(theirs), order(theirs)]);
    expect(await state.list(orders)).toHaveLength(1);
    expect(await ordersOf()).toHaveLength(1);
    expect(answers.filter((answer) => answer.flash?.kind === "success").length).toBeGreaterThan(0);
    for (const { flash, errors } of answers) {
      expect(flash?.title ?? errors?.[""]?.[0]).toMatch(
        /^(Searches ordered|The order is being sent|Searches may be ordered once per day\.)$/,
      );
    }
    expect(await order(mine)).toMatchObject(answers[0]?.flash ? { flash: DONE } : { status: 409 });
  });

  test("O-025 refused by the provider: said so, nothing ordered, and it may be tried again", async () => {
    const { flash } = await order(await orderFields({ building_number: "66" }));
    expect(flash).toEqual({
      kind: "error",
      title: "Error ordering searches",
      description: "OneSearch has refused the order. Check the address, and order again.",
    });
    expect((await open(tab(), ada)).text).toContain("OneSearch did not take the order of");
    expect(await order(await orderFields())).toMatchObject({ flash: DONE });
  });

  test("O-025 a lost answer: it is not sent again, by nobody, and found minutes later", async () => {
    const { flash } = await order(await orderFields({ building_number: "77" }));
    expect(flash?.title).toBe("Error ordering searches");
    expect((await open(tab(), ada)).text).toContain("OneSearch has not answered the order of");
    await daysPass(1);
    expect((await open(`${tab()}/order`, ada)).text).toContain(ONCE);
    const [unanswered] = await ordersOf();
    expect(unanswered?.state).toBe("sending");
    const job = await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs
      where payload->>'search_order_id' = ${unanswered!.id} and run_at > now() + interval '2 minutes'`.execute(
      db,
    );
    expect(job.rows).toHaveLength(1);
    await settleOrder(db, unanswered!.id);
    await settleOrder(db, unanswered!.id);
    const [placed, ...more] = await state.list(orders);
    expect(more).toEqual([]);
    const page = await open(tab(), ada);
    expect(page.text).toContain(`Local LLC1CON29, ${placed?.reference}`);
    expect(page.text).not.toContain("has not answered");
    expect((await eventNames(db, id)).filter((name) => name === "searches_ordered")).toHaveLength(
      1,
    );
  });

  test("a crash before the provider was asked: the order is off, and may be made", async () => {
    const { action } = modules.get(`${folder}/order.tsx`)!;
    const asked = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(() => new Promise(() => undefined));
    void post(action!, await orderFields(), { cookie: ada.cookie, params: { id } });
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    asked.mockRestore();
    const [left] = await ordersOf();
    expect(left?.state).toBe("sending");
    await settleOrder(db, left!.id);
    expect((await ordersOf())[0]?.state).toBe("refused");
    expect(await order(await orderFields())).toMatchObject({ flash: DONE });
    expect(await state.list(orders)).toHaveLength(1);
  });

  test.each(["down", "nonsense", "reset"])(
    "O-025 the provider is %s: nobody knows, until it is asked",
    async (fault) => {
      await setFault(state, "one-search", fault);
      const { flash } = await order(await orderFields());
      expect(flash).toEqual({
        kind: "error",
        title: "Error ordering searches",
        description: "OneSearch has not answered. The page says how the order stands.",
      });
      const [left] = await ordersOf();
      await expect(settleOrder(db, left!.id)).rejects.toThrow();
      expect((await ordersOf())[0]?.state).toBe("sending");
      await setFault(state, "one-search", "none");
      await settleOrder(db, left!.id);
      expect((await ordersOf())[0]?.state).toBe("refused");
    },
  );

  test("taken without a reference of theirs: ours stands for it, and results find it", async () => {
    await order(await orderFields({ building_number: "88" }));
    const [taken] = await ordersOf();
    await receivePush(
      db,
      readPush(
        push(
          "SearchStatusSend",
          { SearchProduct: { ProductType: "ENVRES", Status: "Complete" } },
          taken!.id,
        ),
      ),
    );
    expect((await open(tab(), ada)).text).toContain(`Environmental ENVRES, ${taken!.id} complete`);
  });

  test("O-026 it cannot be written down: nobody is asked", async () => {
    const mend = await breakWrites(db, "search_orders");
    const result = await order(await orderFields());
    await mend();
    expect(result).toEqual({
      errors: { "": ["There was an error submitting a search"] },
      status: 500,
    });
    expect(await state.list(orders)).toEqual([]);
  });
});

describe("O-036 to O-046 additional information requests", () => {
  const insertRequest = async (
    status: "pending" | "sent" | "received" | "forwarded",
    type: "title_plan" | "fee_approval" = "title_plan",
  ) => {
    const row = await db
      .insertInto("additional_requests")
      .values({ transaction_id: id, type, status })
      .returning(["id", "version"])
      .executeTakeFirstOrThrow();
    return { request_id: row.id, version: String(row.version) };
  };

  async function mark(fields: Record<string, string>, of = id) {
    const { action } = modules.get(`${folder}/tab.tsx`)!;
    const answer = await post(action!, fields, { cookie: ada.cookie, params: { id: of } });
    return flashIn(answer);
  }

  test.each([
    ["pending", "Mark as Sent"],
    ["sent", "Mark as Received"],
    ["received", null],
    ["forwarded", null],
  ] as const)("O-036 to O-039 %s: the button is %s", async (status, button) => {
    await insertRequest(status);
    const { html, text } = await open(tab(), ada);
    const buttons = [...html.matchAll(/<button[^>]*name="status"[^>]*>([^<]*)/g)].map(
      ([, label]) => label,
    );
    expect(buttons).toEqual(button ? [button] : []);
    expect(text).toContain(`Title plan ${status}`);
  });

  test("O-037 O-038 O-043 WF-12.4 one step after the other, each with its event", async () => {
    const request = await insertRequest("pending");
    expect(await mark({ ...request, status: "sent" })).toEqual({
      kind: "success",
      title: "Request marked as sent",
    });
    // The same again, as a double press without scripts sends it.
    expect(await mark({ ...request, status: "sent" })).toMatchObject({ kind: "success" });
    expect(await mark({ ...request, version: "2", status: "received" })).toMatchObject({
      kind: "success",
    });
    const names = await eventNames(db, id);
    expect(names.filter((name) => name.startsWith("additional"))).toEqual([
      "additional_request_sent",
      "additional_request_received",
    ]);
    const row = await db
      .selectFrom("additional_requests")
      .select(["status", "sent_at"])
      .where("id", "=", request.request_id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: "received", sent_at: expect.any(Date) });
  });

  test.each([
    ["pending", "received"],
    ["pending", "forwarded"],
    ["sent", "pending"],
    ["received", "forwarded"],
    ["forwarded", "sent"],
    ["sent", "nonsense"],
  ] as const)("O-039 from %s to %s is refused, forged or not", async (from, to) => {
    const request = await insertRequest(from);
    expect(await mark({ ...request, status: to })).toMatchObject({
      kind: "error",
      title: "Status not updated",
    });
    const row = await db
      .selectFrom("additional_requests")
      .select("status")
      .where("id", "=", request.request_id)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe(from);
  });

  test("a stale page, another matter's request, and what is no id change nothing", async () => {
    const request = await insertRequest("pending");
    await mark({ ...request, status: "sent" });
    await mark({ ...request, version: "2", status: "received" });
    expect(await mark({ ...request, status: "sent" })).toMatchObject({
      description:
        "Somebody else has changed this request meanwhile: it is received now. Nothing was changed.",
    });
    const other = await findSale(db, seller.id);
    const theirs = await insertRequest("pending", "fee_approval");
    expect(await mark({ ...theirs, status: "sent" }, other)).toMatchObject({
      description: "Request not found",
    });
    expect(await mark({ ...theirs, request_id: "x", status: "sent" })).toMatchObject({
      description: "Request not found",
    });
    expect(await mark({ ...theirs, version: "x", status: "sent" })).toMatchObject({
      kind: "error",
    });
  });

  test("O-045 it cannot be written", async () => {
    const request = await insertRequest("pending");
    const mend = await breakWrites(db, "additional_requests");
    const flash = await mark({ ...request, status: "sent" });
    await mend();
    expect(flash).toEqual({
      kind: "error",
      title: "Status not updated",
      description: "Failed to update status. Please try again.",
    });
  });

  test("O-040 O-042 AMB-O05 WF-12.4 the water bill is asked for once, by email, and its button goes", async () => {
    expect((await open(tab(), ada)).text).toContain("Request water bill");
    const asked = await open(`${tab()}/water-bill`, ada);
    expect(asked.text).toContain(seller.email);
    const fields = confirmFields(asked.html);
    const late = confirmFields((await open(`${tab()}/water-bill`, ada)).html);
    const { action } = modules.get(`${folder}/water-bill.tsx`)!;
    const ask = async (posted: Record<string, string>) =>
      flashIn(await post(action!, posted, { cookie: ada.cookie, params: { id } }));
    expect(await Promise.all([ask(fields), ask(fields)])).toMatchObject([
      { kind: "success" },
      { kind: "success" },
    ]);
    expect(await ask(late)).toMatchObject({
      description: "The water bill has been requested already.",
    });
    const emails = await db
      .selectFrom("email_log")
      .select(["name", "recipient"])
      .where("transaction_id", "=", id)
      .where("name", "=", "sewer_bill_request")
      .execute();
    expect(emails).toEqual([{ name: "sewer_bill_request", recipient: seller.email }]);
    const { text } = await open(tab(), ada);
    expect(text).not.toContain("Request water bill");
    expect(text).toContain("Water bill sent");
    expect(text).toContain("Mark as Received");
  });

  test("the water bill's email goes where it was confirmed to, or nowhere", async () => {
    const fields = confirmFields((await open(`${tab()}/water-bill`, ada)).html);
    await db
      .updateTable("users")
      .set({ email: `new.${seller.email}` })
      .where("id", "=", seller.id)
      .execute();
    const { action } = modules.get(`${folder}/water-bill.tsx`)!;
    const flash = await flashIn(
      await post(action!, fields, { cookie: ada.cookie, params: { id } }),
    );
    expect(flash).toMatchObject({ kind: "error", title: "Water bill not requested" });
    expect(
      await db
        .selectFrom("additional_requests")
        .select("id")
        .where("transaction_id", "=", id)
        .execute(),
    ).toEqual([]);
  });
});

describe("O-004 the document of a search", () => {
  async function withDocument() {
    const { reference } = await insertSearchOrder(db, id);
    await receivePush(
      db,
      readPush(
        push(
          "SearchResultsSend",
          { SearchProduct: resultOf("ENVRES", { reference, address: "12 Arch Street" }) },
          reference,
        ),
      ),
    );
    return db
      .selectFrom("searches")
      .select(["id", "reference"])
      .where("transaction_id", "=", id)
      .where("product_id", "=", "ENVRES")
      .executeTakeFirstOrThrow();
  }
  const download = async (cookie: string, params: Record<string, string>) => {
    const { loader } = modules.get(`${folder}/document.ts`)!;
    return get(loader!, { cookie, params });
  };

  test("staff save it under a name of ours; no browser shows or runs it", async () => {
    const search = await withDocument();
    const { status, headers } = await download(ada.cookie, { id, searchId: search.id });
    expect(status).toBe(200);
    expect(headers.get("Content-Disposition")).toBe(
      `attachment; filename="Environmental search ${search.reference}.pdf"`,
    );
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Content-Security-Policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("Cache-Control")).toContain("no-store");
  });

  test("customers, other matters, other searches and malformed ids get none", async () => {
    const search = await withDocument();
    expect((await download(seller.cookie, { id, searchId: search.id })).location).toContain(
      "/get-started",
    );
    const other = await findSale(db, seller.id);
    for (const params of [
      { id: other, searchId: search.id },
      { id, searchId: "0".repeat(24) },
      { id: "x", searchId: "y" },
    ]) {
      expect((await download(ada.cookie, params)).status).toBe(404);
    }
  });

  test("what is not as it was stored is not given out", async () => {
    const search = await withDocument();
    await db
      .updateTable("search_documents")
      .set({ sha256: "0".repeat(64) })
      .where("search_id", "=", search.id)
      .execute();
    expect((await download(ada.cookie, { id, searchId: search.id })).status).toBe(500);
  });
});
