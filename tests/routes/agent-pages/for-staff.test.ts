import { beforeAll, describe, expect, test } from "vitest";
import { memorandumDeclinedEmail } from "#app/domain/memoranda/decline-memorandum.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { loader as actionPage } from "#app/routes/admin/transactions/actions/action.tsx";
import {
  action as decline,
  loader as declinePage,
} from "#app/routes/admin/transactions/memorandum/decline.tsx";
import { paths } from "#app/paths.ts";
import { agedKey } from "#tests/support/aged-key.ts";
import { assignOffice, insertOffice } from "#tests/support/agent-pages.ts";
import { get, listErrors, post } from "#tests/support/call-route.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { readStage } from "#tests/routes/firm-pages/use-firm.ts";
import { type Agent, createAgent, listMemoranda, sendMemorandum, visitSale } from "./use-agent.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

async function sentMemorandum() {
  const of = await createAgent(db, ada.id);
  await sendMemorandum(of);
  const [memorandum] = await listMemoranda(db, of);
  return { of, id: memorandum?.id ?? "" };
}

const open = ({ of, id }: { of: Agent; id: string }) => ({
  params: { id: of.id, memorandumId: id },
  path: paths.admin.declineMemorandum(of.id, id),
  cookie: ada.cookie,
});

const send = (at: { of: Agent; id: string }, reason = "The seller hasn’t accepted", key?: string) =>
  post(decline, { reason, form_key: key ?? agedKey(`decline-memorandum ${at.id}`) }, open(at));

const listEmails = (id: string) =>
  db
    .selectFrom("email_log")
    .select(["recipient", "props"])
    .where("name", "=", memorandumDeclinedEmail.name)
    .where("transaction_id", "=", id)
    .execute();

describe("the page on which staff agree a sale", () => {
  const visit = ({ id }: Agent) =>
    get(actionPage, {
      params: { id, action: "agree-sale" },
      path: paths.admin.actions.take(id, "agree-sale"),
      cookie: ada.cookie,
    });

  test("is filled in from the agent’s memorandum, with its file and a way to decline", async () => {
    const { of, id } = await sentMemorandum();
    expect((await visit(of)).data).toMatchObject({
      page: {
        values: {
          ...{ purchase_intent_id: "new", first_name: "Bea", last_name: "Byron" },
          ...{ email: "bea.byron@example.test", phone_number: "+447400123456" },
          agreed_price_pounds: "450000",
        },
        memorandum: {
          sent: expect.stringMatching(/^Laura Fenton, .*Northgate York, on /) as string,
          file: { name: "memorandum.pdf", note: "" },
          decline: paths.admin.declineMemorandum(of.id, id),
        },
      },
    });
  });

  test("is empty without a memorandum, and does not open a file that is being scanned", async () => {
    const without = await createAgent(db, ada.id);
    expect((await visit(without)).data).toMatchObject({ page: { memorandum: null } });
    const { of } = await sentMemorandum();
    await db
      .updateTable("documents")
      .set({ scan: "pending" })
      .where("transaction_id", "=", of.id)
      .execute();
    expect((await visit(of)).data).toMatchObject({
      page: { memorandum: { file: { href: null } } },
    });
  });
});

describe("declining a memorandum", () => {
  test("emails the reason to the person who sent it, who reads it and can send another", async () => {
    const at = await sentMemorandum();
    expect((await get(declinePage, open(at))).data).toMatchObject({
      extra: { recipient: at.of.email, sent_by: "Laura Fenton" },
    });
    const answer = await send(at);
    expect([answer.status, answer.path]).toEqual([303, paths.admin.transaction(at.of.id)]);
    expect(await readStage(db, at.of)).not.toMatchObject({ next_step: "check_memorandum" });
    const [email, ...others] = await listEmails(at.of.id);
    expect([email?.recipient, others]).toEqual([at.of.email, []]);
    expect(await readContents(db, "memorandum_declined", email?.props ?? {})).toMatchObject({
      street: at.of.line_1,
      reason: "The seller hasn’t accepted",
      page: expect.stringContaining(paths.agent.sale(at.of.estate_agent_id, at.of.id)) as string,
    });
    expect((await visitSale(at.of)).data).toMatchObject({
      memorandum: { state: "open", declined: { reason: "The seller hasn’t accepted" } },
    });
    expect((await sendMemorandum(at.of)).status).toBe(303);
    expect(await listMemoranda(db, at.of)).toHaveLength(2);
  });

  test("without a reason is refused, and twice emails once", async () => {
    const at = await sentMemorandum();
    const refused = await send(at, " ");
    expect([refused.status, Object.keys(listErrors(refused))]).toEqual([400, ["reason"]]);
    const key = agedKey(`decline-memorandum ${at.id}`);
    await Promise.all([send(at, "No", key), send(at, "No", key), send(at, "No")]);
    expect(await listEmails(at.of.id)).toHaveLength(1);
  });

  test("after a colleague has agreed or declined is a conflict", async () => {
    const at = await sentMemorandum();
    await db
      .updateTable("memoranda")
      .set({ status: "agreed", decided_at: new Date() })
      .where("id", "=", at.id)
      .execute();
    expect((await send(at)).status).toBe(409);
    expect(await listEmails(at.of.id)).toEqual([]);
  });

  test("emails the primary valuer if the sender has left, and no one if the office was replaced", async () => {
    const left = await sentMemorandum();
    await db
      .updateTable("memoranda")
      .set({ sent_email: "gone@agent.example" })
      .where("id", "=", left.id)
      .execute();
    await send(left);
    expect(await listEmails(left.of.id)).toMatchObject([{ recipient: left.of.email }]);
    const replaced = await sentMemorandum();
    const { estate_agent_id } = await insertOffice(db);
    await assignOffice(db, replaced.of.id, estate_agent_id);
    expect((await get(declinePage, open(replaced))).data).toMatchObject({
      extra: { recipient: null },
    });
    await send(replaced);
    expect(await listEmails(replaced.of.id)).toEqual([]);
    await expect(
      readContents(db, "memorandum_declined", { memorandum_id: replaced.id }),
    ).rejects.toThrow("no longer needed");
  });

  test("of another matter is a 404", async () => {
    const [one, other] = [await sentMemorandum(), await sentMemorandum()];
    expect((await send({ of: one.of, id: other.id })).status).toBe(404);
  });
});
