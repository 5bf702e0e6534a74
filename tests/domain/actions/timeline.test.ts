import { beforeAll, describe, expect, test } from "vitest";
import { planAction } from "#app/domain/actions/plan-action.server.ts";
import { takeAction } from "#app/domain/actions/take-action.server.ts";
import { undoAction } from "#app/domain/actions/undo-action.server.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import { listEvents, recordEvent } from "#app/domain/events/events.server.ts";
import { standingOf } from "#app/domain/events/event-standing.ts";
import { readMatterFacts } from "#app/domain/matter-files/read-matter-file.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { inTransaction } from "#db/connection.ts";
import {
  assignSolicitors,
  createMatter,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { staffReader } from "#tests/support/readers.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
const reader = staffReader();
let ada: Visitor;
beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

describe("what has become of an event (ST-5)", () => {
  test.each([
    ["exchanged", "11/04/2025", "2025-04-11", "done", null],
    ["exchanged", "11/04/2025 (was 10/04/2025)", "2025-04-11", "done", null],
    ["exchanged", "11/04/2025", null, "withdrawn", "This date was cleared later"],
    ["exchanged", "11/04/2025", "2025-04-14", "moved", "The date is now 14/04/2025"],
    ["date_planned", "Exchanged: planned for 11/04/2025", null, "planned", null],
    ["date_moved", "Exchanged: moved from 10/04/2025 to 11/04/2025", null, "moved", null],
    ["date_withdrawn", "Exchanged: was 11/04/2025", null, "withdrawn", null],
  ])(
    "the event %s of “%s” with the date %s is %s",
    (event_name, comments, exchanged, standing, note) => {
      const dates = { exchanged };
      expect(standingOf({ event_name, comments, dates, undone: null })).toEqual({ standing, note });
    },
  );

  test("an event that is not about a date has no standing, unless its action was undone", () => {
    const event = { event_name: "tenure_corrected", comments: null, dates: {} };
    expect(standingOf({ ...event, undone: null })).toBeNull();
    expect(standingOf({ ...event, undone: "Undone by Ada Marsh" })).toEqual({
      standing: "undone",
      note: "Undone by Ada Marsh",
    });
  });
});

describe("the timeline of a matter", () => {
  async function undoneMatter() {
    const { id } = await createMatter(db);
    const place = { transaction_id: id, kind: "correct_title_number" } as const;
    const choice = { title_number: "NYK123456" };
    const actor = staffReader({ id: ada.id });
    const confirmed = hashPlan(await planAction(db, reader, place, choice));
    const action_id = await inTransaction(db, (trx) =>
      takeAction(trx, place, { choice, confirmed, actor }),
    );
    const undo = () =>
      inTransaction(db, (trx) => undoAction(trx, { transaction_id: id, action_id }, { actor }));
    return { id, undo };
  }

  const latest = async (id: string) => (await listEvents(db, reader, id, { limit: 5 })).items[0];

  test("an undone action is one event that says who undid it, also in the matter’s file", async () => {
    const { id, undo } = await undoneMatter();
    expect(await latest(id)).toMatchObject({
      event_name: "title_number_corrected",
      standing: null,
    });
    await undo();
    const { items } = await listEvents(db, reader, id, { limit: 50 });
    expect(items.filter(({ event_name }) => event_name === "action_undone")).toEqual([]);
    expect(items[0]).toMatchObject({
      event_name: "title_number_corrected",
      standing: "undone",
      note: expect.stringMatching(/^Undone by Ada Marsh, \d\d\/\d\d\/\d{4}/),
    });
    const { timeline } = await inTransaction(db, (trx) => readMatterFacts(trx, service, id));
    expect(timeline.at(-1)?.what).toBe("Title Number Corrected (undone)");
    expect(timeline.at(-1)?.about).toContain("Undone by Ada Marsh");
  });

  test("a date that was cleared is withdrawn on the timeline, not done", async () => {
    const matter = await createMatter(db);
    const { id: purchase_intent_id } = await createPurchaseAtStage(db, matter);
    const about = { transaction_id: matter.id, purchase_intent_id };
    await recordEvent(db, {
      ...about,
      event_name: "exchanged",
      author: "admin",
      comments: "11/04/2025",
    });
    expect(await latest(matter.id)).toMatchObject({ standing: "withdrawn" });
    await db
      .updateTable("purchase_intents")
      .set({ exchanged: "2025-04-11" })
      .where("id", "=", purchase_intent_id)
      .execute();
    expect(await latest(matter.id)).toMatchObject({ standing: "done" });
  });
});

test("the stage “instructed” has the day of the solicitor who replaced another", async () => {
  const { id } = await createMatter(db);
  const day = async () =>
    (
      await db
        .selectFrom("listed_transactions")
        .select("instructed_on")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).instructed_on;
  const record = (event: "first" | "second") =>
    inTransaction(db, async (trx) => {
      await recordEvent(trx, {
        transaction_id: id,
        author: "admin",
        ...(event === "first"
          ? { event_name: "seller_solicitors_assigned", date_time: new Date("2026-05-04T10:00Z") }
          : {
              event_name: "solicitors_replaced",
              type: "seller",
              date_time: new Date("2026-06-08T10:00Z"),
            }),
      });
      await assignSolicitors(trx, id, ["seller"]);
    });
  await record("first");
  expect(await day()).toBe("2026-05-04");
  await record("second");
  expect(await day()).toBe("2026-06-08");
});
