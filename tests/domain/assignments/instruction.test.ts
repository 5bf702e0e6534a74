import { beforeAll, describe, expect, test } from "vitest";
import { renderEmail } from "#app/emails/render.server.ts";
import { readContents, writeFiles } from "#app/jobs/email-contents.server.ts";
import { listOutdatedLetters } from "#app/domain/assignments/letters-again.server.ts";
import { recordStaffEvent } from "#app/domain/events/events.server.ts";
import { listLetters, planLetter } from "#app/domain/assignments/letter.server.ts";
import type { SolicitorLetter } from "#app/domain/assignments/letter.ts";
import { planSolicitorsReplacement } from "#app/domain/assignments/replace-solicitors.server.ts";
import { planLetterResend, resendLetter } from "#app/domain/assignments/send-letters.server.ts";
import type { Db } from "#db/connection.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertPurchase, insertSale } from "#tests/db/people.ts";
import { insertAgent, valuer } from "#tests/support/estate-agents.ts";
import { insertAgreedInformation } from "#tests/support/property-information.ts";
import { homeAddress } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { solicitorsChoice, insertLawyerGroup, lawyer } from "#tests/support/solicitors.ts";
import { staffReader } from "#tests/support/readers.ts";
import { assign, aSale, emailsOf, withBuyer } from "./solicitor-assignment.ts";

const { db } = useTestDatabase();
let actor: { id: string; request_id: string };

beforeAll(async () => {
  actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "req-1" };
});

describe("the instruction letter to a solicitor", () => {
  test("the instruction letter lists the property, clients, other side and estate agent for each side of a sale with a buyer", async () => {
    const sale = await withBuyer(db);
    await withPeople(db, sale);
    const seller_lawyer_group_id = await insertLawyerGroup(db, {
      solicitor: { ...lawyer("Sel"), phone_number: "+441904555020" },
      legal_assistants: [lawyer("Asa"), lawyer("Abe")],
    });
    const comments = { seller_comments: "For sellers", buyer_comments: "For buyers" };
    await assign(
      db,
      sale.id,
      await solicitorsChoice(db, { seller_lawyer_group_id, ...comments }),
      actor,
    );
    const firm = "Ashby & Co, 1 Stonegate, York, YO1 8AS";

    const { number } = await db
      .selectFrom("transactions")
      .select("number")
      .where("id", "=", sale.id)
      .executeTakeFirstOrThrow();
    const toSeller = await letterTo("seller", sale.id);
    expect(toSeller).toMatchObject({
      to: "sel@ashby.example",
      cc: ["asa@ashby.example", "abe@ashby.example"],
      references: [`F-${number}`],
      heading: "Instruction to act for the sellers of 1 Arch Street, Bath",
      comment: "For sellers",
      missing: [
        "We do not have a phone number for Ada Byron.",
        "We do not have an address for Ada Byron.",
        "We do not have an address for Bob Byron.",
        "Not known: lease, ground rent, service charge, managing agent, your contact, agent’s fee, target exchange, target completion, legal fee quoted and referral fee paid to an introducer.",
      ],
    });
    expect(facts(toSeller)).toEqual([
      "The property | Address: 1 Arch Street, Bath",
      "The property | Tenure: Leasehold: 99 years",
      "The property | Lease: Not known",
      "The property | Ground rent: Not known",
      "The property | Service charge: Not known",
      "The property | Managing agent: Not known",
      "The property | Title number: NYK318842",
      "The property | Agreed price: £290,000",
      `The property | Our reference: F-${number}`,
      "The property | Your contact: Not known",
      `Your clients | Ada Byron: Address not known; Phone number not known | ${sale.seller}`,
      "Your clients | Bob Byron: Address not known | bob@example.test | 07400 123456",
      "Your clients | Selling as: 2 individual owners",
      "Your clients | Mortgage on the property: No",
      "Your clients | Onward purchase: Not sure. Please ask your clients",
      "Your clients | Foreign currency: No",
      "The other side | Buyers: Ada Byron, Jo Byron",
      `The other side | Their solicitor: Sol Ashby, ${firm} | sol@ashby.example | 01904 555020`,
      `Estate agent | Office: Val Ridley, Northgate York | val@${sale.id}.example | 01904 112076`,
      "Estate agent | Agent’s fee: Not known",
      "ID checks by Thirdfort | Ada Byron: Not ordered yet",
      "ID checks by Thirdfort | Bob Byron: Not ordered yet",
      "ID checks by Thirdfort | Reports go to: checks@ashby.example",
      "Searches | Searches: Not ordered yet",
      expect.stringMatching(/^Dates \| Sale agreed: \w+ \d+ \w+ \d{4}$/),
      "Dates | Target exchange: Not known",
      "Dates | Target completion: Not known",
      "Terms | Legal fee quoted: Not known",
      "Terms | Core legal fee of the buyer’s solicitor: £1,850.00 plus VAT (£2,220.00 including VAT). The seller, not the buyer, pays this fee from the sale proceeds on completion",
      "Terms | Introducer: The seller used no referral code",
      "Terms | Referral fee paid to an introducer: Not known",
    ]);

    const toBuyer = await letterTo("buyer", sale.id);
    expect(toBuyer).toMatchObject({
      heading: "Instruction to act for the buyers of 1 Arch Street, Bath",
      comment: "For buyers",
      missing: [
        "We do not have a phone number for Ada Byron.",
        "We do not have an address for Ada Byron.",
        "We do not have an address for Jo Byron.",
        "The buyers have not chosen a lender yet.",
        "Not known: lease, ground rent, service charge, managing agent, your contact, mortgage broker, target exchange, target completion and referral fee paid to an introducer.",
      ],
    });
    expect(facts(toBuyer).filter((fact) => !fact.startsWith("The property"))).toEqual([
      `Your clients | Ada Byron: Address not known; Phone number not known | ${sale.buyer}`,
      "Your clients | Jo Byron: Address not known | jo@example.test | 07400 123456",
      "Your clients | Ownership: Joint",
      "Your clients | First-time buyer: Not sure. Please ask your clients. This affects Stamp Duty Land Tax in England. Wales has no first-time buyer relief",
      "Your clients | Mortgage: Yes, no lender chosen yet",
      "Your clients | Mortgage broker: Not known",
      "Your clients | Source of funds: Inheritance",
      "Your clients | Gifts: Yes",
      "Your clients | Gift from Gail Byron: £25,000. Parent | gail@example.test | 07400 123456",
      "Your clients | Dependent sale: Yes, there is a property to sell first",
      "Your clients | Property that your clients are selling: Not known, nor who acts there. Please ask your clients",
      "Your clients | Foreign currency: No",
      "The other side | Sellers: Ada Byron, Bob Byron",
      `The other side | Their solicitor: Sel Ashby, ${firm} | sel@ashby.example | 01904 555020`,
      "The other side | Legal assistant: Asa Ashby | asa@ashby.example | 01904 555020",
      "The other side | Legal assistant: Abe Ashby | abe@ashby.example | 01904 555020",
      `Estate agent | Office: Val Ridley, Northgate York | val@${sale.id}.example | 01904 112076`,
      "ID checks by Thirdfort | Ada Byron: Not ordered yet",
      "ID checks by Thirdfort | Jo Byron: Not ordered yet",
      "ID checks by Thirdfort | Gail Byron (giftor): Not ordered yet",
      "ID checks by Thirdfort | Reports go to: checks@ashby.example",
      "Searches | Searches: Not ordered yet",
      expect.stringMatching(/^Dates \| Sale agreed: \w+ \d+ \w+ \d{4}$/),
      "Dates | Target exchange: Not known",
      "Dates | Target completion: Not known",
      "Terms | Core legal fee quoted: £1,850.00 plus VAT (£2,220.00 including VAT). The seller, not the buyer, pays this fee from the sale proceeds on completion",
      "Terms | Referral fee paid to an introducer: Not known",
    ]);
    expect(JSON.stringify([toSeller, toBuyer])).not.toContain("Not Sure Yet");
  });

  test("the instruction letter lists the missing details and gives the asking price if there is no buyer", async () => {
    const sale = await aSale(db);
    await db
      .updateTable("properties")
      .set({ title_number: null, tenure: "Other", tenure_details: null })
      .execute();
    await assign(db, sale.id, await solicitorsChoice(db), actor);
    const letter = await letterTo("seller", sale.id);
    expect(letter.missing).toEqual([
      "There is no buyer yet.",
      "We do not have the title number yet.",
      "We do not know the tenure yet.",
      "We do not have a phone number for Ada Byron.",
      "We do not have an address for Ada Byron.",
      "Not known: your contact, office, agent’s fee, target exchange, target completion, legal fee quoted and referral fee paid to an introducer.",
    ]);
    expect(facts(letter)).toEqual(
      expect.arrayContaining([
        "The property | Tenure: Not known",
        "The property | Asking price: £300,000 (no price agreed yet)",
        "The other side | Buyer: No buyer yet",
        "Estate agent | Office: Not known",
      ]),
    );
  });

  test.each([
    ["not_listed", "Not on our list. Please ask your client"],
    ["no_agent", "No estate agent"],
    ["pending", "Not known"],
  ] as const)(
    "the instruction letter shows the estate agent status %s as “%s”",
    async (status, text) => {
      const sale = await aSale(db);
      await db
        .updateTable("transactions")
        .set({ estate_agent_status: status })
        .where("id", "=", sale.id)
        .execute();
      await assign(db, sale.id, await solicitorsChoice(db), actor);
      expect(facts(await letterTo("seller", sale.id))).toContain(`Estate agent | Office: ${text}`);
    },
  );

  test("the instruction letter names a representative and the owner they represent", async () => {
    const sale = await withBuyer(db);
    await withPeople(db, sale);
    await db
      .updateTable("transactions")
      .set({ customer_type: "representative" })
      .where("id", "=", sale.id)
      .execute();
    await assign(db, sale.id, await solicitorsChoice(db), actor);
    const said = facts(await letterTo("seller", sale.id));
    expect(said).toContain(
      `Your clients | Ada Byron: Representative of Bob Byron; Address not known; Phone number not known | ${sale.seller}`,
    );
    expect(said).toContain(
      "Your clients | Selling as: Through a representative (attorney, executor or other)",
    );
  });

  test("the instruction letter includes a client's correspondence address if it is known", async () => {
    const sale = await aSale(db);
    const { id } = await db
      .insertInto("addresses")
      .values(homeAddress)
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("users")
      .set({ correspondence_address_id: id, phone_number: "+33612345678" })
      .where("email", "=", sale.seller)
      .execute();
    await assign(db, sale.id, await solicitorsChoice(db), actor);
    expect(facts(await letterTo("seller", sale.id))).toContain(
      `Your client | Ada Byron: 4 Castle Lane, York, YO1 7HZ | ${sale.seller} | +33 612 345 678`,
    );
  });
});

describe("the facts of an instruction from other records", () => {
  test("the sellers’ answers about the lease reach each solicitor only once they may have them", async () => {
    const sale = await withBuyer(db);
    await db
      .updateTable("properties")
      .set({ tenure: "Leasehold" })
      .where("id", "=", sale.property_id)
      .execute();
    await insertAgreedInformation(db, sale.id);
    const by = {
      transaction_id: sale.id,
      answered_by: sale.seller_id,
      answered_at: new Date(),
    };
    const answers = { lease_years: "125", lease_start_year: "1998", service_charge: "no" };
    await db
      .insertInto("property_answers")
      .values(
        Object.entries(answers).map(([question, answer]) => ({
          ...{ ...by, question, answer: JSON.stringify(answer) },
        })),
      )
      .execute();
    await assign(db, sale.id, await solicitorsChoice(db), actor);
    const leaseOf = async (side: "seller" | "buyer") => {
      const { planned } = await planLetterResend(db, staffReader(), {
        ...{ transaction_id: sale.id, side },
      });
      return facts(planned!.letter).flatMap(
        (fact) => /Lease: [^|]+|Service charge: [^|]+/.exec(fact.replace(" | NEW", "")) ?? [],
      );
    };
    const shown = ["Lease: 125 years from 1998", "Service charge: None"];
    const unknown = ["Lease: Not known", "Service charge: Not known"];
    expect(await leaseOf("seller")).toEqual(shown);
    expect(await leaseOf("buyer")).toEqual(shown);
    await db
      .updateTable("property_information")
      .set({ share_agreed_at: null, share_agreed_by: null })
      .where("transaction_id", "=", sale.id)
      .execute();
    expect(await leaseOf("buyer")).toEqual(unknown);
    expect(await leaseOf("seller")).toEqual(shown);
  });

  test("a client’s other matter with us is named to their own solicitor, with the firm that acts", async () => {
    const sale = await withBuyer(db);
    const onward = await aSale(db);
    const purchase = await insertPurchase(db, onward, sale.seller_id, true);
    const { id: buyers } = await db
      .selectFrom("users")
      .select("id")
      .where("email", "=", sale.buyer)
      .executeTakeFirstOrThrow();
    const dependent = await insertSale(db, buyers);
    await db
      .updateTable("transactions")
      .set({ terms_accepted_at: new Date(), terms_version: "1" })
      .where("id", "=", dependent.id)
      .execute();
    await assign(db, onward.id, await solicitorsChoice(db), actor);
    await assign(db, sale.id, await solicitorsChoice(db), actor);
    const related = async (side: "seller" | "buyer") =>
      facts(await letterTo(side, sale.id)).filter((fact) =>
        fact.includes("Property that your client"),
      );
    expect(await related("seller")).toEqual([
      expect.stringMatching(
        /Property that your client is buying: 1 Arch Street, Bath; Our reference F-\d+; Ashby & Co acts for them/,
      ),
    ]);
    expect(await related("buyer")).toEqual([
      expect.stringMatching(
        /Property that your client is selling: 1 Arch Street, Bath; Our reference F-\d+; Law firm not instructed yet/,
      ),
    ]);
    await db
      .updateTable("purchase_intents")
      .set({ aborted: "2026-05-01" })
      .where("id", "=", purchase.id)
      .execute();
    const { planned } = await planLetterResend(db, staffReader(), {
      ...{ transaction_id: sale.id, side: "seller" },
    });
    expect(facts(planned!.letter).join()).not.toContain("Property that your client");
  });
});

describe("sent instruction letters", () => {
  test("the instruction email shows the letter as it was sent, even if the matter has changed since", async () => {
    const sale = await withBuyer(db);
    await assign(db, sale.id, await solicitorsChoice(db), actor);
    await db
      .updateTable("purchase_intents")
      .set({ agreed_price_pounds: 275_000 })
      .where("id", "=", sale.purchase_intent_id)
      .execute();
    const email = (await emailsOf(db, sale.id)).find(
      ({ name }) => name === "buyer_solicitor_instruction",
    )!;
    const contents = await readContents(db, "buyer_solicitor_instruction", email.props);
    expect(contents).toEqual({
      ...(await letterTo("buyer", sale.id)),
      information: null,
      has_accepted: false,
      pages: [
        {
          home: "1 Arch Street, Bath",
          url: expect.stringMatching(/\/law-firm\/buyer\/[0-9a-f]{24}$/),
        },
      ],
    });
    const { subject, text, cc } = await renderEmail("buyer_solicitor_instruction", contents);
    expect(subject).toBe("New instruction: purchase of 1 Arch Street, Bath");
    expect(text).toMatch(/Agreed price\s+£290,000/);
    expect(cc).toBeUndefined();
  });

  test("the buyer’s solicitor gets the property information with the letter once the sellers agree, and the event says so", async () => {
    const sale = await withBuyer(db);
    await insertAgreedInformation(db, sale.id);
    await assign(db, sale.id, await solicitorsChoice(db), actor);
    const filesOf = async (
      name: "buyer_solicitor_instruction" | "seller_solicitor_instruction",
    ) => {
      const email = (await emailsOf(db, sale.id)).find((each) => each.name === name)!;
      const contents = await readContents(db, name, email.props);
      return (await writeFiles(name, contents)).map(({ name: file }) => file);
    };
    expect(await filesOf("buyer_solicitor_instruction")).toEqual([
      "Fanlight property information.pdf",
      "Fanlight property information.json",
    ]);
    expect(await filesOf("seller_solicitor_instruction")).toEqual([]);
    const events = await db
      .selectFrom("events")
      .select("comments")
      .where("transaction_id", "=", sale.id)
      .where("event_name", "=", "property_information_shared")
      .execute();
    expect(events).toEqual([{ comments: "With the letter to the buyer’s solicitor" }]);
    await db
      .updateTable("property_information")
      .set({ share_agreed_at: null, share_agreed_by: null })
      .where("transaction_id", "=", sale.id)
      .execute();
    expect(await filesOf("buyer_solicitor_instruction")).toEqual([]);
  });

  test("a resent instruction letter shows when it was first sent, marks the facts that are new and has the new comment", async () => {
    const sale = await withBuyer(db);
    await assign(db, sale.id, await solicitorsChoice(db, { buyer_comments: "Old" }), actor);
    const about = { transaction_id: sale.id, side: "buyer" as const };
    expect((await planLetterResend(db, staffReader(), about)).planned?.letter).toMatchObject({
      comment: "Old",
    });
    await db
      .updateTable("purchase_intents")
      .set({ agreed_price_pounds: 275_000 })
      .where("id", "=", sale.purchase_intent_id)
      .execute();
    const { mark } = await planLetterResend(db, staffReader(), {
      ...about,
      comment: "Keys are with Val",
    });
    await resendLetter(db, { ...about, comment: "Keys are with Val" }, { actor, confirmed: mark });
    const [again, first] = (await listLetters(db, staffReader(), sale.id)).filter(
      ({ side }) => side === "buyer",
    );
    expect(first!.letter.first_sent_at).toBeNull();
    expect(again!.letter.first_sent_at).toBe(first!.created_at.toISOString());
    expect(again!.letter.comment).toBe("Keys are with Val");
    expect(again!.letter.subject).toBe("Updated instruction: purchase of 1 Arch Street, Bath");
    expect(again!.letter.changes).toEqual([{ part: "The property", what: "Agreed price" }]);
    expect(first!.letter.changes).toEqual([]);
    expect(facts(again!.letter).filter((fact) => fact.endsWith("NEW"))).toEqual([
      "The property | Agreed price: £275,000 | NEW",
    ]);
    const sent = await db
      .selectFrom("events")
      .select(["author", "author_id", "purchase_intent_id"])
      .where("transaction_id", "=", sale.id)
      .where("event_name", "=", "buyer_solicitor_instruction_email_sent")
      .orderBy("date_time")
      .execute();
    const of = { purchase_intent_id: sale.purchase_intent_id };
    expect(sent).toEqual([
      { author: "system", author_id: null, ...of },
      { author: "admin", author_id: actor.id, ...of },
    ]);
    expect((await planLetterResend(db, staffReader(), about)).comment).toBe("Keys are with Val");
  });

  test("a co-seller who is removed is named as a change, and the other rows are not new", async () => {
    const sale = await withBuyer(db);
    await withPeople(db, sale);
    await assign(db, sale.id, await solicitorsChoice(db), actor);
    await db.deleteFrom("parties").where("transaction_id", "=", sale.id).execute();
    const about = { transaction_id: sale.id, side: "seller" as const };
    const { planned } = await planLetterResend(db, staffReader(), about);
    const names = planned?.letter.changes.map(({ what }) => what);
    expect(names).toContain("Bob Byron");
    expect(names).not.toContain("Ada Byron");
  });

  test("staff see which facts have changed since the letter, until it is sent again", async () => {
    const sale = await withBuyer(db);
    await assign(db, sale.id, await solicitorsChoice(db), actor);
    const listed = () => listOutdatedLetters(db, staffReader(), sale.id);
    await db.updateTable("properties").set({ title_number: "NYK999" }).execute();
    expect(await listed()).toEqual([]);
    await recordStaffEvent(db, {
      ...{ actor, transaction_id: sale.id, event_name: "title_number_corrected" },
    });
    expect(await listed()).toEqual([
      { side: "seller", changed: ["Title number"] },
      { side: "buyer", changed: ["Title number"] },
    ]);
    const about = { transaction_id: sale.id, side: "seller" as const };
    const { mark } = await planLetterResend(db, staffReader(), about);
    await resendLetter(db, { ...about, comment: null }, { actor, confirmed: mark });
    expect(await listed()).toEqual([{ side: "buyer", changed: ["Title number"] }]);
  });

  test("staff see the fees that have changed since the letter", async () => {
    const sale = await withBuyer(db);
    await assign(db, sale.id, await solicitorsChoice(db), actor);
    await db
      .updateTable("transactions")
      .set({ referral_fee_paid: false })
      .where("id", "=", sale.id)
      .execute();
    expect(await listOutdatedLetters(db, staffReader(), sale.id)).toEqual([
      { side: "seller", changed: ["Referral fee paid to an introducer"] },
    ]);
  });

  test("a letter about two sales asks the firm to accept until it has accepted both, and an email knows if it has", async () => {
    const sales = [await aSale(db), await aSale(db)];
    const choice = await solicitorsChoice(db);
    for (const { id } of sales) await assign(db, id, choice, actor);
    const asks = async () => {
      const transaction_ids = sales.map(({ id }) => id);
      const about = { side: "seller" as const, transaction_ids, purchase_intent_id: null };
      return (await planLetter(db, about))!.letter.asks.join();
    };
    const accept = (transaction_id: string) =>
      db
        .insertInto("instruction_answers")
        .values({
          ...{ transaction_id, side: "seller", answer: "accepted", fee_earner: "Sol Ashby" },
          ...{ lawyer_group_id: choice.seller_lawyer_group_id!, answered_by: "Sol Ashby" },
        })
        .execute();
    const [email] = (await emailsOf(db, sales[0]!.id)).filter(
      ({ name }) => name === "seller_solicitor_instruction",
    );
    const contents = () => readContents(db, "seller_solicitor_instruction", email!.props);
    expect(await contents()).toMatchObject({ has_accepted: false });
    await accept(sales[0]!.id);
    expect(await contents()).toMatchObject({ has_accepted: true });
    expect(await asks()).toContain("accept or decline");
    await accept(sales[1]!.id);
    expect(await asks()).not.toContain("accept or decline");
  });

  test("an instruction letter that has changed since it was confirmed is not resent", async () => {
    const sale = await withBuyer(db);
    await assign(db, sale.id, await solicitorsChoice(db), actor);
    const about = { transaction_id: sale.id, side: "seller" as const };
    const { mark } = await planLetterResend(db, staffReader(), about);
    await db
      .updateTable("transactions")
      .set({ has_mortgage: "yes" })
      .where("id", "=", sale.id)
      .execute();
    await expect(
      resendLetter(db, { ...about, comment: null }, { actor, confirmed: mark }),
    ).rejects.toThrow("The letter has changed since you opened this page. Read it, then send it.");
    expect(await listLetters(db, staffReader(), sale.id)).toHaveLength(2);
  });

  test.each([
    ["no solicitor assigned", "seller", "The seller has no solicitor yet."],
    ["no buyer", "buyer", "No purchase intent is active."],
  ] as const)("refuses to resend an instruction letter (%s): $2", async (what, side, refusal) => {
    const { id } = await aSale(db);
    if (what === "no buyer") await assign(db, id, await solicitorsChoice(db), actor);
    const plan = await planLetterResend(db, staffReader(), { transaction_id: id, side });
    expect(plan).toMatchObject({ planned: null, refusal: expect.stringContaining(refusal) });
  });

  test("the instruction letter to a replacement solicitor is not marked as resent", async () => {
    const sale = await withBuyer(db);
    await assign(db, sale.id, await solicitorsChoice(db), actor);
    const replacement_id = await insertLawyerGroup(db, { solicitor: lawyer("New") });
    const place = { transaction_id: sale.id, side: "seller" } as const;
    const { letter } = await planSolicitorsReplacement(db, staffReader(), place, {
      replacement_id,
      comments: null,
    });
    expect(letter?.letter).toMatchObject({ to: "new@ashby.example", first_sent_at: null });
  });
});

test("the introduction of the seller's solicitor is not emailed if the matter has no such solicitor", async () => {
  const { id } = await aSale(db);
  await expect(readContents(db, "seller_introduction", { transaction_ids: [id] })).rejects.toThrow(
    "The solicitor in this email is no longer assigned",
  );
});

function facts({ parts }: SolicitorLetter) {
  return parts.flatMap(({ title, rows }) =>
    rows.map(
      ({ what, text, email, phone, is_new }) =>
        `${title} | ${what}: ${[text.replaceAll("\n", "; "), email, phone, is_new && "NEW"]
          .filter(Boolean)
          .join(" | ")}`,
    ),
  );
}

async function letterTo(side: "seller" | "buyer", id: string) {
  const letter = (await listLetters(db, staffReader(), id)).find((kept) => kept.side === side);
  return letter!.letter;
}

async function withPeople(db: Db, sale: { id: string; purchase_intent_id: string }) {
  const party = (first_name: string) => ({
    first_name,
    last_name: "Byron",
    email: `${first_name.toLowerCase()}@example.test`,
    phone_number: "+447400123456",
  });
  const { purchase_intent_id } = sale;
  await db
    .insertInto("parties")
    .values([
      { ...party("Bob"), kind: "seller", transaction_id: sale.id },
      { ...party("Jo"), kind: "buyer", purchase_intent_id },
      {
        ...party("Gail"),
        kind: "giftor",
        purchase_intent_id,
        amount_pounds: 25_000,
        relationship: "Parent",
      },
    ])
    .execute();
  const agent = await insertAgent(db, {
    office: { office_phone_number: "+441904112076" },
    valuers: [{ ...valuer("Val", { primary_valuer: true }), email: `val@${sale.id}.example` }],
  });
  await db
    .updateTable("transactions")
    .set({ estate_agent_id: agent, estate_agent_status: "assigned", onward_purchase: "not_sure" })
    .where("id", "=", sale.id)
    .execute();
  await db
    .updateTable("properties")
    .set({ title_number: "NYK318842", tenure: "Leasehold", tenure_details: "99 years" })
    .execute();
  await db
    .updateTable("purchase_intents")
    .set({
      ownership_type: "Joint",
      mortgage_required_for_purchase: "yes",
      mortgage_provider: "Not Sure Yet",
      gifts: "yes",
      inheritance: true,
      first_time_buyer: "not_sure",
      purchase_dependent_on_sale: "yes",
    })
    .where("id", "=", purchase_intent_id)
    .execute();
}
