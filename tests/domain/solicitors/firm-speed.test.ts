import { describe, expect, test } from "vitest";
import {
  listOpenMatters,
  readFirmSpeed,
  readUsualAcceptance,
} from "#app/domain/solicitors/firm-speed.server.ts";
import { usualDays } from "#app/domain/solicitors/usual-days.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { firmMatter, groupOf } from "#tests/support/firm-pages.ts";
import { staffReader } from "#tests/support/readers.ts";
import type { Shown } from "#app/domain/readers/reader.ts";

const { db } = useTestDatabase();

const span = (from: string | null, to: string | null) => ({ from, to });

describe("the usual working days of a step", () => {
  test.each([
    ["no matter", [], null],
    ["a day that is not known", [span(null, "2026-11-20"), span("2026-11-20", null)], null],
    ["days in the wrong order", [span("2026-11-20", "2026-11-19")], null],
    ["the same day", [span("2026-11-20", "2026-11-20")], { working_days: 1, matters: 1 }],
    ["a weekend between", [span("2026-11-20", "2026-11-23")], { working_days: 1, matters: 1 }],
    [
      "three out of four matters",
      [17, 18, 19, 20].map((day) => span("2026-11-16", `2026-11-${day}`)),
      { working_days: 3, matters: 4 },
    ],
  ])("%s", (_, spans, usual) => {
    expect(usualDays(spans)).toEqual(usual);
  });
});

/** Inserts an accepted instruction of the seller’s firm, with the letter three days before. */
async function accepted(id: string, lawyer_group_id: string) {
  const letter = await db
    .insertInto("solicitor_letters")
    .values({
      side: "seller",
      lawyer_group_id,
      letter: "{}",
      created_at: new Date("2026-11-16T10:00:00Z"),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("solicitor_letter_matters")
    .values({ letter_id: letter.id, transaction_id: id })
    .execute();
  await db
    .insertInto("instruction_answers")
    .values({
      ...{ transaction_id: id, side: "seller", lawyer_group_id, answer: "accepted" },
      ...{ fee_earner: "Sol", answered_by: "Sol", answered_at: new Date("2026-11-19T10:00:00Z") },
    })
    .execute();
}

describe("a law firm", () => {
  test("has the working days of its steps, and its open matters with the stage", async () => {
    const { id, purchase_intent_id } = await firmMatter(db, "12 Arch Street");
    const group = await groupOf(db, { transaction_id: id, side: "seller" });
    await accepted(id, group);
    await db
      .updateTable("transactions")
      .set({ contract_pack_ready_on: "2026-11-24" })
      .where("id", "=", id)
      .execute();
    await db
      .updateTable("purchase_intents")
      .set({
        contract_pack_sent_on: "2026-11-25",
        enquiries_raised_on: "2026-11-26",
        enquiries_answered_on: "2026-11-30",
      })
      .where("id", "=", purchase_intent_id)
      .execute();
    const { law_firm_id } = await db
      .selectFrom("lawyer_groups")
      .select("law_firm_id")
      .where("id", "=", group)
      .executeTakeFirstOrThrow();
    expect(await readFirmSpeed(db, law_firm_id)).toEqual({
      accept: { working_days: 3, matters: 1 },
      pack: { working_days: 3, matters: 1 },
      enquiries: { working_days: 2, matters: 1 },
    });
    const seen: Shown[] = [];
    const open = () => listOpenMatters(db, staffReader({}, seen), law_firm_id);
    expect(await open()).toMatchObject({ has_more: false, matters: [{ id, side: "seller" }] });
    expect(seen).toEqual([{ record: { type: "law_firm", id: law_firm_id } }]);
    await db
      .updateTable("purchase_intents")
      .set({ aborted: londonDay(new Date()) })
      .where("id", "=", purchase_intent_id)
      .execute();
    expect((await open()).matters).toEqual([]);
  });

  test("is shown to sellers from ten matters on", async () => {
    const first = await firmMatter(db);
    const group = await groupOf(db, { transaction_id: first.id, side: "seller" });
    await accepted(first.id, group);
    for (let count = 1; count < 10; count++) {
      expect(await readUsualAcceptance(db, [group])).toEqual(new Map());
      const { id } = await firmMatter(db);
      await accepted(id, group);
    }
    expect(await readUsualAcceptance(db, [group])).toEqual(new Map([[group, 3]]));
  });
});
