import { beforeAll, describe, expect, test } from "vitest";
import { itemWords } from "#app/routes/admin/desk/item-words.ts";
import { loader as document } from "#app/routes/documents/document.ts";
import { loader as ownDocuments } from "#app/routes/dashboard/documents/documents.tsx";
import { findAgreement } from "#app/domain/agreements/agreements.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { paths } from "#app/paths.ts";
import { actionsOf } from "#tests/domain/actions/contested-matter.ts";
import {
  agentMatter,
  assignOffice,
  insertOffice,
  signInAgent,
} from "#tests/support/agent-pages.ts";
import { get, listErrors } from "#tests/support/call-route.ts";
import { raceSixAtLock } from "#tests/support/concurrency.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import {
  countEvents,
  createPurchaseAtStage,
  listNewEvents,
} from "#tests/routes/admin/transaction-tabs/matter.ts";
import { readDesk, readStage } from "#tests/routes/firm-pages/use-firm.ts";
import { change, createAgent, listMemoranda, PDF, sendMemorandum, visitSale } from "./use-agent.ts";

const { db } = useTestDatabase();
const today = londonDay(new Date());
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

const createOf = () => createAgent(db, ada.id);
const stateOf = async (of: Parameters<typeof visitSale>[0]) =>
  ((await visitSale(of)).data as { memorandum: object | null }).memorandum;

describe("“Sale agreed”", () => {
  test("is the matter’s next step and an item on the desk, and changes nothing else", async () => {
    const of = await createOf();
    const known = await countEvents(db, of.id);
    const sent = await sendMemorandum(of);
    expect([sent.status, sent.path]).toEqual([303, paths.agent.sale(of.estate_agent_id, of.id)]);
    expect(await readStage(db, of)).toMatchObject({ next_step: "check_memorandum", holder: "us" });
    const items = (await readDesk(db, of)).filter(({ kind }) => kind === "sale_agreed");
    expect(items.map((item) => itemWords(item, today))).toEqual([
      {
        why: "Sale agreed by the agent",
        detail: "Laura Fenton, Northgate York: £450,000",
        action: {
          label: "Check memorandum",
          to: paths.admin.actions.take(of.id, "agree-sale"),
          needs: "handle",
        },
      },
    ]);
    expect(await findAgreement(db, of.id)).toBeNull();
    const invited = await db
      .selectFrom("users")
      .select("id")
      .where("email", "=", "bea.byron@example.test")
      .execute();
    expect(invited).toEqual([]);
    expect(await listNewEvents(db, of.id, known)).toMatchObject([
      { event_name: "memorandum_received", author: "provider", author_id: null },
    ]);
  });

  test("stores the buyer, the price, the sender and the file, with an audit row of the office", async () => {
    const of = await createOf();
    await sendMemorandum(of);
    expect(await listMemoranda(db, of)).toMatchObject([
      {
        ...{ first_name: "Bea", last_name: "Byron", email: "bea.byron@example.test" },
        ...{ phone_number: "+447400123456", agreed_price_pounds: 450_000, status: "sent" },
        ...{ sent_by: "Laura Fenton", sent_email: of.email },
      },
    ]);
    const audit = await db
      .selectFrom("audit_log")
      .select(["actor_id", "actor_kind"])
      .where("subject_id", "=", of.id)
      .where("action", "=", "memorandum_received")
      .execute();
    expect(audit).toEqual([{ actor_id: of.estate_agent_id, actor_kind: "provider" }]);
    expect((await visitSale(of)).data).toMatchObject({ person: "Laura Fenton" });
    expect(await stateOf(of)).toMatchObject({
      state: "sent",
      sent: expect.stringMatching(/^Bea Byron, £450,000\. Sent by Laura Fenton on /) as string,
    });
  });

  test("six submits at once send one memorandum", async () => {
    const of = await createOf();
    const answers = await raceSixAtLock(db, "memoranda", () => sendMemorandum(of));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(6).fill(303));
    expect(await listMemoranda(db, of)).toHaveLength(1);
  });

  test.each<[string, Parameters<typeof sendMemorandum>[1], string[], string[]]>([
    ["no first name", { first_name: " " }, [PDF], ["first_name", "files"]],
    ["no email", { email: "bea" }, [PDF], ["email", "files"]],
    ["a landline", { phone_number: "01904 555010" }, [PDF], ["phone_number", "files"]],
    ["no price", { agreed_price_pounds: "" }, [PDF], ["agreed_price_pounds", "files"]],
    ["no name", { person: "" }, [PDF], ["person", "files"]],
    ["no file", {}, [], ["files"]],
    ["an empty file", {}, [""], ["files"]],
    ["a program", {}, ["MZ\u0000\u0001"], ["files"]],
    ["two files", {}, [PDF, `${PDF} 2`], ["files"]],
    ["one file that is refused", {}, [PDF, "MZ\u0000\u0001"], ["files"]],
  ])("with %s is refused, and nothing is stored", async (_, fields, files, errors) => {
    const of = await createOf();
    const refused = await sendMemorandum(of, fields, files);
    expect([refused.status, Object.keys(listErrors(refused))]).toEqual([400, errors]);
    expect(await listMemoranda(db, of)).toEqual([]);
  });

  test.each<[string, (of: Awaited<ReturnType<typeof createOf>>) => Promise<unknown>, number]>([
    [
      "of an agent who has just been replaced",
      async (of) => assignOffice(db, of.id, (await insertOffice(db)).estate_agent_id),
      404,
    ],
    ["of a matter that has just ended", (of) => change(db, of, { ended_on: today }), 409],
    ["of a sale that has a buyer", (of) => createPurchaseAtStage(db, of, { active: true }), 409],
    [
      "while we check another memorandum",
      (of) => sendMemorandum(of, { agreed_price_pounds: "£449,000" }),
      409,
    ],
  ])("%s is refused", async (_, act, status) => {
    const of = await createOf();
    await act(of);
    const before = await listMemoranda(db, of);
    const refused = await sendMemorandum(of);
    expect(refused.status).toBe(status);
    expect(await listMemoranda(db, of)).toEqual(before);
  });

  test("for the sale of another office is a 404", async () => {
    const [of, other] = [await createOf(), await agentMatter(db)];
    expect((await sendMemorandum({ ...of, id: other.id })).status).toBe(404);
    expect(await listMemoranda(db, other)).toEqual([]);
  });

  test("of an office that was replaced is not shown to the new one", async () => {
    const of = await createOf();
    await sendMemorandum(of);
    const next = await insertOffice(db);
    await assignOffice(db, of.id, next.estate_agent_id);
    const cookie = await signInAgent(db, next);
    const { data } = await visitSale({ ...of, ...next, cookie });
    expect(JSON.stringify(data)).not.toMatch(/Bea|450,000/);
  });

  test("is limited per session", async () => {
    const of = await createOf();
    for (let sent = 0; sent < 60; sent++) await sendMemorandum(of, {}, []);
    const limited = await sendMemorandum(of);
    expect([limited.status, limited.headers.has("Retry-After")]).toEqual([429, true]);
  });
});

describe("the file of a memorandum", () => {
  test("opens for staff, and not for the sellers", async () => {
    const of = await createOf();
    await sendMemorandum(of);
    const [memorandum] = await listMemoranda(db, of);
    const id = memorandum?.document_id ?? "";
    const read = (cookie: string) =>
      get(document, { params: { id }, path: paths.document(id), cookie });
    expect((await read(ada.cookie)).status).toBe(200);
    expect((await read(of.seller.cookie)).status).toBe(404);
    const own = await get(ownDocuments, {
      params: { role: "sell", id: of.id },
      path: paths.dashboard.documents("sell", of.id),
      cookie: of.seller.cookie,
    });
    expect(JSON.stringify(own.data)).not.toContain("memorandum.pdf");
  });

  test("is stored apart from the same file of the sellers", async () => {
    const of = await createOf();
    await sendMemorandum(of);
    const [sent] = await db
      .selectFrom("documents")
      .selectAll()
      .where("transaction_id", "=", of.id)
      .execute();
    if (!sent) throw new Error("There is no document");
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("documents")
      .values({
        ...{ ...sent, id: undefined, estate_agent_id: null },
        s3_document_key: `${sent.s3_document_key}-2`,
      })
      .executeTakeFirstOrThrow();
    expect(numInsertedOrUpdatedRows).toBe(1n);
  });
});

describe("staff agree the sale of a memorandum", () => {
  const choice = {
    purchase_intent_id: "new",
    agreed_price_pounds: 450_000,
    memorandum_on: { day: "", month: "", year: "" },
    ...{ first_name: "Bea", middle_name: null, last_name: "Byron" },
    phone_number: "+447400123456",
  };
  const email = () => `bea.${crypto.randomUUID()}@example.test`;

  test("and an undo opens the memorandum again", async () => {
    const steps = actionsOf(db, ada.id);
    const of = await createOf();
    await sendMemorandum(of);
    const action_id = await steps.take(of.id, "agree_sale", { ...choice, email: email() });
    expect(await listMemoranda(db, of)).toMatchObject([{ status: "agreed", decided_by: ada.id }]);
    expect(await readStage(db, of)).not.toMatchObject({ next_step: "check_memorandum" });
    expect(await stateOf(of)).toMatchObject({ state: "has_buyer" });
    expect(await readContents(db, "matter_action", { action_id }, of.email)).toMatchObject({
      agent_page: expect.stringContaining(paths.agent.sale(of.estate_agent_id, of.id)) as string,
    });
    await steps.undo(of.id, action_id);
    expect(await listMemoranda(db, of)).toMatchObject([{ status: "sent", decided_by: null }]);
    expect(await readStage(db, of)).toMatchObject({ next_step: "check_memorandum" });
  });

  test("and can’t undo it once the buyer has opened the invitation", async () => {
    const steps = actionsOf(db, ada.id);
    const of = await createOf();
    await sendMemorandum(of);
    const action_id = await steps.take(of.id, "agree_sale", { ...choice, email: email() });
    const agreement = await findAgreement(db, of.id);
    await db
      .updateTable("invitations")
      .set({ status: "clicked" })
      .where("id", "=", agreement?.invitation_id ?? "")
      .execute();
    await expect(steps.undo(of.id, action_id)).rejects.toThrow("has opened the link");
    expect(await listMemoranda(db, of)).toMatchObject([{ status: "agreed" }]);
  });

  test("see a change if the memorandum arrives after they checked", async () => {
    const steps = actionsOf(db, ada.id);
    const of = await createOf();
    const before = await steps.plan(of.id, "agree_sale", { ...choice, email: "bea@b.example" });
    await sendMemorandum(of);
    const after = await steps.plan(of.id, "agree_sale", { ...choice, email: "bea@b.example" });
    expect(after).not.toEqual(before);
  });
});
