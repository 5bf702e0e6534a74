import { beforeAll, describe, expect, test } from "vitest";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { confirmFields } from "../fields.ts";
import { open, postAndReadFlash } from "../pages.ts";
import {
  createMatter,
  assignSolicitors,
  countEvents,
  listEmails,
  listNewEvents,
  createPurchaseAtStage,
} from "./matter.ts";

const { db } = useTestDatabase();
let ada: Visitor;
let tom: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
  tom = await signIn(db, { type: "admin" });
});

const findTab = (id: string) => `/admin/transactions/${id}/buyers`;
const ask = (id: string, purchase: string) => open(`${findTab(id)}/${purchase}/activate`, ada);

const confirm = (
  { id, purchaseId }: { id: string; purchaseId: string },
  fields: Record<string, string>,
  staff = ada,
) => postAndReadFlash(`${findTab(id)}/${purchaseId}/activate`, staff, fields);

const DONE = { kind: "success", title: "Purchase intent activated" };
const STALE =
  "The active purchase intent or its list of email recipients has changed since you opened this page. Check the details and confirm again.";
const refused = (description: string) => ({
  kind: "error",
  title: "Activation failed",
  description,
});

describe("activating a purchase (K-063 to K-069 AMB-D09)", () => {
  test("the confirmation of an activation shows the effects and recipients (WF-14.2)", async () => {
    const { id, first, second } = await threePurchases();
    await assignSolicitors(db, id, ["buyer"]);
    const { html, text, status, title } = await ask(id, second.id);
    expect(status).toBe(200);
    expect(title).toMatch(/ - Activate purchase intent - Fanlight$/);
    // The sentence must also name the replaced buyer (K-065, K-066).
    expect(text).toMatch(
      /This activates Bea Byron ?’s purchase intent and deactivates all other purchase intents on this matter\. This also replaces Abe Byron as the buyer\./,
    );
    for (const email of [
      `Confirmation to the buyer: ${second.email}`,
      `Introduction to the buyer: ${second.email}`,
      "Instruction to the buyer’s solicitor: sol@buyer.example, copies to asha@buyer.example",
      `Notice that the purchase has ended, to the previous buyer: ${first.email}`,
      "Notice of a new buyer, to the seller: ",
      "Instruction to act for the buyer of",
    ]) {
      expect(text).toContain(email);
    }
    expect(html).toContain(`href="${findTab(id)}"`);
    expect(await activeIn(id)).not.toContain(second.id);
    expect(await listEmails(db, id)).toEqual([]);
  });

  test("activating a purchase makes it the only active one, emails customers and the solicitor, and records events (WF-14.3)", async () => {
    const { id, first, second, known } = await threePurchases();
    await assignSolicitors(db, id, ["seller", "buyer"]);
    const fields = confirmFields((await ask(id, second.id)).html);
    const done = await confirm({ id, purchaseId: second.id }, fields);
    expect(done).toEqual({ location: findTab(id), flash: DONE });
    expect(await activeIn(id)).toEqual([second.id]);
    expect(await listEmails(db, id)).toEqual([
      ["buyer_additional_info", second.email],
      ["buyer_introduction", second.email],
      ["buyer_solicitor_instruction", "sol@buyer.example"],
      ["firm_news", "sol@seller.example"],
      ["purchase_intent_activated_buyer", second.email],
      ["purchase_intent_activated_seller", expect.any(String)],
      ["purchase_intent_deactivated_buyer", first.email],
    ]);
    const events = await listNewEvents(db, id, known);
    expect(events.slice(2).map((event) => [event.event_name, event.purchase_intent_id])).toEqual([
      ["buyer_introduction_email_sent", second.id],
      ["buyer_additional_info_email_sent", second.id],
      ["buyer_solicitor_instruction_email_sent", second.id],
    ]);
    expect(events.slice(0, 2)).toEqual([
      {
        event_name: "purchase_intent_deactivated",
        author: "system",
        author_id: null,
        comments: null,
        purchase_intent_id: first.id,
      },
      {
        event_name: "purchase_intent_activated",
        author: "admin",
        author_id: ada.id,
        comments: null,
        purchase_intent_id: second.id,
      },
    ]);
    const audit = await db
      .selectFrom("audit_log")
      .select(["actor_id", "action", "fields"])
      .where("subject_id", "=", second.id)
      .where("actor_kind", "=", "admin")
      .execute();
    expect(audit).toEqual([
      { actor_id: ada.id, action: "purchase_intent_activated", fields: ["is_active"] },
    ]);
  });

  test("repeated submits activate a purchase once and get the same response", async () => {
    const { id, second, known } = await threePurchases();
    const fields = confirmFields((await ask(id, second.id)).html);
    const place = { id, purchaseId: second.id };
    const answers = await Promise.all([confirm(place, fields), confirm(place, fields)]);
    answers.push(await confirm(place, fields));
    expect(answers).toEqual(Array(3).fill({ location: findTab(id), flash: DONE }));
    expect(await listNewEvents(db, id, known)).toHaveLength(2);
    expect(await listEmails(db, id)).toHaveLength(3);
  });

  test("activating a purchase without a buyer’s solicitor emails the customers and the seller’s solicitor", async () => {
    const { id, second } = await threePurchases();
    await assignSolicitors(db, id, ["seller"]);
    const asked = await ask(id, second.id);
    expect(asked.text).toContain("No solicitor is assigned to the buyer, so we won’t email one.");
    await confirm({ id, purchaseId: second.id }, confirmFields(asked.html));
    expect(asked.text).toContain("Notice of the buyer, to the seller’s solicitor");
    expect((await listEmails(db, id)).map(([name]) => name)).toEqual([
      "firm_news",
      "purchase_intent_activated_buyer",
      "purchase_intent_activated_seller",
      "purchase_intent_deactivated_buyer",
    ]);
  });

  test("activating the first purchase of a matter deactivates no other one", async () => {
    const matter = await createMatter(db);
    const only = await createPurchaseAtStage(db, matter);
    const known = await countEvents(db, matter.id);
    const asked = await ask(matter.id, only.id);
    expect(asked.text).toContain("No other purchase intent is active now.");
    const { flash } = await confirm(
      { id: matter.id, purchaseId: only.id },
      confirmFields(asked.html),
    );
    expect(flash).toEqual(DONE);
    const events = await listNewEvents(db, matter.id, known);
    expect(events.map(({ event_name }) => event_name)).toEqual(["purchase_intent_activated"]);
  });
});

describe("recipients of an activation (L01 K12)", () => {
  test("activating a purchase again sends the buyer’s solicitor a confirmation, not a second instruction", async () => {
    const { id, first, second } = await threePurchases();
    await assignSolicitors(db, id, ["buyer"]);
    const activate = async (purchaseId: string) =>
      confirm({ id, purchaseId }, confirmFields((await ask(id, purchaseId)).html));
    await activate(second.id);
    await activate(first.id);
    await db.deleteFrom("email_log").where("transaction_id", "=", id).execute();
    const { text } = await ask(id, second.id);
    expect(text).toContain("Buyer confirmed: purchase of");
    await activate(second.id);
    expect(await listEmails(db, id)).toEqual([
      ["purchase_intent_activated_buyer", second.email],
      ["purchase_intent_activated_seller", expect.any(String)],
      ["purchase_intent_activated_solicitor", "sol@buyer.example"],
      ["purchase_intent_deactivated_buyer", first.email],
    ]);
  });

  test("the buyer and their solicitor get only the emails that staff ticked, with the comment from the assignment", async () => {
    const { id, second } = await threePurchases();
    await assignSolicitors(db, id, ["buyer"]);
    await db
      .updateTable("transactions")
      .set({ ticked_for_buyer: ["buyer_solicitor_instruction"], buyer_comments: "Wants June" })
      .where("id", "=", id)
      .execute();
    const asked = await ask(id, second.id);
    expect(asked.text).toContain("Our comment Wants June");
    await confirm({ id, purchaseId: second.id }, confirmFields(asked.html));
    const names = (await listEmails(db, id)).map(([name]) => name);
    expect(names).toContain("buyer_solicitor_instruction");
    expect(names).not.toContain("buyer_introduction");
    expect(names).not.toContain("purchase_intent_activated_solicitor");
  });

  test("activating an aborted purchase shows the date it was aborted, clears the date and records an event", async () => {
    const { id, second, known } = await threePurchases();
    await db
      .updateTable("purchase_intents")
      .set({ aborted: "2026-11-05" })
      .where("id", "=", second.id)
      .execute();
    const asked = await ask(id, second.id);
    expect(asked.text).toContain(
      "This purchase was aborted on 05/11/2026 . Activating it clears that date",
    );
    await confirm({ id, purchaseId: second.id }, confirmFields(asked.html));
    const { aborted } = await db
      .selectFrom("purchase_intents")
      .select("aborted")
      .where("id", "=", second.id)
      .executeTakeFirstOrThrow();
    expect(aborted).toBeNull();
    expect(await listNewEvents(db, id, known)).toContainEqual({
      event_name: "purchase_taken_up_again",
      author: "admin",
      author_id: ada.id,
      comments: "Aborted on 05/11/2026",
      purchase_intent_id: second.id,
    });
    const { fields } = await db
      .selectFrom("audit_log")
      .select("fields")
      .where("subject_id", "=", second.id)
      .where("action", "=", "purchase_intent_activated")
      .executeTakeFirstOrThrow();
    expect(fields).toEqual(["is_active", "aborted"]);
  });

  test("the seller is emailed the new buyer’s details, and the previous buyer is emailed that their purchase has ended (K12)", async () => {
    const { id, first, second } = await threePurchases();
    await confirm({ id, purchaseId: second.id }, confirmFields((await ask(id, second.id)).html));
    const rows = await db
      .selectFrom("email_log")
      .select(["name", "props", "recipient"])
      .where("transaction_id", "=", id)
      .execute();
    const found = (wanted: string) => rows.find(({ name }) => name === wanted)!;
    const of = (wanted: string) => [found(wanted).props, found(wanted).recipient] as const;
    const seller = await readContents(
      db,
      "purchase_intent_activated_seller",
      ...of("purchase_intent_activated_seller"),
    );
    expect(seller).toMatchObject({
      buyers: "Bea Byron",
      agreed_price: "£440,000",
      has_changed: true,
      dashboard: `http://localhost:3000/dashboard/sell/${id}`,
    });
    const before = await readContents(
      db,
      "purchase_intent_deactivated_buyer",
      ...of("purchase_intent_deactivated_buyer"),
    );
    expect(before).toMatchObject({
      first_name: "Abe",
      are_several: false,
      property: seller.property,
    });
    expect(first.email).not.toBe(second.email);
  });
});

describe("purchases that cannot be activated (K-063)", () => {
  test("neither a purchase with unaccepted terms nor the active purchase can be activated (WF-14.3)", async () => {
    const { id, first, second, third } = await threePurchases();
    const refusals = [
      { purchase: third, why: "The buyer has not accepted the terms and conditions yet" },
      { purchase: first, why: "This purchase intent is already active" },
    ];
    const { confirmed } = confirmFields((await ask(id, second.id)).html);
    for (const { purchase, why } of refusals) {
      const { text, html } = await ask(id, purchase.id);
      expect(text).toContain(why);
      expect(html).not.toContain("form_key");
      const form_key = newIdempotencyKey(`activate-purchase ${purchase.id}`);
      const { flash } = await confirm(
        { id, purchaseId: purchase.id },
        { confirmed: confirmed!, form_key },
      );
      expect(flash).toEqual(refused(why));
    }
    expect(await activeIn(id)).toEqual([first.id]);
    expect(await listEmails(db, id)).toEqual([]);
  });

  test.each(["undefined", "x", "%27"])(
    "activating a purchase with the id “%s” answers 404 (K-070)",
    async (purchaseId) => {
      const { id } = await threePurchases();
      const page = await ask(id, purchaseId);
      expect(page.status).toBe(404);
      expect(page.text).toContain("Purchase Intent ID is required to activate.");
      const form_key = newIdempotencyKey(`activate-purchase ${decodeURIComponent(purchaseId)}`);
      const { flash } = await confirm({ id, purchaseId }, { form_key });
      expect(flash).toEqual(refused("Purchase Intent ID is required to activate."));
    },
  );

  test("activating another matter’s purchase or an unknown one answers 404", async () => {
    const { id } = await threePurchases();
    const other = await threePurchases();
    for (const purchaseId of [other.second.id, "0".repeat(24)]) {
      const page = await ask(id, purchaseId);
      expect(page.status).toBe(404);
      expect(page.text).toContain("Purchase intent not found");
      const form_key = newIdempotencyKey(`activate-purchase ${purchaseId}`);
      const { flash } = await confirm({ id, purchaseId }, { confirmed: "x", form_key });
      expect(flash).toEqual(refused("Purchase intent not found"));
    }
    expect(await activeIn(other.id)).toEqual([other.first.id]);
  });

  test("activating a purchase under a missing matter answers 404", async () => {
    const { second } = await threePurchases();
    for (const id of ["0".repeat(24), "x"]) {
      expect((await ask(id, second.id)).status).toBe(404);
      const form_key = newIdempotencyKey(`activate-purchase ${second.id}`);
      const { flash } = await confirm({ id, purchaseId: second.id }, { form_key });
      expect(flash).toEqual(refused("Purchase intent not found"));
    }
  });

  test("a forged activation form does not activate a purchase", async () => {
    const { id, first, second } = await threePurchases();
    const fields = confirmFields((await ask(id, second.id)).html);
    const changes: Record<string, string>[] = [
      { form_key: "" },
      { form_key: "x.y.z" },
      { form_key: newIdempotencyKey(`activate-purchase ${first.id}`) },
      { confirmed: "" },
      { confirmed: "x" },
    ];
    for (const change of changes) {
      const { flash } = await confirm({ id, purchaseId: second.id }, { ...fields, ...change });
      expect(flash?.title).toBe("Activation failed");
    }
    expect(await activeIn(id)).toEqual([first.id]);
  });
});

describe("two members of staff who activate purchases of one matter", () => {
  test("the second member of staff gets a conflict if another purchase was activated in the meantime", async () => {
    const { id, matter, second } = await threePurchases();
    const fourth = await createPurchaseAtStage(db, matter);
    const [one, two] = [await ask(id, second.id), await ask(id, fourth.id)];
    expect((await confirm({ id, purchaseId: second.id }, confirmFields(one.html))).flash).toEqual(
      DONE,
    );
    const late = await confirm({ id, purchaseId: fourth.id }, confirmFields(two.html), tom);
    expect(late).toEqual({ location: findTab(id), flash: refused(STALE) });
    expect(await activeIn(id)).toEqual([second.id]);
  });

  test("concurrent activations of the same purchase activate it once", async () => {
    const { id, second, known } = await threePurchases();
    const [one, two] = [await ask(id, second.id), await ask(id, second.id)];
    const place = { id, purchaseId: second.id };
    const answers = await Promise.all([
      confirm(place, confirmFields(one.html)),
      confirm(place, confirmFields(two.html), tom),
    ]);
    const kinds = answers.map(({ flash }) => flash?.kind).sort();
    expect(kinds).toEqual(["error", "success"]);
    expect(await listNewEvents(db, id, known)).toHaveLength(2);
    expect(await listEmails(db, id)).toHaveLength(3);
  });

  test("an activation is refused if a solicitor was assigned after the confirmation was opened", async () => {
    const { id, second } = await threePurchases();
    const fields = confirmFields((await ask(id, second.id)).html);
    await assignSolicitors(db, id, ["buyer"]);
    expect((await confirm({ id, purchaseId: second.id }, fields)).flash).toEqual(refused(STALE));
    expect(await listEmails(db, id)).toEqual([]);
  });
});

test("an activation that cannot be saved is rolled back, and can be submitted again", async () => {
  expectError(/the table is broken/);
  const { id, first, second, known } = await threePurchases();
  const fields = confirmFields((await ask(id, second.id)).html);
  const mend = await breakWrites(db, "email_log");
  const { flash } = await confirm({ id, purchaseId: second.id }, fields);
  await mend();
  expect(flash).toEqual(refused("There was an error while activating the purchase intent"));
  expect(await activeIn(id)).toEqual([first.id]);
  expect(await listNewEvents(db, id, known)).toEqual([]);
  expect((await confirm({ id, purchaseId: second.id }, fields)).flash).toEqual(DONE);
});

test("the timeline names the buyer of an activated and of a deactivated purchase", async () => {
  const { id, second } = await threePurchases();
  const { html } = await ask(id, second.id);
  await confirm({ id, purchaseId: second.id }, confirmFields(html));
  const { text } = await open(`/admin/transactions/${id}/events`, ada);
  expect(text).toMatch(/Purchase Intent Activated .{0,120}Bea Byron/);
  expect(text).toMatch(/Purchase Intent Deactivated .{0,120}Abe Byron/);
});

async function threePurchases() {
  const matter = await createMatter(db);
  const first = await createPurchaseAtStage(db, matter, { active: true, first_name: "Abe" });
  const second = await createPurchaseAtStage(db, matter, { first_name: "Bea" });
  const third = await createPurchaseAtStage(db, matter, { terms: false, first_name: "Cy" });
  return { id: matter.id, matter, first, second, third, known: await countEvents(db, matter.id) };
}

async function activeIn(transaction_id: string) {
  const rows = await db
    .selectFrom("purchase_intents")
    .select("id")
    .where("transaction_id", "=", transaction_id)
    .where("is_active", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}
