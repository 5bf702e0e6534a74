import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { planAction } from "#app/domain/actions/plan-action.server.ts";
import { takeAction } from "#app/domain/actions/take-action.server.ts";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import { inTransaction } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { staffReader } from "#tests/support/readers.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { open } from "./pages.ts";
import { createMatter } from "./transaction-tabs/matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;
beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

const ENDED = { ended_on: "2026-03-02", end_reason: "Chain broke", end_note: null };
const PAUSED = { paused_on: "2026-03-02", paused_until: null, pause_note: null };

test.each([
  ["end_matter", ENDED],
  ["pause_matter", PAUSED],
] as const)(
  "a matter offers “Resume matter” only once its %s can no longer be undone",
  async (kind, choice) => {
    const { id } = await createMatter(db);
    const place = { transaction_id: id, kind };
    const confirmed = hashPlan(await planAction(db, staffReader(), place, choice));
    const actor = staffReader({ id: ada.id });
    await inTransaction(db, (trx) => takeAction(trx, place, { choice, confirmed, actor }));
    const page = async () => {
      const { text } = await open(`/admin/transactions/${id}`, ada);
      return { undo: /\bUndo\b/.test(text), resume: text.includes("Resume matter") };
    };
    expect(await page()).toEqual({ undo: true, resume: false });
    await db
      .updateTable("matter_actions")
      .set({ sends_at: sql`now()` })
      .where("transaction_id", "=", id)
      .execute();
    expect(await page()).toEqual({ undo: false, resume: true });
  },
);
