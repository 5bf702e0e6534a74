import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { orderCheck as orderAtThirdfort } from "#app/clients/thirdfort.server.ts";
import { refreshMatter, refreshOpen } from "#app/domain/identity-checks/refresh-checks.server.ts";
import { setFault } from "#mocks/faults.ts";
import { type Status, transactions } from "#mocks/thirdfort/transactions.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { open } from "../pages.ts";
import { askFor, confirm, press, tabOf } from "./check-pages.ts";
import { aCheckedMatter, end, listChecks, type Place } from "./checked-matter.ts";
import { countEvents, listNewEvents } from "./matter.ts";

/** Checks as staff order them, whatever Thirdfort and its connection do meanwhile. */

const { db } = useTestDatabase();
const { state } = useDoubles();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

const show = (id: string) => open(tabOf(id), ada);
const ordered = () => state.list(transactions);

/** Lets minutes go by for orders that nobody has confirmed. */
const ordersAge = (minutes: number) =>
  db
    .updateTable("checks")
    .set({ order_sent_at: sql`order_sent_at - make_interval(mins => ${minutes})` })
    .where("order_sent_at", "is not", null)
    .execute();

/** Thirdfort can be asked, and what is posted to it gets this answer, until it is mended. */
function answerPosts(answer: () => Promise<Response>) {
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

const refused = (title: string, description: string) => ({ kind: "error", title, description });
const STALE =
  "The check, the mobile number, or who is sent the report has changed since you were asked. Check it, and confirm again.";
const ORDER_FAILED = "Error trying to order thirdfort check";

describe("N-032 an order costs money: once is once", () => {
  test("pressed twice, it is one check and one answer", async () => {
    const { id, seller } = await aCheckedMatter(db);
    const known = await countEvents(db, id);
    const fields = await askFor(ada, seller, "order");
    const answers = await Promise.all([1, 2, 3].map(() => confirm(ada, seller, "order", fields)));
    for (const { flash } of answers) expect(flash?.title).toBe("Check ordered");
    // And once more, from the back button.
    expect((await confirm(ada, seller, "order", fields)).flash?.title).toBe("Check ordered");
    expect(await ordered()).toHaveLength(1);
    expect(await listChecks(db, id)).toHaveLength(1);
    expect(await listNewEvents(db, id, known)).toHaveLength(1);
  });

  test("two members of staff at once: one orders, the other is told", async () => {
    const { id, seller } = await aCheckedMatter(db);
    const forms = [await askFor(ada, seller, "order"), await askFor(ada, seller, "order")];
    const answers = await Promise.all(forms.map((form) => confirm(ada, seller, "order", form)));
    expect(answers.map(({ flash }) => flash?.kind).sort()).toEqual(["error", "success"]);
    expect(await ordered()).toHaveLength(1);
    expect(await listChecks(db, id)).toHaveLength(1);
  });

  test("the database keeps a second open check of a person out by itself", async () => {
    const { id, seller } = await aCheckedMatter(db);
    await press(ada, seller, "order");
    const [check] = await listChecks(db, id);
    const { transaction_id, person_type, email, last_name, phone_number } = check!;
    const second = { transaction_id, person_type, email, last_name, phone_number };
    await expect(
      db
        .insertInto("checks")
        .values({ ...second, first_name: check!.first_name.toUpperCase(), status: "pending" })
        .execute(),
    ).rejects.toThrow(/checks_one_open/);
  });

  test("N-037 an answer that is lost: nothing is ordered twice, and the next look finds the check", async () => {
    const { id, seller } = await aCheckedMatter(db);
    const known = await countEvents(db, id);
    await db
      .updateTable("users")
      .set({ last_name: "Lost" })
      .where("id", "=", seller.person_id)
      .execute();
    const fields = await askFor(ada, seller, "order");
    const other = await askFor(ada, seller, "order");
    const answer = await confirm(ada, seller, "order", fields);
    expect(answer.flash).toEqual(refused("Check not ordered", ORDER_FAILED));
    expect(await listNewEvents(db, id, known)).toEqual([]);
    expect(await listChecks(db, id)).toMatchObject([{ status: "pending", thirdfort_id: null }]);

    // While nobody knows, another order is refused.
    const second = await confirm(ada, seller, "order", other);
    expect(second.flash?.description).toBe(STALE);
    expect(await ordered()).toHaveLength(1);

    const { text } = await show(id);
    expect(text).not.toContain("not confirmed");
    const [check] = await listChecks(db, id);
    expect(check).toMatchObject({ thirdfort_id: (await ordered())[0]?.id, order_sent_at: null });
    expect(await eventsOf(id, known)).toEqual([["thirdfort_check_ordered", "admin"]]);
    await show(id);
    expect(await listNewEvents(db, id, known)).toHaveLength(1);
  });

  test.each(["down", "nonsense", "reset", "slow"] as const)(
    "N-037 N-038 A-044 Thirdfort is %s: it is said, and nothing is ordered",
    async (fault) => {
      const { id, seller } = await aCheckedMatter(db);
      const fields = await askFor(ada, seller, "order");
      await setFault(state, "thirdfort", fault);
      const answer = await confirm(ada, seller, "order", fields);
      expect(answer).toEqual({
        location: tabOf(id),
        flash: refused("Check not ordered", ORDER_FAILED),
      });
      await setFault(state, "thirdfort", "none");
      expect(await listChecks(db, id)).toEqual([]);
      expect(await ordered()).toEqual([]);
      // The page that was left open still orders.
      expect((await confirm(ada, seller, "order", fields)).flash?.title).toBe("Check ordered");
      expect(await ordered()).toHaveLength(1);
    },
  );

  test.each<[string, () => Promise<Response>]>([
    ["fails", () => Promise.resolve(new Response(null, { status: 503 }))],
    ["talks nonsense", () => Promise.resolve(new Response("<!doctype html>"))],
    ["answers in another shape", () => Promise.resolve(Response.json({ status: "open" }))],
    ["says nothing", () => Promise.resolve(new Response(null))],
    ["is cut off", () => Promise.reject(new TypeError("fetch failed"))],
  ])(
    "N-037 N-038 Thirdfort %s once it is asked for a check: the order is given up when Thirdfort says that it has none",
    async (_how, answerOrder) => {
      const { id, seller } = await aCheckedMatter(db);
      const fields = await askFor(ada, seller, "order");
      const mend = answerPosts(answerOrder);
      const answer = await confirm(ada, seller, "order", fields);
      mend();
      expect(answer.flash).toEqual(refused("Check not ordered", ORDER_FAILED));
      await setFault(state, "thirdfort", "down");
      // N-038 nobody can be asked, and what is known is shown.
      const away = await show(id);
      expect(away.status).toBe(200);
      expect(away.text).toContain("There was an error fetching the thirdfort checks");
      expect(away.text).toContain("Thirdfort has not confirmed the order yet.");
      expect(await listChecks(db, id)).toHaveLength(1);

      await setFault(state, "thirdfort", "none");
      await ordersAge(14);
      await show(id);
      expect(await listChecks(db, id), "it may still be on its way").toHaveLength(1);
      await ordersAge(2);
      expect((await show(id)).text).not.toContain("Thirdfort has not confirmed");
      expect(await listChecks(db, id)).toEqual([]);
      expect((await press(ada, seller, "order")).flash?.title).toBe("Check ordered");
      expect(await ordered()).toHaveLength(1);
    },
  );

  describe("an order that Thirdfort takes long after it was given up", () => {
    /** Sent, lost and given up; and then Thirdfort has it after all. */
    async function aLateOne(seller: Place, status: Status = "open") {
      const mend = answerPosts(() => Promise.resolve(new Response(null, { status: 504 })));
      await press(ada, seller, "order");
      mend();
      const [sent] = await listChecks(db, seller.id);
      await ordersAge(16);
      await show(seller.id);
      expect(await listChecks(db, seller.id)).toEqual([]);
      const late = await orderAtThirdfort({
        ref: seller.id,
        name: "Sale",
        actor: { name: "Ada Byron", phone: "+447400123456", email: "ada@example.test" },
        person_type: "seller",
        recipients: [],
        order_key: sent!.order_key!,
      });
      if (status !== "open") await end(state, late.thirdfort_id, status);
      return late.thirdfort_id;
    }

    test.each(["open", "closed"] as const)(
      "is taken over, and not paid for again (%s)",
      async (status) => {
        const { id, seller } = await aCheckedMatter(db);
        const known = await countEvents(db, id);
        const late = await aLateOne(seller, status);
        expect((await press(ada, seller, "order")).flash?.title).toBe("Check ordered");
        expect(await ordered()).toHaveLength(1);
        expect(await listChecks(db, id)).toMatchObject([
          {
            thirdfort_id: late,
            order_sent_at: null,
            status: status === "open" ? "pending" : "complete",
          },
        ]);
        expect(await eventsOf(id, known)).toEqual([
          ["thirdfort_check_ordered", "admin"],
          ...(status === "open" ? [] : [["thirdfort_check_completed", "provider"]]),
        ]);
      },
    );

    test.each(["failed", "aborted"] as const)(
      "takes nobody's place when it is %s",
      async (status) => {
        const { id, seller } = await aCheckedMatter(db);
        const late = await aLateOne(seller, status);
        await press(ada, seller, "order");
        expect(await ordered()).toHaveLength(2);
        const [check] = await listChecks(db, id);
        expect(check).toMatchObject({ status: "pending" });
        expect(check?.thirdfort_id).not.toBe(late);
      },
    );

    test("takes nobody else's place, nor that of the check that comes after it", async () => {
      const { id, seller } = await aCheckedMatter(db);
      const late = await aLateOne(seller);
      const { rows } = await sql<{ id: string }>`
        select id from parties where email = 'jo@example.test' and purchase_intent_id in
          (select id from purchase_intents where transaction_id = ${id})`.execute(db);
      await press(ada, { id, person_type: "buyer", person_id: rows[0]!.id }, "order");
      expect(await ordered()).toHaveLength(2);
      await press(ada, seller, "order");
      await press(ada, seller, "abort");
      await press(ada, seller, "reorder");
      expect(await ordered()).toHaveLength(3);
      const known = (await listChecks(db, id)).map(({ thirdfort_id }) => thirdfort_id);
      expect(known.indexOf(late)).toBe(1);
      expect(new Set(known).size).toBe(3);
    });
  });

  test("N-037 pressed twice while Thirdfort takes its time to refuse, it is refused twice", async () => {
    const { id, seller } = await aCheckedMatter(db);
    const fields = await askFor(ada, seller, "order");
    const mend = answerPosts(() => pause(400, new Response(null, { status: 400 })));
    const answers = await Promise.all([1, 2].map(() => confirm(ada, seller, "order", fields)));
    mend();
    for (const { flash } of answers)
      expect(flash).toEqual(refused("Check not ordered", ORDER_FAILED));
    expect(await listChecks(db, id)).toEqual([]);
  });

  test("an order that is answered just as it would be given up stays", async () => {
    const { id, seller } = await aCheckedMatter(db);
    const mend = answerPosts(() => Promise.resolve(new Response(null, { status: 504 })));
    await press(ada, seller, "order");
    mend();
    await ordersAge(16);
    const answered = async () => {
      const found = { thirdfort_id: `t${id}`, order_sent_at: null };
      await db.updateTable("checks").set(found).where("transaction_id", "=", id).execute();
      return Response.json({ items: [] });
    };
    const asked = vi.spyOn(globalThis, "fetch").mockImplementationOnce(answered);
    await refreshMatter(db, id);
    asked.mockRestore();
    expect(await listChecks(db, id)).toMatchObject([{ thirdfort_id: `t${id}` }]);
  });

  test("N-035 Thirdfort will not abort what is under way: it is said, and it goes on", async () => {
    const { id, seller } = await aCheckedMatter(db);
    await press(ada, seller, "order");
    const fields = await askFor(ada, seller, "abort");
    const mend = answerPosts(() => Promise.resolve(new Response(null, { status: 409 })));
    const { flash } = await confirm(ada, seller, "abort", fields);
    mend();
    expect(flash).toEqual(refused("Check not aborted", "Error trying to abort thirdfort check"));
    expect(await listChecks(db, id)).toMatchObject([{ status: "pending" }]);
  });

  test("a check in place of one that failed is ordered, whatever has become of that one since", async () => {
    const { id, seller } = await aCheckedMatter(db);
    await press(ada, seller, "order");
    const [first] = await ordered();
    await end(state, first?.id, "failed");
    await show(id);
    await state.put(transactions, first!.id, { ...first!, status: "closed" });
    expect((await press(ada, seller, "reorder")).flash?.title).toBe("Check reordered");
    expect(await ordered()).toHaveLength(2);
  });

  test("N-030 aborted twice with one form, it is one event and one answer", async () => {
    const { id, seller } = await aCheckedMatter(db);
    await press(ada, seller, "order");
    const known = await countEvents(db, id);
    const fields = await askFor(ada, seller, "abort");
    for (let copy = 0; copy < 2; copy++) {
      expect((await confirm(ada, seller, "abort", fields)).flash?.title).toBe("Check aborted");
    }
    expect(await eventsOf(id, known)).toEqual([["thirdfort_check_aborted", "admin"]]);
  });

  test("a refused order leaves nothing", async () => {
    const { id, seller } = await aCheckedMatter(db);
    await db
      .updateTable("users")
      .set({ last_name: "Refused" })
      .where("id", "=", seller.person_id)
      .execute();
    expect((await press(ada, seller, "order")).flash).toEqual(
      refused("Check not ordered", ORDER_FAILED),
    );
    expect(await listChecks(db, id)).toEqual([]);
  });

  test("a job asks after what is open, has an id at Thirdfort, and has not been asked after for a quarter of an hour", async () => {
    await db.deleteFrom("checks").execute();
    const { id } = await aCheckedMatter(db);
    const looked = (minutes: number) => sql<Date>`now() - make_interval(mins => ${minutes})`;
    const checks = [
      ["never", { status: "pending", thirdfort_id: "one", looked_at: null }],
      ["long ago", { status: "pending", thirdfort_id: "two", looked_at: looked(16) }],
      ["just now", { status: "pending", thirdfort_id: "three", looked_at: looked(14) }],
      ["over", { status: "complete", thirdfort_id: "four", looked_at: looked(60) }],
      ["called off", { status: "aborted", thirdfort_id: "five", looked_at: null }],
      ["unknown there", { status: "pending", thirdfort_id: null, looked_at: looked(60) }],
    ] as const;
    const person = { last_name: "Byron", email: "bea@example.test", phone_number: "+447400123456" };
    for (const [first_name, check] of checks) {
      const row = { ...person, ...check, first_name, person_type: "seller" as const };
      await db
        .insertInto("checks")
        .values({ ...row, transaction_id: id })
        .execute();
    }
    const before = await db.selectFrom("checks").select(["id", "looked_at"]).execute();
    const known = new Map(before.map((check) => [check.id, check.looked_at?.getTime()]));
    // Thirdfort's double knows none of them.
    await expect(refreshOpen(db)).rejects.toThrow();
    const after = await db.selectFrom("checks").selectAll().orderBy("first_name").execute();
    const asked = after.filter((check) => check.looked_at?.getTime() !== known.get(check.id));
    expect(asked.map(({ first_name }) => first_name)).toEqual(["long ago", "never"]);
  });

  test("a job finds lost orders too, and open checks that nobody looks at", async () => {
    await db.deleteFrom("checks").execute();
    const { id, seller } = await aCheckedMatter(db);
    await db
      .updateTable("users")
      .set({ last_name: "Lost" })
      .where("id", "=", seller.person_id)
      .execute();
    await press(ada, seller, "order");
    await refreshOpen(db);
    const [check] = await listChecks(db, id);
    expect(check?.thirdfort_id).toBeTruthy();
    await end(state, check?.thirdfort_id, "closed");
    expect(await refreshOpen(db), "it was looked at a moment ago").toBe(0);
    await db
      .updateTable("checks")
      .set({ looked_at: sql`now() - interval '16 minutes'` })
      .execute();
    expect(await refreshOpen(db)).toBeGreaterThanOrEqual(1);
    expect((await listChecks(db, id))[0]?.status).toBe("complete");
  });
});
