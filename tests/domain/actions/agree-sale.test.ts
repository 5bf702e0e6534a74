import { beforeAll, describe, expect, test } from "vitest";
import { NEW_BUYER } from "#app/domain/actions/buyer-words.ts";
import { listUndoable } from "#app/domain/actions/undo-action.server.ts";
import { AgreeSaleForm } from "#app/domain/actions/agree-sale-form.server.ts";
import { findAgreement, readOwnAgreement } from "#app/domain/agreements/agreements.server.ts";
import { formValues } from "#app/domain/versions/form-values.ts";
import { trackClick } from "#app/domain/invitations/invitations.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import {
  addSeller,
  assignSolicitors,
  createMatter,
  createPurchaseAtStage,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { readerId, staffReader } from "#tests/support/readers.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { actionsOf } from "./contested-matter.ts";

const { db } = useTestDatabase();
let steps: ReturnType<typeof actionsOf>;
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada" });
  steps = actionsOf(db, ada.id);
});

const PRICE = {
  agreed_price_pounds: "450,000",
  memorandum_on: { day: "2", month: "11", year: "2026" },
};

/** Reads what staff typed about a buyer who is new to us. */
function typedBuyer(change: Record<string, string> = {}) {
  const typed = {
    ...PRICE,
    purchase_intent_id: NEW_BUYER,
    ...{ first_name: "Grace", middle_name: "", last_name: "Hopper" },
    email: `grace.${crypto.randomUUID()}@example.test`,
    phone_number: "07400 123456",
  };
  return AgreeSaleForm.parse({ ...typed, ...change });
}

async function aMatter() {
  const matter = await createMatter(db);
  await assignSolicitors(db, matter.id, ["seller"]);
  return matter;
}

const invitationsTo = (email: string) =>
  db
    .selectFrom("invitations")
    .innerJoin("users", "users.id", "user_id")
    .select(["invitations.id", "status", "user_id", "property_id"])
    .where("users.email", "=", email)
    .execute();

describe("agreeing a sale with a buyer who is new to us", () => {
  test("stores the price and the date, and invites the buyer after ten minutes", async () => {
    const { id, property_id } = await aMatter();
    const choice = typedBuyer();
    const { email = "" } = choice;
    await steps.take(id, "agree_sale", choice);
    expect(await findAgreement(db, id)).toMatchObject({
      email,
      agreed_price_pounds: 450_000,
      memorandum_on: "2026-11-02",
    });
    const [invitation] = await invitationsTo(email);
    expect(invitation).toMatchObject({ status: "pending", property_id });
    const queued = await db
      .selectFrom("email_log")
      .select(["name", "status"])
      .where("recipient", "=", email)
      .execute();
    expect(queued).toEqual([{ name: "invitation_buyer", status: "queued" }]);
  });

  test("names the buyer and the price to staff, who can undo it", async () => {
    const { id } = await aMatter();
    await steps.take(id, "agree_sale", typedBuyer());
    const [undoable] = await listUndoable(db, staffReader(), id);
    expect(undoable?.change).toBe("Sale agreed with Grace Hopper for £450,000");
  });

  test("shows staff the invitation as its email has it, and the seller’s side reads of the price", async () => {
    const { id } = await aMatter();
    const choice = typedBuyer();
    const { emails, other_emails } = await steps.plan(id, "agree_sale", choice);
    expect(emails.map(({ reader }) => reader)).toEqual(["seller", "seller_solicitor"]);
    expect(emails[0]?.words.paragraphs[0]).toMatch(/ to Grace Hopper is agreed for £450,000\.$/);
    expect(other_emails[0]).toMatchObject({ reader: "buyer", to: choice.email });
    await steps.take(id, "agree_sale", choice);
    const [invitation] = await invitationsTo(choice.email ?? "");
    const ids = { invitation_id: invitation?.id ?? "" };
    const { invited_by, property } = await readContents(
      db,
      "invitation_buyer",
      ids,
      choice.email ?? "",
    );
    expect(other_emails[0]?.words.paragraphs[0]).toContain(`${invited_by} has invited you to buy`);
    expect(other_emails[0]?.words.paragraphs[0]).toContain(property);
  });

  test("fills in the price and the co-buyer when the buyer signs up, for no one else", async () => {
    const { id, property_id } = await aMatter();
    const choice = typedBuyer({
      ...{ co_first_name: "Cora", co_last_name: "Hopper" },
      ...{ co_email: "cora@example.test", co_phone_number: "07400 123457" },
    });
    await steps.take(id, "agree_sale", choice);
    const [invitation] = await invitationsTo(choice.email ?? "");
    const buyer_id = readerId(invitation?.user_id ?? "");
    expect(await readOwnAgreement(db, { buyer_id, property_id })).toEqual({
      agreed_price_pounds: 450_000,
      co_buyer: {
        ...{ first_name: "Cora", last_name: "Hopper" },
        ...{ email: "cora@example.test", phone_number: "+447400123457" },
      },
    });
    expect(await readOwnAgreement(db, { buyer_id: readerId(ada.id), property_id })).toBeNull();
  });

  test("uses an account with the same email address, and its open invitation", async () => {
    const { id } = await aMatter();
    const choice = typedBuyer();
    await steps.take(id, "agree_sale", choice);
    await steps.take(id, "agree_sale", { ...choice, agreed_price_pounds: 455_000 });
    expect(await invitationsTo(choice.email ?? "")).toHaveLength(1);
    expect(await findAgreement(db, id)).toMatchObject({ agreed_price_pounds: 455_000 });
  });

  test.each([
    [
      "the seller",
      async (id: string) => (await addSeller(db, id)).email,
      "is selling this property",
    ],
    ["a colleague", () => Promise.resolve(ada.email), "already exists"],
  ] as const)("refuses the email address of %s", async (_who, emailOf, refusal) => {
    const { id } = await aMatter();
    const choice = typedBuyer({ email: await emailOf(id) });
    await expect(steps.plan(id, "agree_sale", choice)).rejects.toThrow(refusal);
  });
});

describe("agreeing a sale with a purchase of the matter", () => {
  test("makes it active with the agreed price and date, and an undo restores both", async () => {
    const matter = await aMatter();
    const { id: purchase_id, email } = await createPurchaseAtStage(db, matter);
    const purchase = () =>
      db
        .selectFrom("purchase_intents")
        .select(["is_active", "agreed_price_pounds", "sale_agreed"])
        .where("id", "=", purchase_id)
        .executeTakeFirstOrThrow();
    const before = await purchase();
    const choice = AgreeSaleForm.parse({ ...PRICE, purchase_intent_id: purchase_id });
    const { emails } = await steps.plan(matter.id, "agree_sale", choice);
    expect(emails.map(({ to }) => to)).toContain(email);
    const action_id = await steps.take(matter.id, "agree_sale", choice);
    expect(await purchase()).toEqual({
      is_active: true,
      agreed_price_pounds: 450_000,
      sale_agreed: "2026-11-02",
    });
    await steps.undo(matter.id, action_id);
    expect(await purchase()).toEqual(before);
  });

  test("is refused while another buyer is active", async () => {
    const matter = await aMatter();
    await createPurchaseAtStage(db, matter, { active: true });
    await expect(steps.plan(matter.id, "agree_sale", typedBuyer())).rejects.toThrow(
      "replace the buyer",
    );
  });
});

describe("releasing a buyer who has not signed up", () => {
  test("ends the agreement, cancels the invitation and emails the seller’s side", async () => {
    const { id } = await aMatter();
    const choice = typedBuyer();
    await steps.take(id, "agree_sale", choice);
    const { emails } = await steps.plan(id, "release_buyer");
    expect(emails.map(({ reader }) => reader)).toEqual(["seller", "seller_solicitor"]);
    expect(emails[0]?.words.paragraphs[0]).toContain("to Grace Hopper isn’t going ahead.");
    const action_id = await steps.take(id, "release_buyer");
    expect(await findAgreement(db, id)).toBeNull();
    expect(await invitationsTo(choice.email ?? "")).toMatchObject([{ status: "cancelled" }]);
    await expect(steps.plan(id, "release_buyer")).rejects.toThrow("No buyer is active");
    await expect(steps.undo(id, action_id)).rejects.toThrow(
      "The buyer’s invitation was cancelled.",
    );
    await steps.take(id, "agree_sale", typedBuyer());
    expect(await findAgreement(db, id)).not.toBeNull();
  });
});

describe("undoing an agreed sale", () => {
  test("ends the agreement and cancels the invitation before it is sent", async () => {
    const { id } = await aMatter();
    const choice = typedBuyer();
    await steps.undo(id, await steps.take(id, "agree_sale", choice));
    expect(await findAgreement(db, id)).toBeNull();
    expect(await invitationsTo(choice.email ?? "")).toMatchObject([{ status: "cancelled" }]);
  });

  test("restores the agreement before", async () => {
    const { id } = await aMatter();
    const choice = typedBuyer();
    await steps.take(id, "agree_sale", choice);
    const before = await findAgreement(db, id);
    await steps.undo(id, await steps.take(id, "agree_sale", typedBuyer()));
    expect(await findAgreement(db, id)).toEqual(before);
  });

  test.each([
    [
      "the buyer has opened the link",
      async (user_id: string, id: string) => {
        const token_hash = sha256(id);
        await db
          .updateTable("invitations")
          .set({ token_hash })
          .where("user_id", "=", user_id)
          .execute();
        await trackClick(db, { invitationToken: id, userId: user_id });
      },
      "has opened the link",
    ],
    [
      "another sale has been agreed",
      async (_user: string, id: string) => steps.take(id, "agree_sale", typedBuyer()),
      "Another sale has been agreed since.",
    ],
  ])("is refused once %s", async (_when, happen, refusal) => {
    const { id } = await aMatter();
    const choice = typedBuyer();
    const action_id = await steps.take(id, "agree_sale", choice);
    const [invitation] = await invitationsTo(choice.email ?? "");
    await happen(invitation?.user_id ?? "", id);
    await expect(steps.undo(id, action_id)).rejects.toThrow(refusal);
  });
});

describe("the form of a memorandum of sale", () => {
  test.each([
    ["nothing", {}, ["agreed_price_pounds", "purchase_intent_id"]],
    [
      "a new buyer without details",
      { ...PRICE, purchase_intent_id: NEW_BUYER },
      ["email", "first_name", "last_name", "phone_number"],
    ],
    [
      "half a co-buyer",
      {
        ...{ ...PRICE, purchase_intent_id: NEW_BUYER, first_name: "Grace", last_name: "Hopper" },
        ...{ email: "grace@example.test", phone_number: "07400 123456", co_first_name: "Cora" },
      },
      ["co_email", "co_last_name", "co_phone_number"],
    ],
  ])("names each field that is wrong for %s", (_what, typed, fields) => {
    const { error } = AgreeSaleForm.safeParse({
      memorandum_on: { day: "", month: "", year: "" },
      ...typed,
    });
    const wrong = new Set(error?.issues.map(({ path }) => String(path[0])));
    expect([...wrong].toSorted()).toEqual(fields);
  });

  test("reads its own output again, as the confirmation posts it", () => {
    const once = typedBuyer();
    expect(AgreeSaleForm.parse(formValues(once))).toEqual(once);
  });
});

test("the agent and the seller never read how the buyer pays", async () => {
  const matter = await aMatter();
  const { id } = await createPurchaseAtStage(db, matter);
  const choice = AgreeSaleForm.parse({ ...PRICE, purchase_intent_id: id });
  const { emails } = await steps.plan(matter.id, "agree_sale", choice);
  expect(JSON.stringify(emails.filter(({ reader }) => reader !== "buyer"))).not.toMatch(
    /mortgage|lender|gift|funding|savings/i,
  );
});
