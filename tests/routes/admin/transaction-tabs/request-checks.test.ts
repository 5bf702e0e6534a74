import { beforeAll, describe, expect, test } from "vitest";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { giftorsText } from "#app/routes/admin/transactions/thirdfort/view.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, insertBrand, NO_CHECKS } from "#tests/support/estate-agents.ts";
import { gail } from "#tests/support/purchases.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { confirmFields } from "../fields.ts";
import { open, postAndReadFlash } from "../pages.ts";
import { tabOf } from "./check-pages.ts";
import { createMatterWithPeople } from "./checked-matter.ts";
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

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

type Side = "seller" | "buyer";

async function assignCheckAgent(id: string, sides: Side[], emails = ["one@north.example"]) {
  const estate_agent_id = await insertAgent(db, {
    office: { brand_id: await insertBrand(db), office_name: "Northgate York" },
    checks: {
      ...NO_CHECKS,
      requests_seller_thirdfort_checks: sides.includes("seller"),
      requests_buyer_thirdfort_checks: sides.includes("buyer"),
      receives_seller_thirdfort_checks: true,
      thirdfort_requester_emails: emails,
    },
  });
  await db
    .updateTable("transactions")
    .set({ estate_agent_id, estate_agent_status: "assigned" })
    .where("id", "=", id)
    .execute();
}

const ask = (id: string, side: string) => open(`${tabOf(id)}/request/${side}`, ada);

const confirm = (id: string, side: string, fields: Record<string, string>) =>
  postAndReadFlash(`${tabOf(id)}/request/${side}`, ada, fields);

describe("the card of an office that conducts identity checks (N-001 to N-005 AMB-N07 WF-11.1 WF-11.5)", () => {
  test.each<[Side[], string | null]>([
    [[], null],
    [["seller"], "Northgate York conducts checks on sellers."],
    [["buyer"], "Northgate York conducts checks on buyers and giftors."],
    [["seller", "buyer"], "Northgate York conducts checks on sellers, and on buyers and giftors."],
  ])(
    "the text about an office that conducts identity checks for the sides %j is: %s",
    async (sides, text) => {
      const { id } = await createMatterWithPeople(db);
      await assignCheckAgent(id, sides);
      const page = await open(tabOf(id), ada);
      expect(page.text.includes("conducts checks")).toBe(text !== null);
      if (text) expect(page.text).toMatch(new RegExp(`Brand [\\w-]+, ${text}`));
      for (const side of ["seller", "buyer"] as const) {
        expect(page.html.includes(`${tabOf(id)}/request/${side}`)).toBe(sides.includes(side));
        const asked = await ask(id, side);
        expect(asked.status).toBe(sides.includes(side) ? 200 : 404);
      }
    },
  );

  test("the card of an office that conducts identity checks offers no request until solicitors are assigned, and none for buyers until there is a purchase (N-004 N-005)", async () => {
    const matter = await createMatter(db);
    await assignCheckAgent(matter.id, ["seller", "buyer"]);
    const without = await open(tabOf(matter.id), ada);
    expect(without.html.match(/disabled=""[^>]*>Request/g)).toHaveLength(2);
    expect(without.text).toContain("Request seller checks Assign a solicitor on the seller side");
    await assignSolicitors(db, matter.id, ["seller", "buyer"]);
    const assigned = await open(tabOf(matter.id), ada);
    expect(assigned.html).toContain("/request/seller");
    expect(assigned.html).not.toContain("/request/buyer");
    expect(assigned.text).toContain("There is no purchase intent yet.");
    expect((await ask(matter.id, "buyer")).text).toContain("There is no purchase intent yet.");
    await createPurchaseAtStage(db, matter);
    expect((await open(tabOf(matter.id), ada)).html).toContain("/request/buyer");
  });

  test("the card of an office that conducts identity checks says that the office has no requester emails", async () => {
    const { id } = await createMatterWithPeople(db);
    await assignCheckAgent(id, ["seller"], []);
    expect((await open(tabOf(id), ada)).text).toContain(
      "The estate agent has no requester emails.",
    );
  });
});

describe("requesting identity checks from the office (N-002 N-003 N-006 N-007 WF-11.5)", () => {
  test.each([
    ["seller", "thirdfort_request_sellers", "thirdfort_seller_request_email_sent", "Seller checks"],
    ["buyer", "thirdfort_request_buyers", "thirdfort_buyer_request_email_sent", "Buyer checks"],
  ] as const)(
    "a request for identity checks on the %s side emails each requester of the office once",
    async (side, name, event_name, what) => {
      const { id } = await createMatterWithPeople(db);
      await assignCheckAgent(id, ["seller", "buyer"], ["one@north.example", "two@north.example"]);
      const known = await countEvents(db, id);
      const asked = await ask(id, side);
      expect(asked.text).toContain("one@north.example two@north.example");
      expect(asked.text).toContain("Not sent yet");
      const fields = confirmFields(asked.html);
      const done = { kind: "success", title: `${what} requested`, seconds: 5 };
      expect(await confirm(id, side, fields)).toEqual({ location: tabOf(id), flash: done });
      expect((await confirm(id, side, fields)).flash).toEqual(done);
      // Giftors are emailed before Thirdfort contacts them. Both giftors have the same mailbox
      // here.
      const giftors = side === "buyer" ? [gail.email, gail.email] : [];
      expect(asked.text.includes(`the giftors (${gail.email})`)).toBe(side === "buyer");
      expect(await listEmails(db, id)).toEqual([
        ...giftors.map((email) => ["giftor_id_check", email]),
        [name, "one@north.example"],
        [name, "two@north.example"],
      ]);
      expect(await listNewEvents(db, id, known)).toMatchObject([
        { event_name, author: "admin", author_id: ada.id },
      ]);
      expect((await ask(id, side)).text).toContain("Last sent on");
    },
  );

  test("the emails that request identity checks name the office, property, report recipients and people", async () => {
    const { id, purchase } = await createMatterWithPeople(db);
    await assignCheckAgent(id, ["seller", "buyer"]);
    expect(await readContents(db, "thirdfort_request_sellers", { transaction_id: id })).toEqual({
      office: expect.stringContaining(", Northgate York"),
      property: expect.stringContaining("Arch Street, York, YO1 7HZ"),
      file_reference: id,
      recipient_emails: ["checks@ashby.example"],
      receives_results: true,
      people: [expect.objectContaining({ role: "seller", phone: "07400 123456" })],
    });
    const ids = { transaction_id: id, purchase_intent_id: purchase.id };
    expect(await readContents(db, "thirdfort_request_buyers", ids)).toMatchObject({
      receives_results: false,
      people: [
        { role: "buyer", name: "Bea Byron" },
        { role: "buyer", name: "Jo Joint" },
        { role: "giftor", name: "Gail Giver" },
        { role: "giftor", name: "Guy Giver" },
      ],
    });
  });

  test("a request for identity checks is refused for a forged form, an unknown side and a missing matter", async () => {
    const { id } = await createMatterWithPeople(db);
    await assignCheckAgent(id, ["seller"]);
    const fields = confirmFields((await ask(id, "seller")).html);
    for (const [side, change] of [
      ["seller", { form_key: "" }],
      ["seller", { recipients: "eve@example.test" }],
      ["buyer", {}],
      ["nobody", {}],
    ] as const) {
      const { flash } = await confirm(id, side, { ...fields, ...change });
      expect(flash).toMatchObject({ kind: "error", title: "Checks not requested" });
    }
    expect((await ask("f".repeat(24), "seller")).text).toContain("Transaction not found");
    expect((await ask("x", "seller")).status).toBe(404);
    expect((await ask(id, "nobody")).text).toContain("Page not found");
    expect(await listEmails(db, id)).toEqual([]);
  });
});

test.each([
  [[], null],
  [
    ["gail@one.example"],
    "We’ll also email the giftor (gail@one.example), but only the first time you send this request.",
  ],
  [
    ["gail@one.example", "guy@two.example"],
    "We’ll also email the giftors (gail@one.example, guy@two.example), but only the first time you send this request.",
  ],
  [
    ["gail@one.example", "guy@two.example", "gus@three.example"],
    "We’ll also email the giftors (gail@one.example, guy@two.example, gus@three.example), but only the first time you send this request.",
  ],
  [
    ["both@one.example", "both@one.example"],
    "We’ll also email the giftors (both@one.example), but only the first time you send this request.",
  ],
] as const)("giftorsText for the email addresses %j is: %s", (emails, expected) => {
  expect(giftorsText(emails)).toBe(expected);
});
