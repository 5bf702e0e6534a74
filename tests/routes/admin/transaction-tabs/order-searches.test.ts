import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { orderSearches } from "#app/clients/one-search.server.ts";
import { settleOrder } from "#app/domain/searches/order-searches.server.ts";
import { receivePush } from "#app/domain/searches/receive-push.server.ts";
import { readPush } from "#app/clients/one-search-push.server.ts";
import { setFault } from "#mocks/faults.ts";
import { orders } from "#mocks/one-search/orders.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { flashIn } from "#tests/support/flash.ts";
import { eventNames } from "#tests/support/sales.ts";
import { push } from "#tests/support/searches.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { listErrors, post } from "#tests/support/visit.ts";
import { until } from "#tests/support/waiting.ts";
import { findSale } from "../../account/matters.ts";
import { listSummary, readFields } from "../fields.ts";
import { modules, open, send } from "../pages.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();
let ada: Visitor;
let id: string;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});
beforeEach(async () => {
  const seller = await signIn(db, { first_name: "Ada", last_name: "Byron" });
  id = await findSale(db, seller.id);
});

const tab = () => `/admin/transactions/${id}/searches`;
const folder = "routes/admin/transactions/searches";
const ONCE = "Searches may be ordered once per day.";

async function orderFields(change: Record<string, string> = {}): Promise<Record<string, string>> {
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
    .select(["id", "answer", "is_reorder", "building_number"])
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

const quarterPasses = () =>
  db
    .updateTable("search_orders")
    .set({ created_at: sql`created_at - interval '16 minutes'` })
    .where("transaction_id", "=", id)
    .execute();

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
    expect(await order(mine)).toMatchObject(answers[0].flash ? { flash: DONE } : { status: 409 });
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
    expect(unanswered?.answer).toBeNull();
    const job = await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs
      where payload->>'search_order_id' = ${unanswered!.id} and run_at > now() + interval '2 minutes'`.execute(
      db,
    );
    expect(job.rows).toHaveLength(1);
    // Two workers at the same instant, and once more afterwards.
    const { id: order_id } = unanswered!;
    await Promise.all([settleOrder(db, order_id), settleOrder(db, order_id)]);
    await settleOrder(db, order_id);
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
    await until(() => expect(asked).toHaveBeenCalled());
    asked.mockRestore();
    const [left] = await ordersOf();
    expect(left?.answer).toBeNull();
    await settleOrder(db, left!.id);
    expect((await ordersOf())[0]?.answer, "it may still be on its way").toBeNull();
    const { rows } = await sql`
      select from graphile_worker._private_jobs
      where payload->>'search_order_id' = ${left!.id} and run_at > now() + interval '14 minutes'`.execute(
      db,
    );
    expect(rows, "it is asked after again").toHaveLength(1);
    await quarterPasses();
    await settleOrder(db, left!.id);
    expect((await ordersOf())[0]?.answer).toBe("refused");
    expect(await order(await orderFields())).toMatchObject({ flash: DONE });
    expect(await state.list(orders)).toHaveLength(1);
  });

  test.each(["down", "nonsense", "reset", "slow"])(
    "O-025 A-044 the provider is %s: nobody knows, until it is asked",
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
      expect((await ordersOf())[0]?.answer).toBeNull();
      await setFault(state, "one-search", "none");
      await quarterPasses();
      await settleOrder(db, left!.id);
      expect((await ordersOf())[0]?.answer).toBe("refused");
    },
  );

  describe("an order that the provider takes long after it was called off", () => {
    /** Sent, lost, called off after a quarter of an hour; and then the provider has it after all. */
    async function aLateOne() {
      const asked = vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("cut off"));
      await order(await orderFields());
      asked.mockRestore();
      const [lost] = await ordersOf();
      await quarterPasses();
      await settleOrder(db, lost!.id);
      expect((await ordersOf())[0]?.answer).toBe("refused");
      const address = { building_number: "12", street: "Arch Street", post_town: "York" };
      const none = { sub_building_name: null, building_name: null, county: null, postcode: null };
      const products = ["LLC1CON29"];
      await orderSearches({
        id: lost!.id,
        ordered_on: "2026-11-22",
        is_reorder: false,
        products,
        address: { ...none, ...address },
      });
    }

    test("is this one now, and not paid for again", async () => {
      await aLateOne();
      expect(await order(await orderFields())).toMatchObject({ flash: DONE });
      const [placed, ...more] = await state.list(orders);
      expect(more).toEqual([]);
      expect((await open(tab(), ada)).text).toContain(`Local LLC1CON29, ${placed?.reference}`);
      expect((await ordersOf()).map(({ answer }) => answer)).toEqual(["refused", "accepted"]);
      // Its results find it, and the next order is another one.
      const results = { SearchProduct: { ProductType: "LLC1CON29", Status: "Complete" } };
      await receivePush(db, readPush(push("SearchStatusSend", results, placed!.reference)));
      await daysPass(1);
      expect(await order(await orderFields())).toMatchObject({ flash: DONE });
      expect(await state.list(orders)).toHaveLength(2);
    });

    test("stays by itself when another building is ordered", async () => {
      await aLateOne();
      await order(await orderFields({ building_number: "14" }));
      expect(await state.list(orders)).toHaveLength(2);
    });

    test("cannot be asked after: nothing is ordered", async () => {
      await aLateOne();
      await setFault(state, "one-search", "down");
      expect((await order(await orderFields())).flash).toEqual({
        kind: "error",
        title: "Error ordering searches",
        description: "Nothing was ordered. Please try again.",
      });
      expect((await ordersOf()).map(({ answer }) => answer)).toEqual(["refused", "refused"]);
      await setFault(state, "one-search", "none");
      await order(await orderFields());
      expect(await state.list(orders)).toHaveLength(1);
    });
  });

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
