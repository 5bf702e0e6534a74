import { beforeAll, describe, expect, test } from "vitest";
import { setFault } from "#mocks/faults.ts";
import { transactions } from "#mocks/thirdfort/transactions.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { open } from "../pages.ts";
import { readConfirmation, confirm, confirmPage, openAndConfirm, tabOf } from "./check-pages.ts";
import { createMatterWithPeople, endCheck, listChecks } from "./checked-matter.ts";
import {
  createMatter,
  assignSolicitors,
  countEvents,
  listNewEvents,
  createPurchaseAtStage,
} from "./matter.ts";

const { db } = useTestDatabase();
const { state } = useDoubles();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

const show = (id: string) => open(tabOf(id), ada);
const ordered = () => state.list(transactions);
const summary = async (id: string) =>
  (
    await db
      .selectFrom("listed_transactions")
      .select("id_checks")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).id_checks;

async function eventsOf(id: string, known: number) {
  const events = await listNewEvents(db, id, known);
  return events.map(({ event_name, author }) => [event_name, author]);
}

const refused = (title: string, description: string) => ({ kind: "error", title, description });
const STALE =
  "The check, the mobile number or the list of report recipients has changed since you opened this page. Check the details and confirm again.";

test("the Thirdfort tab shows each person’s details in tables, to copy (N-008 to N-016 N-025 WF-11.2 WF-11.6)", async () => {
  const { id, purchase } = await createMatterWithPeople(db);
  const { text, html, status } = await show(id);
  expect(status).toBe(200);
  for (const title of ["Sellers", "Purchase Intent 1 (buyers and giftors)"]) {
    expect(text).toContain(title);
  }
  expect(text).toContain("Name Status Check ID Shared with Action");
  expect(text).toMatch(/Sam Seller|Ada Byron/);
  expect(text).toContain("Jo Joint buyer Not requested – None Not shared Order check for Jo Joint");
  expect(text).toContain("Gail Giver giftor Not requested");
  expect(html).toContain("Full Details");
  for (const label of [
    "File reference",
    "Full name",
    "Phone",
    "Email",
    "Property address",
    "Solicitor email",
    "Recipient email",
  ]) {
    expect(text).toContain(label);
  }
  expect(text).toContain("sol@seller.example");
  expect(text).toContain("checks@ashby.example");
  // The phone number is shown without its leading zero (N-028).
  expect(text).toContain("7400 123456");
  expect(text).not.toContain("07400 123456");
  expect(text).toContain("Identity checks Outstanding");
  expect(purchase.id).toBeTruthy();
});

test("a pending identity check shows the phone number that it was ordered with, even after the number is corrected (ST-14)", async () => {
  const { id, seller } = await createMatterWithPeople(db);
  await openAndConfirm(ada, seller, "order");
  await db
    .updateTable("users")
    .set({ phone_number: "07700 900999" })
    .where("id", "=", seller.person_id)
    .execute();
  const { text } = await show(id);
  expect(text).toContain("7400 123456");
  expect(text).not.toContain("900999");
});

test("the identity checks are in progress once every check is ordered and none is complete (ST-14)", async () => {
  const { id, seller } = await aMatterOfOneSeller();
  await openAndConfirm(ada, seller, "order");
  const { text } = await show(id);
  expect(text).toContain("Identity checks In progress");
});

test("opening the Thirdfort tab polls only this matter’s open identity checks (AMB-N04)", async () => {
  const [mine, other] = [await createMatterWithPeople(db), await createMatterWithPeople(db)];
  for (const matter of [mine, other]) await openAndConfirm(ada, matter.seller, "order");
  const last_polled_at = new Date("2026-01-02T03:04:05Z");
  await db.updateTable("identity_checks").set({ last_polled_at }).execute();
  await show(mine.id);
  const asked = await db
    .selectFrom("identity_checks")
    .select("transaction_id")
    .where("last_polled_at", "<>", last_polled_at)
    .execute();
  expect(asked).toEqual([{ transaction_id: mine.id }]);
});

describe("matters before the Thirdfort switchover date (N-017 AMB-N02)", () => {
  test("a matter before the switchover date shows only the details to copy, and ordering an identity check shows “Check not ordered”", async () => {
    const { id, seller } = await createMatterWithPeople(db);
    const fields = await readConfirmation(ada, seller, "order");
    await db
      .updateTable("admin_config")
      .set({ thirdfort_v2_switchover_date: "2999-01-01" })
      .execute();
    const { text } = await show(id);
    const answer = await confirm(ada, seller, "order", fields);
    await db.updateTable("admin_config").set({ thirdfort_v2_switchover_date: null }).execute();
    expect(text).toContain("Recipient email");
    expect(text).not.toContain("Not requested");
    expect(text).not.toContain("Shared with");
    expect(answer.flash).toEqual(
      refused("Check not ordered", "Checks for this matter are ordered directly in Thirdfort."),
    );
    expect(await ordered()).toEqual([]);
  });

  test("the Thirdfort tab shows an error if there are no admin settings", async () => {
    expectError(/Unable to get admin config\. Please try again\./);
    const { id } = await createMatterWithPeople(db);
    const config = await db.deleteFrom("admin_config").returningAll().executeTakeFirstOrThrow();
    const { status, text } = await show(id);
    await db.insertInto("admin_config").values(config).execute();
    expect(status).toBe(500);
    expect(text).toContain("Unable to get admin config. Please try again.");
  });
});

test("staff can order, abort and reorder an identity check until it is complete, with events and audit rows (I-030 N-019 to N-032 N-023 to N-025 WF-11.2 WF-11.3)", async () => {
  const { id, seller } = await createMatterWithPeople(db);
  const known = await countEvents(db, id);
  expect(await summary(id)).toBe("outstanding");

  const asked = await open(confirmPage(seller, "order"), ada);
  expect(asked.text).toContain("Thirdfort will charge us for it");
  expect(asked.text).toContain("+447400123456");
  expect(asked.text).toContain("Able seller: checks@ashby.example");
  expect(await openAndConfirm(ada, seller, "order")).toEqual({
    location: tabOf(id),
    flash: { kind: "success", title: "Check ordered" },
  });
  const [first] = await ordered();
  expect(first?.request.actor.phone).toBe("+447400123456");
  expect(first?.ref).toBe(id);
  let [check] = await listChecks(db, id);
  expect(check).toMatchObject({
    thirdfort_id: first?.id,
    status: "pending",
    order_sent_at: null,
    requested_by: ada.id,
    phone_number: "+447400123456",
  });
  const pending = await show(id);
  expect(pending.html).toContain(`href="http://localhost:3000/mocks/thirdfort/${first?.id}"`);
  expect(pending.text).toMatch(/Pending t\w{19} Able seller Abort check for/);
  expect(await summary(id)).toBe("in_progress");

  expect((await openAndConfirm(ada, seller, "abort")).flash?.title).toBe("Check aborted");
  expect(await openAndConfirm(ada, seller, "reorder")).toMatchObject({
    flash: { title: "Check reordered" },
  });
  const [second] = await ordered();
  await endCheck(state, second?.id, "failed");
  const failed = await show(id);
  expect(failed.text).toContain("Failed");
  expect((await show(id)).text).toMatch(/Thirdfort ?, a check has failed/);
  expect(await summary(id)).toBe("in_progress");

  await openAndConfirm(ada, seller, "reorder");
  const [third] = await ordered();
  await endCheck(state, third?.id, "closed");
  const complete = await show(id);
  expect(complete.text).toContain("The check is complete.");
  // The Reorder button is disabled and has no frame (N-021, N-022).
  expect(complete.html).toMatch(/<button[^>]*data-kind="quiet"[^>]*disabled=""[^>]*>Reorder/);
  expect(complete.text).not.toContain("a check has failed");
  // Posting the form is refused too (N-022, AMB-N01).
  const fields = await readConfirmation(ada, seller, "reorder");
  expect(fields).toEqual({});
  const stale = await confirm(ada, seller, "reorder", {
    ...(await readConfirmation(ada, { ...seller, person_type: "buyer" }, "reorder")),
  });
  expect(stale.flash?.kind).toBe("error");

  [, , check] = await listChecks(db, id);
  expect(check?.status).toBe("complete");
  expect(await eventsOf(id, known)).toEqual([
    ["thirdfort_check_ordered", "admin"],
    ["thirdfort_check_aborted", "admin"],
    ["thirdfort_check_reordered", "admin"],
    ["thirdfort_check_failed", "provider"],
    ["thirdfort_check_reordered", "admin"],
    ["thirdfort_check_completed", "provider"],
  ]);
  const audit = await db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_id", "=", id)
    .where("action", "like", "thirdfort%")
    .orderBy("id")
    .execute();
  expect(audit.map(({ action }) => action)).toEqual([
    "thirdfort_check_ordered",
    "thirdfort_check_aborted",
    "thirdfort_check_reordered",
    "thirdfort_check_reordered",
  ]);
});

describe("identity checks that cannot be aborted or reordered (N-033 to N-036)", () => {
  async function withCheck(status: "pending" | "failed", thirdfort_id: string | null) {
    const { id, seller } = await createMatterWithPeople(db);
    const { first_name, last_name, email } = await db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", seller.person_id)
      .executeTakeFirstOrThrow();
    const person = { first_name, last_name, email, phone_number: "+447400123456" };
    const check = { transaction_id: id, person_type: "seller" as const, status, thirdfort_id };
    await db
      .insertInto("identity_checks")
      .values({ ...person, ...check })
      .execute();
    return seller;
  }

  test.each([
    ["pending", "abort", "Check not aborted", "Error getting check id, cannot abort check"],
    ["failed", "reorder", "Check not reordered", "Error getting check id, cannot reorder check"],
  ] as const)(
    "a %s identity check without a Thirdfort id refuses “%s” with the message $2: $3",
    async (status, verb, title, why) => {
      const seller = await withCheck(status, null);
      expect((await show(seller.id)).html).toContain(`href="${confirmPage(seller, verb)}"`);
      expect((await open(confirmPage(seller, verb), ada)).text).toContain(why);
      const other = await readConfirmation(ada, (await createMatterWithPeople(db)).seller, "order");
      const form = await import("#app/forms/form-key.server.ts");
      const { id, person_type, person_id } = seller;
      const form_key = form.newIdempotencyKey(`identity-check ${id} ${person_type} ${person_id}`);
      const [{ id: check_id } = { id: "" }] = await listChecks(db, id);
      const { flash } = await confirm(ada, seller, verb, { ...other, form_key, check_id });
      expect(flash).toEqual(refused(title, why));
    },
  );

  test("aborting or reordering an identity check shows an error if Thirdfort does not know the check or is down", async () => {
    expectError(/There was an error fetching the thirdfort checks/);
    expectError(/Error trying to abort thirdfort check/);
    expectError(/Error trying to reorder thirdfort check/);
    const pending = await withCheck("pending", `t${crypto.randomUUID()}`);
    const fields = await readConfirmation(ada, pending, "abort");
    const failed = refused("Check not aborted", "Error trying to abort thirdfort check");
    expect((await confirm(ada, pending, "abort", fields)).flash).toEqual(failed);
    await setFault(state, "thirdfort", "down");
    expect((await confirm(ada, pending, "abort", fields)).flash).toEqual(failed);
    const ended = await withCheck("failed", `t${crypto.randomUUID()}`);
    expect((await openAndConfirm(ada, ended, "reorder")).flash).toEqual(
      refused(
        "Order not confirmed",
        "Error trying to reorder thirdfort check. We don’t know yet if Thirdfort received the order.",
      ),
    );
  });

  test("aborting an identity check shows “Check not aborted” if the person has completed it in the meantime", async () => {
    const { id, seller } = await createMatterWithPeople(db);
    await openAndConfirm(ada, seller, "order");
    const fields = await readConfirmation(ada, seller, "abort");
    const [{ thirdfort_id } = { thirdfort_id: "" }] = await listChecks(db, id);
    await endCheck(state, thirdfort_id, "closed");
    expect((await confirm(ada, seller, "abort", fields)).flash).toEqual(
      refused("Check not aborted", "The check is now complete."),
    );
    expect((await listChecks(db, id))[0]?.status).toBe("complete");
  });
});

describe("a complete identity check and its result", () => {
  test.each(["consider", "fail"] as const)(
    "a complete identity check with the result “%s” shows the result in the badge, reports and alert, and can be reordered",
    async (result) => {
      const { id, seller } = await createMatterWithPeople(db);
      await openAndConfirm(ada, seller, "order");
      const known = await countEvents(db, id);
      const [first] = await ordered();
      await endCheck(state, first?.id, "closed", result);
      const { text, html } = await show(id);
      expect(text).toContain(`Complete, ${result} Proof of address: clear Identity: clear`);
      expect(text).toContain(`PEPs and sanctions: ${result}`);
      expect(html).toMatch(
        new RegExp(`data-tone="${result === "fail" ? "stop" : "act"}">Complete, ${result}`),
      );
      expect((await show(id)).text).toMatch(
        result === "fail" ? /Thirdfort ?, a check has failed/ : /Thirdfort ?, a result to consider/,
      );
      expect(await summary(id)).toBe("in_progress");
      const [event] = await listNewEvents(db, id, known);
      expect(event).toMatchObject({
        event_name: "thirdfort_check_completed",
        comments: expect.stringMatching(new RegExp(`: ${result}$`)),
      });
      const asked = await open(confirmPage(seller, "reorder"), ada);
      expect(asked.text).toContain(`the current check (complete, ${result})`);
      expect((await openAndConfirm(ada, seller, "reorder")).flash?.title).toBe("Check reordered");
      expect(await ordered()).toHaveLength(2);
      const again = await show(id);
      expect(again.text).not.toMatch(/Thirdfort ?, a (check has failed|result to consider)/);
    },
  );

  test("a complete identity check with a clear result has the badge “Complete, clear”", async () => {
    const { id, seller } = await createMatterWithPeople(db);
    await openAndConfirm(ada, seller, "order");
    const [first] = await ordered();
    await endCheck(state, first?.id, "closed");
    const { text, html } = await show(id);
    expect(html).toMatch(/data-tone="done">.*?Complete, clear/s);
    expect(text).toContain("The check is complete.");
  });

  test("a complete identity check without a result from Thirdfort is shown as waiting for the result", async () => {
    const { id, seller } = await createMatterWithPeople(db);
    await openAndConfirm(ada, seller, "order");
    const [first] = await ordered();
    await state.put(transactions, first!.id, { ...first!, status: "closed", reports: [] });
    const { text, html } = await show(id);
    expect(html).toMatch(/data-tone="wait">Complete</);
    expect(text).toContain("Thirdfort hasn’t sent us the result. Check it in Thirdfort.");
  });
});

describe("people whose identity check cannot be ordered, and forms that are refused (N-026 AMB-N03)", () => {
  test("the Thirdfort tab says that a side has no solicitor, and has no link to order an identity check (AMB-N03)", async () => {
    const matter = await createMatter(db);
    await createPurchaseAtStage(db, matter);
    const { text, html } = await show(matter.id);
    expect(text).toContain("Assign a solicitor on the seller side first.");
    expect(text).toContain("Assign a solicitor on the buyer side first.");
    expect(html).not.toContain('/order"');
  });

  test("a forged or outdated form orders no identity check", async () => {
    const { id, seller } = await createMatterWithPeople(db);
    const other = await createMatterWithPeople(db);
    const fields = await readConfirmation(ada, seller, "order");
    for (const [change, why] of [
      [{ form_key: "" }, "This form is out of date. Open it again."],
      [
        { form_key: (await readConfirmation(ada, other.seller, "order")).form_key ?? "" },
        /out of date/,
      ],
      [{ phone: "+447400999999" }, STALE],
      [{ recipients: "eve@example.test" }, STALE],
      [{ check_id: "a".repeat(24) }, STALE],
    ] as const) {
      const { flash } = await confirm(ada, seller, "order", { ...fields, ...change });
      expect(flash?.description).toMatch(why);
    }
    expect(await listChecks(db, id)).toEqual([]);
    expect(await ordered()).toEqual([]);
  });

  test.each(["a".repeat(24), "x", "undefined"])(
    "ordering an identity check for the unknown person %s answers 404 (K-020)",
    async (person_id) => {
      const { seller } = await createMatterWithPeople(db);
      const page = await open(confirmPage({ ...seller, person_id }, "order"), ada);
      expect(page.status).toBe(404);
      expect(page.text).toContain("This person is no longer on this matter");
    },
  );

  test("ordering an identity check under another matter or side answers 404, and an unknown verb in the URL shows “Page not found”", async () => {
    const { seller } = await createMatterWithPeople(db);
    const other = await createMatterWithPeople(db);
    for (const place of [
      { ...seller, id: other.id },
      { ...seller, person_type: "buyer" as const },
    ]) {
      expect((await open(confirmPage(place, "order"), ada)).status).toBe(404);
    }
    expect((await open(confirmPage(seller, "steal"), ada)).text).toContain("Page not found");
    const none = await open(confirmPage({ ...seller, id: "f".repeat(24) }, "order"), ada);
    expect(none.text).toContain("Transaction not found");
  });
});

async function aMatterOfOneSeller() {
  const { id } = await createMatter(db);
  await assignSolicitors(db, id, ["seller"]);
  const { seller_id } = await db
    .updateTable("transactions")
    .set({ created_at: new Date() })
    .where("id", "=", id)
    .returning("seller_id")
    .executeTakeFirstOrThrow();
  const phone_number = "07400 123456";
  await db.updateTable("users").set({ phone_number }).where("id", "=", seller_id).execute();
  return { id, seller: { id, person_type: "seller", person_id: seller_id } as const };
}
