import { beforeAll, describe, expect, test } from "vitest";
import { GROUP_HAS_AGENT } from "#app/domain/assignments/estate-agent.server.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, valuer } from "#tests/support/estate-agents.ts";
import { insertGroup } from "#tests/support/groups.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { confirmFields, listSummary, readFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import { failed, groupPages, ops } from "./group-pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;
const { aGroup, assignOne, confirm } = groupPages(db, () => ada);

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

const agentsOf = async (units: string[]) => {
  const rows = await db
    .selectFrom("transactions")
    .select("estate_agent_id")
    .where("id", "in", units)
    .orderBy("created_at")
    .execute();
  return rows.map(({ estate_agent_id }) => estate_agent_id);
};

describe("step 1 of a group: the estate agent (P-060 M-077 M-078 M-081 M-087)", () => {
  const ask = (id: string, agent: string) =>
    open(`${ops(id)}/estate-agent?estate_agent=${agent}`, ada);

  test("assigning an agent to a group requires a choice (M-078)", async () => {
    const { id } = await aGroup("no agent court");
    const fields = readFields((await open(ops(id), ada)).html, "assign-estate-agent");
    const answer = await send(ops(id), ada, fields);
    expect(answer.status).toBe(400);
    expect(listSummary(answer.html)).toEqual(["Estate agent is required"]);
  });

  test("an agent is assigned to every unit of a group after confirmation, with one email (M-077 M-081 M-086 M-087 WF-17.2)", async () => {
    const { id, units } = await aGroup("agent court");
    const agent = await insertAgent(db, {
      valuers: [valuer("Val", { email: "val@agent-court.example" })],
    });
    const tab = await open(ops(id), ada);
    expect(tab.title).toBe("Agent Court - Ops - Fanlight");
    expect(tab.text).toContain("Step 1: assign estate agent");
    expect(tab.text).toContain("Step 2: assign solicitor for all transactions in the group");
    const chosen = await send(ops(id), ada, { estate_agent_id: agent });
    expect(chosen.location).toBe(`${ops(id)}/estate-agent?estate_agent=${agent}`);
    const asked = await ask(id, agent);
    expect(asked.text).toContain(
      "This assigns Northgate York to the 3 transactions in Agent Court",
    );
    expect(asked.text).toContain("the primary valuer, Val Ridley, at val@agent-court.example");
    const back = /<a[^>]*href="([^"]*)"[^>]*>Go back and amend<\/a>/.exec(asked.html)![1]!;
    expect((await open(back, ada)).html).toContain(`<option value="${agent}" selected="">`);
    const done = await confirm("estate-agent", id, confirmFields(asked.html));
    expect(done).toMatchObject({
      location: ops(id),
      flash: {
        kind: "success",
        title: "Success!",
        description: "You've successfully assigned an estate agent for this transaction group.",
      },
    });
    expect(await confirm("estate-agent", id, confirmFields(asked.html))).toEqual(done);
    expect(await agentsOf(units)).toEqual([agent, agent, agent]);
    const emails = await db
      .selectFrom("email_log")
      .select(["name", "props"])
      .where("recipient", "=", "val@agent-court.example")
      .execute();
    expect(emails).toHaveLength(1);
    expect(emails[0]).toMatchObject({
      name: "estate_agent_introduction",
      props: { transaction_ids: expect.arrayContaining(units) },
    });
  });

  test("the confirmation for a group warns that no introduction will be sent if the valuer has no email (M-079)", async () => {
    const { id } = await aGroup("silent court");
    const agent = await insertAgent(db, { valuers: [valuer("Val", { email: null })] });
    const asked = await ask(id, agent);
    expect(asked.text).toContain("An introduction email will not be sent");
    expect(asked.text).toContain("The primary valuer, Val Ridley, has no email address.");
  });

  test("the group’s page shows a warning and no form if a unit already has an agent (M-082 M-083 WF-17.2)", async () => {
    const { id, units } = await aGroup("blocked court");
    const mine = await assignOne(units[2]!);
    const { html, text } = await open(ops(id), ada);
    expect(text).toContain(
      "You cannot assign a Estate Agent for this transactions group because at least one of the transactions has a Estate Agent assigned. Please assign Estate Agent for each transaction individually.",
    );
    expect(text).toContain("1 of 3 transactions: Northgate York");
    expect(html).not.toContain('id="assign-estate-agent"');
    expect((await ask(id, mine)).location).toBe(ops(id));
  });

  test("no unit of a group is assigned an agent if one of them got an agent before the confirmation (M-082 M-084 M-085)", async () => {
    const { id, units } = await aGroup("raced court");
    const asked = await ask(id, await insertAgent(db));
    const other = await assignOne(units[1]!);
    const { location, flash } = await confirm("estate-agent", id, confirmFields(asked.html));
    expect({ location, flash }).toEqual({ location: ops(id), flash: failed(GROUP_HAS_AGENT) });
    expect(await agentsOf(units)).toEqual([null, other, null]);
  });

  test.each(["0".repeat(24), "x"])(
    "assigning an agent shows an error for the missing group %s (M-085)",
    async (id) => {
      const form_key = newIdempotencyKey(`assign-estate-agent-to-group ${id}`);
      const estate_agent_id = await insertAgent(db);
      const { flash } = await confirm("estate-agent", id, {
        form_key,
        estate_agent_id,
        recipient: "",
      });
      expect(flash).toEqual(failed("Transaction group not found"));
    },
  );

  test.each(["x", "0".repeat(24)])(
    "the confirmation for a group and the unknown agent %s answers 404 with the specified text (ST-22)",
    async (agent) => {
      const { id } = await insertGroup(db);
      const asked = await ask(id, agent);
      expect(asked.status).toBe(404);
      expect(asked.text).toContain("Estate agent not found");
    },
  );

  test.each(["", "?estate_agent="])(
    "the confirmation for a group redirects to the tab if the query names no agent (“%s”)",
    async (query) => {
      const { id } = await insertGroup(db);
      expect((await open(`${ops(id)}/estate-agent${query}`, ada)).location).toBe(ops(id));
    },
  );

  test("all units of a group stay unchanged if assigning the agent fails", async () => {
    expectError(/the table is broken/);
    const { id, units } = await aGroup("failed court");
    const asked = await ask(id, await insertAgent(db));
    const mend = await breakWrites(db, "audit_log");
    const { flash } = await confirm("estate-agent", id, confirmFields(asked.html));
    await mend();
    expect(flash).toEqual(failed("There was an error while assigning the estate agent"));
    expect(await agentsOf(units)).toEqual([null, null, null]);
  });

  test("the group’s page shows an error if the agents cannot be read", async () => {
    expectError(/relation "brands" does not exist/);
    const { id } = await aGroup("unlisted court");
    const { text } = await withoutTable(db, "brands", () => open(ops(id), ada));
    expect(text).toMatch(
      /Failed to fetch estate agents|There was an error while fetching the transactions group details/,
    );
  });
});
