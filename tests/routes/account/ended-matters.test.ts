import { describe, expect, test } from "vitest";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import { insertPurchase } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { insertSaleAtStage } from "./matters.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
const today = londonDay(new Date());

const change = (id: string, columns: object) =>
  db.updateTable("transactions").set(columns).where("id", "=", id).execute();

async function aSale() {
  const sam = await signIn(db);
  const id = await insertSaleAtStage(db, sam.id, { terms: true, complete: true });
  return { sam, id, read: () => open(`/dashboard/sell/${id}`, sam) };
}

async function aPurchase(is_active: boolean) {
  const { id, sam } = await aSale();
  const bea = await signIn(db, { first_name: "Bea" });
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { id: purchase_intent_id } = await insertPurchase(
    db,
    { id, property_id },
    bea.id,
    is_active,
  );
  await recordEvent(db, {
    transaction_id: id,
    purchase_intent_id,
    event_name: "purchase_intent_success_email_sent",
    author: "system",
  });
  return { id, sam, read: () => open(`/dashboard/buy/${id}`, bea) };
}

describe("the seller’s dashboard of a matter that staff ended or paused (ST-3)", () => {
  test("says that the sale has ended, without steps, links to share or property information", async () => {
    const { id, sam, read } = await aSale();
    expect((await read()).text).toContain("Share what’s ready");
    await change(id, { ended_on: today, end_reason: "Chain broke", end_note: "Secret" });
    const { text } = await read();
    expect(text).toContain(
      `Your sale has ended It ended on ${sentenceDate(today, today)}. You don’t need to do anything for us. If you decide to sell after all, email us.`,
    );
    expect(text).not.toMatch(/Share what’s ready|Property information|Chain broke|Secret|No buyer/);
    expect(text).not.toContain("Your next steps");
    const { text: list } = await open("/welcome-back", sam);
    expect(list).toContain("Ended before completion");
  });

  test.each([
    [
      "a day",
      addDays(today, 7),
      /We plan to continue on \w+ \d+ \w+( \d+)?, and we’ll email you then\./,
    ],
    ["a day that has come", today, /We plan to continue soon, and we’ll email you then\./],
    ["no day", null, /We don’t know yet when it will continue\. We’ll email you when it does\./],
  ])("says that the sale is paused until %s", async (_, paused_until, expected) => {
    const { id, read } = await aSale();
    await change(id, { paused_on: today, paused_until, pause_note: "Secret" });
    const { text } = await read();
    expect(text).toContain("Your sale is paused");
    expect(text).toMatch(expected);
    expect(text).toMatch(/Ready for a buyer Solicitor Paused .* Solicitors Paused/);
    expect(text).not.toMatch(/Secret|Choose your solicitor|Yours|Your turn|do this now/);
  });
});

describe("the buyer’s dashboard of a matter that staff ended or paused (ST-3)", () => {
  test.each([
    ["the active buyer", true],
    ["a buyer who waits to be confirmed", false],
  ])("tells %s that the purchase fell through", async (_, is_active) => {
    const { id, read } = await aPurchase(is_active);
    await change(id, { ended_on: today });
    expect((await read()).text).toContain("Your purchase has fallen through");
  });

  test("tells the active buyer that the purchase is paused", async () => {
    const { id, read } = await aPurchase(true);
    await change(id, { paused_on: today });
    const { text } = await read();
    expect(text).toContain("Your purchase is paused");
    expect(text).not.toMatch(/Send us|You need to|Your turn|With us/);
  });
});
