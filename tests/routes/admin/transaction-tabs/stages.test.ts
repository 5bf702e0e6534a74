import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { adminDate, londonDay } from "#app/domain/shared/dates.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import { readBuyerDashboard } from "#app/domain/purchases/buyer-dashboard.server.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import { addStageNote } from "#app/domain/stages/notes.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { signInEditors } from "../estate-agents/editors.ts";
import { confirmFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import { customerReader } from "#tests/support/readers.ts";
import {
  assignSolicitors,
  createMatter,
  countEvents,
  listEmails,
  listNewEvents,
  createPurchaseAtStage,
} from "./matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ({ ada } = await signInEditors(db));
});

const press = (id: string, step: string) => send(`/admin/transactions/${id}/stages`, ada, { step });

const readMilestones = (id: string) =>
  db
    .selectFrom("purchase_intents")
    .select(["contract_pack_sent_on", "enquiries_raised_on", "enquiries_answered_on"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

describe("recording a solicitor’s milestone", () => {
  test("recording a milestone twice sets today’s date on the active purchase once, with an event", async () => {
    const matter = await createMatter(db);
    const active = await createPurchaseAtStage(db, matter, { active: true });
    const newer = await createPurchaseAtStage(db, matter, { first_name: "Cy" });
    const known = await countEvents(db, matter.id);
    const today = londonDay(new Date());
    for (let time = 0; time < 2; time++) {
      const page = await press(matter.id, "contract_pack_sent_on");
      expect(page.location).toBe(`/admin/transactions/${matter.id}/stages`);
    }
    expect(await readMilestones(active.id)).toMatchObject({
      contract_pack_sent_on: today,
      enquiries_raised_on: null,
    });
    expect(await readMilestones(newer.id)).toMatchObject({ contract_pack_sent_on: null });
    expect(await listNewEvents(db, matter.id, known)).toMatchObject([
      { event_name: "contract_pack_sent", comments: adminDate(today), author_id: ada.id },
    ]);
  });

  test("six concurrent submits of a milestone record one event and queue one notification per side", async () => {
    const matter = await createMatter(db);
    await createPurchaseAtStage(db, matter, { active: true });
    await db
      .updateTable("users")
      .set({ active: true })
      .where("id", "in", (sale) =>
        sale.selectFrom("transactions").select("seller_id").where("id", "=", matter.id),
      )
      .execute();
    const known = await countEvents(db, matter.id);
    const six = Array.from({ length: 6 }, () => press(matter.id, "contract_pack_sent_on"));
    const pages = await Promise.all(six);
    for (const { location } of pages) {
      expect(location).toBe(`/admin/transactions/${matter.id}/stages`);
    }
    expect(await listNewEvents(db, matter.id, known)).toHaveLength(1);
    const pending = await db
      .selectFrom("pending_notifications")
      .select(["side", "event_names"])
      .where("transaction_id", "=", matter.id)
      .orderBy("side")
      .execute();
    const event_names = ["contract_pack_sent"];
    expect(pending).toEqual([
      { side: "buyer", event_names },
      { side: "seller", event_names },
    ]);
    const { rows } = await sql`
      select key from graphile_worker.jobs where key like ${`news:%:${matter.id}:%`}`.execute(db);
    expect(rows).toHaveLength(2);
  });

  test("recording a milestone that has a date does not change the date", async () => {
    const matter = await createMatter(db);
    const { id } = await createPurchaseAtStage(db, matter, { active: true });
    await db
      .updateTable("purchase_intents")
      .set({ enquiries_raised_on: "2026-01-05" })
      .where("id", "=", id)
      .execute();
    await press(matter.id, "enquiries_raised_on");
    expect(await readMilestones(id)).toMatchObject({ enquiries_raised_on: "2026-01-05" });
  });

  test.each(["", "exchanged", "contract_pack_sent_on'--"])(
    "posting the unknown step %j records no milestone",
    async (step) => {
      const matter = await createMatter(db);
      const { id } = await createPurchaseAtStage(db, matter, { active: true });
      await press(matter.id, step);
      expect(Object.values(await readMilestones(id))).toEqual([null, null, null]);
    },
  );

  test("milestones are not offered or recorded until there is a buyer", async () => {
    const { id } = await createMatter(db);
    const { html } = await open(`/admin/transactions/${id}/stages`, ada);
    expect(html).not.toContain("Contract pack sent");
    await press(id, "contract_pack_sent_on");
    const { stage } = await db
      .selectFrom("listed_transactions")
      .select("stage")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(stage).toBe("not_instructed");
  });
});

test("staff record the contract pack as ready without a buyer, see its date and can undo it", async () => {
  const { id } = await createMatter(db);
  const stages = `/admin/transactions/${id}/stages`;
  expect((await open(stages, ada)).text).not.toContain("Record contract pack ready");
  await assignSolicitors(db, id, ["seller"]);
  expect((await open(stages, ada)).text).toContain("Record contract pack ready");
  const path = `${stages}/contract-pack/ready`;
  const today = adminDate(londonDay(new Date()));
  const form_key = newIdempotencyKey(`contract-pack-ready ${id}`);
  const tomorrow = adminDate(addDays(londonDay(new Date()), 1));
  const typed = (day: string) => {
    const [date = "", month = "", year = ""] = day.split("/");
    return { "ready_on.day": date, "ready_on.month": month, "ready_on.year": year, form_key };
  };
  const refused = await send(path, ada, typed(tomorrow));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("The day must be today or earlier");
  expect((await send(path, ada, typed(today))).location).toBe(stages);
  expect((await open(stages, ada)).text).toContain(`Ready on ${today}`);
  const confirm = await open(`${stages}/contract-pack/undo`, ada);
  expect(confirm.text).toContain(`The contract pack was recorded as ready on ${today}`);
  const undone = await send(`${stages}/contract-pack/undo`, ada, confirmFields(confirm.html));
  expect(undone.location).toBe(stages);
  expect((await open(stages, ada)).text).toContain("Record contract pack ready");
});

test("a stage note is shown to the sides that it is for, but never to an inactive buyer", async () => {
  const matter = await createMatter(db);
  const active = await createPurchaseAtStage(db, matter, { active: true });
  const other = await createPurchaseAtStage(db, matter, { first_name: "Cy" });
  const actor = { id: ada.id, request_id: "req-1" };
  for (const reader of ["both", "seller", "buyer"] as const) {
    const note = { stage: "searches", reader, note: `For ${reader}`, email_now: false } as const;
    await db.transaction().execute((trx) => addStageNote(trx, matter.id, note, { actor }));
  }
  const { seller_id } = await db
    .selectFrom("transactions")
    .select("seller_id")
    .where("id", "=", matter.id)
    .executeTakeFirstOrThrow();
  const buyers = await db
    .selectFrom("purchase_intents")
    .select(["id", "buyer_id"])
    .where("transaction_id", "=", matter.id)
    .execute();
  const as = (id: string) => ({ id: matter.id, reader: customerReader(id) });
  const buyerOf = (id: string) => buyers.find((purchase) => purchase.id === id)!.buyer_id;
  const sale = await readSellerDashboard(db, as(seller_id));
  expect(sale.stages.notes.map(({ note }) => note)).toEqual(["For both", "For seller"]);
  const theirs = await readBuyerDashboard(db, as(buyerOf(active.id)));
  expect(theirs.stages?.notes.map(({ note }) => note)).toEqual(["For both", "For buyer"]);
  expect((await readBuyerDashboard(db, as(buyerOf(other.id)))).stages).toBeNull();
});

test("a stage note is emailed to everyone on its side only if staff ticked the box (CU-12)", async () => {
  const seller = await insertPerson(db, `${crypto.randomUUID()}@example.test`);
  const matter = await insertSale(db, seller.id);
  const wife = `${crypto.randomUUID()}@example.test`;
  await db
    .insertInto("parties")
    .values({
      ...{ kind: "seller", transaction_id: matter.id, position: 0, email: wife },
      ...{ first_name: "Wilma", last_name: "Byron", phone_number: "+447400123456" },
    })
    .execute();
  const add = (email_now: boolean) =>
    db.transaction().execute((trx) => {
      const note = { stage: "searches", reader: "seller", note: "Send us the guarantee" } as const;
      return addStageNote(
        trx,
        matter.id,
        { ...note, email_now },
        { actor: { id: seller.id, request_id: "" } },
      );
    });
  const queued = () =>
    db
      .selectFrom("email_log")
      .select(["recipient", "props"])
      .where("name", "=", "staff_note")
      .where("transaction_id", "=", matter.id)
      .orderBy("recipient")
      .execute();
  await add(false);
  expect(await queued()).toEqual([]);
  await add(true);
  const emails = await queued();
  expect(emails.map(({ recipient }) => recipient)).toEqual([seller.email, wife].toSorted());
  for (const { recipient, props } of emails) {
    const contents = await readContents(db, "staff_note", props, recipient);
    const first_name = recipient === wife ? "Wilma" : "Ada";
    expect(contents).toMatchObject({ first_name, note: "Send us the guarantee", noun: "sale" });
  }
});

test.each([
  ["seller", ["seller"]],
  ["buyer", ["buyer"]],
  ["both", ["buyer", "seller"]],
] as const)(
  "a stage note for “%s” is emailed to the sides %j, and the form lists the possible recipients (CU-12)",
  async (reader, sides) => {
    const matter = await createMatter(db);
    const { buyer } = await createPurchaseAtStage(db, matter, { active: true });
    await createPurchaseAtStage(db, matter, { first_name: "Cy" });
    const seller = await db
      .selectFrom("transactions")
      .innerJoin("users", "users.id", "transactions.seller_id")
      .select(["first_name", "last_name", "email"])
      .where("transactions.id", "=", matter.id)
      .executeTakeFirstOrThrow();
    const path = `/admin/transactions/${matter.id}/stages/notes/add`;
    const { html } = await open(path, ada);
    expect(html).toContain(
      `Only people who can see the note get the email. Sellers: ${seller.first_name} ${seller.last_name}. Buyers: Bea Byron.`,
    );
    const form_key = newIdempotencyKey(`stage-note ${matter.id}`);
    const note = { stage: "searches", reader, note: "Send us the guarantee", email_now: "on" };
    await send(path, ada, { ...note, form_key });
    const emails = (await listEmails(db, matter.id)).filter(([name]) => name === "staff_note");
    const mailboxes = { seller: seller.email, buyer: buyer.email };
    expect(emails.map(([, recipient]) => recipient)).toEqual(
      sides.map((side) => mailboxes[side]).toSorted(),
    );
  },
);

test("the page that deletes another matter’s stage note shows “Note not found”", async () => {
  const [one, other] = [await createMatter(db), await createMatter(db)];
  const { id } = await db
    .insertInto("stage_notes")
    .values({
      transaction_id: one.id,
      stage: "identity",
      reader: "both",
      note: "Mine",
      author_id: ada.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const page = await open(`/admin/transactions/${other.id}/stages/notes/${id}/take-back`, ada);
  expect(page.html).toContain("Note not found");
  expect(page.html).not.toContain("Mine");
});
