import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { readRemoval, removePerson } from "#app/domain/participants/remove-person.server.ts";
import { toVersion } from "#app/domain/versions/save-change.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { staffReader } from "#tests/support/readers.ts";
import { bea } from "#tests/support/sales.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { insertSaleAtStage } from "../../account/matters.ts";
import { open as openAsCustomer } from "../../account/pages.ts";
import { confirmFields, readFields } from "../fields.ts";
import { fillIn, open, postAndReadFlash, send } from "../pages.ts";
import {
  addSeller,
  assignSolicitors,
  countEvents,
  listNewEvents,
  createPaidMatter,
  createPurchaseAtStage,
} from "../transaction-tabs/matter.ts";
import {
  add,
  insertCheck,
  mailbox,
  names,
  listEmailsTo,
  partiesOf,
  readStage,
  remove,
  removal,
  sellerOf,
  sellers,
  newPersonFields,
} from "./people.ts";

const { db } = useTestDatabase();
let ada: Visitor;
beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

describe("removing a co-seller", () => {
  test("removing a co-seller who knew of the sale ends their access and emails them", async () => {
    const { id } = await createPaidMatter(db);
    const seller = await sellerOf(db, id);
    const { person_id, email } = await addSeller(db, id);
    const visitor = await signIn(db, { email, first_name: "Jo" });
    expect((await openAsCustomer(`/dashboard/sell/${id}`, visitor)).status).toBe(200);
    const known = await countEvents(db, id);
    const path = removal(sellers(id), person_id);
    expect((await open(sellers(id), ada)).html).toContain(path);
    const { text } = await open(path, ada);
    expect(text).toContain("This removes Jo Joint from the sale");
    expect(text).toContain(
      `We’ll email ${email} to say they’ve been removed. The email waits 10 minutes`,
    );
    expect(text).toContain(`We’ll email ${seller.email} the updated list of people`);
    const done = await remove(ada, path);
    expect(done).toMatchObject({ location: sellers(id), flash: { title: "Removed" } });
    expect((await openAsCustomer(`/dashboard/sell/${id}`, visitor)).status).toBe(404);
    const { waiting } = await listEmailsTo(db, id, email);
    expect(names(waiting)).toEqual(["people_changed"]);
    expect(await readContents(db, "people_changed", waiting[0]!.props)).toMatchObject({
      noun: "sale",
      primary: null,
    });
    expect(names((await listEmailsTo(db, id, seller.email)).waiting)).toContain("people_changed");
    expect(await listNewEvents(db, id, known)).toMatchObject([
      { event_name: "person_removed", author_id: ada.id, comments: "Jo Joint, seller" },
    ]);
    expect((await open(`/admin/transactions/${id}/history`, ada)).text).toContain("Person removed");
  });

  test("removing a co-seller who did not know of the sale withdraws their queued emails and sends none", async () => {
    const { id } = await createPaidMatter(db);
    const huw = newPersonFields();
    await add(ada, `${sellers(id)}/add-seller`, huw);
    const [party] = await partiesOf(db, "transaction_id", id);
    const path = removal(sellers(id), party!.id);
    expect((await open(path, ada)).text).toContain(`We won’t email ${huw.email}, because`);
    await remove(ada, path);
    expect(await listEmailsTo(db, id, huw.email)).toEqual({
      waiting: [],
      withdrawn: ["person_named"],
    });
    const { rows } = await sql`select from addresses
      where id = ${party!.correspondence_address_id}`.execute(db);
    expect(rows).toEqual([]);
  });

  test.each([
    ["person_named", "withdrawn"],
    ["giftor_id_check", "withdrawn"],
    ["matter_news", "withdrawn"],
    ["weekly_summary", "withdrawn"],
    ["payment_received", "left"],
  ])(
    "the outcome for a queued “%s” email to a removed person is “%s” (SE-8)",
    async (name, becomes) => {
      const { id } = await createPaidMatter(db);
      const { person_id, email } = await addSeller(db, id);
      await db
        .insertInto("email_log")
        .values({ name, transaction_id: id, recipient: email, props: "{}" })
        .execute();
      await remove(ada, removal(sellers(id), person_id));
      const { waiting, withdrawn } = await listEmailsTo(db, id, email);
      expect(becomes === "withdrawn" ? withdrawn : names(waiting)).toContain(name);
    },
  );

  test("removing a person who was copied into an earlier email emails them", async () => {
    const { id } = await createPaidMatter(db);
    const { person_id, email } = await addSeller(db, id);
    const path = removal(sellers(id), person_id);
    expect((await open(path, ada)).text).toContain(`We won’t email ${email}, because`);
    const sent = { name: "seller_introduction", status: "sent", props: "{}" } as const;
    await db
      .insertInto("email_log")
      .values({
        ...sent,
        transaction_id: id,
        recipient: mailbox("sam"),
        copied_to: [email.toUpperCase()],
      })
      .execute();
    expect((await open(path, ada)).text).toContain(
      `We’ll email ${email} to say they’ve been removed`,
    );
  });

  test("removing one of two people with the same mailbox keeps its queued emails and sends no removal email", async () => {
    const { id } = await createPaidMatter(db);
    const { person_id, email } = await addSeller(db, id);
    await addSeller(db, id, { email: email.toUpperCase() });
    await signIn(db, { email });
    const news = { name: "matter_news", transaction_id: id, recipient: email };
    await db
      .insertInto("email_log")
      .values({ ...news, props: "{}" })
      .execute();
    await remove(ada, removal(sellers(id), person_id));
    const { waiting, withdrawn } = await listEmailsTo(db, id, email);
    expect([names(waiting), withdrawn]).toEqual([["matter_news"], []]);
  });

  test("removing a person moves the queued “person_named” email to the next person with that mailbox", async () => {
    const { id } = await createPaidMatter(db);
    const huw = newPersonFields();
    await add(ada, `${sellers(id)}/add-seller`, huw);
    await add(ada, `${sellers(id)}/add-seller`, { ...huw, first_name: "Ira" });
    const [first, second] = await partiesOf(db, "transaction_id", id);
    const told = async () =>
      (await listEmailsTo(db, id, huw.email)).waiting.filter(({ name }) => name === "person_named");
    expect(await told()).toMatchObject([{ props: { party_id: first!.id } }]);
    await remove(ada, removal(sellers(id), first!.id));
    expect(await told()).toMatchObject([{ props: { party_id: second!.id } }]);
    await remove(ada, removal(sellers(id), second!.id));
    expect(await told()).toEqual([]);
  });

  test("adding a removed person again shows their identity checks again and withdraws the removal email", async () => {
    const { id } = await createPaidMatter(db);
    const huw = newPersonFields();
    await add(ada, `${sellers(id)}/add-seller`, huw);
    await signIn(db, { email: huw.email });
    await insertCheck(db, id, huw);
    const [party] = await partiesOf(db, "transaction_id", id);
    const path = removal(sellers(id), party!.id);
    expect((await open(path, ada)).text).toContain("finished identity checks stay on record");
    await remove(ada, path);
    const thirdfort = `/admin/transactions/${id}/thirdfort`;
    expect((await open(thirdfort, ada)).text).toMatch(
      /No longer on this matter .*Huw Hale.*Complete/,
    );
    await add(ada, `${sellers(id)}/add-seller`, huw);
    const { waiting, withdrawn } = await listEmailsTo(db, id, huw.email);
    expect([names(waiting), withdrawn]).toEqual([
      ["person_named"],
      ["person_named", "people_changed"],
    ]);
    const { text } = await open(thirdfort, ada);
    expect(text).not.toContain("No longer on this matter");
    expect(text).toMatch(/Huw Hale.*Complete/);
  });

  test("removing a represented owner sends them no email, and the representative’s last owner cannot be removed", async () => {
    const seller = await signIn(db);
    const { last_name, correspondence_address } = bea;
    const vera = { first_name: "Vera", last_name, correspondence_address };
    const id = await insertSaleAtStage(db, seller.id, {
      terms: true,
      complete: true,
      change: {
        customer_type: "representative",
        additional_sellers: [bea, { ...vera, representation_reason: "died" }],
      },
    });
    const [first, second] = await partiesOf(db, "transaction_id", id);
    const path = removal(sellers(id), second!.id);
    const { text } = await open(path, ada);
    expect(text).toContain("This removes Vera Byron from the sale");
    expect(text).not.toMatch(/We won’t email \S+@/);
    expect(text).toContain("An owner who is represented can’t be added again");
    await remove(ada, path);
    const last = removal(sellers(id), first!.id);
    const why = "A representative must have at least one owner. Add another owner first";
    expect((await open(last, ada)).text).toContain(why);
    const place = { transaction_id: id, id: first!.id };
    const edit = { actor: { id: ada.id, request_id: "1" } };
    const opened = toVersion(await readRemoval(db, staffReader(), place));
    await expect(removePerson(db, place, { ...edit, opened })).rejects.toThrow(why);
    expect(await partiesOf(db, "transaction_id", id)).toHaveLength(1);
  });

  test("a person cannot be removed until Thirdfort confirms the order for their identity check", async () => {
    const { id } = await createPaidMatter(db);
    const { person_id, email } = await addSeller(db, id);
    const jo = { first_name: "Jo", last_name: "Joint", email };
    await insertCheck(db, id, jo, {
      status: "pending",
      result: null,
      thirdfort_id: null,
      order_key: crypto.randomUUID(),
      order_sent_at: new Date(),
      requested_by: ada.id,
    });
    const path = removal(sellers(id), person_id);
    const page = await open(path, ada);
    expect(page.text).toContain("Thirdfort hasn’t confirmed the order for this person’s check yet");
    expect(page.html).not.toContain("Remove Jo Joint</button>");
  });

  test("a removed person’s pending identity check can still be aborted, but the stage no longer waits for it", async () => {
    expectError(/There was an error fetching the thirdfort checks/);
    const { id, property_id } = await createPaidMatter(db);
    const seller = await sellerOf(db, id);
    const purchase = await createPurchaseAtStage(db, { id, property_id }, { active: true });
    await assignSolicitors(db, id, ["seller", "buyer"]);
    const { person_id, email } = await addSeller(db, id);
    const jo = { first_name: "Jo", last_name: "Joint", email };
    await insertCheck(db, id, seller);
    const buyer = { first_name: "Bea", last_name: "Byron", email: purchase.email };
    await insertCheck(db, id, buyer, { person_type: "buyer", purchase_intent_id: purchase.id });
    expect(await readStage(db, id)).toEqual({ stage: "identity", holder: "us" });
    await insertCheck(db, id, jo, { status: "pending", result: null });
    expect(await readStage(db, id)).toEqual({ stage: "identity", holder: "us" });
    const path = removal(sellers(id), person_id);
    expect((await open(path, ada)).text).toContain(
      "stays open. To abort it, go to “No longer on this matter” on the Thirdfort tab",
    );
    await remove(ada, path);
    expect(await readStage(db, id)).toEqual({ stage: "searches", holder: "us" });
    const tab = await open(`/admin/transactions/${id}/thirdfort`, ada);
    expect(tab.text).toMatch(/No longer on this matter .*Jo Joint.*Pending.*Abort/);
    const abort =
      /href="([^"]*\/thirdfort\/seller\/[^"]*\/abort)"[^>]*>Abort<span[^>]*> check for Jo/;
    const [, dialog = ""] = abort.exec(tab.html) ?? [];
    expect((await open(dialog, ada)).text).toContain("This stops Thirdfort’s check on Jo Joint");
    await add(ada, `${sellers(id)}/add-seller`, newPersonFields(jo));
    expect(await readStage(db, id)).toEqual({ stage: "identity", holder: "us" });
  });

  test("removing a person clears the alert about their failed identity check", async () => {
    const { id } = await createPaidMatter(db);
    const { person_id, email } = await addSeller(db, id);
    const jo = { first_name: "Jo", last_name: "Joint", email };
    await insertCheck(db, id, jo, { status: "failed", result: null });
    const alert = async () => (await open(sellers(id), ada)).text.includes("failed");
    expect(await alert()).toBe(true);
    await remove(ada, removal(sellers(id), person_id));
    expect(await alert()).toBe(false);
  });

  test("removing a person updates the stage and the search index immediately", async () => {
    const { id, property_id } = await createPaidMatter(db);
    const seller = await sellerOf(db, id);
    const purchase = await createPurchaseAtStage(db, { id, property_id }, { active: true });
    await assignSolicitors(db, id, ["seller", "buyer"]);
    await insertCheck(db, id, seller);
    const buyer = { first_name: "Bea", last_name: "Byron", email: purchase.email };
    await insertCheck(db, id, buyer, { person_type: "buyer", purchase_intent_id: purchase.id });
    expect(await readStage(db, id)).toEqual({ stage: "searches", holder: "us" });
    const last_name = `Q${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
    const find = async () =>
      (await open(`/admin/search?q=${last_name}`, ada)).html.includes(`/admin/transactions/${id}`);
    await add(ada, `${sellers(id)}/add-seller`, newPersonFields({ last_name }));
    expect(await readStage(db, id)).toEqual({ stage: "identity", holder: "us" });
    expect(await find()).toBe(true);
    const [party] = await partiesOf(db, "transaction_id", id);
    await remove(ada, removal(sellers(id), party!.id));
    expect(await readStage(db, id)).toEqual({ stage: "searches", holder: "us" });
    expect(await find()).toBe(false);
  });

  test("removing a person twice records one event, and removing a person under another matter answers 404", async () => {
    const [one, other] = [await createPaidMatter(db), await createPaidMatter(db)];
    const { person_id } = await addSeller(db, one.id);
    const path = removal(sellers(one.id), person_id);
    const fields = confirmFields((await open(path, ada)).html);
    expect((await open(removal(sellers(other.id), person_id), ada)).status).toBe(404);
    await postAndReadFlash(removal(sellers(other.id), person_id), ada, fields);
    expect(await partiesOf(db, "transaction_id", one.id)).toHaveLength(1);
    const known = await countEvents(db, one.id);
    await postAndReadFlash(path, ada, fields);
    const again = await postAndReadFlash(path, ada, fields);
    expect(again.flash?.title).toBe("This person has already been removed");
    expect(await countEvents(db, one.id)).toBe(known + 1);
    expect((await open(path, ada)).status).toBe(404);
  });

  test("removing a person requires a new confirmation if a colleague has corrected that person’s details", async () => {
    const { id } = await createPaidMatter(db);
    const { person_id } = await addSeller(db, id);
    const path = removal(sellers(id), person_id);
    const fields = confirmFields((await open(path, ada)).html);
    const correct = `${sellers(id)}/people/${person_id}`;
    const email = mailbox("right");
    const form = await open(correct, ada);
    await fillIn(ada, correct, "correct-person", { email });
    expect(await postAndReadFlash(path, ada, fields)).toMatchObject({
      location: path,
      flash: { title: "Nothing has been done yet" },
    });
    expect(await partiesOf(db, "transaction_id", id)).toHaveLength(1);
    await remove(ada, path);
    // Correcting the details of a removed person answers 404.
    const late = await send(correct, ada, readFields(form.html, "correct-person"));
    expect(late.status).toBe(404);
    expect(late.text).toContain("This person is no longer on this matter");
  });

  test("read-only staff cannot remove a person", async () => {
    const { id } = await createPaidMatter(db);
    const { person_id } = await addSeller(db, id);
    const path = removal(sellers(id), person_id);
    const looker = await signIn(db, { type: "admin", roles: ["read_only"] });
    const fields = confirmFields((await open(path, ada)).html);
    expect((await send(path, looker, fields)).status).toBe(403);
    expect((await open(sellers(id), looker)).html).not.toContain(path);
    expect(await partiesOf(db, "transaction_id", id)).toHaveLength(1);
  });
});
