import { beforeAll, describe, expect, test } from "vitest";
import { MAX_OPTIONS } from "#app/domain/shared/choices.ts";
import { transactionTabs } from "#app/routes/admin/transactions/tabs.tsx";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, insertOffice, negotiator, valuer } from "#tests/support/estate-agents.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { insertSaleAtStage } from "../account/matters.ts";
import { confirmFields, readFields, listSummary } from "./fields.ts";
import { modules, open, send, postAndReadFlash } from "./pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

async function aSale(status: "pending" | "not_listed" | "no_agent" = "not_listed") {
  const id = await insertSaleAtStage(db, (await signIn(db)).id);
  await db
    .updateTable("transactions")
    .set({ estate_agent_status: status })
    .where("id", "=", id)
    .execute();
  return id;
}

const findTab = (id: string) => `/admin/transactions/${id}/estate-agent`;

const confirm = (id: string, fields: Record<string, string>) =>
  postAndReadFlash(`${findTab(id)}/assign`, ada, fields);

const ask = (id: string, agent: string) => open(`${findTab(id)}/assign?estate_agent=${agent}`, ada);

describe("the estate agent tab (K-016 K-084 to K-087 AMB-J09)", () => {
  test.each([
    ["pending", "Estate agent not assigned"],
    ["not_listed", "Estate agent not found in list"],
    ["no_agent", "Customer doesn't have an estate agent yet"],
  ] as const)(
    "the estate agent tab of a matter with the status “%s” shows %j and the form, and an alert only for “pending”",
    async (status, said) => {
      const { html, text } = await open(findTab(await aSale(status)), ada);
      expect(text).toContain(said);
      expect(html).toContain('id="assign-estate-agent"');
      const [, tab = ""] =
        /<a[^>]*aria-current="page"[^>]*>(Estate Agent.*?)<\/a>/.exec(html) ?? [];
      expect(visibleText(tab)).toBe(
        status === "pending" ? "Estate Agent , none assigned" : "Estate Agent",
      );
    },
  );

  test("the estate agent tab of a matter with an agent shows the agent and no form (AMB-K02 AMB-K03)", async () => {
    const id = await aSale();
    const estate_agent_id = await insertAgent(db, { negotiators: [negotiator("Ned")] });
    await db
      .updateTable("transactions")
      .set({ estate_agent_id, estate_agent_status: "assigned" })
      .where("id", "=", id)
      .execute();
    const { html, text } = await open(findTab(id), ada);
    expect(html).toContain(`href="/admin/estate-agents/${estate_agent_id}"`);
    for (const shown of ["Val Ridley", "Ned Marsh, ned@example.test, 01904 555010", "No one"]) {
      expect(text).toContain(shown);
    }
    expect(html).not.toContain('id="assign-estate-agent"');
    expect((await ask(id, estate_agent_id)).location).toBe(findTab(id));
  });

  test("each page of a matter has the address and the page’s name in its title", async () => {
    const id = await aSale();
    const agent = await insertAgent(db);
    const { number } = await db
      .selectFrom("transactions")
      .select("number")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const title = (part: string) =>
      `12 Arch Street, York, YO1 7HZ (F-${number}) - ${part} - Fanlight`;
    expect((await open(findTab(id), ada)).title).toBe(title("Estate Agent"));
    expect((await ask(id, agent)).title).toBe(title("Assign estate agent"));
    expect((await open(`/admin/transactions/${id}/events`, ada)).title).toBe(title("Events"));
    expect((await open(`/admin/transactions/${id}`, ada)).title).toBe(title("Overview"));
  });

  test("each tab of a matter links to a route that exists", async () => {
    const { html } = await open(findTab(await aSale()), ada);
    for (const { name } of transactionTabs) {
      expect(modules.has(`routes/admin/transactions/${name}/tab.tsx`)).toBe(true);
      const path = name === "overview" ? "" : `/${name}`;
      expect(html).toMatch(new RegExp(`href="/admin/transactions/[0-9a-f]{24}${path}"`));
    }
  });

  test("the estate agent tab shows an error if the agents cannot be read (C-065)", async () => {
    expectError(/column .*office_name.* does not exist/);
    const id = await aSale();
    await withoutTable(db, "estate_agents.office_name", async () => {
      const { text } = await open(findTab(id), ada);
      expect(text).toMatch(
        /Failed to fetch estate agents|There was an error getting the transaction/,
      );
    });
  });
});

describe("assigning an estate agent (M-077 M-078 M-079 M-084 to M-087)", () => {
  test("assigning an estate agent requires a choice (M-078 WF-09.1)", async () => {
    const id = await aSale();
    const fields = readFields((await open(findTab(id), ada)).html, "assign-estate-agent");
    const page = await send(findTab(id), ada, fields);
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toEqual(["Estate agent is required"]);
    expect(page.title).toMatch(/^Error: /);
  });

  test("confirming the chosen estate agent assigns the agent, and emails the valuer once (M-077 WF-09.2 WF-09.3)", async () => {
    const id = await aSale();
    const agent = await insertAgent(db, {
      valuers: [valuer("Val", { email: "val@northgate.example" })],
    });
    const chosen = await send(findTab(id), ada, { estate_agent_id: agent });
    expect(chosen.location).toBe(`${findTab(id)}/assign?estate_agent=${agent}`);
    const asked = await ask(id, agent);
    expect(asked.text).toMatch(/This assigns Northgate York to 12 Arch Street, York, YO1 7HZ ?\./);
    expect(asked.text).toContain("the primary valuer, Val Ridley, at val@northgate.example");
    expect(asked.text).not.toContain("will not be sent");
    const back = /<a[^>]*href="([^"]*)"[^>]*>Go back and amend<\/a>/.exec(asked.html)![1]!;
    const amended = await open(back, ada);
    expect(amended.html).toContain(`<option value="${agent}" selected="">`);

    const done = await confirm(id, confirmFields(asked.html));
    expect(done.location).toBe(findTab(id));
    // The message for success (M-086, M-087).
    expect(done.flash).toEqual({
      kind: "success",
      title: "Success!",
      description: "You've successfully assigned an estate agent for this transaction.",
    });
    const again = await confirm(id, confirmFields(asked.html));
    expect(again).toEqual(done);
    const emails = await db
      .selectFrom("email_log")
      .select("name")
      .where("transaction_id", "=", id)
      .execute();
    expect(emails.filter(({ name }) => name === "estate_agent_introduction")).toHaveLength(1);
    expect((await open(findTab(id), ada)).html).not.toContain('id="assign-estate-agent"');
  });

  test.each([
    [
      "the primary valuer has no email",
      [valuer("Val", { email: null })],
      "The primary valuer, Val Ridley, has no email address.",
    ],
    ["the agent has no valuer", [], "This estate agent has no primary valuer."],
  ])(
    "the confirmation of an estate agent warns that no introduction will be sent if %s: $2 (M-079)",
    async (_name, valuers, why) => {
      const id = await aSale();
      const agent = await insertAgent(db, { valuers });
      const asked = await ask(id, agent);
      expect(asked.text).toContain("An introduction email will not be sent");
      expect(asked.text).toContain(why);
      expect((await confirm(id, confirmFields(asked.html))).flash?.title).toBe("Success!");
      const emails = await db
        .selectFrom("email_log")
        .select("id")
        .where("transaction_id", "=", id)
        .execute();
      expect(emails).toEqual([]);
    },
  );

  test("a second member of staff who assigns an estate agent to the same matter gets “Assignment Failed” (M-084)", async () => {
    const id = await aSale();
    const [one, other] = [await insertAgent(db), await insertAgent(db)];
    const asked = [await ask(id, one), await ask(id, other)];
    await confirm(id, confirmFields(asked[0]!.html));
    const second = await confirm(id, confirmFields(asked[1]!.html));
    expect(second).toEqual({
      location: findTab(id),
      flash: {
        kind: "error",
        title: "Assignment Failed",
        description: "An estate agent is already assigned to this matter",
      },
    });
  });

  test("the confirmation of an estate agent shows “Assignment Failed” if the primary valuer has changed since the page was opened", async () => {
    const id = await aSale();
    const agent = await insertAgent(db);
    const asked = await ask(id, agent);
    await db
      .updateTable("valuers")
      .set({ email: "new@example.test" })
      .where("estate_agent_id", "=", agent)
      .execute();
    const { flash } = await confirm(id, confirmFields(asked.html));
    expect(flash).toMatchObject({
      title: "Assignment Failed",
      description: expect.stringMatching(
        /^The primary valuer or their email address has changed since you opened this page/,
      ),
    });
  });

  test.each(["0".repeat(24), "x", "undefined"])(
    "assigning an estate agent shows “Transaction not found” for the matter id %s (M-085 WF-09.4)",
    async (id) => {
      const sale = await aSale();
      const agent = await insertAgent(db);
      const fields = confirmFields((await ask(sale, agent)).html);
      const { newIdempotencyKey: newFormKey } = await import("#app/forms/form-key.server.ts");
      const { flash } = await confirm(id, {
        ...fields,
        form_key: newFormKey(`assign-estate-agent ${id}`),
      });
      expect(flash).toEqual({
        kind: "error",
        title: "Assignment Failed",
        description: "Transaction not found",
      });
      for (const path of [findTab(id), `${findTab(id)}/assign?estate_agent=${agent}`]) {
        const page = await open(path, ada);
        expect(page.status).toBe(404);
        expect(page.text).toContain("Transaction not found");
      }
    },
  );

  test.each(["", "?estate_agent="])(
    "the confirmation page redirects to the estate agent tab if the query names no agent (“%s”)",
    async (query) => {
      const id = await aSale();
      expect((await open(`${findTab(id)}/assign${query}`, ada)).location).toBe(findTab(id));
    },
  );

  test.each(["x'--", "0".repeat(24)])(
    "the confirmation page of the unknown estate agent %s answers 404 with the specified text (ST-22)",
    async (agent) => {
      const id = await aSale();
      const asked = await ask(id, encodeURIComponent(agent));
      expect(asked.status).toBe(404);
      expect(asked.text).toContain("Estate agent not found");
      expect(asked.html).toContain(`href="${findTab(id)}"`);
    },
  );

  test("incomplete and forged confirmations of an estate agent show an error and assign no agent", async () => {
    const id = await aSale();
    const agent = await insertAgent(db);
    const fields = confirmFields((await ask(id, agent)).html);
    const changes: Record<string, string>[] = [
      { estate_agent_id: "" },
      { estate_agent_id: "x" },
      { form_key: "" },
      { form_key: "x.y.z" },
    ];
    for (const change of changes) {
      const { flash } = await confirm(id, { ...fields, ...change });
      expect(flash?.kind ?? "error").toBe("error");
    }
    const { estate_agent_status } = await db
      .selectFrom("transactions")
      .select("estate_agent_status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(estate_agent_status).toBe("not_listed");
  });

  test("an assignment of an estate agent that cannot be saved is rolled back, and can be submitted again", async () => {
    expectError(/the table is broken/);
    const id = await aSale();
    const fields = confirmFields((await ask(id, await insertAgent(db))).html);
    const mend = await breakWrites(db, "events");
    const { flash } = await confirm(id, fields);
    await mend();
    expect(flash).toEqual({
      kind: "error",
      title: "Assignment Failed",
      description: "There was an error while assigning the estate agent",
    });
    expect((await confirm(id, fields)).flash?.title).toBe("Success!");
  });
});

describe("more estate agents than fit in a select, without scripts (M-077)", () => {
  const office_name = "Quillfeather 100% Homes";
  let agent: string;

  beforeAll(async () => {
    agent = (await insertOffice(db, office_name)).id;
    const many = Array.from({ length: MAX_OPTIONS }, (_, n) => ({ office_name: `Office ${n}` }));
    await db.insertInto("estate_agents").values(many).execute();
  });

  test("the estate agent form lists no agents before a search, and staff can choose one of the results", async () => {
    const id = await aSale();
    const first = await open(findTab(id), ada);
    expect(first.html).not.toContain("Office 1");
    expect(first.text).toContain("Find an estate agent");
    const found = await send(findTab(id), ada, { find_estate_agent_id: "quill", look_for: "yes" });
    expect(found.status).toBe(200);
    expect(found.text).toContain("Find an estate agent : 1 found");
    expect(found.html).toContain(`<option value="${agent}">${office_name}</option>`);
    expect(listSummary(found.html)).toEqual([]);
    const chosen = await send(findTab(id), ada, {
      find_estate_agent_id: "quill",
      estate_agent_id: agent,
    });
    expect(chosen.location).toBe(`${findTab(id)}/assign?estate_agent=${agent}`);
  });

  test("the estate agent form shows the search results again with the error if no agent is chosen", async () => {
    const refused = await send(findTab(await aSale()), ada, {
      find_estate_agent_id: "quill",
      estate_agent_id: "",
    });
    expect(refused.status).toBe(400);
    expect(listSummary(refused.html)).toEqual(["Estate agent is required"]);
    expect(refused.html).toContain(`<option value="${agent}">`);
  });

  test("the estate agent form keeps the chosen agent after another search and when staff go back to amend", async () => {
    const id = await aSale();
    const chosen = `<option value="${agent}" selected="">${office_name}</option>`;
    const post = { find_estate_agent_id: "office 9", look_for: "yes", estate_agent_id: agent };
    expect((await send(findTab(id), ada, post)).html).toContain(chosen);
    expect((await open(`${findTab(id)}?estate_agent=${agent}`, ada)).html).toContain(chosen);
    const gone = await send(findTab(id), ada, { ...post, estate_agent_id: "x" });
    expect(gone.html).toContain('<option value="" selected="">');
  });
});
