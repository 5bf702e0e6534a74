import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { action } from "#app/routes/account/erasure.tsx";
import { refuseErasure } from "#app/domain/privacy/privacy-requests.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { readCookie, signIn, type Visitor } from "#tests/support/sign-in.ts";
import { post } from "#tests/support/call-route.ts";
import { attribute, tags } from "#tests/ui/render.tsx";
import { insertPurchaseAtStage, insertSaleAtStage } from "./matters.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
const PAGE = "/your-data/erasure";

async function keyFor(visitor: Visitor) {
  const { html } = await open(PAGE, visitor);
  const field = tags(html, "input").find((tag) => attribute(tag, "name") === "form_key");
  return field ? (attribute(field, "value") ?? "") : "";
}

async function ask({ cookie }: Visitor, form_key: string) {
  const answer = await post(action, { form_key }, { path: PAGE, cookie });
  return { location: answer.location, flash: await flashIn(answer) };
}

async function withdraw({ cookie }: Visitor) {
  const answer = await post(action, { withdraw: "yes" }, { path: PAGE, cookie });
  return { location: answer.location, flash: await flashIn(answer) };
}

async function planCompletion(transaction_id: string, completed: string) {
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const { id } = await insertPurchaseAtStage(db, (await signIn(db)).id);
  await db
    .updateTable("purchase_intents")
    .set({ transaction_id, property_id, completed })
    .where("id", "=", id)
    .execute();
}

const requestsOf = ({ id }: Visitor) =>
  db.selectFrom("privacy_requests").select(["id", "status"]).where("user_id", "=", id).execute();

test("the erasure page lists what we delete and accepts one request, and /your-data shows its status", async () => {
  const ada = await signIn(db);
  const { text } = await open(PAGE, ada);
  expect(text).toContain("we’ll close it and sign you out everywhere");
  expect(text).toContain("if we ever restore a backup");
  expect(text).not.toContain("ID checks");
  const key = await keyFor(ada);
  const other = await keyFor(ada);
  for (const { location, flash } of await Promise.all([ask(ada, key), ask(ada, key)])) {
    expect(location).toBe("/your-data");
    expect(flash?.title).toBe("You’ve asked us to delete your data");
  }
  expect((await ask(ada, other)).flash?.title).toBe("You’ve already asked for this");
  const [request, ...rest] = await requestsOf(ada);
  expect(rest).toEqual([]);
  const waiting = await open("/your-data", ada);
  expect(waiting.text).toMatch(
    /On .* you asked us to delete your data\. Someone on our team will review it and email you\./,
  );
  expect(waiting.text).not.toContain("See what we’d delete");

  const actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "" };
  await refuseErasure(db, { reason: "Your claim is open." }, { actor }, request!.id);
  const refused = await open("/your-data", ada);
  expect(refused.text).toContain("We couldn’t do it: Your claim is open.");
  expect(refused.html).toContain(PAGE);
});

test("the erasure page names a sale in progress and its completion date, and still accepts the request (CU-16)", async () => {
  const ada = await signIn(db);
  const id = await insertSaleAtStage(db, ada.id, { terms: true, complete: true });
  const { text } = await open(PAGE, ada);
  expect(text).toContain(
    "We can’t delete your data yet The sale or purchase of 12 Arch Street, York, YO1 7HZ is still in progress, and we need your data for it. You can ask us again from the day after it has completed or fallen through. No completion date is planned yet.",
  );
  await planCompletion(id, "2099-12-18");
  expect((await open(PAGE, ada)).text).toContain(
    "Completion is planned for Friday 18 December 2099, so you can ask us again from Saturday 19 December 2099.",
  );
  expect((await ask(ada, await keyFor(ada))).flash?.title).toBe(
    "You’ve asked us to delete your data",
  );
  expect(await requestsOf(ada)).toMatchObject([{ status: "open" }]);
});

test("an open erasure request can be withdrawn with one click, without a new sign-in (CU-16)", async () => {
  const ada = await signIn(db);
  await ask(ada, await keyFor(ada));
  expect((await open("/your-data", ada)).text).toContain("Withdraw this request");
  await db
    .updateTable("sessions")
    .set({ signed_in_at: sql`now() - interval '16 minutes'` })
    .where("user_id", "=", ada.id)
    .execute();
  const withdrawn = await withdraw(ada);
  expect(withdrawn).toMatchObject({ location: "/your-data", flash: { kind: "success" } });
  const { text, html } = await open("/your-data", ada);
  expect(text).toContain("You withdrew your request.");
  expect(text).not.toContain("Withdraw this request");
  expect(html).toContain(PAGE);
  expect((await withdraw(ada)).flash?.kind).toBe("error");
});

test("requesting erasure requires a recent sign-in and a customer account", async () => {
  const ada = await signIn(db);
  const key = await keyFor(ada);
  await db
    .updateTable("sessions")
    .set({ signed_in_at: sql`now() - interval '16 minutes'` })
    .where("user_id", "=", ada.id)
    .execute();
  expect((await ask(ada, key)).location).toBe(
    "/sign-in?again=true&redirectTo=%2Fyour-data%2Ferasure",
  );
  expect((await open(PAGE)).location).toBe("/sign-in?redirectTo=%2Fyour-data%2Ferasure");
  const colleague = await signIn(db, { type: "admin" });
  expect((await open(PAGE, colleague)).text).toContain("Ask an administrator");
  expect((await ask(colleague, key)).flash?.kind).toBe("error");
  expect((await open("/your-data", colleague)).html).not.toContain(PAGE);
  expect([...(await requestsOf(ada)), ...(await requestsOf(colleague))]).toEqual([]);
});

describe("the lists of data that erasure deletes and retains", () => {
  const DELETED =
    "What we’ll delete access to your account (we’ll close it and sign you out everywhere, and you can’t sign in again) answers you haven’t submitted, and the people you added to a sale or purchase you started without accepting our terms messages from our contact form, and emails between us that aren’t about a sale or purchase invitations, details an estate agent gave us about you, and email preferences and subscriptions";
  const POSTMARK = "Postmark, our email provider, deletes its copies of our emails after 45 days.";
  const ALWAYS_KEPT =
    "an activity log that contains reference numbers but no names letters, documents, activity and answers of other people that mention you, for as long as we keep them property details from a sale or purchase that you started without accepting our terms a record of our last email to you, for 12 months a coded record of the deletion, so we can delete the data again if we ever restore a backup Someone on our team reviews every request, and we’ll email you within one month. You can’t undo this, so you may want to get a copy of your data first.";

  test("the erasure page of a person without a finished matter lists their contact details and any record at Stripe as deleted", async () => {
    const { text } = await open(PAGE, await signIn(db));
    expect(text).toContain(
      `${DELETED} your name and contact details We’ll also delete any record of you at Stripe, our payment provider. ${POSTMARK} What we need to keep ${ALWAYS_KEPT}`,
    );
  });

  test("the erasure page of a person with a finished matter says why and until when we keep the matter’s records and the person’s name", async () => {
    const { seller } = await fullMatter(db);
    await db.updateTable("purchase_intents").set({ completed: "2026-03-01" }).execute();
    await db
      .updateTable("orders")
      .set({ review: null, paid_at: new Date(), stripe_transaction_status: "succeeded" })
      .execute();
    const { text } = await open(PAGE, { ...seller, cookie: await readCookie(db, seller) });
    expect(text).toContain(
      `${DELETED} We’ll keep any record of you at Stripe, our payment provider. ${POSTMARK} What we need to keep Sales and purchases with accepted terms, including the people involved, their contact details, letters, emails, searches and payments Until 1 Mar 2036, because we may need them to answer questions or legal claims, and the law requires us to keep payment records. ID checks Until 1 Mar 2031, because the Money Laundering Regulations 2017 require it. Your name and contact details stay in these records. Until we delete them, you can’t sign up again with the same email address. ${ALWAYS_KEPT}`,
    );
  });
});
