import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { planLetterResend, sendLetter } from "#app/domain/assignments/send-letters.server.ts";
import { listTasks } from "#app/domain/tasks/tasks.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { itemWords } from "#app/routes/admin/desk/item-words.ts";
import { action as sendDates } from "#app/routes/firm-pages/dates.tsx";
import {
  action as sendQuestion,
  loader as questionPage,
} from "#app/routes/firm-pages/question.tsx";
import { paths } from "#app/paths.ts";
import { get, listErrors, post } from "#tests/support/call-route.ts";
import { raceSixAtLock } from "#tests/support/concurrency.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { groupOf } from "#tests/support/firm-pages.ts";
import { staffReader } from "#tests/support/readers.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { open } from "#tests/routes/account/pages.ts";
import { countEvents, listNewEvents } from "#tests/routes/admin/transaction-tabs/matter.ts";
import {
  accept,
  change,
  createFirm,
  dateFields,
  decline,
  type Firm,
  readAnswer,
  readDesk,
  readEmails,
  readStage,
  record,
  replaceSolicitor,
  visit,
} from "./use-firm.ts";

const { db } = useTestDatabase();
const today = londonDay(new Date());
const Part = z.object({ rows: z.array(z.object({ what: z.string() })) });
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada" });
});

describe("a law firm’s page", () => {
  test("shows the instruction, and of the other side the names of the letter and the stage only", async () => {
    const of = await createFirm(db, "seller", ada.id);
    const { status, data } = await visit(of);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      line_1: "12 Arch Street",
      instruction: { state: null, clients: "the seller" },
      step: null,
    });
    const { email } = of.buyer;
    expect(JSON.stringify(data)).not.toContain(email);
  });

  test("shows a fact once, next to the instruction or in it", async () => {
    const { data } = await visit(await createFirm(db, "seller", ada.id));
    const { parts, missing } = z
      .object({ parts: z.array(Part), missing: z.array(z.string()) })
      .parse(data);
    const facts = parts.flatMap(({ rows }) => rows.map(({ what }) => what));
    expect(facts).toContain("Tenure");
    expect(facts).not.toContain("Our reference");
    expect(facts).not.toContain("Your contact");
    expect(facts).not.toContain("Target exchange");
    expect(missing.filter((text) => text.startsWith("Not known"))).toEqual([]);
  });

  test.each<Side>(["seller", "buyer"])("opens for the firm of the %s", async (side) => {
    expect((await visit(await createFirm(db, side, ada.id))).status).toBe(200);
  });
});

describe("the day by which a firm should accept", () => {
  const planned = async (of: Firm) =>
    (await planLetterResend(db, staffReader(), of.place)).planned!;
  const firstAsk = async (of: Firm) => (await planned(of)).letter.asks[0];
  const page = z.object({ instruction: z.object({ answer_by: z.string() }) });
  const shownDay = async (of: Firm) => page.parse((await visit(of)).data).instruction.answer_by;

  test.each<Side>(["seller", "buyer"])(
    "is the same on the page of the %s’s firm and in its letter",
    async (side) => {
      const of = await createFirm(db, side, ada.id);
      const letter = await planned(of);
      await db.transaction().execute((trx) => sendLetter(trx, letter));
      const answer_by = await shownDay(of);
      const day = answer_by.replace("Accept or decline by ", "");
      const ask = `accept or decline on your private page by ${day}, or reply to say whether you can act;`;
      expect(letter.letter.asks[0]).toBe(ask);
      expect(await firstAsk(of)).toBe(ask);
    },
  );

  test("is not in a letter that is sent after it, nor once the firm has accepted", async () => {
    const of = await createFirm(db, "seller", ada.id);
    const letter = await planned(of);
    await db.transaction().execute((trx) => sendLetter(trx, letter));
    await db
      .updateTable("solicitor_letters")
      .set({ created_at: new Date("2026-03-02T12:00:00Z") })
      .where("lawyer_group_id", "=", letter.lawyer_group_id)
      .execute();
    expect(await firstAsk(of)).toBe(
      "accept or decline on your private page, or reply to say whether you can act;",
    );
    expect(await shownDay(of)).toBe("Your answer was due by Tuesday 3 March");
    await accept(of);
    expect((await planned(of)).letter.asks.join()).not.toContain("accept");
  });
});

describe("accepting", () => {
  test("an empty form names its fields in their order on the page", async () => {
    const of = await createFirm(db, "seller", ada.id);
    const refused = await accept(of, { fee_earner: "", person: "" });
    expect(Object.keys(listErrors(refused))).toEqual(["fee_earner", "person"]);
  });

  test("stores the fee earner and the reference, with an event and an audit row of the firm", async () => {
    const of = await createFirm(db, "seller", ada.id);
    const known = await countEvents(db, of.id);
    const accepted = await accept(of);
    expect([accepted.status, accepted.path]).toEqual([303, paths.firm.page("seller", of.id)]);
    expect(await readAnswer(db, of)).toMatchObject({
      answer: "accepted",
      fee_earner: "Priya Shah",
      firm_reference: "HL/1",
      answered_by: "Priya Shah",
      purchase_intent_id: null,
    });
    expect(await listNewEvents(db, of.id, known)).toMatchObject([
      {
        event_name: "instruction_accepted",
        author: "provider",
        author_id: null,
        comments: "Ashby & Co: Priya Shah acts. Accepted by Priya Shah",
      },
    ]);
    const audit = await db
      .selectFrom("audit_log")
      .select(["actor_id", "actor_kind", "fields"])
      .where("subject_id", "=", of.id)
      .where("action", "=", "instruction_accepted")
      .execute();
    expect(audit).toEqual([
      {
        actor_id: await groupOf(db, of.place),
        actor_kind: "provider",
        fields: ["fee_earner", "firm_reference"],
      },
    ]);
    expect((await visit(of)).data).toMatchObject({
      person: "Priya Shah",
      references: [expect.any(String), "Yours HL/1."],
      step: "contract_pack_sent",
    });
  });

  test("the buyer’s firm accepts for its purchase", async () => {
    const of = await createFirm(db, "buyer", ada.id);
    await accept(of);
    expect(await readAnswer(db, of)).toMatchObject({ purchase_intent_id: of.purchase_intent_id });
  });

  test("after a decline, the buyer has no solicitor and returns no documents to the firm", async () => {
    const of = await createFirm(db, "buyer", ada.id);
    const read = async () => (await open(paths.dashboard.buy(of.id), of.buyer)).text;
    expect(await read()).toContain("Sign and return your engagement letter");
    await decline(of);
    const text = await read();
    expect(text).toContain("We’re arranging another solicitor for you");
    expect(text).not.toContain("Sign and return your engagement letter");
    expect(text).toContain("Once you have a solicitor, we’ll introduce you by email.");
  });

  test.each([
    ["accept", accept, 0],
    ["decline", decline, 1],
  ] as const)("six submits of %s at once record one answer", async (_, answer, emails) => {
    const of = await createFirm(db, "seller", ada.id);
    const known = await countEvents(db, of.id);
    const sent = await raceSixAtLock(db, "instruction_answers", () => answer(of));
    expect(sent.map(({ status }) => status)).toEqual(Array<number>(6).fill(303));
    expect(await listNewEvents(db, of.id, known)).toHaveLength(1);
    expect(await readEmails(db, of)).toHaveLength(emails);
  });

  test.each([
    [{ fee_earner: " " }, "fee_earner"],
    [{ person: "" }, "person"],
    [{ firm_reference: "x".repeat(101) }, "firm_reference"],
    [{ intent: "decline", reason: "" }, "reason"],
    [{ intent: "decline", reason: "other", note: "" }, "note"],
    [{ intent: "decline", reason: "nonsense" }, "reason"],
  ])("%j is refused with an error at “%s”", async (fields, field) => {
    const of = await createFirm(db, "seller", ada.id);
    const refused = await accept(of, fields);
    expect([refused.status, Object.keys(listErrors(refused))]).toEqual([400, [field]]);
    expect(await readAnswer(db, of)).toBeUndefined();
  });
});

describe("declining", () => {
  test("is the matter’s next step, an item on the desk and an email to the handler at once", async () => {
    const of = await createFirm(db, "seller", ada.id);
    await decline(of);
    expect(await readStage(db, of)).toEqual({
      stage: "instructed",
      next_step: "replace_solicitor",
      holder: "us",
    });
    const [item, ...others] = (await readDesk(db, of)).filter(
      ({ kind }) => kind === "declined_instruction",
    );
    expect(others).toEqual([]);
    expect(itemWords(item!, today)).toEqual({
      why: "Instruction declined",
      detail: "Ashby & Co, for the seller: Conflict of interest",
      action: {
        label: "Replace solicitor",
        to: paths.admin.putRightSolicitors(of.id, "seller"),
        needs: "put_right",
      },
    });
    const emails = await readEmails(db, of);
    expect(emails.map(({ recipient }) => recipient)).toEqual([ada.email]);
    expect(await readContents(db, "instruction_declined", emails[0]!.props)).toMatchObject({
      firm: "Ashby & Co",
      reason: "Conflict of interest",
      note: "We act for the lender",
    });
    expect((await visit(of)).data).toMatchObject({
      instruction: { state: "declined" },
      step: null,
    });
  });

  test("of the buyer’s firm asks no one to chase it for its next step", async () => {
    const of = await createFirm(db, "buyer", ada.id);
    await decline(of);
    expect(await readStage(db, of)).toMatchObject({ next_step: "replace_solicitor", holder: "us" });
  });

  test.each([
    [
      "replaced",
      async (of: Firm) => insertLawyerGroup(db).then((id) => replaceSolicitor(db, of, id)),
    ],
    ["accepted after all", async (of: Firm) => accept(of)],
  ])("leaves the desk once the firm is %s", async (_, act) => {
    const of = await createFirm(db, "seller", ada.id);
    await decline(of);
    const emails = await readEmails(db, of);
    await act(of);
    expect((await readStage(db, of)).next_step).not.toBe("replace_solicitor");
    expect((await readDesk(db, of)).map(({ kind }) => kind)).not.toContain("declined_instruction");
    await expect(readContents(db, "instruction_declined", emails[0]!.props)).rejects.toThrow(
      "no longer needed",
    );
  });

  test.each<[Side, object, object]>([
    ["seller", { contract_pack_ready_on: today }, {}],
    ["seller", {}, { contract_pack_sent_on: today }],
    ["buyer", {}, { enquiries_raised_on: today }],
  ])(
    "after the %s’s firm has begun is refused, with what to do",
    async (side, matter, purchase) => {
      const of = await createFirm(db, side, ada.id);
      await change(db, of, { matter, purchase });
      const refused = await decline(of);
      expect([refused.status, listErrors(refused)]).toEqual([
        409,
        {
          "": [
            "Your firm’s work has begun, so you can’t decline here. Ask us a question to stop acting",
          ],
        },
      ]);
      expect(await readAnswer(db, of)).toBeUndefined();
      expect((await visit(of)).data).toMatchObject({ instruction: { can_decline: false } });
    },
  );

  test("in a matter that has ended is refused, and so is accepting", async () => {
    const of = await createFirm(db, "seller", ada.id);
    await change(db, of, { purchase: { aborted: today } });
    for (const refused of [await decline(of), await accept(of)]) {
      expect(refused.status).toBe(409);
    }
    expect(await readAnswer(db, of)).toBeUndefined();
    expect((await visit(of)).data).toMatchObject({ is_over: true });
  });

  test("by a firm that was replaced a moment ago changes nothing", async () => {
    const of = await createFirm(db, "seller", ada.id);
    await replaceSolicitor(db, of, await insertLawyerGroup(db));
    expect((await decline(of)).status).toBe(401);
    expect(await readAnswer(db, of)).toBeUndefined();
  });
});

const readDates = (of: Firm) =>
  db
    .selectFrom("purchase_intents")
    .select(["contract_pack_sent_on", "enquiries_raised_on", "enquiries_answered_on"])
    .where("id", "=", of.purchase_intent_id)
    .executeTakeFirstOrThrow();

describe("recording a step", () => {
  const yesterday = addDays(today, -1);
  test.each<[Side, string, object, string]>([
    ["seller", "contract_pack_sent", {}, "contract_pack_sent_on"],
    ["buyer", "enquiries_raised", { contract_pack_sent_on: yesterday }, "enquiries_raised_on"],
    ["seller", "enquiries_answered", { enquiries_raised_on: yesterday }, "enquiries_answered_on"],
  ])("the %s’s firm records “%s” as staff would", async (side, step, before, column) => {
    const of = await createFirm(db, side, ada.id);
    await change(db, of, { purchase: before });
    const known = await countEvents(db, of.id);
    expect((await record(of, step, yesterday)).status).toBe(303);
    expect(await readDates(of)).toMatchObject({ [column]: yesterday });
    expect(await listNewEvents(db, of.id, known)).toMatchObject([
      {
        event_name: step,
        author: "provider",
        purchase_intent_id: of.purchase_intent_id,
        comments: expect.stringContaining("Recorded by Priya Shah, Ashby & Co") as string,
      },
    ]);
    const again = await record(of, step);
    expect([again.status, await readDates(of)]).toEqual([
      409,
      expect.objectContaining({ [column]: yesterday }),
    ]);
  });

  test("without a buyer, the seller’s firm records that the pack is ready", async () => {
    const of = await createFirm(db, "seller", ada.id);
    await change(db, of, {
      matter: { buyer_lawyer_group_id: null },
      purchase: { is_active: false },
    });
    expect((await record(of, "contract_pack_ready")).status).toBe(303);
    const { contract_pack_ready_on } = await db
      .selectFrom("transactions")
      .select("contract_pack_ready_on")
      .where("id", "=", of.id)
      .executeTakeFirstOrThrow();
    expect(contract_pack_ready_on).toBe(today);
  });

  test.each<[Side, string, string, number]>([
    ["buyer", "contract_pack_sent", today, 409],
    ["seller", "enquiries_raised", today, 409],
    ["seller", "enquiries_answered", today, 409],
    ["seller", "contract_pack_sent", addDays(today, 1), 400],
    ["seller", "exchanged", today, 400],
  ])("the %s’s firm can’t record “%s” on %s", async (side, step, day, status) => {
    const of = await createFirm(db, side, ada.id);
    expect((await record(of, step, day)).status).toBe(status);
    expect(Object.values(await readDates(of))).toEqual([null, null, null]);
  });
});

describe("proposed dates", () => {
  const exchange = addDays(today, 20);
  const propose = ({ cookie, params }: Firm, fields: Record<string, string>) =>
    post(sendDates, { person: "Priya Shah", ...fields }, { cookie, params });

  test("wait at the desk as one task, and change no date", async () => {
    const of = await createFirm(db, "seller", ada.id);
    const known = await countEvents(db, of.id);
    for (let press = 0; press < 2; press++) {
      const fields = { ...dateFields(exchange, "exchange"), note: "Keys at noon" };
      expect((await propose(of, fields)).status).toBe(303);
    }
    const { open } = await listTasks(db, staffReader(), of.id);
    expect(open).toMatchObject([
      {
        title: expect.stringMatching(
          /^Agree dates that Ashby & Co proposes: exchange \d/,
        ) as string,
        due_on: today,
      },
    ]);
    expect(await listNewEvents(db, of.id, known)).toMatchObject([
      {
        event_name: "dates_proposed",
        comments: expect.stringMatching(/Proposed by Priya Shah: “Keys at noon”$/) as string,
      },
    ]);
    expect((await visit(of)).data).toMatchObject({ dates: [{ day: null }, { day: null }] });
  });

  test.each([
    [{}, "exchange"],
    [dateFields(addDays(today, -1), "exchange"), "exchange"],
    [dateFields("2999-01-01", "completion"), "completion"],
    [
      { ...dateFields(exchange, "exchange"), ...dateFields(addDays(exchange, -1), "completion") },
      "completion",
    ],
    [{ ...dateFields(exchange, "exchange"), person: "" }, "person"],
  ])("%j is refused with an error at “%s”", async (fields, field) => {
    const of = await createFirm(db, "seller", ada.id);
    const refused = await propose(of, fields);
    expect([refused.status, Object.keys(listErrors(refused))]).toEqual([400, [field]]);
    expect((await listTasks(db, staffReader(), of.id)).open).toEqual([]);
  });
});

describe("a question", () => {
  const ask = async (of: Firm, question: string) => {
    const page = await get(questionPage, { params: of.params, cookie: of.cookie });
    const { key } = page.data as { key: string };
    return () =>
      post(
        sendQuestion,
        { person: "Priya Shah", question, key },
        { cookie: of.cookie, params: of.params },
      );
  };

  test("joins the conversation of the firm’s side, where it waits for the handler, once", async () => {
    const of = await createFirm(db, "buyer", ada.id);
    const press = await ask(of, "Is the boiler new?");
    for (let times = 0; times < 2; times++) expect((await press()).status).toBe(303);
    const messages = await db
      .selectFrom("messages")
      .innerJoin("conversations", "conversations.id", "conversation_id")
      .select(["kind", "text", "spoke_with", "firm_email", "purchase_intent_id", "state"])
      .where("transaction_id", "=", of.id)
      .execute();
    expect(messages).toEqual([
      {
        kind: "firm_message",
        text: "Is the boiler new?",
        spoke_with: "Priya Shah, Ashby & Co",
        firm_email: "sol@buyer.example",
        purchase_intent_id: of.purchase_intent_id,
        state: "open",
      },
    ]);
    const [item] = (await readDesk(db, of)).filter(({ kind }) => kind === "message");
    expect(itemWords(item!, today).detail).toBe("Priya Shah, Ashby & Co: “Is the boiler new?”");
  });

  test("is emailed to the handler, without its text", async () => {
    const of = await createFirm(db, "seller", ada.id);
    await (
      await ask(of, "Is the boiler new?")
    )();
    const { id } = await db
      .selectFrom("messages")
      .innerJoin("conversations", "conversations.id", "conversation_id")
      .select("messages.id")
      .where("transaction_id", "=", of.id)
      .executeTakeFirstOrThrow();
    const emails = await db
      .selectFrom("email_log")
      .select(["recipient", "props"])
      .where("dedupe_key", "like", `message_received:${id}:%`)
      .execute();
    expect(emails.map(({ recipient }) => recipient)).toEqual([ada.email]);
    expect(await readContents(db, "message_received", emails[0]!.props)).toMatchObject({
      author: "Priya Shah, Ashby & Co",
      line_1: "12 Arch Street",
    });
  });
});
