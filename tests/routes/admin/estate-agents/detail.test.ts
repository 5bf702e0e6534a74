import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { log } from "#app/observability/log.server.ts";
import { breakWrites } from "#tests/support/break-writes.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, insertBrand, negotiator, valuer } from "#tests/support/estate-agents.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { words } from "#tests/ui/render.tsx";
import { readFields, listSummary } from "../fields.ts";
import { open, send } from "../pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});

const toPath = (id: string) => `/admin/estate-agents/${id}`;

function listFacts(html: string): Record<string, string> {
  const pairs = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)];
  return Object.fromEntries(pairs.map(([, term, fact]) => [term!, words(fact!)]));
}

const readAgent = (id: string) =>
  db
    .selectFrom("estate_agents")
    .leftJoin("addresses", "addresses.id", "office_address_id")
    .selectAll("estate_agents")
    .select(["line_1", "post_town", "postcode", "addresses.country", "uprn"])
    .where("estate_agents.id", "=", id)
    .executeTakeFirstOrThrow();

async function fillIn(path: string, form: string, typed: Record<string, string>) {
  const { html } = await open(path, ada);
  return send(path, ada, { ...readFields(html, form), ...typed });
}

describe("M-021 M-022 M-025 M-028 M-030 the page of an estate agent", () => {
  test("shows all of it", async () => {
    const id = await insertAgent(db, {
      brand_id: await insertBrand(db, "Northgate"),
      valuers: [valuer("Val", { is_subscribed: true })],
      negotiators: [negotiator("Ned")],
      coordinator: {
        first_name: "Cora",
        last_name: "Dale",
        email: "cora@example.test",
        phone_number: null,
        is_subscribed: false,
      },
      checks: {
        requests_seller_thirdfort_checks: true,
        requests_buyer_thirdfort_checks: true,
        receives_seller_thirdfort_checks: false,
        receives_buyer_thirdfort_checks: true,
        thirdfort_requester_emails: ["a@example.test", "b@example.test"],
      },
    });
    const { html, status, title } = await open(toPath(id), ada);
    expect(status).toBe(200);
    expect(title).toBe("Northgate York - Fanlight");
    expect(words(html.split("Breadcrumb")[1]!.split("</nav>")[0]!)).toContain(
      "Home Estate Agents Northgate York",
    );
    for (const label of ["ID", "Office"]) {
      expect(html).toMatch(new RegExp(`Copy<span class="vh"> (<!-- -->)?${label}</span>`));
    }
    expect(listFacts(html)).toMatchObject({
      ID: expect.stringContaining(id),
      Office: expect.stringContaining("Northgate York"),
      Brand: "Northgate",
      Name: "Northgate York",
      Phone: "+441904555010",
      Address: "Not provided",
      "Requests checks of": "Sellers, and buyers and giftors",
      "Receives checks of": "Buyers and giftors",
      "Requester emails": "a@example.test, b@example.test",
    });
    const titles = [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, text]) => text);
    expect(titles).toEqual([
      "Valuers",
      "Office Coordinator",
      "Office details",
      "Negotiators",
      "Thirdfort Checks",
    ]);
  });

  test.each(["0".repeat(24), "abc", "undefined", "%27%20or%201=1"])(
    "M-065 AMB-A13 there is none with the id %s",
    async (id) => {
      for (const part of ["", "/office", "/checks", "/coordinator", "/coordinator/delete"]) {
        const { status, text, title } = await open(`${toPath(id)}${part}`, ada);
        expect(status).toBe(404);
        expect(text).toContain("There was an error finding estate agent");
        expect(title).toMatch(/^(There was an error finding estate agent|Office|Thirdfort)/);
        expect(text).toContain("Menu");
      }
      const posted = await send(`${toPath(id)}/checks`, ada, { opened: "{}" });
      expect(posted.status).toBe(404);
    },
  );

  test("M-061 it cannot be read", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const id = await insertAgent(db);
    await sql`alter table negotiators rename to away`.execute(db);
    try {
      const { status, text } = await open(toPath(id), ada);
      expect(status).toBe(500);
      expect(text).toContain("There was an error while fetching the estate agent details");
      expect(text).toContain("Menu");
    } finally {
      await sql`alter table away rename to negotiators`.execute(db);
    }
  });
});

describe("M-032 M-046 to M-049 the office", () => {
  test("what is wrong is said, and what was typed stays", async () => {
    const id = await insertAgent(db);
    const page = await fillIn(`${toPath(id)}/office`, "office", {
      brand_id: "",
      office_name: " ",
      office_phone_number: "12",
      "address.line_1": "1 Coney Street",
    });
    expect(page.status).toBe(400);
    expect(listSummary(page.html)).toEqual([
      "Brand is required",
      "Office name is required",
      "Enter a valid phone number",
      "Town must be at least 1 character long",
      "Invalid postcode",
    ]);
    expect(page.html).toContain('value="1 Coney Street"');
    expect((await readAgent(id)).office_name).toBe("Northgate York");
  });

  test("an address is added, changed, and taken away; what it was found with stays while it is the same", async () => {
    const id = await insertAgent(db);
    const path = `${toPath(id)}/office`;
    const address = {
      "address.line_1": "1 Coney Street",
      "address.post_town": "York",
      "address.postcode": "YO1 9NA",
    };
    expect((await fillIn(path, "office", address)).location).toBe(toPath(id));
    const added = await readAgent(id);
    expect(added).toMatchObject({ line_1: "1 Coney Street", country: "United Kingdom" });
    await db
      .updateTable("addresses")
      .set({ uprn: "1" })
      .where("id", "=", added.office_address_id)
      .execute();

    await fillIn(path, "office", { office_name: "Northgate City" });
    expect(await readAgent(id)).toMatchObject({ office_name: "Northgate City", uprn: "1" });
    await fillIn(path, "office", { "address.line_1": "2 Coney Street" });
    expect(await readAgent(id)).toMatchObject({ line_1: "2 Coney Street", uprn: null });

    await fillIn(
      path,
      "office",
      Object.fromEntries(Object.keys(address).map((name) => [name, ""])),
    );
    expect(await readAgent(id)).toMatchObject({ office_address_id: null });
    const left = await db
      .selectFrom("addresses")
      .select("id")
      .where("id", "=", added.office_address_id)
      .execute();
    expect(left).toEqual([]);
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "fields"])
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute();
    expect(audit.slice(1)).toEqual([
      { action: "estate_agent_office_updated", fields: ["address"] },
      { action: "estate_agent_office_updated", fields: ["office_name"] },
      { action: "estate_agent_office_updated", fields: ["address"] },
      { action: "estate_agent_office_updated", fields: ["address"] },
    ]);
  });

  test("saved as it was, nothing is written down", async () => {
    const id = await insertAgent(db);
    expect((await fillIn(`${toPath(id)}/office`, "office", {})).location).toBe(toPath(id));
    const audit = await db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", id)
      .execute();
    expect(audit).toEqual([{ action: "estate_agent_created" }]);
  });

  test("a brand that is gone is said at its field", async () => {
    const id = await insertAgent(db);
    const page = await fillIn(`${toPath(id)}/office`, "office", { brand_id: "f".repeat(24) });
    expect(page.status).toBe(404);
    expect(listSummary(page.html)).toEqual(["This brand is not there any more"]);
  });

  test("M-062 it cannot be saved", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const id = await insertAgent(db);
    const mend = await breakWrites(db, "estate_agents");
    const page = await fillIn(`${toPath(id)}/office`, "office", { office_name: "New" });
    await mend();
    expect(page.status).toBe(500);
    expect(listSummary(page.html)).toEqual([
      "There was an error while updating the estate agent details",
    ]);
    expect(page.html).toContain('value="New"');
  });
});

describe("M-028 M-057 to M-060 Thirdfort checks", () => {
  const listRows = (html: string) => [
    ...html.matchAll(/name="thirdfort_requester_emails\[\d+\]"/g),
  ];
  const listRemoves = (html: string) => [
    ...html.matchAll(/value="thirdfort_requester_emails\.remove/g),
  ];
  const seller = { requests_seller_thirdfort_checks: "on" };

  test("WF-21.5 ticked without an email: a row to type one, which cannot be removed", async () => {
    const id = await insertAgent(db);
    const path = `${toPath(id)}/checks`;
    const empty = await open(path, ada);
    expect(listRows(empty.html)).toHaveLength(0);
    const asked = await send(path, ada, { ...readFields(empty.html, "checks"), ...seller });
    expect(asked.status).toBe(400);
    expect(listSummary(asked.html)).toEqual(["Enter at least one requester email"]);
    expect(listRows(asked.html)).toHaveLength(1);
    expect(listRemoves(asked.html)).toHaveLength(0);

    const wrong = await send(path, ada, {
      ...readFields(asked.html, "checks"),
      "thirdfort_requester_emails[0]": "compliance",
    });
    expect(listSummary(wrong.html)).toEqual(["Please enter a valid email address"]);
    const saved = await send(path, ada, {
      ...readFields(wrong.html, "checks"),
      "thirdfort_requester_emails[0]": "compliance@example.test",
    });
    expect(saved.location).toBe(toPath(id));
    expect(await readAgent(id)).toMatchObject({
      requests_seller_thirdfort_checks: true,
      thirdfort_requester_emails: ["compliance@example.test"],
    });

    const page = await open(path, ada);
    expect(listRemoves(page.html)).toHaveLength(0);
    const removed = await send(path, ada, {
      ...readFields(page.html, "checks"),
      intent: "thirdfort_requester_emails.remove:0",
    });
    expect(removed.status).toBe(200);
    expect(listRows(removed.html)).toHaveLength(1);
    expect(removed.html).toContain('value="compliance@example.test"');
  });

  test("M-058 M-059 rows are added and removed with what was typed; a lone empty one is not shown unless it is needed", async () => {
    const id = await insertAgent(db);
    const path = `${toPath(id)}/checks`;
    const start = readFields((await open(path, ada)).html, "checks");
    const press = (fields: Record<string, string>, verb: string) =>
      send(path, ada, { ...fields, intent: `thirdfort_requester_emails.${verb}` });
    const first = { ...start, ...seller, "thirdfort_requester_emails[0]": "a@example.test" };

    const two = await press(first, "add");
    expect(two.status).toBe(200);
    expect(listSummary(two.html)).toEqual([]);
    expect(listRows(two.html)).toHaveLength(2);
    expect(listRemoves(two.html)).toHaveLength(2);
    const one = await press(readFields(two.html, "checks"), "remove:1");
    expect(listRows(one.html)).toHaveLength(1);
    expect(one.html).toContain('value="a@example.test"');

    const unticked = readFields(one.html, "checks");
    delete unticked.requests_seller_thirdfort_checks;
    const lone = await press({ ...unticked, "thirdfort_requester_emails[0]": "" }, "remove:9");
    expect(listRows(lone.html)).toHaveLength(0);
    const kept = await press(unticked, "remove:9");
    expect(listRows(kept.html)).toHaveLength(1);
  });

  test("M-064 they cannot be saved", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const id = await insertAgent(db);
    const mend = await breakWrites(db, "estate_agents");
    const page = await fillIn(`${toPath(id)}/checks`, "checks", {
      receives_seller_thirdfort_checks: "on",
    });
    await mend();
    expect(listSummary(page.html)).toEqual(["Failed to update thirdfort details"]);
  });
});
