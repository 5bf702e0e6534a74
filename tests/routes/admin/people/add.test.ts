import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { MAX_PEOPLE } from "#app/domain/people/representation.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { raceSixAtLock } from "#tests/support/concurrency.ts";
import { insertSaleAtStage } from "../../account/matters.ts";
import { open as openAsCustomer } from "../../account/pages.ts";
import { listSummary, readFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import {
  addSeller,
  createMatter,
  countEvents,
  listNewEvents,
  createPaidMatter,
} from "../transaction-tabs/matter.ts";
import {
  add,
  FORM,
  names,
  listEmailsTo,
  partiesOf,
  removal,
  sellerOf,
  sellers,
  newPersonFields,
} from "./people.ts";

/** Staff add a co-seller to a sale that is paid for. */

const { db } = useTestDatabase();
let ada: Visitor;
beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

describe("a co-seller who is added after the sale is paid for", () => {
  test("a co-seller added by staff appears on the tab, is emailed and gets access, and the main seller is emailed", async () => {
    const { id } = await createPaidMatter(db);
    const seller = await sellerOf(db, id);
    const known = await countEvents(db, id);
    const huw = newPersonFields();
    const page = await open(`${sellers(id)}/add-seller`, ada);
    expect((await open(sellers(id), ada)).html).toContain(`${sellers(id)}/add-seller`);
    expect(page.text).toContain("We won’t email the solicitors");
    expect(page.text).toContain(`We’ll email ${seller.email} the updated list of people`);
    const done = await add(ada, `${sellers(id)}/add-seller`, huw);
    expect(done.location).toBe(sellers(id));
    expect((await open(sellers(id), ada)).text).toContain("Huw Hale");

    const [party] = await partiesOf(db, "transaction_id", id);
    expect(party).toMatchObject({
      kind: "seller",
      email: huw.email,
      phone_number: "+447400123457",
    });
    const theirs = await listEmailsTo(db, id, huw.email);
    expect(names(theirs.waiting)).toEqual(["person_named"]);
    const [told] = (await listEmailsTo(db, id, seller.email)).waiting.filter(
      ({ name }) => name === "people_changed",
    );
    expect(await readContents(db, "people_changed", told!.props)).toMatchObject({
      noun: "sale",
      primary: {
        first_name: seller.first_name,
        named: [{ name: "Huw Hale", part: "Co-seller" }],
      },
    });
    expect(await listNewEvents(db, id, known)).toMatchObject([
      {
        event_name: "person_added",
        author: "admin",
        author_id: ada.id,
        comments: "Huw Hale, seller",
      },
    ]);
    expect((await open(`/admin/transactions/${id}/history`, ada)).text).toContain("Person added");
    const visitor = await signIn(db, { email: huw.email, first_name: "Huw" });
    expect((await openAsCustomer(`/dashboard/sell/${id}`, visitor)).status).toBe(200);
  });

  test("a co-seller added by staff is emailed immediately, and the main seller ten minutes later", async () => {
    const { id } = await createPaidMatter(db);
    const seller = await sellerOf(db, id);
    const huw = newPersonFields();
    const { html } = await open(`${sellers(id)}/add-seller`, ada);
    vi.useFakeTimers({ now: new Date("2026-11-26T12:00:00Z"), toFake: ["Date"] });
    const key = readFields((await open(`${sellers(id)}/add-seller`, ada)).html, FORM);
    await send(`${sellers(id)}/add-seller`, ada, { ...readFields(html, FORM), ...key, ...huw });
    vi.useRealTimers();
    const { rows } = await sql<{ name: string; run_at: Date }>`
      select name, run_at from email_log
      join graphile_worker._private_jobs on payload ->> 'email_log_id' = email_log.id
      where transaction_id = ${id} and recipient in (${huw.email}, ${seller.email})
        and name in ('person_named', 'people_changed')
      order by name`.execute(db);
    expect(rows).toEqual([
      { name: "people_changed", run_at: new Date("2026-11-26T12:10:00Z") },
      {
        name: "person_named",
        run_at: new Date("2026-11-26T12:00:00Z"),
      },
    ]);
  });

  test("adding a co-seller emails no co-seller who was added earlier", async () => {
    const { id } = await createPaidMatter(db);
    const { email } = await addSeller(db, id);
    const huw = newPersonFields();
    await add(ada, `${sellers(id)}/add-seller`, huw);
    expect(names((await listEmailsTo(db, id, huw.email)).waiting)).toEqual(["person_named"]);
    expect((await listEmailsTo(db, id, email)).waiting).toEqual([]);
  });

  test("adding a co-seller with the same address as the main seller is refused if the main seller has no address", async () => {
    const seller = await signIn(db, { first_name: "Sam" });
    const id = await insertSaleAtStage(db, seller.id, { terms: true, complete: true });
    const huw = newPersonFields({ same_address: "on" });
    const refused = await add(ada, `${sellers(id)}/add-seller`, huw);
    expect(refused.status).toBe(409);
    expect(listSummary(refused.html)).toEqual([
      "Same address: Sam Seller has no address yet. Enter one for this person",
    ]);
    expect(await partiesOf(db, "transaction_id", id)).toEqual([]);
  });

  test.each([
    [{ first_name: "" }, "First name is required"],
    [
      { email: "nobody" },
      "Please enter a valid email address. It should look like name@example.com",
    ],
    [{ phone_number: "020 7946 0000" }, "Invalid mobile number. Enter a number like 07400 123456"],
  ])("adding a co-seller with %j is refused with the error “%s”", async (typed, error) => {
    const { id } = await createPaidMatter(db);
    const { status, html } = await add(ada, `${sellers(id)}/add-seller`, newPersonFields(typed));
    expect(status).toBe(400);
    expect(listSummary(html).join()).toContain(error);
    expect(await partiesOf(db, "transaction_id", id)).toEqual([]);
  });

  test("staff can add a co-seller whose names have one letter (IN-10)", async () => {
    const { id } = await createPaidMatter(db);
    const person = newPersonFields({ first_name: "李", last_name: "O" });
    const added = await add(ada, `${sellers(id)}/add-seller`, person);
    expect(added.location).toBe(sellers(id));
    expect(await partiesOf(db, "transaction_id", id)).toMatchObject([
      { first_name: "李", last_name: "O" },
    ]);
  });

  test("adding the same co-seller twice is refused, but two people may share a mailbox", async () => {
    const { id } = await createPaidMatter(db);
    const { email, first_name, last_name } = await sellerOf(db, id);
    const path = `${sellers(id)}/add-seller`;
    const primary = await add(
      ada,
      path,
      newPersonFields({ email: email.toUpperCase(), first_name, last_name }),
    );
    expect(primary.status).toBe(409);
    expect(listSummary(primary.html)[0]).toContain(
      "has already been added with this email address",
    );
    const huw = newPersonFields();
    await add(ada, path, huw);
    expect((await add(ada, path, { ...huw, first_name: "HUW" })).status).toBe(409);
    await add(ada, path, { ...huw, first_name: "Ida" });
    await add(ada, path, newPersonFields({ email, first_name: "Ivo" }));
    expect((await partiesOf(db, "transaction_id", id)).map((party) => party.first_name)).toEqual([
      "Huw",
      "Ida",
      "Ivo",
    ]);
    // One email is sent to each mailbox, but none to the main seller’s.
    expect(names((await listEmailsTo(db, id, huw.email)).waiting)).toEqual(["person_named"]);
    expect(names((await listEmailsTo(db, id, email)).waiting)).not.toContain("person_named");
  });

  test("six concurrent submits add a person once, and cannot exceed the maximum number of people", async () => {
    const { id } = await createPaidMatter(db);
    const path = `${sellers(id)}/add-seller`;
    for (let there = 0; there < MAX_PEOPLE - 2; there++) await addSeller(db, id);
    const huw = newPersonFields();
    const six = async (typed: (racer: number) => Record<string, string>) => {
      const opened = Array.from({ length: 6 }, () => open(path, ada));
      const shown = (await Promise.all(opened)).map(({ html }) => readFields(html, FORM));
      await raceSixAtLock(db, "audit_log", (racer) =>
        send(path, ada, { ...shown[racer], ...typed(racer) }),
      );
    };
    await six(() => huw);
    expect(await partiesOf(db, "transaction_id", id)).toHaveLength(MAX_PEOPLE - 1);
    await six((racer) => newPersonFields({ first_name: `Ida ${racer}` }));
    const last = await open(path, ada);
    expect(await partiesOf(db, "transaction_id", id)).toHaveLength(MAX_PEOPLE);
    expect(last.status).toBe(409);
    expect(last.text).toContain("There are already 9 sellers. That’s the maximum");
  });

  test("staff cannot add or remove people before the sale is paid for", async () => {
    const { id } = await createMatter(db);
    const { person_id } = await addSeller(db, id);
    const why = "Only the seller can add people until the service fee is paid";
    const tab = await open(sellers(id), ada);
    expect(tab.text).toContain(why);
    expect(tab.html).not.toContain(removal(sellers(id), person_id));
    expect((await open(`${sellers(id)}/add-seller`, ada)).text).toContain(why);
    expect((await open(removal(sellers(id), person_id), ada)).text).toContain(why);
  });

  test("read-only staff cannot add a co-seller, and no one can add one to a missing matter", async () => {
    const { id } = await createPaidMatter(db);
    const path = `${sellers(id)}/add-seller`;
    const looker = await signIn(db, { type: "admin", roles: ["read_only"] });
    const fields = { ...readFields((await open(path, ada)).html, FORM), ...newPersonFields() };
    expect((await open(path, looker)).status).toBe(403);
    expect((await send(path, looker, fields)).status).toBe(403);
    expect((await open(sellers(id), looker)).html).not.toContain("add-seller");
    expect((await open(`${sellers("0".repeat(24))}/add-seller`, ada)).status).toBe(404);
    expect(await partiesOf(db, "transaction_id", id)).toEqual([]);
  });
});
