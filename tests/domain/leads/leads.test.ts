import { beforeEach, describe, expect, test } from "vitest";
import { readContents } from "#app/jobs/email-contents.server.ts";
import {
  findValuer,
  LeadsForm,
  readSubmittedLeads,
  submitLeads,
} from "#app/domain/leads/leads.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertOffice } from "#tests/support/estate-agents.ts";
import { linkReader } from "#tests/support/readers.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

const val = { first_name: "Val", last_name: "Ridley", email: "Val@Northgate.example" };

describe("finding a valuer by email (G-039, G-059)", () => {
  test.each(["val@northgate.example", "VAL@NORTHGATE.EXAMPLE"])(
    "finds the valuer whose email is %s",
    async (email) => {
      const office = await insertOffice(db, "Northgate York", { valuers: [val] });
      expect(await findValuer(db, linkReader("leads", email))).toEqual({
        id: office.valuers[0],
        first_name: "Val",
        estate_agent_id: office.id,
        office: "Northgate York",
      });
    },
  );

  test("findValuer returns neither the last name nor the email of a valuer (AMB-G06)", async () => {
    await insertOffice(db, "Northgate York", { valuers: [val] });
    const found = JSON.stringify(await findValuer(db, linkReader("leads", val.email)));
    expect(found).not.toMatch(/Ridley|@/);
  });

  test.each(["", "nobody@example.test", "%", "val@northgate.example ", "' or 1=1 --"])(
    "finds no valuer for the email %j",
    async (email) => {
      await insertOffice(db, "Northgate York", { valuers: [val, { ...val, email: null }] });
      expect(await findValuer(db, linkReader("leads", email))).toBeNull();
    },
  );

  test("shows an office without a name under the name of its brand", async () => {
    const { id } = await insertOffice(db, "x", { valuers: [val] });
    const brand = await db
      .insertInto("brands")
      .values({ brand_name: "Northgate" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("estate_agents")
      .set({ office_name: null, brand_id: brand.id })
      .where("id", "=", id)
      .execute();
    expect((await findValuer(db, linkReader("leads", val.email)))?.office).toBe("Northgate");
  });
});

describe("submitting leads for an office (G-060)", () => {
  const { leads } = LeadsForm.parse({
    leads: [
      {
        property_address: "1 High Street",
        initial_asking_price: "350,000",
        seller_1_name: "Ada Byron",
        seller_1_email: "ada@example.test",
        seller_1_phone: "07400 123456",
        seller_2_name: "Bob Byron",
        lead_warmth: "Warm lead",
        client_aware_of_product: "Yes",
        additional_notes: "Ring after six.",
      },
      {
        property_address: "2 High Street",
        initial_asking_price: "100",
        seller_1_name: "Cy Dent",
        seller_1_email: "cy@example.test",
        seller_1_phone: "020 7946 0958",
      },
    ],
  });

  async function submit() {
    const office = await insertOffice(db, "Northgate York", { valuers: [val] });
    const [id = ""] = office.valuers;
    await submitLeads(db, { valuer: { id, estate_agent_id: office.id }, leads });
    return { valuer_id: id, estate_agent_id: office.id };
  }

  async function emailed() {
    const email = await db.selectFrom("email_log").selectAll().executeTakeFirstOrThrow();
    return { email, contents: await readContents(db, "valuer_leads_submitted", email.props) };
  }

  test("every field of a lead is saved in its column, and the price in whole pounds (X-046)", async () => {
    const owner = await submit();
    const rows = await db.selectFrom("leads").selectAll().orderBy("property_address").execute();
    expect(rows).toMatchObject([
      {
        ...owner,
        property_address: "1 High Street",
        initial_asking_price_pounds: 350_000,
        seller_1_name: "Ada Byron",
        seller_1_email: "ada@example.test",
        seller_1_phone: "+447400123456",
        seller_2_name: "Bob Byron",
        seller_2_email: null,
        seller_2_phone: null,
        additional_notes: "Ring after six.",
        lead_warmth: "Warm lead",
        client_aware_of_product: "Yes",
      },
      { ...owner, property_address: "2 High Street", initial_asking_price_pounds: 100 },
    ]);
  });

  test("submitting leads queues one email to the team that stores only ids, and its contents list all leads (AMB-G08)", async () => {
    await submit();
    const { email, contents } = await emailed();
    expect(email).toMatchObject({
      name: "valuer_leads_submitted",
      recipient: "team@fanlight.example",
      status: "queued",
    });
    expect(JSON.stringify(email.props)).toMatch(
      /^\{"lead_ids":\["[0-9a-f]{24}","[0-9a-f]{24}"\]\}$/,
    );
    expect(contents).toMatchObject({
      valuer: "Val Ridley",
      office: "Northgate York",
      leads: [
        {
          property_address: "1 High Street",
          sellers: [{ name: "Ada Byron" }, { name: "Bob Byron", email: null }],
        },
        { property_address: "2 High Street", sellers: [{ name: "Cy Dent" }] },
      ],
    });
  });

  test("the email about submitted leads lists them in the order of the form (AMB-G08)", async () => {
    await submit();
    const { email } = await emailed();
    const { lead_ids } = email.props as { lead_ids: string[] };
    const addresses = async (ids: string[]) =>
      (await readSubmittedLeads(db, ids)).leads.map((lead) => lead.property_address);
    const inOrder = ["1 High Street", "2 High Street"];
    expect(await addresses(lead_ids)).toEqual(inOrder);
    expect(await addresses(lead_ids.toReversed())).toEqual(inOrder.toReversed());
  });

  test("the email about submitted leads includes a second seller if any of their details is known", async () => {
    await submit();
    await db
      .updateTable("leads")
      .set({ seller_2_name: null, seller_2_phone: "+447400123457" })
      .where("property_address", "=", "1 High Street")
      .execute();
    const { contents } = await emailed();
    expect(contents).toMatchObject({
      leads: [
        { sellers: [{ name: "Ada Byron" }, { name: null, phone: "+447400123457" }] },
        { sellers: [{ name: "Cy Dent" }] },
      ],
    });
  });

  test("the email about submitted leads names a valuer without a last name by the first name", async () => {
    await submit();
    await db.updateTable("valuers").set({ last_name: null }).execute();
    expect((await emailed()).contents).toMatchObject({ valuer: "Val" });
  });

  test("the email about submitted leads is not written if the leads have been deleted", async () => {
    await submit();
    await db.deleteFrom("leads").execute();
    await expect(emailed()).rejects.toThrow("Leads missing for submitted-leads email");
  });

  test("the email about submitted leads does not name a valuer who has been deleted", async () => {
    await submit();
    await db.deleteFrom("valuers").execute();
    expect((await emailed()).contents).toMatchObject({ valuer: null, office: "Northgate York" });
  });
});
