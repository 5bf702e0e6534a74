import { describe, expect, test } from "vitest";
import { listAgentOptions } from "#app/domain/estate-agents/agent-queries.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import {
  assignEstateAgent,
  assignEstateAgentToGroup,
  GROUP_HAS_AGENT,
} from "#app/domain/assignments/estate-agent.server.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { insertAgent, valuer } from "#tests/support/estate-agents.ts";
import { eventNames } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();

const email = () => `${crypto.randomUUID()}@example.test`;

const findAgent = (id: string) =>
  db
    .selectFrom("transactions")
    .select(["estate_agent_id", "estate_agent_status", "version"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const emailsTo = (recipient: string) =>
  db.selectFrom("email_log").selectAll().where("recipient", "=", recipient).execute();

describe("assigning an estate agent to one matter (M-080, M-085, AMB-M06, AMB-M07)", () => {
  test.each(["pending", "not_listed", "no_agent"] as const)(
    "assigns an estate agent to a matter whose estate agent status is %s",
    async (status) => {
      const id = await aSale();
      await db
        .updateTable("transactions")
        .set({ estate_agent_status: status })
        .where("id", "=", id)
        .execute();
      const { estate_agent_id, recipient } = await anAgent();
      const actor = await anActor();
      await assignEstateAgent(db, id, { estate_agent_id, recipient, actor });
      expect(await findAgent(id)).toEqual({
        estate_agent_id,
        estate_agent_status: "assigned",
        version: 2,
      });
      expect((await eventNames(db, id)).sort()).toEqual([
        "estate_agent_assigned",
        "estate_agent_introduction_email_sent",
      ]);
      const event = await db
        .selectFrom("events")
        .select(["author", "author_id", "comments", "type"])
        .where("transaction_id", "=", id)
        .where("event_name", "=", "estate_agent_assigned")
        .executeTakeFirst();
      expect(event).toEqual({
        author: "admin",
        author_id: actor.id,
        comments: "Northgate York",
        type: "seller",
      });
      const audit = await db
        .selectFrom("audit_log")
        .selectAll()
        .where("subject_id", "=", id)
        .execute();
      expect(audit).toMatchObject([
        {
          action: "estate_agent_assigned",
          actor_id: actor.id,
          request_id: "req-1",
          fields: ["estate_agent_status", "estate_agent_id"],
        },
      ]);
      const [sent] = await emailsTo(recipient);
      expect(sent).toMatchObject({
        name: "estate_agent_introduction",
        transaction_id: id,
        status: "queued",
      });
      const props = await readContents(db, "estate_agent_introduction", sent!.props);
      expect(props).toEqual({
        first_name: "Val",
        homes: [{ property: "1 Arch Street, Bath", sellers: "Ada Byron" }],
        ready: [
          {
            property: "1 Arch Street, Bath",
            url: expect.stringMatching(/\/ready\/[0-9a-f]{24}\?token=[\w-]{43}$/),
          },
        ],
        days: 90,
        page: expect.stringMatching(/\/agents\/[0-9a-f]{24}$/),
      });
    },
  );

  test("queues no introduction email if the primary valuer has no email address (M-079)", async () => {
    const id = await aSale();
    const estate_agent_id = await insertAgent(db, {
      valuers: [valuer("Val", { email: null }), valuer("Bob")],
    });
    await assignEstateAgent(db, id, { estate_agent_id, recipient: null, actor: await anActor() });
    expect(await eventNames(db, id)).toEqual(["estate_agent_assigned"]);
    const sent = await db
      .selectFrom("email_log")
      .select("id")
      .where("transaction_id", "=", id)
      .execute();
    expect(sent).toEqual([]);
  });

  test("only one of five concurrent assignments of estate agents to a matter succeeds (AMB-K03)", async () => {
    const id = await aSale();
    const actor = await anActor();
    const agents = await Promise.all(Array.from({ length: 5 }, () => anAgent()));
    const results = await Promise.allSettled(
      agents.map((agent) => assignEstateAgent(db, id, { ...agent, actor })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "fulfilled") continue;
      expect(result.reason).toMatchObject({
        message: "An estate agent is already assigned to this matter",
        status: 409,
      });
    }
    const sent = await db
      .selectFrom("email_log")
      .select("id")
      .where("transaction_id", "=", id)
      .execute();
    expect(sent).toHaveLength(1);
  });

  test("rejects an assignment if the primary valuer's email has changed since the page was opened", async () => {
    const id = await aSale();
    const { estate_agent_id } = await anAgent();
    for (const recipient of [null, "before@example.test"]) {
      await expect(
        assignEstateAgent(db, id, { estate_agent_id, recipient, actor: await anActor() }),
      ).rejects.toThrow(
        /^The primary valuer or their email address has changed since you opened this page/,
      );
    }
    expect((await findAgent(id)).estate_agent_status).toBe("pending");
  });

  test.each(["0".repeat(24), "x", "' or 1=1"])(
    "rejects the assignment of an estate agent to an unknown matter: %s (M-085)",
    async (id) => {
      const agent = await anAgent();
      await expect(
        assignEstateAgent(db, id, { ...agent, actor: await anActor() }),
      ).rejects.toMatchObject({ message: "Transaction not found", status: 404 });
    },
  );

  test("rejects the assignment of an estate agent that does not exist", async () => {
    const id = await aSale();
    await expect(
      assignEstateAgent(db, id, {
        estate_agent_id: "f".repeat(24),
        recipient: null,
        actor: await anActor(),
      }),
    ).rejects.toMatchObject({ message: "Estate agent not found", status: 404 });
  });

  test("rolls back the assignment of an estate agent if the introduction email cannot be queued", async () => {
    const id = await aSale();
    const agent = await anAgent();
    const restoreWrites = await breakWrites(db, "email_log");
    await expect(assignEstateAgent(db, id, { ...agent, actor: await anActor() })).rejects.toThrow();
    await restoreWrites();
    expect((await findAgent(id)).estate_agent_status).toBe("pending");
    expect(await eventNames(db, id)).toEqual([]);
  });
});

describe("assigning an estate agent to a group of matters (M-081, M-082, M-083, AMB-M09)", () => {
  test("assigns an estate agent to every matter of a group, and sends one email that lists the properties", async () => {
    const group = await aGroup(3);
    const { estate_agent_id, recipient } = await anAgent();
    await assignEstateAgentToGroup(db, group.id, {
      estate_agent_id,
      recipient,
      actor: await anActor(),
    });
    for (const id of group.units) {
      expect((await findAgent(id)).estate_agent_id).toBe(estate_agent_id);
      expect(await eventNames(db, id)).toHaveLength(2);
    }
    const sent = await emailsTo(recipient);
    // The email covers the whole group, so it does not belong to a single matter.
    expect(sent).toMatchObject([{ transaction_id: null }]);
    const { homes } = await readContents(db, "estate_agent_introduction", sent[0]!.props);
    expect(homes).toHaveLength(3);
  });

  test("rejects an estate agent for a group if one of its matters already has one", async () => {
    const group = await aGroup(2);
    const agent = await anAgent();
    const actor = await anActor();
    await assignEstateAgent(db, group.units[1]!, { ...agent, actor });
    const other = await anAgent();
    await expect(assignEstateAgentToGroup(db, group.id, { ...other, actor })).rejects.toMatchObject(
      { message: GROUP_HAS_AGENT, status: 409 },
    );
    expect((await findAgent(group.units[0]!)).estate_agent_status).toBe("pending");
    expect(GROUP_HAS_AGENT).toBe(
      "You cannot assign a Estate Agent for this transactions group because at least one of the transactions has a Estate Agent assigned. Please assign Estate Agent for each transaction individually.",
    );
  });

  test.each(["0".repeat(24), "x"])(
    "rejects the assignment of an estate agent to an unknown group: %s (M-085)",
    async (id) => {
      const agent = await anAgent();
      await expect(
        assignEstateAgentToGroup(db, id, { ...agent, actor: await anActor() }),
      ).rejects.toMatchObject({ message: "Transaction group not found", status: 404 });
    },
  );
});

test("the options for assigning an estate agent are all estate agents with their labels (AMB-J05)", async () => {
  const options = await listAgentOptions(db);
  const { length } = await db.selectFrom("estate_agents").select("id").execute();
  expect(options).toHaveLength(length);
  expect(options.every(({ label }) => label === "Northgate York")).toBe(true);
});

async function aSale() {
  const seller = await insertPerson(db, email());
  return (await insertSale(db, seller.id)).id;
}

async function aGroup(units: number) {
  const { id } = await db
    .insertInto("transaction_groups")
    .values({ name: crypto.randomUUID() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const ids: string[] = [];
  for (let unit = 0; unit < units; unit++) {
    const sale = await aSale();
    await db.updateTable("transactions").set({ group_id: id }).where("id", "=", sale).execute();
    ids.push(sale);
  }
  return { id, units: ids };
}

async function anAgent() {
  const recipient = email();
  return {
    estate_agent_id: await insertAgent(db, { valuers: [valuer("Val", { email: recipient })] }),
    recipient,
  };
}

async function anActor() {
  const { id } = await signIn(db, { type: "admin" });
  return { id, request_id: "req-1" };
}
