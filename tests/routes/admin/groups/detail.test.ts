import { beforeAll, describe, expect, test, vi } from "vitest";
import { GROUP_HAS_AGENT } from "#app/domain/transactions/assign-estate-agent.server.ts";
import { newFormKey } from "#app/forms/form-key.server.ts";
import { log } from "#app/observability/log.server.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, valuer } from "#tests/support/estate-agents.ts";
import { flashIn } from "#tests/support/flash.ts";
import { insertGroup, newUnit } from "#tests/support/groups.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { insertLawyerGroup } from "#tests/support/solicitors.ts";
import { post } from "#tests/support/visit.ts";
import { confirmFields, listSummary, readFields } from "../fields.ts";
import { modules, open, send } from "../pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

const page = (id: string, part = "") => `/admin/transactions-groups/${id}${part}`;
const ops = (id: string) => page(id, "/ops");

const aGroup = (name: string) =>
  insertGroup(db, { name, units: [newUnit(1), newUnit(2), newUnit(3)] });

/** Another way in, so that one unit of a group is ahead of the others. */
async function assignOne(unit: string) {
  const estate_agent_id = await insertAgent(db, { negotiators: [] });
  await db
    .updateTable("transactions")
    .set({ estate_agent_id, estate_agent_status: "assigned" })
    .where("id", "=", unit)
    .execute();
  return estate_agent_id;
}

async function giveSolicitors(unit: string) {
  const group = await insertLawyerGroup(db, { name: "Before LLP" });
  await db
    .updateTable("transactions")
    .set({ seller_lawyer_group_id: group, buyer_lawyer_group_id: group })
    .where("id", "=", unit)
    .execute();
  return group;
}

const confirm = async (file: string, id: string, fields: Record<string, string>) => {
  const { action } = modules.get(`routes/admin/transactions-groups/ops/${file}.tsx`)!;
  const answer = await post(action!, fields, { cookie: ada.cookie, params: { id } });
  return { location: answer.location, status: answer.status, flash: await flashIn(answer) };
};

const failed = (description: string) => ({
  kind: "error",
  title: "Assignment Failed",
  description,
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

describe("I-007 P-058 P-059 P-062 the Details tab", () => {
  test("P-058 P-059 WF-17.1 a row a transaction, which leads to it, in the order of the form", async () => {
    const { id, units } = await aGroup("detail court");
    const agent = await assignOne(units[1]!);
    await giveSolicitors(units[2]!);
    const { html, text, title } = await open(page(id), ada);
    expect(title).toBe("Detail Court - Details - Fanlight");
    expect(text).toContain(
      "Address Asking price Seller solicitor Buyer solicitor Estate agent " +
        "Plot 1, Elm Field, York, YO30 7BN £300,001 Not assigned Not assigned Estate agent not assigned " +
        "Plot 2, Elm Field, York, YO30 7BN £300,002 Not assigned Not assigned Northgate York " +
        "Plot 3, Elm Field, York, YO30 7BN £300,003 Before LLP, Ashby & Co Before LLP, Ashby & Co Estate agent not assigned",
    );
    const links = units.map((unit) => html.indexOf(`href="/admin/transactions/${unit}"`));
    expect(links).toEqual([...links].sort((one, other) => one - other));
    expect(links).not.toContain(-1);
    expect(text).toContain("Representative Rae Elm");
    expect(text).toContain("Company seller Elmfield Homes Limited");
    expect(text).toContain("£900,006");
    expect(agent).toBeTruthy();
    expect((await open(page(id, "/details"), ada)).text).toContain("Plot 3, Elm Field");
  });

  test("K-003 K-035 AMB-E14 a unit says to which group it belongs, and what was paid for it", async () => {
    const stripe_transaction_id = "pi_of_the_group";
    const paid_at = new Date("2026-11-02T10:00:00Z");
    const { id, units } = await insertGroup(
      db,
      { name: "paid court", stripe_transaction_id },
      { stripe_transaction_id, status: "succeeded", paid_at },
    );
    const { html, text } = await open(`/admin/transactions/${units[0]!}`, ada);
    expect(text).toContain("Group Transaction");
    expect(text).toContain("Paid via Stripe on 02/11/2026");
    expect(html).toMatch(new RegExp(`<a [^>]*href="${page(id)}"[^>]*>Paid Court</a>`));
    expect(text).toContain("Transaction type Development");
    const orders = await open(`/admin/transactions/${units[0]!}/orders`, ada);
    expect(orders.text).toContain(stripe_transaction_id);
    expect((await open(page(id), ada)).text).toContain(
      `Stripe transaction ID ${stripe_transaction_id}`,
    );
  });

  test.each(["x'--", "0".repeat(24)])("P-063 AMB-A13 no group %s", async (id) => {
    for (const part of ["", "/details", "/ops", "/ops/solicitors", "/ops/estate-agent"]) {
      const { status, text, html } = await open(page(id, part), ada);
      expect(status).toBe(404);
      expect(text).toContain("Transaction group not found");
      expect(html).toContain('aria-label="Breadcrumb"');
    }
  });

  test("P-064 the details cannot be read", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const { id } = await aGroup("unread court");
    const { sql } = await import("kysely");
    await sql`alter table transaction_groups rename column name to away`.execute(db);
    try {
      const { status, text } = await open(page(id), ada);
      expect(status).toBe(500);
      expect(text).toContain("There was an error while fetching the transactions group details");
    } finally {
      await sql`alter table transaction_groups rename column away to name`.execute(db);
    }
  });
});

describe("P-060 M-077 M-078 M-081 M-087 Step 1: the estate agent of the group", () => {
  const ask = (id: string, agent: string) =>
    open(`${ops(id)}/estate-agent?estate_agent=${agent}`, ada);

  test("M-078 none chosen", async () => {
    const { id } = await aGroup("no agent court");
    const fields = readFields((await open(ops(id), ada)).html, "assign-estate-agent");
    const answer = await send(ops(id), ada, fields);
    expect(answer.status).toBe(400);
    expect(listSummary(answer.html)).toEqual(["Estate agent is required"]);
  });

  test("M-077 M-081 M-086 M-087 WF-17.2 chosen, asked, confirmed: every unit has it, and one email lists them", async () => {
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
      "Northgate York will be the estate agent of the 3 transactions of Agent Court",
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

  test("M-079 a warning when nobody will be written to", async () => {
    const { id } = await aGroup("silent court");
    const agent = await insertAgent(db, { valuers: [valuer("Val", { email: null })] });
    const asked = await ask(id, agent);
    expect(asked.text).toContain("An introduction email will not be sent");
    expect(asked.text).toContain("The primary valuer, Val Ridley, has no email address.");
  });

  test("M-082 M-083 WF-17.2 one unit has an agent: the warning, and no form", async () => {
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

  test("M-082 M-084 M-085 a unit gets an agent while somebody is asked: nothing is assigned", async () => {
    const { id, units } = await aGroup("raced court");
    const asked = await ask(id, await insertAgent(db));
    const other = await assignOne(units[1]!);
    const { location, flash } = await confirm("estate-agent", id, confirmFields(asked.html));
    expect({ location, flash }).toEqual({ location: ops(id), flash: failed(GROUP_HAS_AGENT) });
    expect(await agentsOf(units)).toEqual([null, other, null]);
  });

  test.each(["0".repeat(24), "x"])("M-085 no group %s", async (id) => {
    const form_key = newFormKey(`assign-estate-agent-to-group ${id}`);
    const estate_agent_id = await insertAgent(db);
    const { flash } = await confirm("estate-agent", id, {
      form_key,
      estate_agent_id,
      recipient: "",
    });
    expect(flash).toEqual(failed("Transaction group not found"));
  });

  test.each(["", "?estate_agent=x", `?estate_agent=${"0".repeat(24)}`])(
    "asked about no agent (%s), it leads back",
    async (query) => {
      const { id } = await insertGroup(db);
      expect((await open(`${ops(id)}/estate-agent${query}`, ada)).location).toBe(ops(id));
    },
  );

  test("all or nothing: a failure at one unit leaves every unit as it was", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const { id, units } = await aGroup("failed court");
    const asked = await ask(id, await insertAgent(db));
    const mend = await breakWrites(db, "audit_log");
    const { flash } = await confirm("estate-agent", id, confirmFields(asked.html));
    await mend();
    expect(flash).toEqual(failed("There was an error while assigning the estate agent"));
    expect(await agentsOf(units)).toEqual([null, null, null]);
  });

  test("the agents cannot be listed", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const { id } = await aGroup("unlisted court");
    const { sql } = await import("kysely");
    await sql`alter table brands rename to away`.execute(db);
    const { text } = await open(ops(id), ada);
    await sql`alter table away rename to brands`.execute(db);
    expect(text).toMatch(
      /Failed to fetch estate agents|There was an error while fetching the transactions group details/,
    );
  });
});

describe("P-061 L-054 L-063 L-065 AMB-L06 Step 2: the solicitors of the group", () => {
  const form = (id: string) => `${ops(id)}/solicitors`;

  async function ask(id: string, change: Record<string, string> = {}) {
    const { html } = await open(form(id), ada);
    const groups = {
      seller_lawyer_group_id: await insertLawyerGroup(db, { name: "Sellers LLP" }),
      buyer_lawyer_group_id: await insertLawyerGroup(db, { name: "Buyers LLP" }),
    };
    const fields = { ...readFields(html, "assign-solicitors-form"), ...groups, ...change };
    return send(form(id), ada, fields);
  }

  test("L-054 WF-17.3 the form: the plot plan may be asked for, the buyer's emails are off", async () => {
    const { id } = await aGroup("form court");
    const { html, text, title } = await open(form(id), ada);
    expect(title).toBe("Form Court - Assign solicitors - Fanlight");
    expect(text).toContain("Group check Group Form Court");
    expect(text).toContain("To be assigned 3");
    const box = (name: string) => new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)![0];
    expect(box("plot_plan_request")).toContain("checked");
    expect(box("plot_plan_request")).not.toContain("disabled");
    for (const name of ["buyer_introduction", "buyer_additional_info"]) {
      expect(box(name)).toContain("disabled");
    }
  });

  test("L-047 L-048 nobody chosen", async () => {
    const { id } = await aGroup("unchosen court");
    const page = await ask(id, { seller_lawyer_group_id: "", buyer_lawyer_group_id: "" });
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toEqual(["Solicitor is required", "Solicitor is required"]);
  });

  test("I-028 L-058 to L-065 AMB-L06 WF-17.3 asked and confirmed: one is skipped, and counted", async () => {
    const { id, units } = await aGroup("solicitor court");
    const before = await giveSolicitors(units[1]!);
    expect((await open(ops(id), ada)).text).toContain(
      "1 transaction with solicitors will be skipped; 2 transactions without will be assigned.",
    );
    const asked = await ask(id);
    for (const said of [
      "Double check your solicitors and confirm.",
      "2 transactions Plot 1, Elm Field, York, YO30 7BN Plot 3, Elm Field, York, YO30 7BN",
      "Skipped 1 with solicitors already",
      "Seller solicitor Sellers LLP",
      "(all transactions)",
      "Introduction to the buyer: no active purchase intent",
      "This will assign solicitors and send the emails checked.",
    ]) {
      expect(asked.text).toContain(said);
    }
    const done = await confirm("solicitors", id, confirmFields(asked.html));
    expect(done).toMatchObject({
      location: ops(id),
      flash: {
        kind: "success",
        title: "Success!",
        description:
          "You've successfully assigned solicitors for this transaction. 1 transaction had solicitors already and was skipped.",
        seconds: 6,
      },
    });
    expect(await confirm("solicitors", id, confirmFields(asked.html))).toEqual(done);
    const rows = await db
      .selectFrom("transactions")
      .select("seller_lawyer_group_id")
      .where("id", "in", units)
      .orderBy("created_at")
      .execute();
    expect(rows.map(({ seller_lawyer_group_id }) => seller_lawyer_group_id === before)).toEqual([
      false,
      true,
      false,
    ]);
    expect(rows).not.toContainEqual({ seller_lawyer_group_id: null });
    const tab = await open(ops(id), ada);
    expect(tab.text).toContain("Solicitors are assigned to all 3 transactions of this group.");
    expect(tab.html).not.toContain("Assign solicitors");
    expect((await open(form(id), ada)).location).toBe(ops(id));
  });

  test("L-065 the text is the same when none is skipped", async () => {
    const { id } = await aGroup("whole court");
    const asked = await ask(id);
    const { flash } = await confirm("solicitors", id, confirmFields(asked.html));
    expect(flash?.description).toBe(
      "You've successfully assigned solicitors for this transaction.",
    );
  });

  test("L-060 to amend keeps what was chosen", async () => {
    const { id } = await aGroup("amended court");
    const asked = await ask(id, { seller_comments: "Phase one" });
    const amended = await send(form(id), ada, { ...confirmFields(asked.html), amend: "yes" });
    expect(readFields(amended.html, "assign-solicitors-form")).toMatchObject({
      seller_comments: "Phase one",
      plot_plan_request: "on",
    });
  });

  test("a unit that changed meanwhile: staff are asked again", async () => {
    const { id, units } = await aGroup("changed court");
    const asked = await ask(id);
    await giveSolicitors(units[0]!);
    const again = await send(form(id), ada, confirmFields(asked.html));
    expect(again.text).toContain("Something has changed since you were asked");
    expect(again.text).toContain("Skipped 1 with solicitors already");
    const { flash } = await confirm("solicitors", id, confirmFields(again.html));
    expect(flash?.title).toBe("Success!");
  });

  test("AMB-L06 M-084 all were assigned meanwhile", async () => {
    const { id, units } = await aGroup("late court");
    const asked = await ask(id);
    for (const unit of units) await giveSolicitors(unit);
    const { location, flash } = await confirm("solicitors", id, confirmFields(asked.html));
    expect({ location, flash }).toEqual({
      location: ops(id),
      flash: failed("Solicitors are already assigned to every transaction of this group"),
    });
  });

  test.each(["0".repeat(24), "x"])("M-085 no group %s", async (id) => {
    const group = await insertLawyerGroup(db);
    const { flash } = await confirm("solicitors", id, {
      seller_lawyer_group_id: group,
      buyer_lawyer_group_id: group,
    });
    expect(flash).toEqual(failed("Transaction group not found"));
  });
});
