import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { action, loader } from "#app/routes/sell/about-the-property.tsx";
import { action as saveSeller, loader as showSeller } from "#app/routes/sell/seller.tsx";
import { cookieOf } from "#tests/support/cookies.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { readCookie } from "#tests/support/sign-in.ts";
import { type Answer, get, post } from "#tests/support/visit.ts";
import { bea, hidden, property, sellerAtProperty, sellerAtTerms } from "./flow.ts";

/** The forms of a sale that were sent when the session was gone (about-you: tests/routes/sign-in/session-gone). */

const { db } = useTestDatabase();

async function signedOut(seller: { id: string }) {
  await db
    .updateTable("sessions")
    .set({ expires_at: sql`now() - interval '1 second'` })
    .where("user_id", "=", seller.id)
    .execute();
}

/** The cookies of the same person in the same browser, signed in again. */
async function backAgain(seller: { id: string }, answer: Answer) {
  const stash = answer.headers.getSetCookie().find((set) => set.startsWith("stash="));
  return `${await readCookie(db, seller)}; ${cookieOf(stash)}`;
}

describe("what was sent when the session was gone is there after signing in again", () => {
  test("on the property page, for a sale that is not there yet", async () => {
    const seller = await sellerAtProperty(db);
    const path = "/sell/about-the-property?sale=new";
    const form = { ...(await hidden(seller)), ...property, asking_price_pounds: "4x" };
    await signedOut(seller);
    const answer = await post(action, form, { path, cookie: seller.cookie });
    expect(answer.location).toBe(`/sign-in?ended=kept&redirectTo=${encodeURIComponent(path)}`);
    const cookie = await backAgain(seller, answer);
    expect((await get(loader, { path, cookie })).data).toMatchObject({
      stashed: true,
      answers: {
        asking_price_pounds: "4x",
        tenure: "Freehold",
        address: { line_1: "12 Arch Street" },
      },
    });
    // Sent anew it is forgotten, and the page says no more of it.
    await post(action, { ...form, intent: "keep" }, { path, cookie });
    expect((await get(loader, { path, cookie })).data).toMatchObject({ stashed: false });
  });

  test("on the page of the sale it was about, and of no other", async () => {
    const seller = await sellerAtTerms(db);
    const path = `/sell/about-the-property?sale=${seller.transaction_id}`;
    const form = { ...(await hidden(seller)), ...property, tenure: "Leasehold" };
    await signedOut(seller);
    const cookie = await backAgain(
      seller,
      await post(action, form, { path, cookie: seller.cookie }),
    );
    expect((await get(loader, { path, cookie })).data).toMatchObject({
      stashed: true,
      answers: { tenure: "Leasehold" },
    });
    const other = "/sell/about-the-property?sale=new";
    expect((await get(loader, { path: other, cookie })).data).toMatchObject({ stashed: false });
  });

  test("on the page about another seller", async () => {
    const seller = await sellerAtProperty(db);
    const path = "/sell/about-the-property/sellers/add?sale=new";
    const params = { person: "add" };
    await signedOut(seller);
    const form = { ...bea, matter_id: "" };
    const answer = await post(saveSeller, form, { path, params, cookie: seller.cookie });
    const cookie = await backAgain(seller, answer);
    expect((await get(showSeller, { path, params, cookie })).data).toMatchObject({
      stashed: true,
      person: { first_name: "Bea", correspondence_address: { line_1: "1 Other Road" } },
      finder: { correspondence_address: { state: "NotListed" } },
    });
  });
});
