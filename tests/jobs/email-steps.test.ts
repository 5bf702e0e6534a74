import { beforeAll, describe, expect, test } from "vitest";
import { londonDay } from "#app/domain/shared/dates.ts";
import { readBuyerDashboard } from "#app/domain/purchases/buyer-dashboard.server.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import { stepFacts } from "#app/domain/stages/customer-stages.ts";
import { listSteps, type ListedSteps } from "#app/domain/stages/step-words.ts";
import { renderEmail } from "#app/emails/render.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { insertPerson, insertPurchase } from "#tests/db/people.ts";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { customerReader } from "#tests/support/readers.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";

const { db } = useTestDatabase();

/** Compares the steps in each email, at each stage and for each reader, with the reader’s page. */

const STAGES = [
  "paid",
  "one solicitor",
  "both solicitors",
  "checks sent",
  "own check done",
] as const;
type Stage = (typeof STAGES)[number];

const PEOPLE = {
  seller: "Sam",
  co_seller: "Cora",
  new_co_seller: "Nell",
  buyer: "Bea",
  co_buyer: "Jo",
} as const;
type Person = keyof typeof PEOPLE;
const SELLERS = ["seller", "co_seller", "new_co_seller"] as const;
const BUYERS = ["buyer", "co_buyer"] as const;

let ids: {
  transaction_id: string;
  purchase_intent_id: string;
  order_id: string;
  giftor_id: string;
  users: Partial<Record<Person, string>>;
  parties: Partial<Record<Person, string>>;
};

const KINDS = [
  ["payment_received", ["paid"], ["seller"], () => ({ order_id: ids.order_id })],
  ["seller_introduction", STAGES.slice(1), SELLERS, sale],
  ["buyer_introduction", STAGES.slice(2), BUYERS, purchase],
  ["purchase_intent_success", STAGES, ["buyer"], purchase],
  ["purchase_intent_activated_buyer", STAGES, BUYERS, purchase],
  [
    "person_named",
    STAGES,
    ["co_seller", "new_co_seller", "co_buyer"],
    (person: Person) => ({ party_id: ids.parties[person]! }),
  ],
] as const;

beforeAll(() => arrange());

describe.each(STAGES)("email steps at the stage “%s”", (stage) => {
  beforeAll(() => arrive[stage]());

  test("the giftor_id_check email addresses its giftor and promises the text message (CU-6)", async () => {
    const props = { party_id: ids.giftor_id };
    const contents = await readContents(db, "giftor_id_check", props, "gail@steps.example");
    const { text } = await renderEmail("giftor_id_check", contents);
    expect(text).toContain("Hello Gail,");
    expect(text).toContain("You’ll get a text message with a link from Thirdfort");
    expect(text).not.toMatch(/We’ve sent you|waiting for[^.]*Gail/);
  });

  const rows = KINDS.filter(([, stages]) => (stages as readonly Stage[]).includes(stage)).flatMap(
    ([name, , readers, props]) => readers.map((reader) => [name, reader, props] as const),
  );

  test.each(rows)(
    "the %s email lists the steps of its reader’s own page: %s (CU-6)",
    async (name, person, props) => {
      const contents = await readContents(db, name, props(person), emailOf(person));
      const { text } = await renderEmail(name, contents);
      expect(text).toContain(`Hello ${PEOPLE[person]},`);
      if (stage !== "checks sent" && stage !== "own check done") {
        expect(text).not.toContain("We’ve sent you a text message");
      }
      expect(text).not.toMatch(new RegExp(`waiting for[^.]*${PEOPLE[person]}`));
      // A person without an account has no page yet, so this compares with a co-seller’s page.
      const alike = person === "new_co_seller" ? "co_seller" : person;
      const page = await stepsOfPage(alike);
      const titles = ({ now, later, ours }: ListedSteps) =>
        [now, later, ours.steps].map((steps) => steps.map(({ title }) => title));
      expect(titles(contents.steps)).toEqual(titles(page));
      // The reader may never have contacted us, so this email hides names that others typed.
      if (name === "person_named") return;
      const steps = JSON.stringify(contents.steps);
      const named = alike === person ? steps : steps.replaceAll(PEOPLE[alike], PEOPLE[person]);
      expect(JSON.parse(named)).toEqual(page);
    },
  );
});

test.each([
  ["a seller", "seller", ["Tell us about your home"]],
  ["a co-seller without an account", "new_co_seller", []],
] as const)(
  "the seller_introduction email asks %s for these tasks: $2",
  async (_who, person, titles) => {
    const { tasks = [] } = await readContents(db, "seller_introduction", sale(), emailOf(person));
    expect(tasks.map(({ title }) => title)).toEqual(titles);
  },
);

describe("emails about a representative’s sale after one of the owners has died", () => {
  beforeAll(async () => {
    await db
      .updateTable("transactions")
      .set({ customer_type: "representative" })
      .where("id", "=", ids.transaction_id)
      .execute();
    await db
      .insertInto("parties")
      .values({
        ...{ kind: "seller", transaction_id: ids.transaction_id, position: 4 },
        ...{ first_name: "Olive", last_name: "Byron", representation_reason: "died" },
      })
      .execute();
  });

  test.each(["seller", "co_seller"] as const)(
    "the seller_introduction email to a %s lists no ID check for the owner who has died (CU-6)",
    async (person) => {
      const contents = await readContents(db, "seller_introduction", sale(), emailOf(person));
      expect(contents.steps).toEqual(await stepsOfPage(person));
      expect(JSON.stringify(contents)).not.toContain("Olive");
    },
  );

  test("the person_named email states that the representative sells for the owners (CU-6)", async () => {
    const props = { party_id: ids.parties.new_co_seller! };
    const email = emailOf("new_co_seller");
    const contents = await readContents(db, "person_named", props, email);
    const { text } = await renderEmail("person_named", contents);
    expect(text).toContain("on behalf of its owners, and you’ve been added as an owner.");
    expect(text).not.toContain("co-seller");
  });
});

async function arrange() {
  const users: Partial<Record<Person, string>> = {};
  for (const person of ["seller", "co_seller", "buyer", "co_buyer"] as const) {
    const { id } = await insertPerson(db, emailOf(person));
    users[person] = id;
    await db
      .updateTable("users")
      .set({ first_name: PEOPLE[person], active: true })
      .where("id", "=", id)
      .execute();
  }
  const transaction_id = await insertSaleAtStage(db, users.seller!, {
    terms: true,
    complete: true,
  });
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  const purchase = await insertPurchase(
    db,
    { id: transaction_id, property_id },
    users.buyer!,
    true,
  );
  const parties: Partial<Record<Person, string>> = {};
  for (const [position, person] of (
    ["co_seller", "new_co_seller", "co_buyer"] as const
  ).entries()) {
    const row = await db
      .insertInto("parties")
      .values({
        ...{ first_name: PEOPLE[person], last_name: "Byron", email: emailOf(person), position },
        phone_number: `+44740012345${position}`,
        ...(isSeller(person)
          ? { kind: "seller" as const, transaction_id }
          : { kind: "buyer" as const, purchase_intent_id: purchase.id }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    parties[person] = row.id;
  }
  const giftor = await db
    .insertInto("parties")
    .values({
      ...{ kind: "giftor", purchase_intent_id: purchase.id, position: 3, first_name: "Gail" },
      ...{ last_name: "Byron", email: "gail@steps.example", phone_number: "+447400123459" },
      ...{ amount_pounds: 20_000, relationship: "Parent" },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const order = await db
    .selectFrom("orders")
    .select("id")
    .where("transaction_id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  ids = {
    ...{ transaction_id, purchase_intent_id: purchase.id, order_id: order.id },
    ...{ users, parties, giftor_id: giftor.id },
  };
}

const arrive: Record<Stage, () => Promise<unknown>> = {
  paid: () => Promise.resolve(),
  "one solicitor": () => assign("seller_lawyer_group_id"),
  "both solicitors": () => assign("buyer_lawyer_group_id"),
  "checks sent": async () => {
    for (const person of Object.keys(PEOPLE) as Person[]) {
      await db
        .insertInto("identity_checks")
        .values({
          ...{ transaction_id: ids.transaction_id, first_name: PEOPLE[person], last_name: "Byron" },
          person_type: isSeller(person) ? "seller" : "buyer",
          ...(!isSeller(person) && { purchase_intent_id: ids.purchase_intent_id }),
          ...{ email: emailOf(person), phone_number: "+447400123456", status: "pending" },
        })
        .execute();
    }
  },
  "own check done": () =>
    db
      .updateTable("identity_checks")
      .set({ status: "complete", result: "clear" })
      .where("email", "in", [emailOf("seller"), emailOf("buyer")])
      .execute(),
};

const assign = async (column: "seller_lawyer_group_id" | "buyer_lawyer_group_id") =>
  db
    .updateTable("transactions")
    .set({ [column]: await insertLawyerGroup(db, { name: column }), legals_started_at: new Date() })
    .where("id", "=", ids.transaction_id)
    .execute();

async function stepsOfPage(person: Person) {
  const side = isSeller(person) ? ("seller" as const) : ("buyer" as const);
  const target = { id: ids.transaction_id, reader: customerReader(ids.users[person]!) };
  const matter =
    side === "seller"
      ? await readSellerDashboard(db, target)
      : await readBuyerDashboard(db, target);
  const facts = stepFacts(matter.progress, {
    side,
    facts: matter.stages?.facts ?? null,
    law_firm: matter.solicitor?.law_firm ?? null,
    chooser: person === "seller" || side === "buyer" ? null : PEOPLE.seller,
    today: londonDay(new Date()),
  });
  return listSteps(side, facts);
}

function sale() {
  return { transaction_ids: [ids.transaction_id] };
}

function purchase() {
  return { transaction_id: ids.transaction_id, purchase_intent_id: ids.purchase_intent_id };
}

function emailOf(person: Person) {
  return `${PEOPLE[person].toLowerCase()}@steps.example`;
}

function isSeller(person: Person) {
  return SELLERS.some((seller) => seller === person);
}
