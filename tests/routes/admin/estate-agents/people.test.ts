import { beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, negotiator, valuer, valuersIn } from "#tests/support/estate-agents.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { visibleText } from "#tests/ui/render.tsx";
import { confirmFields, readFields, listSummary } from "../fields.ts";
import { fillIn, open, send } from "../pages.ts";
import { toPath } from "./editors.ts";

const { db } = useTestDatabase();
let ada: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

function listCards(html: string, title: string) {
  const section = html.split(`>${title}</h2>`)[1]?.split("<h2")[0] ?? "";
  return section
    .split("<h3")
    .slice(1)
    .map((card) => visibleText(`<h3${card}`));
}

async function confirm(path: string) {
  const { html } = await open(path, ada);
  return send(path, ada, confirmFields(html));
}

const audited = (subject_id: string) =>
  db
    .selectFrom("audit_log")
    .select(["action", "subject_type", "fields", "actor_id", "actor_kind"])
    .where("subject_id", "=", subject_id)
    .orderBy("id", "desc")
    .executeTakeFirst();

describe("valuers (M-022 M-023 M-052 to M-055)", () => {
  test("the first valuer of an office becomes primary, and the only remaining one cannot be deleted", async () => {
    const id = await insertAgent(db);
    const { html } = await open(toPath(id), ada);
    const [val] = await valuersIn(db, id);
    expect(val).toMatchObject({ first_name: "Val", primary_valuer: true });
    expect(listCards(html, "Valuers")).toEqual([expect.stringContaining("Val Ridley Primary")]);
    expect(html).not.toContain(`/valuers/${val!.id}/delete`);

    const page = await confirm(`${toPath(id)}/valuers/${val!.id}/delete`);
    expect(page.location).toBe(toPath(id));
    expect(await valuersIn(db, id)).toHaveLength(1);
  });

  test("adding a primary valuer makes the previous one secondary (WF-21.3)", async () => {
    const id = await insertAgent(db);
    const path = `${toPath(id)}/valuers/add`;
    const wrong = await fillIn(ada, path, "valuer", { first_name: "", email: "bob" });
    expect(wrong.status).toBe(400);
    expect(wrong.title).toBe("Error: Northgate York - Add valuer - Fanlight");
    expect(listSummary(wrong.html)).toEqual([
      "First name is required",
      "Please enter a valid email address. It should look like name@example.com",
    ]);
    const added = await fillIn(ada, path, "valuer", { first_name: "Bob", primary_valuer: "on" });
    expect(added.location).toBe(toPath(id));
    const { html } = await open(toPath(id), ada);
    expect(listCards(html, "Valuers")).toEqual([
      expect.stringContaining("Bob Primary"),
      expect.stringContaining("Val Ridley Secondary"),
    ]);
    expect(await audited(id)).toEqual({
      action: "valuer_added",
      subject_type: "estate_agent",
      fields: ["valuers"],
      actor_id: ada.id,
      actor_kind: "admin",
    });
  });

  test("a double submit adds one valuer", async () => {
    const id = await insertAgent(db);
    const path = `${toPath(id)}/valuers/add`;
    const fields = { ...readFields((await open(path, ada)).html, "valuer"), first_name: "Twice" };
    const answers = await Promise.all([send(path, ada, fields), send(path, ada, fields)]);
    expect(answers.map(({ location }) => location)).toEqual([toPath(id), toPath(id)]);
    expect(await valuersIn(db, id)).toHaveLength(2);
  });

  test("deleting a valuer or negotiator with a malformed id redirects instead of failing", async () => {
    for (const id of ["\u{1F3E0}", "a\r\nb: c"].map(encodeURIComponent)) {
      for (const people of ["valuers", "negotiators"]) {
        const { status } = await send(`${toPath(id)}/${people}/${id}/delete`, ada, {});
        expect(status).toBe(303);
      }
    }
  });

  test("deleting the primary valuer makes the next one primary (M-053)", async () => {
    const id = await insertAgent(db, {
      valuers: [valuer("A"), valuer("B", { primary_valuer: true }), valuer("C")],
    });
    const [a, b, c] = await valuersIn(db, id);
    expect(b!.primary_valuer).toBe(true);
    const asked = await open(`${toPath(id)}/valuers/${b!.id}/delete`, ada);
    expect(asked.text).toContain("The next valuer on the list will become the primary valuer.");
    expect((await confirm(`${toPath(id)}/valuers/${b!.id}/delete`)).location).toBe(toPath(id));
    expect(await valuersIn(db, id)).toMatchObject([
      { id: a!.id, primary_valuer: true },
      { id: c!.id, primary_valuer: false },
    ]);
    expect(await audited(b!.id)).toMatchObject({
      action: "valuer_deleted",
      subject_type: "valuer",
    });
  });

  test("editing a valuer audits the names of the changed fields, and cannot make the primary valuer secondary", async () => {
    const id = await insertAgent(db);
    const [val] = await valuersIn(db, id);
    const path = `${toPath(id)}/valuers/${val!.id}`;
    const { html, text } = await open(path, ada);
    expect(text).toContain("This is the primary valuer.");
    const fields = {
      ...readFields(html, "valuer"),
      last_name: "Marsh",
      phone_number: "01904 555011",
    };
    expect((await send(path, ada, { ...fields, primary_valuer: "" })).location).toBe(toPath(id));
    expect(await valuersIn(db, id)).toMatchObject([
      { last_name: "Marsh", phone_number: "+441904555011", primary_valuer: true },
    ]);
    expect((await audited(val!.id))?.fields).toEqual(
      expect.arrayContaining(["last_name", "phone_number"]),
    );
  });

  test("a valuer’s email that another valuer has, in any letter case, is refused with an error next to the field (AMB-M04)", async () => {
    const id = await insertAgent(db, {
      valuers: [valuer("Val", { email: "known@example.test" }), valuer("Bob")],
    });
    const bob = (await valuersIn(db, id))[1]!;
    const typed = { first_name: "Bob", email: "KNOWN@example.test" };
    for (const path of [`${toPath(id)}/valuers/${bob.id}`, `${toPath(id)}/valuers/add`]) {
      const page = await fillIn(ada, path, "valuer", typed);
      expect(page.status).toBe(409);
      expect(listSummary(page.html)).toEqual(["A valuer with this email already exists"]);
      expect(page.html).toContain('href="#valuer-email"');
      expect(page.html).toContain('value="KNOWN@example.test"');
    }
  });
});

describe("the office coordinator (M-024 M-038 to M-040)", () => {
  test("an office coordinator can be added, edited and deleted, and an office has at most one (WF-21.4)", async () => {
    const id = await insertAgent(db);
    expect((await open(toPath(id), ada)).text).toContain("Add office coordinator");
    const path = `${toPath(id)}/coordinator`;
    const wrong = await fillIn(ada, path, "coordinator", {});
    expect(listSummary(wrong.html)).toEqual([
      "First name is required",
      "Last name is required",
      "Valid email is required. It should look like name@example.com",
    ]);
    const cora = { first_name: "Cora", last_name: "Dale", email: "cora@example.test" };
    expect((await fillIn(ada, path, "coordinator", cora)).location).toBe(toPath(id));
    const detail = await open(toPath(id), ada);
    expect(detail.text).toContain("Cora Dale");
    expect(detail.text).not.toContain("Add office coordinator");
    await fillIn(ada, path, "coordinator", { first_name: "Coralie" });
    expect(
      await db
        .selectFrom("office_coordinators")
        .select("first_name")
        .where("estate_agent_id", "=", id)
        .execute(),
    ).toEqual([{ first_name: "Coralie" }]);
    expect(await audited(id)).toMatchObject({
      action: "coordinator_saved",
      fields: ["first_name"],
    });

    expect((await open(`${path}/delete`, ada)).text).toContain("Coralie Dale (cora@example.test)");
    expect((await confirm(`${path}/delete`)).location).toBe(toPath(id));
    expect((await open(toPath(id), ada)).text).toContain("Add office coordinator");
    expect((await open(`${path}/delete`, ada)).status).toBe(404);
  });
});

test("each dialog that deletes a person shows their name and role (M-052, M-038, M-026)", async () => {
  const id = await insertAgent(db, {
    valuers: [
      valuer("Val", { primary_valuer: true }),
      valuer("Bob", { email: "bob@example.test" }),
      valuer("Cy", { email: null, last_name: null }),
    ],
    negotiators: [negotiator("Ned")],
    coordinator: {
      first_name: "Cora",
      last_name: "Dale",
      email: "cora@example.test",
      phone_number: null,
      is_subscribed: false,
    },
  });
  const [, bob, cy] = await valuersIn(db, id);
  const { id: ned } = await db
    .selectFrom("negotiators")
    .select("id")
    .where("estate_agent_id", "=", id)
    .executeTakeFirstOrThrow();
  const dialogs: Record<string, string> = {
    [`valuers/${bob!.id}`]:
      "Bob Ridley (bob@example.test) will no longer be a valuer at this estate agent. The leads they have sent will stay. No emails are sent. You can’t undo this.",
    [`valuers/${cy!.id}`]:
      "Cy will no longer be a valuer at this estate agent. The leads they have sent will stay. No emails are sent. You can’t undo this.",
    [`negotiators/${ned}`]:
      "Ned Marsh (ned@example.test) will no longer be a negotiator at this estate agent. No emails are sent. You can’t undo this.",
    coordinator:
      "Cora Dale (cora@example.test) will no longer be this estate agent’s office coordinator. No emails are sent. You can’t undo this.",
  };
  for (const [part, sentence] of Object.entries(dialogs)) {
    expect((await open(`${toPath(id)}/${part}/delete`, ada)).text).toContain(sentence);
  }
});

describe("negotiators (M-026 M-027)", () => {
  test("negotiators can be added, edited and deleted, and adding a sixth answers 409", async () => {
    const id = await insertAgent(db, { negotiators: ["A", "B", "C", "D"].map(negotiator) });
    const path = `${toPath(id)}/negotiators/add`;
    const before = await open(path, ada);
    const fifth = {
      first_name: "Ed",
      last_name: "Marsh",
      email: "e@example.test",
      phone_number: "01904 555010",
    };
    expect((await open(toPath(id), ada)).text).toContain("Add negotiator");
    expect((await fillIn(ada, path, "negotiator", fifth)).location).toBe(toPath(id));
    const full = await open(toPath(id), ada);
    expect(listCards(full.html, "Negotiators")).toHaveLength(5);
    expect(full.text).not.toContain("Add negotiator");

    const sixth = await send(path, ada, {
      ...readFields(before.html, "negotiator"),
      ...fifth,
      first_name: "Flo",
    });
    expect(sixth.status).toBe(409);
    expect(listSummary(sixth.html)).toEqual(["An estate agent can have at most 5 negotiators"]);
    expect(sixth.html).toContain('value="Flo"');

    const rows = () =>
      db
        .selectFrom("negotiators")
        .selectAll()
        .where("estate_agent_id", "=", id)
        .orderBy("first_name")
        .execute();
    const [a] = await rows();
    await fillIn(ada, `${toPath(id)}/negotiators/${a!.id}`, "negotiator", { first_name: "Al" });
    expect(await rows()).toMatchObject([{ first_name: "Al" }, {}, {}, {}, {}]);
    expect((await confirm(`${toPath(id)}/negotiators/${a!.id}/delete`)).location).toBe(toPath(id));
    expect(await rows()).toHaveLength(4);
    expect((await open(toPath(id), ada)).text).toContain("Add negotiator");
  });

  test("a negotiator must have a name, email and phone number", async () => {
    const id = await insertAgent(db);
    const page = await fillIn(ada, `${toPath(id)}/negotiators/add`, "negotiator", {});
    expect(listSummary(page.html)).toEqual([
      "First name is required",
      "Last name is required",
      "Please enter a valid email address. It should look like name@example.com",
      "Phone number is required",
    ]);
  });
});

describe("people of another office, and unknown people", () => {
  test.each(["valuers", "negotiators"])(
    "the pages of %s that are unknown or of another office answer 404 and change no one",
    async (people) => {
      const mine = await insertAgent(db, { negotiators: [negotiator("Ned")] });
      const other = await insertAgent(db, {
        valuers: [valuer("Oda")],
        negotiators: [negotiator("Ole")],
      });
      const table = people === "valuers" ? "valuers" : "negotiators";
      const { id } = await db
        .selectFrom(table)
        .select("id")
        .where("estate_agent_id", "=", other)
        .executeTakeFirstOrThrow();
      const missing = people === "valuers" ? "Valuer not found" : "Negotiator not found";
      for (const foreign of [id, "0".repeat(24), "x", "undefined"]) {
        for (const action of ["", "/delete"]) {
          const path = `${toPath(mine)}/${people}/${foreign}${action}`;
          const page = await open(path, ada);
          expect(page.status).toBe(404);
          expect(page.text).toContain(missing);
        }
        await send(`${toPath(mine)}/${people}/${foreign}/delete`, ada, { opened: "{}" });
        const posted = await send(`${toPath(mine)}/${people}/${foreign}`, ada, {
          ...{ opened: "{}", first_name: "Eve", last_name: "X", email: "eve@example.test" },
          phone_number: "01904 555010",
        });
        expect(posted.status).toBe(404);
        expect(posted.title).toMatch(/^Error: /);
        expect(listSummary(posted.html)).toEqual([missing]);
        expect(posted.html).toContain('value="eve@example.test"');
      }
      expect(await db.selectFrom(table).select("id").where("id", "=", id).execute()).toHaveLength(
        1,
      );
    },
  );
});
