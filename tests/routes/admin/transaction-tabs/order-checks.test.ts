import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { orderCheck as orderAtThirdfort } from "#app/clients/thirdfort/client.server.ts";
import {
  handleCheckWebhook,
  refreshChangedCheck,
  refreshOpenChecks,
} from "#app/domain/identity-checks/refresh-checks.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { setFault } from "#mocks/faults.ts";
import { transactions } from "#mocks/thirdfort/transactions.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { flashIn } from "#tests/support/flash.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { gail } from "#tests/support/purchases.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { listErrors } from "#tests/support/call-route.ts";
import { confirmFields, readFields } from "../fields.ts";
import { postAction, open } from "../pages.ts";
import { readConfirmation, confirm, confirmPage, openAndConfirm, tabOf } from "./check-pages.ts";
import {
  createMatterWithPeople,
  endCheck,
  listChecks,
  type CheckedPerson,
} from "./checked-matter.ts";
import { addSeller, countEvents, listEmails, listNewEvents } from "./matter.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

const show = (id: string) => open(tabOf(id), ada);
const ordered = () => state.list(transactions);

/** Backdates unconfirmed orders by this many minutes. */
const ageOrders = (minutes: number) =>
  db
    .updateTable("identity_checks")
    .set({ order_sent_at: sql`order_sent_at - make_interval(mins => ${minutes})` })
    .where("order_sent_at", "is not", null)
    .execute();

const refused = (title: string, description: string) => ({ kind: "error", title, description });
const STALE =
  "The check, the mobile number or the list of report recipients has changed since you opened this page. Check the details and confirm again.";
const ORDER_FAILED = "Error trying to order thirdfort check";
const UNKNOWN = "We don’t know yet if Thirdfort received the order.";
const UNCONFIRMED = /The vendor has not confirmed whether it received the order/;
const unconfirmed = refused("Order not confirmed", `${ORDER_FAILED}. ${UNKNOWN}`);

describe("ordering an identity check (N-032)", () => {
  test("repeated submits order one identity check and get the same response", async () => {
    const { id, seller } = await createMatterWithPeople(db);
    const known = await countEvents(db, id);
    const fields = await readConfirmation(ada, seller, "order");
    const answers = await Promise.all([1, 2, 3].map(() => confirm(ada, seller, "order", fields)));
    for (const { flash } of answers) expect(flash?.title).toBe("Check ordered");
    expect((await confirm(ada, seller, "order", fields)).flash?.title).toBe("Check ordered");
    expect(await ordered()).toHaveLength(1);
    expect(await listChecks(db, id)).toHaveLength(1);
    expect(await listNewEvents(db, id, known)).toHaveLength(1);
  });

  test("ordering a giftor’s identity check first emails the giftor, once", async () => {
    const { id, purchase, seller } = await createMatterWithPeople(db);
    const { id: person_id } = await db
      .selectFrom("parties")
      .select("id")
      .where("purchase_intent_id", "=", purchase.id)
      .where("email", "=", gail.email)
      .where("first_name", "=", gail.first_name)
      .executeTakeFirstOrThrow();
    const giver: CheckedPerson = { id, person_type: "giftor", person_id };
    const asked = await open(confirmPage(giver, "order"), ada);
    expect(asked.text).toContain(`Before that, we’ll email ${gail.email} to explain who we are`);
    const fields = confirmFields(asked.html);
    for (const { flash } of [
      await confirm(ada, giver, "order", fields),
      await confirm(ada, giver, "order", fields),
    ]) {
      expect(flash?.title).toBe("Check ordered");
    }
    await openAndConfirm(ada, seller, "order");
    expect(await listEmails(db, id)).toEqual([["giftor_id_check", gail.email]]);
    expect(await readContents(db, "giftor_id_check", { party_id: person_id })).toEqual({
      first_name: "Gail",
      buyers: "Bea Byron and Jo Joint",
      property: expect.stringContaining("Arch Street, York, YO1 7HZ"),
      sign_in: "http://localhost:3000/sign-in",
    });
  });

  test("two members of staff who order an identity check concurrently create one check", async () => {
    const { id, seller } = await createMatterWithPeople(db);
    const forms = [
      await readConfirmation(ada, seller, "order"),
      await readConfirmation(ada, seller, "order"),
    ];
    const answers = await Promise.all(forms.map((form) => confirm(ada, seller, "order", form)));
    expect(answers.map(({ flash }) => flash?.kind).sort()).toEqual(["error", "success"]);
    expect(await ordered()).toHaveLength(1);
    expect(await listChecks(db, id)).toHaveLength(1);
  });

  test("inserting a second open identity check of the same person violates a database constraint", async () => {
    const { id, seller } = await createMatterWithPeople(db);
    await openAndConfirm(ada, seller, "order");
    const [check] = await listChecks(db, id);
    const { transaction_id, person_type, email, last_name, phone_number } = check!;
    const second = { transaction_id, person_type, email, last_name, phone_number };
    await expect(
      db
        .insertInto("identity_checks")
        .values({ ...second, first_name: check!.first_name.toUpperCase(), status: "pending" })
        .execute(),
    ).rejects.toThrow(/checks_one_open/);
  });

  test("ordering an identity check calls Thirdfort once", async () => {
    const { seller } = await createMatterWithPeople(db);
    const fields = await readConfirmation(ada, seller, "order");
    const asked = vi.spyOn(globalThis, "fetch");
    await confirm(ada, seller, "order", fields);
    const calls = asked.mock.calls.map(([url, init]) => [init?.method ?? "GET", url]);
    asked.mockRestore();
    expect(calls).toMatchObject([["POST", { pathname: expect.stringMatching(/\/transactions$/) }]]);
  });

  /** Orders an identity check that Thirdfort accepts, although Thirdfort’s response is lost. */
  async function aLostOrder() {
    const { id, seller } = await createMatterWithPeople(db);
    const known = await countEvents(db, id);
    const before = (await ordered()).length;
    const person = db.updateTable("users").where("id", "=", seller.person_id);
    await person.set({ last_name: "Lost" }).execute();
    const fields = await readConfirmation(ada, seller, "order");
    const other = await readConfirmation(ada, seller, "order");
    expectError(UNCONFIRMED);
    const answer = await confirm(ada, seller, "order", fields);
    expect(answer.flash).toEqual(unconfirmed);
    const theirs = (await ordered()).slice(0, (await ordered()).length - before);
    return { id, seller, known, other, theirs: theirs[0]! };
  }

  test("a check order without a response from Thirdfort is shown as unconfirmed, blocks a second order, and is confirmed by the webhook (N-037)", async () => {
    const { id, seller, known, other, theirs } = await aLostOrder();
    expect(await listNewEvents(db, id, known)).toEqual([]);
    expect(await listChecks(db, id)).toMatchObject([{ status: "pending", thirdfort_id: null }]);
    await ageOrders(60);
    const tab = await show(id);
    expect(tab.text).toContain(`Pending ${UNKNOWN}`);
    expect(tab.text).toContain("Resolve order check for");
    expect((await show(id)).text).toMatch(/Thirdfort ?, order not confirmed/);

    expect((await confirm(ada, seller, "order", other)).flash?.description).toBe(STALE);
    expect(await ordered()).toHaveLength(1);

    expect(await deliverWebhook(theirs.id)).toBe(true);
    const [check] = await listChecks(db, id);
    expect(check).toMatchObject({ thirdfort_id: theirs.id, order_sent_at: null });
    expect(await eventsOf(id, known)).toEqual([["thirdfort_check_ordered", "admin"]]);
    await deliverWebhook(theirs.id);
    expect((await show(id)).text).not.toContain(UNKNOWN);
    expect(await listNewEvents(db, id, known)).toHaveLength(1);
  });

  test("a webhook confirms an unconfirmed order even if Thirdfort’s check lacks our order key", async () => {
    const { id, theirs } = await aLostOrder();
    const { created_at } = theirs.metadata;
    const metadata = { created_at };
    await state.put(transactions, theirs.id, { ...theirs, metadata });
    await deliverWebhook(theirs.id);
    expect(await listChecks(db, id)).toMatchObject([
      { thirdfort_id: theirs.id, order_sent_at: null },
    ]);
  });

  test("a Thirdfort check without our order key does not match an order with another reference or phone number", async () => {
    const { id, theirs } = await aLostOrder();
    const { created_at } = theirs.metadata;
    const metadata = { created_at };
    for (const change of [
      { ref: "b".repeat(24) },
      { request: { actor: { name: "Ada", phone: "+447400999999" }, tasks: [] } },
    ]) {
      await state.put(transactions, theirs.id, { ...theirs, metadata, ...change });
      await deliverWebhook(theirs.id);
      expect(await listChecks(db, id)).toMatchObject([{ thirdfort_id: null }]);
    }
  });

  test("a check order placed while Thirdfort is down stays unconfirmed until staff resolve it (N-037 A-044)", async () => {
    expectError(/Error trying to order thirdfort check/);
    const { id, seller } = await createMatterWithPeople(db);
    const fields = await readConfirmation(ada, seller, "order");
    await setFault(state, "thirdfort", "down");
    expect(await confirm(ada, seller, "order", fields)).toEqual({
      location: tabOf(id),
      flash: unconfirmed,
    });
    await setFault(state, "thirdfort", "none");
    expect(await ordered()).toEqual([]);
    await ageOrders(16);
    await resolveOrder(seller, { outcome: "not_taken" });
    expect((await openAndConfirm(ada, seller, "order")).flash?.title).toBe("Check ordered");
    expect(await ordered()).toHaveLength(1);
  });

  test("a check order that cannot connect to Thirdfort leaves no identity check, and the open page can order again", async () => {
    expectError(/Error trying to order thirdfort check/);
    const { id, seller } = await createMatterWithPeople(db);
    const fields = await readConfirmation(ada, seller, "order");
    const code = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
    const mend = mockPostResponse(() =>
      Promise.reject(new TypeError("fetch failed", { cause: code })),
    );
    const answer = await confirm(ada, seller, "order", fields);
    mend();
    expect(answer.flash).toEqual(refused("Check not ordered", ORDER_FAILED));
    expect(await listChecks(db, id)).toEqual([]);
    expect((await confirm(ada, seller, "order", fields)).flash?.title).toBe("Check ordered");
  });

  describe("resolving an unconfirmed check order", () => {
    async function auditOf(id: string) {
      const rows = await db
        .selectFrom("audit_log")
        .select(["action", "fields"])
        .where("subject_id", "=", id)
        .where("action", "like", "thirdfort_order%")
        .execute();
      return rows.map(({ action, fields }) => [action, fields]);
    }

    test("staff can resolve a check order once with Thirdfort’s id, which records the check with an event and an audit row", async () => {
      const { id, seller, known, theirs } = await aLostOrder();
      const page = await open(`${tabOf(id)}/seller/${seller.person_id}/settle`, ada);
      expect(page.text).toContain(`Look for reference ${id} in Thirdfort`);
      const fields = readFields(page.html, "settle-order-form");
      const answer = { ...fields, outcome: "taken", vendor_id: ` ${theirs.id} ` };
      for (let copy = 0; copy < 2; copy++) {
        expect(await sendSettling(seller, answer)).toMatchObject(
          copy === 0
            ? {
                location: tabOf(id),
                flash: {
                  kind: "success",
                  title: "Order resolved",
                  description: "Thirdfort has the order.",
                },
              }
            : { status: 400 },
        );
      }
      expect(await listChecks(db, id)).toMatchObject([
        { thirdfort_id: theirs.id, order_sent_at: null, status: "pending" },
      ]);
      expect(await eventsOf(id, known)).toEqual([["thirdfort_check_ordered", "admin"]]);
      expect(await auditOf(id)).toEqual([["thirdfort_order_confirmed", ["thirdfort_id"]]]);
    });

    test("staff can resolve a check order as not received after 15 minutes, and can then order again", async () => {
      const { id, seller } = await createMatterWithPeople(db);
      const known = await countEvents(db, id);
      expectError(UNCONFIRMED);
      const mend = mockPostResponse(() => Promise.resolve(new Response(null, { status: 504 })));
      await openAndConfirm(ada, seller, "order");
      mend();
      expect(await resolveOrder(seller, { outcome: "not_taken" })).toEqual({
        status: 409,
        errors: { "": [expect.stringMatching(/^The order may still arrive/)] },
      });
      await ageOrders(16);
      expect((await resolveOrder(seller, { outcome: "not_taken" })).flash).toMatchObject({
        title: "Order resolved",
        description: "Thirdfort doesn’t have the order. You can order again.",
      });
      expect(await eventsOf(id, known)).toEqual([["thirdfort_order_called_off", "admin"]]);
      expect(await auditOf(id)).toEqual([["thirdfort_order_called_off", []]]);
      expect((await show(id)).text).toContain("Not requested");
      const page = await open(`${tabOf(id)}/seller/${seller.person_id}/settle`, ada);
      expect(page.text).toContain("This order has already been resolved.");
      expect((await openAndConfirm(ada, seller, "order")).flash?.title).toBe("Check ordered");
      expect(await ordered()).toHaveLength(1);
    });

    test("resolving a check order is refused without an answer or id, and with an unknown id", async () => {
      const { id, seller } = await aLostOrder();
      const cases: [Record<string, string>, Record<string, string[]>][] = [
        [{}, { outcome: ["Select whether Thirdfort has the order"] }],
        [{ outcome: "taken" }, { vendor_id: ["Check ID is required"] }],
        [
          { outcome: "taken", vendor_id: "t0" },
          { vendor_id: ["Thirdfort has no check with this ID. Check the ID"] },
        ],
      ];
      for (const [answer, errors] of cases) {
        expect(await resolveOrder(seller, answer)).toEqual({ status: 400, errors });
        expect(await listChecks(db, id)).toMatchObject([{ thirdfort_id: null }]);
      }
    });

    test("resolving a check order is refused with the id of another matter’s or order’s check, or of a check that is already recorded", async () => {
      const other = await aLostOrder();
      const { id, seller, theirs } = await aLostOrder();
      const why = async (vendor_id: string) =>
        (await resolveOrder(seller, { outcome: "taken", vendor_id })).errors?.vendor_id;
      expect(await why(other.theirs.id)).toEqual([
        "This check has a different file reference. Check the ID",
      ]);
      const metadata = { ...theirs.metadata, order_key: "another" };
      await state.put(transactions, theirs.id, { ...theirs, metadata });
      expect(await why(theirs.id)).toEqual(["This check belongs to another order. Check the ID"]);
      await deliverWebhook(other.theirs.id);
      expect(await why(other.theirs.id)).toEqual(["This check is already on record. Check the ID"]);
      expect(await listChecks(db, id)).toMatchObject([{ thirdfort_id: null }]);
    });

    test("a check order stays unconfirmed if Thirdfort cannot be reached while staff resolve it", async () => {
      expectError(
        /We couldn’t resolve the order because we couldn’t reach Thirdfort\. Please try again\./,
      );
      const { id, seller, theirs } = await aLostOrder();
      await setFault(state, "thirdfort", "down");
      const answer = await resolveOrder(seller, { outcome: "taken", vendor_id: theirs.id });
      expect(answer.status).toBe(500);
      expect(await listChecks(db, id)).toMatchObject([{ thirdfort_id: null }]);
    });
  });

  describe("a check order that Thirdfort accepts after it was cancelled", () => {
    async function aLateOne(seller: CheckedPerson) {
      expectError(UNCONFIRMED);
      const mend = mockPostResponse(() => Promise.resolve(new Response(null, { status: 504 })));
      await openAndConfirm(ada, seller, "order");
      mend();
      const [sent] = await listChecks(db, seller.id);
      await ageOrders(16);
      await resolveOrder(seller, { outcome: "not_taken" });
      const late = await orderAtThirdfort({
        ref: seller.id,
        name: "Sale",
        actor: { name: "Ada Byron", phone: "+447400123456", email: "ada@example.test" },
        person_type: "seller",
        recipients: [],
        order_key: sent!.order_key!,
      });
      return late.thirdfort_id;
    }

    test("a cancelled check order that Thirdfort accepts later becomes valid again, and blocks a second order", async () => {
      const { id, seller } = await createMatterWithPeople(db);
      const late = await aLateOne(seller);
      const fields = await readConfirmation(ada, seller, "order");
      expect(await deliverWebhook(late)).toBe(true);
      expect(await listChecks(db, id)).toMatchObject([
        { thirdfort_id: late, status: "pending", order_called_off_at: null },
      ]);
      expect((await confirm(ada, seller, "order", fields)).flash?.description).toBe(STALE);
      expect(await ordered()).toHaveLength(1);
    });

    test("staff see a duplicate if Thirdfort accepts both a cancelled check order and a newer one, and the newer one counts", async () => {
      const { id, seller } = await createMatterWithPeople(db);
      const late = await aLateOne(seller);
      await openAndConfirm(ada, seller, "order");
      await deliverWebhook(late);
      const tab = await show(id);
      expect(tab.text).toContain("Thirdfort has two checks on");
      expect(tab.text).toContain(late);
      const [, second] = await listChecks(db, id);
      expect(tab.text).toContain(`Pending ${second?.thirdfort_id}`);
      expect((await show(id)).text).toMatch(/Thirdfort ?, duplicate check/);
      await endCheck(state, late, "aborted");
      expect((await show(id)).text).not.toContain("Thirdfort has two checks on");
    });
  });

  test("a double submit of a check order gets two refusals if Thirdfort refuses slowly (N-037)", async () => {
    expectError(/Error trying to order thirdfort check/);
    const { id, seller } = await createMatterWithPeople(db);
    const fields = await readConfirmation(ada, seller, "order");
    const mend = mockPostResponse(() => pause(400, new Response(null, { status: 400 })));
    const answers = await Promise.all([1, 2].map(() => confirm(ada, seller, "order", fields)));
    mend();
    for (const { flash } of answers)
      expect(flash).toEqual(refused("Check not ordered", ORDER_FAILED));
    expect(await listChecks(db, id)).toEqual([]);
  });

  test("a repeated submit of a check order while Thirdfort is refusing the first gets the same refusal (N-037)", async () => {
    expectError(/Error trying to order thirdfort check/);
    const { id, seller } = await createMatterWithPeople(db);
    const fields = await readConfirmation(ada, seller, "order");
    let refuse = () => {};
    const answer = new Promise<Response>((resolve) => {
      refuse = () => resolve(new Response(null, { status: 400 }));
    });
    const mend = mockPostResponse(() => answer);
    const first = confirm(ada, seller, "order", fields);
    await expect.poll(() => listChecks(db, id)).toHaveLength(1);
    const { copy } = await db.transaction().execute(async (trx) => {
      // The second submit reads law firms last. The lock makes it wait there, after it has read the
      // check, until the first submit has deleted the check.
      await sql`lock table law_firms in access exclusive mode`.execute(trx);
      const copy = confirm(ada, seller, "order", fields);
      await pause(500);
      refuse();
      await first;
      return { copy };
    });
    expect((await copy).flash).toEqual(refused("Check not ordered", ORDER_FAILED));
    mend();
    expect(await listChecks(db, id)).toEqual([]);
  });

  test("an identity check that Thirdfort refuses to abort stays pending and shows an error (N-035)", async () => {
    expectError(/Error trying to abort thirdfort check/);
    const { id, seller } = await createMatterWithPeople(db);
    await openAndConfirm(ada, seller, "order");
    const fields = await readConfirmation(ada, seller, "abort");
    const mend = mockPostResponse(() => Promise.resolve(new Response(null, { status: 409 })));
    const { flash } = await confirm(ada, seller, "abort", fields);
    mend();
    expect(flash).toEqual(refused("Check not aborted", "Error trying to abort thirdfort check"));
    expect(await listChecks(db, id)).toMatchObject([{ status: "pending" }]);
  });

  test("a failed identity check can be reordered even if its status at Thirdfort has changed in the meantime", async () => {
    const { id, seller } = await createMatterWithPeople(db);
    await openAndConfirm(ada, seller, "order");
    const [first] = await ordered();
    await endCheck(state, first?.id, "failed");
    await show(id);
    await state.put(transactions, first!.id, { ...first!, status: "closed" });
    expect((await openAndConfirm(ada, seller, "reorder")).flash?.title).toBe("Check reordered");
    expect(await ordered()).toHaveLength(2);
  });

  test("the identity check of a removed person can be aborted but not reordered", async () => {
    const { id, seller } = await createMatterWithPeople(db);
    const jo = await addSeller(db, id);
    const place: CheckedPerson = { ...seller, person_id: jo.person_id };
    await openAndConfirm(ada, place, "order");
    await db.deleteFrom("parties").where("id", "=", jo.person_id).execute();
    const [check] = await listChecks(db, id);
    const left: CheckedPerson = { ...seller, person_id: check!.id };
    expect((await openAndConfirm(ada, left, "abort")).flash?.title).toBe("Check aborted");
    expect((await listChecks(db, id)).map(({ status }) => status)).toEqual(["aborted"]);
    expect((await show(id)).text).toContain("This person is no longer on this matter.");
    expect((await open(confirmPage(left, "reorder"), ada)).text).toContain(
      "no longer on this matter",
    );
  });

  test("a repeated abort of an identity check records one event and gets the same response (N-030)", async () => {
    const { id, seller } = await createMatterWithPeople(db);
    await openAndConfirm(ada, seller, "order");
    const known = await countEvents(db, id);
    const fields = await readConfirmation(ada, seller, "abort");
    for (let copy = 0; copy < 2; copy++) {
      expect((await confirm(ada, seller, "abort", fields)).flash?.title).toBe("Check aborted");
    }
    expect(await eventsOf(id, known)).toEqual([["thirdfort_check_aborted", "admin"]]);
  });

  test("a check order that Thirdfort refuses leaves no identity check", async () => {
    expectError(/Error trying to order thirdfort check/);
    const { id, seller } = await createMatterWithPeople(db);
    await db
      .updateTable("users")
      .set({ last_name: "Refused" })
      .where("id", "=", seller.person_id)
      .execute();
    expect((await openAndConfirm(ada, seller, "order")).flash).toEqual(
      refused("Check not ordered", ORDER_FAILED),
    );
    expect(await listChecks(db, id)).toEqual([]);
  });

  test("the refresh job polls pending identity checks that have a Thirdfort id and were not polled for 15 minutes", async () => {
    await db.deleteFrom("identity_checks").execute();
    const { id } = await createMatterWithPeople(db);
    const looked = (minutes: number) => sql<Date>`now() - make_interval(mins => ${minutes})`;
    const checks = [
      ["never", { status: "pending", thirdfort_id: "one", last_polled_at: null }],
      ["long ago", { status: "pending", thirdfort_id: "two", last_polled_at: looked(16) }],
      ["just now", { status: "pending", thirdfort_id: "three", last_polled_at: looked(14) }],
      [
        "over",
        { status: "complete", thirdfort_id: "four", last_polled_at: looked(60), result: "clear" },
      ],
      ["cancelled", { status: "aborted", thirdfort_id: "five", last_polled_at: null }],
      ["unknown there", { status: "pending", thirdfort_id: null, last_polled_at: looked(60) }],
    ] as const;
    const person = { last_name: "Byron", email: "bea@example.test", phone_number: "+447400123456" };
    for (const [first_name, check] of checks) {
      const row = { ...person, ...check, first_name, person_type: "seller" as const };
      await db
        .insertInto("identity_checks")
        .values({ ...row, transaction_id: id })
        .execute();
    }
    const before = await db
      .selectFrom("identity_checks")
      .select(["id", "last_polled_at"])
      .execute();
    const known = new Map(before.map((check) => [check.id, check.last_polled_at?.getTime()]));
    await expect(refreshOpenChecks(db)).rejects.toThrow();
    const after = await db
      .selectFrom("identity_checks")
      .selectAll()
      .orderBy("first_name")
      .execute();
    const asked = after.filter((check) => check.last_polled_at?.getTime() !== known.get(check.id));
    expect(asked.map(({ first_name }) => first_name)).toEqual(["long ago", "never"]);
  });

  test("the refresh job polls pending identity checks, and complete ones until they have a result", async () => {
    await db.deleteFrom("identity_checks").execute();
    const { id, seller } = await createMatterWithPeople(db);
    await openAndConfirm(ada, seller, "order");
    const [theirs] = await ordered();
    await endCheck(state, theirs?.id, "closed");
    const ended = await state.get(transactions, theirs!.id);
    await state.put(transactions, theirs!.id, { ...ended!, reports: [] });
    expect(await refreshOpenChecks(db), "it was looked at a moment ago").toBe(0);
    const minutesPass = () =>
      db
        .updateTable("identity_checks")
        .set({ last_polled_at: sql`now() - interval '16 minutes'` })
        .execute();
    await minutesPass();
    expect(await refreshOpenChecks(db)).toBe(1);
    expect(await listChecks(db, id)).toMatchObject([{ status: "complete", result: null }]);
    await state.put(transactions, theirs!.id, ended!);
    await minutesPass();
    expect(await refreshOpenChecks(db)).toBe(1);
    expect(await listChecks(db, id)).toMatchObject([{ status: "complete", result: "clear" }]);
    await minutesPass();
    expect(await refreshOpenChecks(db)).toBe(0);
  });
});

test("an unknown verb in the URL answers 404 and orders no identity check", async () => {
  const { id, seller } = await createMatterWithPeople(db);
  const before = await ordered();
  const fields = await readConfirmation(ada, seller, "order");
  const path = `${tabOf(id)}/seller/${seller.person_id}/nonsense`;
  const answer = await postAction(path, ada, fields);
  expect(answer.status).toBe(404);
  expect(await ordered()).toEqual(before);
});

function mockPostResponse(answer: () => Promise<Response>) {
  const { fetch } = globalThis;
  const asked = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation((input, init) => (init?.method === "POST" ? answer() : fetch(input, init)));
  return () => asked.mockRestore();
}

async function eventsOf(id: string, known: number) {
  const events = await listNewEvents(db, id, known);
  return events.map(({ event_name, author }) => [event_name, author]);
}

async function resolveOrder(
  { id, person_type, person_id }: CheckedPerson,
  answer: Record<string, string>,
) {
  const page = `${tabOf(id)}/${person_type}/${person_id}/settle`;
  const fields = readFields((await open(page, ada)).html, "settle-order-form");
  return sendSettling({ id, person_type, person_id }, { ...fields, ...answer });
}

async function sendSettling(
  { id, person_type, person_id }: CheckedPerson,
  fields: Record<string, string>,
) {
  const path = `${tabOf(id)}/${person_type}/${person_id}/settle`;
  const answered = await postAction(path, ada, fields);
  if (answered.location === null) return { errors: listErrors(answered), status: answered.status };
  return { location: answered.location, flash: await flashIn(answered) };
}

async function deliverWebhook(thirdfort_id: string) {
  const isOurs = await handleCheckWebhook(db, { thirdfort_id, is_dated: true });
  if (isOurs) await refreshChangedCheck(db, thirdfort_id);
  return isOurs;
}
