import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { processProviderWebhook } from "#app/domain/searches/receive-push.server.ts";
import { readPush } from "#app/clients/one-search/push.server.ts";
import { setFault } from "#mocks/faults.ts";
import { orders } from "#mocks/one-search/orders.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { flashIn } from "#tests/support/flash.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { eventNames } from "#tests/support/sales.ts";
import { insertSearchOrder, push } from "#tests/support/searches.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { listErrors } from "#tests/support/call-route.ts";
import { waitUntil } from "#tests/support/concurrency.ts";
import { insertSaleAtStage } from "../../account/matters.ts";
import { listSummary, readFields } from "../fields.ts";
import { postAction, open, send } from "../pages.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();
let ada: Visitor;
let id: string;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});
beforeEach(async () => {
  const seller = await signIn(db, { first_name: "Ada", last_name: "Byron" });
  id = await insertSaleAtStage(db, seller.id);
});

const tab = () => `/admin/transactions/${id}/searches`;
const ONCE = "Searches may be ordered once per day.";

const DONE = { kind: "success", title: "Searches ordered" };

const ordersOf = () =>
  db
    .selectFrom("search_orders")
    .select(["id", "answer", "is_reorder", "building_number"])
    .where("transaction_id", "=", id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

const ageOrdersByDays = (days: number) =>
  db
    .updateTable("search_orders")
    .set({
      ordered_on: sql`ordered_on - ${days}::int`,
      created_at: sql`created_at - make_interval(days => ${days})`,
    })
    .where("transaction_id", "=", id)
    .execute();

const ageOrdersBySixteenMinutes = () =>
  db
    .updateTable("search_orders")
    .set({ created_at: sql`created_at - interval '16 minutes'` })
    .where("transaction_id", "=", id)
    .execute();

describe("ordering searches (O-010 to O-015 O-025 O-026)", () => {
  test.each([
    ["nothing", { building_number: " " }],
    ["a flat only", { building_number: "", sub_building_name: "Flat 2" }],
  ])(
    "ordering searches requires a building name or number, and is refused with %s typed (O-010 to O-014 WF-12.1)",
    async (_, change) => {
      const page = await send(`${tab()}/order`, ada, await orderFields(change));
      expect(page.status).toBe(400);
      expect(listSummary(page.html)).toEqual(["Either building name or number is required"]);
      expect(page.html).toContain('href="#order-searches-form-building_number"');
      expect(await ordersOf()).toEqual([]);
      expect(await state.list(orders)).toEqual([]);
    },
  );

  test("a search order with a building name orders four products, with an event and an audit row (O-013 O-015 AMB-O02 WF-12.2)", async () => {
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

  test("searches can be ordered once a day, and an order on the next day is a reorder (O-009 O-015 AMB-O01 WF-12.2)", async () => {
    const late = await orderFields();
    await order(await orderFields());
    const dialog = await open(`${tab()}/order`, ada);
    expect(dialog.text).toContain(ONCE);
    expect(dialog.html).not.toContain("order-searches-form");
    expect(await order(late)).toEqual({ errors: { "": [ONCE] }, status: 409 });
    await ageOrdersByDays(1);
    const next = await orderFields();
    expect(next.is_reorder).toBe("true");
    expect(await order(next)).toEqual({ location: tab(), flash: DONE });
    expect((await state.list(orders)).map(({ type }) => type)).toEqual(["Reorder", "New"]);
    expect(await eventNames(db, id)).toContain("searches_reordered");
  });

  test("a search order from yesterday’s page is refused if a colleague has ordered since the page was opened (AMB-O01)", async () => {
    const stale = await orderFields();
    await order(await orderFields());
    await ageOrdersByDays(1);
    const { errors } = await order(stale);
    expect(errors?.[""]?.[0]).toMatch(/^Someone else has ordered searches since/);
    expect(await state.list(orders)).toHaveLength(1);
  });

  test("double submits by two members of staff order the searches once", async () => {
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

  test("a search order that OneSearch rejects shows an error, and can be placed again (O-025)", async () => {
    expectError(/Error ordering searches/);
    const { flash } = await order(await orderFields({ building_number: "66" }));
    expect(flash).toEqual({
      kind: "error",
      title: "Error ordering searches",
      description: "OneSearch rejected the order. Check the address, then order again.",
    });
    expect((await open(tab(), ada)).text).toContain("OneSearch rejected the order sent on");
    expect(await order(await orderFields())).toMatchObject({ flash: DONE });
  });

  test("ordering searches calls OneSearch once", async () => {
    const fields = await orderFields();
    const asked = vi.spyOn(globalThis, "fetch");
    await order(fields);
    const calls = asked.mock.calls.map(([url]) => url);
    asked.mockRestore();
    expect(calls).toMatchObject([{ pathname: expect.stringMatching(/\/SearchOrderSend$/) }]);
  });

  async function resolveOrder(answer: Record<string, string>, fields?: Record<string, string>) {
    const shown =
      fields ?? readFields((await open(`${tab()}/settle`, ada)).html, "settle-order-form");
    const answered = await postAction(`${tab()}/settle`, ada, { ...shown, ...answer });
    if (answered.location === null)
      return { errors: listErrors(answered), status: answered.status };
    return { location: answered.location, flash: await flashIn(answered) };
  }

  const ordered = async () =>
    (await eventNames(db, id)).filter((name) => name === "searches_ordered");

  test("a search order without a response from OneSearch is shown as unconfirmed and cannot be placed again (O-025)", async () => {
    expectError(/Error ordering searches/);
    const { flash } = await order(await orderFields({ building_number: "77" }));
    expect(flash).toMatchObject({
      title: "Error ordering searches",
      description: expect.stringMatching(/^We don’t know yet if OneSearch received it\./),
    });
    const page = await open(tab(), ada);
    expect(page.text).toContain("OneSearch hasn’t confirmed the order sent on");
    expect(page.text).toContain("We don’t know yet if OneSearch received it.");
    expect(page.text).toMatch(/Searches ?, order not confirmed/);
    await ageOrdersByDays(2);
    expect((await open(`${tab()}/order`, ada)).text).toContain(ONCE);
    expect((await ordersOf())[0]?.answer).toBeNull();
    expect(await state.list(orders)).toHaveLength(1);
  });

  test("staff can resolve a search order as received, which shows the searches, with one event and one audit row", async () => {
    expectError(/Error ordering searches/);
    await order(await orderFields({ building_number: "77" }));
    const [placed] = await state.list(orders);
    const page = await open(`${tab()}/settle`, ada);
    const [lost] = await ordersOf();
    expect(page.text).toContain(`Look for reference ${lost?.id} in OneSearch`);
    const fields = readFields(page.html, "settle-order-form");
    const answer = { outcome: "taken", vendor_id: placed?.reference ?? "" };
    const settled = {
      location: tab(),
      flash: { kind: "success", title: "Order resolved", description: "OneSearch has the order." },
    };
    expect(await resolveOrder(answer, fields)).toEqual(settled);
    expect(await resolveOrder(answer, fields)).toEqual(settled);
    expect((await open(tab(), ada)).text).toContain(`Local LLC1CON29, ${placed?.reference}`);
    expect(await ordered()).toHaveLength(1);
    const audit = await db
      .selectFrom("audit_log")
      .select("fields")
      .where("subject_id", "=", id)
      .where("action", "=", "searches_order_confirmed")
      .execute();
    expect(audit).toEqual([{ fields: ["reference"] }]);
    expect(await state.list(orders)).toHaveLength(1);
  });

  test("staff can resolve a search order as not received after 15 minutes, and can then order again", async () => {
    expectError(/Error ordering searches/);
    const asked = vi.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("cut off"));
    await order(await orderFields());
    asked.mockRestore();
    expect(await resolveOrder({ outcome: "not_taken" })).toEqual({
      status: 409,
      errors: { "": [expect.stringMatching(/^The order may still arrive/)] },
    });
    await ageOrdersBySixteenMinutes();
    expect((await resolveOrder({ outcome: "not_taken" })).flash).toMatchObject({
      title: "Order resolved",
      description: "OneSearch doesn’t have the order. You can order again.",
    });
    expect(await eventNames(db, id)).toContain("searches_order_called_off");
    expect((await open(tab(), ada)).text).not.toContain("OneSearch rejected the order");
    expect((await open(`${tab()}/settle`, ada)).text).toContain(
      "This order has already been resolved.",
    );
    expect(await order(await orderFields())).toMatchObject({ flash: DONE });
    expect(await state.list(orders)).toHaveLength(1);
  });

  test.each<[string, Record<string, string>, Record<string, string[]>]>([
    ["nothing", {}, { outcome: ["Select whether OneSearch has the order"] }],
    ["no reference", { outcome: "taken" }, { vendor_id: ["Order reference is required"] }],
  ])(
    "resolving a search order with %s shows the errors $2, and leaves the order unconfirmed",
    async (_what, answer, errors) => {
      expectError(/Error ordering searches/);
      await order(await orderFields({ building_number: "77" }));
      expect(await resolveOrder(answer)).toEqual({ status: 400, errors });
      expect((await ordersOf())[0]?.answer).toBeNull();
    },
  );

  test("a search order is not resolved with the reference of another order", async () => {
    expectError(/Error ordering searches/);
    await insertSearchOrder(db, await insertSaleAtStage(db, (await signIn(db)).id), {
      reference: "OS8",
    });
    await order(await orderFields({ building_number: "77" }));
    expect(await resolveOrder({ outcome: "taken", vendor_id: "OS8" })).toEqual({
      status: 400,
      errors: { vendor_id: ["Another order already has this reference. Check the reference"] },
    });
  });

  test("a search order that is interrupted by a crash stays unconfirmed until staff cancel it", async () => {
    let cutOff: (reason: Error) => void = () => undefined;
    const asked = vi
      .spyOn(globalThis, "fetch")
      .mockReturnValue(new Promise((_, reject) => (cutOff = reject)));
    const crashed = order(await orderFields());
    await waitUntil(() => expect(asked).toHaveBeenCalled());
    asked.mockRestore();
    expect((await ordersOf())[0]?.answer).toBeNull();
    await ageOrdersBySixteenMinutes();
    await resolveOrder({ outcome: "not_taken" });
    expect(await order(await orderFields())).toMatchObject({ flash: DONE });
    expect(await state.list(orders)).toHaveLength(1);
    expectError(/Error ordering searches/);
    cutOff(new TypeError("cut off"));
    await crashed;
  });

  test.each(["down", "nonsense", "reset", "slow"])(
    "a search order is unconfirmed if OneSearch’s fault is “%s” (O-025 A-044)",
    async (fault) => {
      expectError(/Error ordering searches/);
      await setFault(state, "one-search", fault);
      const { flash } = await order(await orderFields());
      expect(flash).toEqual({
        kind: "error",
        title: "Error ordering searches",
        description:
          "We don’t know yet if OneSearch received it. This page shows the status of the order.",
      });
      expect((await ordersOf())[0]?.answer).toBeNull();
    },
  );

  test("a search order without a OneSearch reference shows our order id, and results with that id match it", async () => {
    await order(await orderFields({ building_number: "88" }));
    const [taken] = await ordersOf();
    await processProviderWebhook(
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

  test("OneSearch is not called if the order cannot be saved (O-026)", async () => {
    expectError(/There was an error submitting a search/);
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

async function orderFields(change: Record<string, string> = {}): Promise<Record<string, string>> {
  const { html } = await open(`${tab()}/order`, ada);
  return { ...readFields(html, "order-searches-form"), building_number: "12", ...change };
}

async function order(fields: Record<string, string>) {
  const answer = await postAction(`${tab()}/order`, ada, fields);
  if (answer.location === null) return { errors: listErrors(answer), status: answer.status };
  return { location: answer.location, flash: await flashIn(answer) };
}
