import { beforeAll, describe, expect, test } from "vitest";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { fullPurchasePeople, jo } from "#tests/support/purchases.ts";
import { raceSixAtLock } from "#tests/support/concurrency.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { open as openAsCustomer } from "../../account/pages.ts";
import { confirmFields, listSummary, readFields } from "../fields.ts";
import { open, send, postAndReadFlash } from "../pages.ts";
import { addSeller, createPurchaseAtStage } from "../transaction-tabs/matter.ts";
import {
  add,
  createConfirmedPurchase,
  buyers,
  FORM,
  listEmailsTo,
  partiesOf,
  remove,
  removal,
  sellers,
  newPersonFields,
  mailbox,
} from "./people.ts";

const { db } = useTestDatabase();
let ada: Visitor;
beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

const readPurchase = (id: string) =>
  db
    .selectFrom("purchase_intents")
    .select(["gifts", "ownership_type"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const adding = (id: string, purchase: string, kind: string) =>
  `${buyers(id)}/${purchase}/add-${kind}`;

describe("people of a purchase", () => {
  const giver = (change: Record<string, string> = {}) =>
    newPersonFields({
      first_name: "Gail",
      amount_pounds: "20,000",
      relationship: "Parent",
      ...change,
    });
  test("adding a giftor changes the gifts answer to “yes”, and does not email the giftor yet", async () => {
    const { id, purchase, buyer } = await createConfirmedPurchase(db);
    const path = adding(id, purchase, "giftor");
    expect((await open(buyers(id), ada)).html).toContain(path);
    const gail = giver();
    expect((await add(ada, path, gail)).location).toBe(buyers(id));
    expect(await readPurchase(purchase)).toMatchObject({ gifts: "yes" });
    const [party] = await partiesOf(db, "purchase_intent_id", purchase);
    expect(party).toMatchObject({ kind: "giftor", amount_pounds: 20_000, relationship: "Parent" });
    expect((await listEmailsTo(db, id, gail.email)).waiting).toEqual([]);
    const told = (await listEmailsTo(db, id, buyer.email)).waiting.find(
      ({ name }) => name === "people_changed",
    );
    expect(await readContents(db, "people_changed", told!.props)).toMatchObject({
      noun: "purchase",
      primary: { named: [{ name: "Gail Hale", part: "Giftor" }] },
    });
    const visitor = await signIn(db, { email: gail.email });
    expect((await openAsCustomer(`/dashboard/gift/${party!.id}`, visitor)).status).toBe(200);

    const away = removal(buyers(id), party!.id);
    expect((await open(away, ada)).text).toContain("the answer about gifts changes to No");
    await remove(ada, away);
    expect(await readPurchase(purchase)).toMatchObject({ gifts: "no" });
    expect((await openAsCustomer(`/dashboard/gift/${party!.id}`, visitor)).status).toBe(404);
    await expect(readContents(db, "giftor_id_check", { party_id: party!.id })).rejects.toThrow(
      "no longer needed",
    );
  });

  test.each([
    [{ amount_pounds: "" }, "Amount must be higher than £0"],
    [{ relationship: "" }, "Required field. Select a relationship"],
  ])("adding a giftor with %j is refused with the error “%s”", async (typed, error) => {
    const { id, purchase } = await createConfirmedPurchase(db);
    const { status, html } = await add(ada, adding(id, purchase, "giftor"), giver(typed));
    expect(status).toBe(400);
    expect(listSummary(html).join()).toContain(error);
    expect(await readPurchase(purchase)).toMatchObject({ gifts: "no" });
  });

  test("removing and adding a co-buyer changes the ownership type, and removing a giftor keeps the gifts answer", async () => {
    const { id, purchase } = await createConfirmedPurchase(db, fullPurchasePeople);
    const [jo, gail] = await partiesOf(db, "purchase_intent_id", purchase);
    expect([jo?.kind, gail?.kind].sort()).toEqual(["buyer", "giftor"]);
    const buyer = [jo, gail].find((party) => party?.kind === "buyer")!;
    const giftor = [jo, gail].find((party) => party?.kind === "giftor")!;
    expect((await open(removal(buyers(id), buyer.id), ada)).text).toContain(
      "ownership changes to Sole",
    );
    await remove(ada, removal(buyers(id), buyer.id));
    await remove(ada, removal(buyers(id), giftor.id));
    expect(await readPurchase(purchase)).toEqual({ gifts: "yes", ownership_type: "Sole" });
    await add(ada, adding(id, purchase, "buyer"), newPersonFields());
    expect(await readPurchase(purchase)).toEqual({ gifts: "yes", ownership_type: "Joint" });
  });

  test("the last of six concurrent removals of co-buyers requires a new confirmation", async () => {
    const additional_buyers = Array.from({ length: 6 }, (_, index) => ({
      ...jo,
      first_name: `Jo ${index}`,
      email: mailbox("jo"),
    }));
    const { id, purchase } = await createConfirmedPurchase(db, {
      ownership_type: "Joint",
      additional_buyers,
    });
    const six = await partiesOf(db, "purchase_intent_id", purchase);
    const opened = await Promise.all(
      six.map(async (party) => {
        const path = removal(buyers(id), party.id);
        return { path, fields: confirmFields((await open(path, ada)).html) };
      }),
    );
    const leave = async ({ path, fields }: (typeof opened)[number]) =>
      (await postAndReadFlash(path, ada, fields)).flash?.title;
    const said = await raceSixAtLock(db, "audit_log", (racer) => leave(opened[racer]!));
    // Removing the last co-buyer also changes the ownership type, so it needs a new confirmation.
    expect(said.toSorted()).toEqual([
      "Nothing has been done yet",
      ...Array<string>(5).fill("Removed"),
    ]);
    const [last] = await partiesOf(db, "purchase_intent_id", purchase);
    expect(await readPurchase(purchase)).toMatchObject({ ownership_type: "Joint" });
    await remove(ada, removal(buyers(id), last!.id));
    expect(await readPurchase(purchase)).toMatchObject({ ownership_type: "Sole" });
  });

  test("adding a person to a purchase is refused if the purchase is another matter’s, unconfirmed or ended", async () => {
    const [one, other] = [await createConfirmedPurchase(db), await createConfirmedPurchase(db)];
    expect((await open(adding(one.id, other.purchase, "buyer"), ada)).status).toBe(404);
    const fields = readFields((await open(adding(one.id, one.purchase, "buyer"), ada)).html, FORM);
    const posted = await send(adding(one.id, other.purchase, "buyer"), ada, {
      ...fields,
      ...newPersonFields(),
    });
    expect(posted.status).toBeGreaterThanOrEqual(400);
    expect(await partiesOf(db, "purchase_intent_id", other.purchase)).toEqual([]);
    const begun = await createPurchaseAtStage(db, one, { first_name: "Di" });
    expect((await open(adding(one.id, begun.id, "buyer"), ada)).text).toContain(
      "Only the buyer can add people until they finish onboarding",
    );
    const { person_id } = await addSeller(db, one.id);
    await add(ada, adding(one.id, one.purchase, "giftor"), giver());
    const [gail] = await partiesOf(db, "purchase_intent_id", one.purchase);
    await db
      .updateTable("purchase_intents")
      .set({ completed: "2026-01-05" })
      .where("id", "=", one.purchase)
      .execute();
    expect((await open(adding(one.id, one.purchase, "giftor"), ada)).text).toContain(
      "This purchase has ended, so people can no longer be added or removed",
    );
    expect((await open(`${sellers(one.id)}/add-seller`, ada)).text).toContain(
      "This sale has ended, so people can no longer be added or removed",
    );
    // The people of a purchase or sale that has ended cannot be removed either.
    for (const [away, why] of [
      [
        removal(sellers(one.id), person_id),
        "This sale has ended, so people can no longer be added or removed",
      ],
      [
        removal(buyers(one.id), gail!.id),
        "This purchase has ended, so people can no longer be added or removed",
      ],
    ] as const) {
      const { text, html } = await open(away, ada);
      expect(text).toContain(why);
      expect(html).not.toMatch(/>Remove [^<]*<\/button>/);
    }
  });
});
