import { beforeAll, describe, expect, test } from "vitest";
import { namesInSentence } from "#app/routes/admin/transactions/names-in-sentence.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase, withoutTriggers } from "#tests/support/database.ts";
import { insertAgent, negotiator, valuer } from "#tests/support/estate-agents.ts";
import { expectError, logged } from "#tests/support/log-guard.ts";
import { fullPurchasePeople } from "#tests/support/purchases.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { confirmFields } from "../fields.ts";
import { open, postAndReadFlash } from "../pages.ts";
import { listCards } from "./cards.ts";
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

const findTab = (id: string) => `/admin/transactions/${id}/buyers`;
const ask = (id: string) => open(`${findTab(id)}/buyer-found`, ada);

const confirm = (id: string, fields: Record<string, string>) =>
  postAndReadFlash(`${findTab(id)}/buyer-found`, ada, fields);

const DONE = { kind: "success", title: "Buyer found email sent", seconds: 3 };
const refused = (description: string) => ({
  kind: "error",
  title: "Buyer found email not sent",
  description,
});
const FAILED = "Failed to send buyer found email. Please try again.";
const STALE =
  "The buyer, the list of recipients or the time of the last email has changed since you opened this page. Check the details and confirm again.";

describe("the “buyer found” email (K-077 to K-079 K-081 AMB-K06 WF-15.3)", () => {
  test("the “buyer found” email is sent to every recipient on the confirmation, once per confirmation", async () => {
    const { id, purchase, val, known } = await aFoundBuyer();
    expect(await readCard(id)).toMatchObject({ canSend: true });
    expect((await readCard(id)).text).toContain("Not sent yet");
    const asked = await ask(id);
    expect(asked.title).toMatch(/ - Send buyer found email - Fanlight$/);
    expect(asked.text).toMatch(
      /the buyer’s name \( ?Bea Byron and Jo Joint ?\) and the agreed price \( ?£440,000/,
    );
    const to = [
      "sol@seller.example",
      "asha@seller.example",
      "sol@buyer.example",
      "asha@buyer.example",
      val,
      "ned@example.test",
    ];
    expect(asked.text).toContain(to.join(" "));
    expect(asked.text).not.toContain("No estate agent will be emailed");

    const done = await confirm(id, confirmFields(asked.html));
    expect(done).toEqual({ location: findTab(id), flash: DONE });
    expect(await listEmails(db, id)).toEqual(
      expect.arrayContaining(to.map((recipient) => ["buyer_found", recipient])),
    );
    expect(await listEmails(db, id)).toHaveLength(to.length);
    expect(await listNewEvents(db, id, known)).toEqual([
      {
        event_name: "buyer_found_email_sent",
        author: "admin",
        author_id: ada.id,
        comments: null,
        purchase_intent_id: purchase.id,
      },
    ]);
    expect(logged("warn")).toEqual([]);

    expect(await confirm(id, confirmFields(asked.html))).toEqual(done);
    expect(await listEmails(db, id)).toHaveLength(to.length);

    // Staff can send the email again (AMB-K06).
    const again = await ask(id);
    expect(again.text).toContain("Last sent on");
    await confirm(id, confirmFields(again.html));
    expect(await listEmails(db, id)).toHaveLength(2 * to.length);
  });

  test("the record fills only the button of the “buyer found” email, until it is sent", async () => {
    const { id } = await aFoundBuyer();
    await db
      .updateTable("transactions")
      .set({ legals_started_at: new Date() })
      .where("id", "=", id)
      .execute();
    const { html } = await open(`/admin/transactions/${id}`, ada);
    const strip = html.split('class="stage-press"')[1]?.split("</dd>")[0] ?? "";
    const buttons = strip.match(/<(?:a|button)[^>]*class="button"[^>]*>/g) ?? [];
    expect(buttons).toHaveLength(2);
    expect(buttons.filter((button) => button.includes("secondary"))).toHaveLength(1);
    expect(buttons[0]).toContain("buyer-found");
  });

  test("the “buyer found” email is sent once if two members of staff confirm concurrently", async () => {
    const { id, known } = await aFoundBuyer();
    const [one, other] = [await ask(id), await ask(id)];
    const answers = await Promise.all([
      confirm(id, confirmFields(one.html)),
      confirm(id, confirmFields(other.html)),
    ]);
    expect(answers.map(({ flash }) => flash)).toEqual(
      expect.arrayContaining([DONE, refused(STALE)]),
    );
    expect(await listNewEvents(db, id, known)).toHaveLength(1);
  });

  test("the card on the matter shows when the “buyer found” email was last sent", async () => {
    const { id } = await aFoundBuyer();
    await confirm(id, confirmFields((await ask(id)).html));
    await withoutTriggers(db, (trx) =>
      trx
        .updateTable("events")
        .set({ date_time: new Date("2026-07-01T23:30:00Z") })
        .where("transaction_id", "=", id)
        .where("event_name", "=", "buyer_found_email_sent")
        .execute(),
    );
    expect((await readCard(id)).text).toContain("Last sent on 02/07/2026 at 00:30");
  });

  test("the “buyer found” email contains the property, buyers, price, ownership and solicitor, and the mortgage and the solicitor’s email only for solicitors (ST-16)", async () => {
    const { purchase, val } = await aFoundBuyer();
    const ids = { purchase_intent_id: purchase.id };
    const found = {
      property: expect.stringContaining("Arch Street, York, YO1 7HZ"),
      buyers: "Bea Byron, Jo Joint",
      agreed_price: "£440,000",
      ownership: "Joint",
    };
    const solicitor = { name: "Able buyer, Ashby & Co", email: null, phone: null };
    const reachable = {
      ...solicitor,
      ...{ email: "sol@buyer.example", phone: "+441904555020" },
    };
    const mortgage = "Yes, Nationwide Building Society";
    for (const [address, content] of [
      [
        "SOL@seller.example",
        { recipient: "seller_solicitor", mortgage, agent_page: null, solicitor: reachable },
      ],
      [
        "asha@buyer.example",
        { recipient: "buyer_solicitor", mortgage, agent_page: null, solicitor: reachable },
      ],
      [
        val,
        {
          recipient: "estate_agent",
          mortgage: null,
          solicitor,
          agent_page: expect.stringMatching(/\/agents\/[0-9a-f]{24}\/sales\/[0-9a-f]{24}$/),
        },
      ],
    ] as const) {
      expect(await readContents(db, "buyer_found", ids, address)).toEqual({ ...found, ...content });
    }
    const { email } = await db
      .selectFrom("users")
      .innerJoin("purchase_intents", "purchase_intents.buyer_id", "users.id")
      .select("users.email")
      .where("purchase_intents.id", "=", purchase.id)
      .executeTakeFirstOrThrow();
    const going = await readContents(db, "purchase_intent_activated_buyer", ids, email);
    expect(going).toMatchObject({
      first_name: "Bea",
      dashboard: expect.stringMatching(/\/dashboard\/buy\/[0-9a-f]{24}$/),
    });
  });

  test("a person who is a recipient on both sides gets the “buyer found” email once", async () => {
    const { id, property_id } = await createMatter(db);
    await createPurchaseAtStage(db, { id, property_id });
    await assignSolicitors(db, id, ["buyer"]);
    await db
      .updateTable("transactions")
      .set((eb) => ({ seller_lawyer_group_id: eb.ref("buyer_lawyer_group_id") }))
      .where("id", "=", id)
      .execute();
    await assignAgent(
      id,
      await insertAgent(db, {
        valuers: [valuer("Val", { email: null })],
        negotiators: [{ ...negotiator("Ned"), email: "SOL@buyer.example" }],
      }),
    );
    const { recipients } = confirmFields((await ask(id)).html);
    expect(recipients?.toLowerCase()).toBe("sol@buyer.example,asha@buyer.example");
  });
});

describe("conditions of the “buyer found” email (K-078)", () => {
  test.each([
    ["seller", "can", true],
    ["buyer", "can", true],
    [null, "cannot", false],
  ] as const)(
    "the only side with a solicitor is “%s”, so the “buyer found” email %s be sent",
    async (side, _can, can) => {
      const { id, property_id } = await createMatter(db);
      await createPurchaseAtStage(db, { id, property_id });
      if (side) await assignSolicitors(db, id, [side]);
      const { text, canSend } = await readCard(id);
      expect(canSend).toBe(can);
      const why = "Assign a solicitor on the buyer or seller side first.";
      expect(text.includes(why)).toBe(!can);
      const asked = await ask(id);
      expect(asked.text.includes(why)).toBe(!can);
      expect(asked.html.includes("form_key")).toBe(can);
      if (can) return;
      const form_key = newIdempotencyKey(`buyer-found ${id}`);
      expect((await confirm(id, { form_key })).flash).toEqual(refused(why));
      expect(await listEmails(db, id)).toEqual([]);
    },
  );

  test("the “buyer found” email requires a buyer who has accepted the terms and whose purchase is not aborted", async () => {
    const { id, property_id } = await createMatter(db);
    await assignSolicitors(db, id, ["seller"]);
    const why = "No buyer has accepted the terms and conditions yet.";
    expect((await readCard(id)).text).toContain(why);
    await createPurchaseAtStage(db, { id, property_id }, { terms: false });
    const aborted = await createPurchaseAtStage(db, { id, property_id });
    await db
      .updateTable("purchase_intents")
      .set({ aborted: "2026-01-01" })
      .where("id", "=", aborted.id)
      .execute();
    expect(await readCard(id)).toMatchObject({ canSend: false });
    expect((await readCard(id)).text).toContain(why);
  });

  test("the “buyer found” email is about the active purchase, or else the newest one", async () => {
    const { id, property_id } = await createMatter(db);
    await assignSolicitors(db, id, ["seller"]);
    const first = await createPurchaseAtStage(db, { id, property_id });
    const second = await createPurchaseAtStage(db, { id, property_id });
    expect(confirmFields((await ask(id)).html).purchase_intent_id).toBe(second.id);
    await db
      .updateTable("purchase_intents")
      .set({ is_active: true })
      .where("id", "=", first.id)
      .execute();
    expect(confirmFields((await ask(id)).html).purchase_intent_id).toBe(first.id);
  });

  test("sending the “buyer found” email is refused if the buyer or recipients have changed since the confirmation was opened", async () => {
    const { id, property_id } = await createMatter(db);
    await createPurchaseAtStage(db, { id, property_id });
    await assignSolicitors(db, id, ["seller"]);
    const before = confirmFields((await ask(id)).html);
    await assignSolicitors(db, id, ["buyer"]);
    expect((await confirm(id, before)).flash).toEqual(refused(STALE));
    const later = confirmFields((await ask(id)).html);
    await createPurchaseAtStage(db, { id, property_id });
    expect((await confirm(id, later)).flash).toEqual(refused(STALE));
    expect(await listEmails(db, id)).toEqual([]);
  });

  test.each(["0".repeat(24), "x", "undefined"])(
    "sending the “buyer found” email for the missing matter %s answers 404",
    async (id) => {
      const page = await ask(id);
      expect(page.status).toBe(404);
      expect(page.text).toContain("Transaction not found");
      const form_key = newIdempotencyKey(`buyer-found ${id}`);
      expect((await confirm(id, { form_key })).flash).toEqual(refused("Transaction not found"));
    },
  );

  test("a forged form does not send the “buyer found” email", async () => {
    const { id, known } = await aFoundBuyer();
    const fields = confirmFields((await ask(id)).html);
    const other = await aFoundBuyer();
    const changes: Record<string, string>[] = [
      { form_key: "" },
      { form_key: newIdempotencyKey(`buyer-found ${other.id}`) },
      { purchase_intent_id: other.purchase.id },
      { recipients: "eve@example.test" },
    ];
    for (const change of changes) {
      const { flash } = await confirm(id, { ...fields, ...change });
      expect(flash?.title).toBe("Buyer found email not sent");
    }
    expect(await listEmails(db, id)).toEqual([]);
    expect(await listNewEvents(db, id, known)).toEqual([]);
  });
});

describe("the “buyer found” email without an estate agent (K-082)", () => {
  test.each([
    ["no agent is assigned", null],
    ["the agent has no email address", [valuer("Val", { email: null })]],
  ])(
    "the page and the log warn that no estate agent gets the “buyer found” email if %s, and the other recipients still get it",
    async (_why, valuers) => {
      const { id, property_id } = await createMatter(db);
      await createPurchaseAtStage(db, { id, property_id });
      await assignSolicitors(db, id, ["seller"]);
      if (valuers) await assignAgent(id, await insertAgent(db, { valuers }));
      const asked = await ask(id);
      expect(asked.text).toContain("No estate agent will be emailed");
      expect((await confirm(id, confirmFields(asked.html))).flash).toEqual(DONE);
      expect(logged("warn")).toEqual([
        { transaction_id: id, msg: "buyer found email: no estate agent recipients" },
      ]);
      expect(await listEmails(db, id)).toHaveLength(2);
    },
  );
});

describe("failures of the “buyer found” email (K-080)", () => {
  test("a “buyer found” email that cannot be queued is rolled back, and can be submitted again", async () => {
    expectError(/the table is broken/);
    const { id, known } = await aFoundBuyer();
    const fields = confirmFields((await ask(id)).html);
    const mend = await breakWrites(db, "events");
    const { flash } = await confirm(id, fields);
    await mend();
    expect(flash).toEqual(refused(FAILED));
    expect(await listEmails(db, id)).toEqual([]);
    expect(await listNewEvents(db, id, known)).toEqual([]);
    expect((await confirm(id, fields)).flash).toEqual(DONE);
  });

  test("the card shows a “buyer found” email that could not be sent, until it is sent again", async () => {
    const { id } = await aFoundBuyer();
    await confirm(id, confirmFields((await ask(id)).html));
    expect((await readCard(id)).text).not.toContain(FAILED);
    await db
      .updateTable("email_log")
      .set({ status: "failed" })
      .where("transaction_id", "=", id)
      .where("recipient", "=", "ned@example.test")
      .execute();
    const { text } = await readCard(id);
    expect(text).toContain(FAILED);
    expect(text).toContain("The email did not reach ned@example.test.");
    await confirm(id, confirmFields((await ask(id)).html));
    expect((await readCard(id)).text).not.toContain(FAILED);
  });
});

async function readCard(id: string) {
  const { html } = await open(findTab(id), ada);
  const cards = listCards(html);
  const { text } = cards.find(({ title }) => title === "Buyer Found Notification")!;
  const canSend = html.includes(`href="${findTab(id)}/buyer-found"`);
  return { text, canSend };
}

async function assignAgent(id: string, estate_agent_id: string) {
  await db
    .updateTable("transactions")
    .set({ estate_agent_id, estate_agent_status: "assigned" })
    .where("id", "=", id)
    .execute();
}

async function aFoundBuyer() {
  const { id, property_id } = await createMatter(db);
  const purchase = await createPurchaseAtStage(
    db,
    { id, property_id },
    { active: true },
    fullPurchasePeople,
  );
  await assignSolicitors(db, id, ["seller", "buyer"]);
  const val = `val.${crypto.randomUUID()}@example.test`;
  const agent = await insertAgent(db, {
    valuers: [valuer("Val", { email: val, primary_valuer: true }), valuer("Bob")],
    negotiators: [negotiator("Ned")],
  });
  await assignAgent(id, agent);
  return { id, purchase, val, known: await countEvents(db, id) };
}

test.each([
  [["Bea Byron"], "Bea Byron"],
  [["Bea Byron", "Jo Joint"], "Bea Byron and Jo Joint"],
  [["Bea Byron", "Jo Joint", "Cy Clare"], "Bea Byron, Jo Joint and Cy Clare"],
])("namesInSentence joins %j as “%s” (K-077)", (names, expected) => {
  const people = names.map((name) => {
    const [first_name = "", last_name = ""] = name.split(" ");
    return { first_name, middle_name: null, last_name };
  });
  expect(namesInSentence(people)).toBe(expected);
});
