import { beforeEach, describe, expect, test } from "vitest";
import { agreeToShare, confirmAnswers } from "#app/domain/property-information/confirm.server.ts";
import { toOutput } from "#app/domain/property-information/output.server.ts";
import { NOT_SURE } from "#app/domain/property-information/question-type.ts";
import {
  readOwnPropertyInformation,
  readPropertyInformation,
} from "#app/domain/property-information/read-property-information.server.ts";
import { AnswersChangedError } from "#app/domain/property-information/save-answers.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { removePerson, readRemoval } from "#app/domain/participants/remove-person.server.ts";
import { toVersion } from "#app/domain/versions/save-change.server.ts";
import { assignSolicitor, insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { fullAnswers, saveAs } from "#tests/support/property-information.ts";
import { customerReader, staffReader } from "#tests/support/readers.ts";
import { bea } from "#tests/support/sales.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();

let grace: Visitor;
let tom: Visitor;
let sale: string;

const KNOWN = { tenure: "Freehold", onward_purchase: "no" };

beforeEach(async () => {
  const email = `tom.${crypto.randomUUID()}@example.test`;
  grace = await signIn(db, { first_name: "Grace", last_name: "Adeyemi" });
  tom = await signIn(db, { first_name: "Tom", last_name: "Adeyemi", email });
  sale = await insertSaleAtStage(db, grace.id, {
    terms: true,
    complete: true,
    change: { additional_sellers: [{ ...bea, first_name: "Tom", last_name: "Adeyemi", email }] },
  });
  await db
    .updateTable("properties")
    .set({ tenure: "Freehold" })
    .where("id", "=", (eb) =>
      eb.selectFrom("transactions").select("property_id").where("id", "=", sale),
    )
    .execute();
  await db
    .updateTable("transactions")
    .set({ onward_purchase: "no" })
    .where("id", "=", sale)
    .execute();
});

const read = (reader = grace.id) =>
  readOwnPropertyInformation(db, { id: sale, reader: customerReader(reader) });

const save = (by: Visitor, answers: Parameters<typeof saveAs>[3], opened = {}) =>
  saveAs(db, by.id, sale, answers, opened);

async function confirm(by: Visitor, name = "Grace Adeyemi", seen?: string) {
  const { last_answered_at } = await readPropertyInformation(db, staffReader(), sale);
  const user_id: ReaderId = by.id;
  return db
    .transaction()
    .execute((trx) =>
      confirmAnswers(trx, { transaction_id: sale, user_id, name, seen: seen ?? last_answered_at }),
    );
}

const agree = (by: Visitor, agrees = true) =>
  db
    .transaction()
    .execute((trx) => agreeToShare(trx, { transaction_id: sale, user_id: by.id, agrees }));

describe("saving answers about a property", () => {
  test("answers of both sellers are stored with the seller who gave each", async () => {
    await save(grace, { property_type: "House" });
    await save(tom, { floor_plan: "yes" });
    const { given, answers } = await read();
    expect(answers).toEqual({ property_type: "House", floor_plan: "yes" });
    expect(given.map(({ question, first_name }) => [question, first_name])).toEqual([
      ["floor_plan", "Tom"],
      ["property_type", "Grace"],
    ]);
  });

  test("a page without a changed answer stores nothing", async () => {
    const shown = { property_type: null, floor_plan: null };
    expect(await save(grace, shown, shown)).toBe(false);
    const rows = await db
      .selectFrom("property_information")
      .selectAll()
      .where("transaction_id", "=", sale)
      .execute();
    expect(rows).toEqual([]);
  });

  test("an answer that another seller changed since the page was opened is a conflict with theirs", async () => {
    const shown = { property_type: null, floor_plan: null };
    await save(tom, { property_type: "Flat" }, shown);
    const late = save(grace, { property_type: "House", floor_plan: "no" }, shown);
    await expect(late).rejects.toThrow(AnswersChangedError);
    const error: unknown = await late.catch((thrown: unknown) => thrown);
    expect(error).toHaveProperty("others", [
      expect.objectContaining({ question: "property_type", answer: "Flat", first_name: "Tom" }),
    ]);
    expect((await read()).answers).toEqual({ property_type: "Flat" });
  });

  test("two sellers who change different answers on one page at once both keep theirs", async () => {
    const shown = { property_type: null, floor_plan: null };
    await Promise.all([
      save(tom, { property_type: "Flat", floor_plan: null }, shown),
      save(grace, { property_type: null, floor_plan: "yes" }, shown),
    ]);
    expect((await read()).answers).toEqual({ property_type: "Flat", floor_plan: "yes" });
  });

  test("a removed answer is no longer an answer, and its row shows who removed it", async () => {
    await save(grace, { property_type: "House" });
    await save(tom, { property_type: null }, { property_type: "House" });
    const { answers, given } = await read();
    expect(answers).toEqual({});
    expect(given).toMatchObject([{ question: "property_type", answer: null, first_name: "Tom" }]);
  });

  test.each([
    ["a stranger", async () => (await signIn(db)).id],
    [
      "a seller who was removed",
      async () => {
        await db.deleteFrom("parties").where("transaction_id", "=", sale).execute();
        return tom.id;
      },
    ],
  ])("%s can neither read nor answer", async (_who, person) => {
    const id = await person();
    await expect(read(id)).rejects.toThrow(NotFoundError);
    await expect(saveAs(db, id, sale, { property_type: "House" })).rejects.toThrow(NotFoundError);
  });

  test("the seller of a home in a development is not asked", async () => {
    await db
      .updateTable("transactions")
      .set({ type: "development" })
      .where("id", "=", sale)
      .execute();
    await expect(read()).rejects.toThrow(NotFoundError);
  });

  test("answers cannot change, and unconfirmed ones are no longer offered, once contracts have been exchanged", async () => {
    await save(grace, { property_type: "House" });
    await db
      .updateTable("listed_transactions")
      .set({ stage: "completion" })
      .where("id", "=", sale)
      .execute();
    const late = save(tom, { property_type: "Flat" }, { property_type: "House" });
    await expect(late).rejects.toThrow(/^Contracts have been exchanged/);
    expect(await read()).toMatchObject({ is_locked: true, is_offered: false });
  });
});

describe("answers that hide others", () => {
  test("a flat changed into a house keeps the answers about the flat and does not export them", async () => {
    await save(grace, { property_type: "Flat", floors_in_building: "4", entrance_floor: "2" });
    const flat = toOutput(await read(), "seller");
    expect(flat.json).toContain('"numberOfFloors": 4');
    await save(grace, { property_type: "House" }, { property_type: "Flat" });
    const info = await read();
    expect(info.answers.floors_in_building).toBe("4");
    expect(toOutput(info, "seller").json).not.toContain("numberOfFloors");
    await save(grace, { property_type: "Flat" }, { property_type: "House" });
    expect(toOutput(await read(), "seller").json).toContain('"numberOfFloors": 4');
  });
});

describe("documents of answers", () => {
  const requests = () =>
    db
      .selectFrom("document_requests")
      .select(["kind", "status", "question"])
      .where("transaction_id", "=", sale)
      .where("source", "=", "answer")
      .orderBy("kind")
      .execute();

  test("an answer requests its document, and a changed answer withdraws the request", async () => {
    await save(grace, { windows_replaced: "yes" });
    expect(await requests()).toMatchObject([
      { kind: "window_certificate", status: "requested", question: "windows_replaced" },
    ]);
    await save(tom, { windows_replaced: "no" }, { windows_replaced: "yes" });
    expect(await requests()).toMatchObject([{ status: "not_needed" }]);
    await save(tom, { windows_replaced: "yes" }, { windows_replaced: "no" });
    expect(await requests()).toMatchObject([{ status: "requested" }]);
  });
});

describe("confirming the answers", () => {
  beforeEach(async () => {
    await assignSolicitor(db, sale);
    await save(grace, fullAnswers(KNOWN));
  });

  test("the answers are confirmed when every seller has confirmed, and are then sent once", async () => {
    expect(await confirm(grace)).toBe(false);
    expect((await read()).confirmed_at).toBeNull();
    expect(await letters()).toEqual([]);
    expect(await confirm(tom, "Tom Adeyemi")).toBe(true);
    expect(await confirm(tom, "Tom Adeyemi")).toBe(true);
    expect((await read()).confirmations.map(({ name }) => name)).toEqual([
      "Grace Adeyemi",
      "Tom Adeyemi",
    ]);
    expect(await letters()).toEqual([{ name: "firm_news", recipient: "priya@able.example" }]);
    expect(await eventNames()).toEqual(["property_information_confirmed"]);
    const { property_information } = await db
      .selectFrom("listed_transactions")
      .select("property_information")
      .where("id", "=", sale)
      .executeTakeFirstOrThrow();
    expect(property_information).toBe("complete");
  });

  test("two sellers who confirm at the same moment are both recorded, and one letter is sent", async () => {
    const results = await Promise.all([confirm(grace), confirm(tom, "Tom Adeyemi")]);
    expect(results.toSorted()).toEqual([false, true]);
    const { confirmations, confirmed_at } = await read();
    expect(confirmations.map(({ name }) => name).toSorted()).toEqual([
      "Grace Adeyemi",
      "Tom Adeyemi",
    ]);
    expect(confirmed_at).not.toBeNull();
    expect(await letters()).toHaveLength(1);
    expect(await eventNames()).toEqual(["property_information_confirmed"]);
  });

  test("a question without an answer stops the confirmation", async () => {
    await save(grace, { council_tax_band: null }, { council_tax_band: NOT_SURE });
    await expect(confirm(grace)).rejects.toThrow(/^Some questions are still open/);
  });

  test("an answer that changed after the page was opened stops the confirmation", async () => {
    const { last_answered_at } = await read();
    await save(tom, { council_tax_band: "C" }, { council_tax_band: NOT_SURE });
    await expect(confirm(grace, "Grace", last_answered_at)).rejects.toThrow(ConflictError);
  });

  test("a change before the last seller has confirmed ends the first confirmation", async () => {
    await confirm(grace);
    await save(tom, { council_tax_band: "C" }, { council_tax_band: NOT_SURE });
    expect((await read()).confirmations).toEqual([]);
    expect(await confirm(tom, "Tom Adeyemi")).toBe(false);
  });

  test("a change after all have confirmed is marked and sent again, once for several changes", async () => {
    await confirm(grace);
    await confirm(tom, "Tom Adeyemi");
    await db.updateTable("email_log").set({ status: "sent" }).execute();
    await save(tom, { council_tax_band: "C" }, { council_tax_band: NOT_SURE });
    await save(tom, { council_tax_band: "D" }, { council_tax_band: "C" });
    const info = await read();
    expect(info.confirmed_at).not.toBeNull();
    expect(toOutput(info, "seller_solicitor").changed).toMatchObject([
      { label: "Council tax band", first_name: "Tom" },
    ]);
    expect(await letters()).toHaveLength(2);
    expect(await eventNames()).toEqual([
      "property_information_confirmed",
      "property_information_changed",
      "property_information_changed",
    ]);
  });

  test("removing the only seller who has not confirmed confirms the answers", async () => {
    await confirm(grace);
    const { id } = await db
      .selectFrom("parties")
      .select("id")
      .where("transaction_id", "=", sale)
      .executeTakeFirstOrThrow();
    const place = { transaction_id: sale, id };
    const opened = toVersion(await readRemoval(db, staffReader(), place));
    const actor = staffReader({ id: (await signIn(db, { type: "admin" })).id });
    await removePerson(db, place, { actor, opened });
    expect((await read()).confirmed_at).not.toBeNull();
    expect(await letters()).toHaveLength(1);
  });

  test("a seller can agree to share only confirmed answers, and can end the agreement", async () => {
    await expect(agree(grace)).rejects.toThrow(/aren’t confirmed yet/);
    await confirm(grace);
    await confirm(tom, "Tom Adeyemi");
    await agree(tom);
    expect((await read()).share_agreed_by).toMatchObject({ first_name: "Tom" });
    await agree(grace, false);
    expect((await read()).share_agreed_at).toBeNull();
    expect((await eventNames()).slice(1)).toEqual([
      "property_information_sharing_agreed",
      "property_information_sharing_ended",
    ]);
  });
});

const letters = () =>
  db
    .selectFrom("email_log")
    .select(["name", "recipient"])
    .where("transaction_id", "=", sale)
    .where("name", "=", "firm_news")
    .execute();

const eventNames = async () => {
  const events = await db
    .selectFrom("events")
    .select("event_name")
    .where("transaction_id", "=", sale)
    .where("event_name", "like", "property_information%")
    .orderBy("date_time")
    .execute();
  return events.map(({ event_name }) => event_name);
};
