import { beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, insertBrand, valuer, valuersIn } from "#tests/support/estate-agents.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { confirmFields, readFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import { listDifferences, toPath, signInEditors } from "./editors.ts";

const { db } = useTestDatabase();
let ada: Visitor;
let tom: Visitor;

beforeAll(async () => {
  ({ ada, tom } = await signInEditors(db));
});

describe("two editors of the same office", () => {
  async function conflict() {
    const id = await insertAgent(db);
    const path = `${toPath(id)}/office`;
    const his = await open(path, tom);
    await send(path, ada, { ...readFields(his.html, "office"), office_name: "Ada's" });
    const lost = await send(path, tom, {
      ...readFields(his.html, "office"),
      office_name: "Tom's",
      office_phone_number: "01904 555099",
    });
    return { id, path, lost };
  }
  const typedName = async (id: string) =>
    (
      await db
        .selectFrom("estate_agents")
        .select("office_name")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).office_name;

  test("the button that chooses one version for every field selects its values without saving them", async () => {
    const { id, path, lost } = await conflict();
    for (const all of ["theirs", "yours"]) {
      const page = await send(path, tom, { ...readFields(lost.html, "conflict"), all });
      expect(page.status).toBe(409);
      expect(listDifferences(page.html).map(([, chosen]) => chosen)).toEqual([all, all]);
    }
    expect(await typedName(id)).toBe("Ada's");
  });

  test("a conflict between two tabs of one person mentions the other tab instead of the person’s name", async () => {
    const path = `${toPath(await insertAgent(db))}/office`;
    const first = await open(path, tom);
    await send(path, tom, { ...readFields(first.html, "office"), office_name: "Tab one" });
    const change = { ...readFields(first.html, "office"), office_name: "Tab two" };
    const lost = await send(path, tom, change);
    expect(lost.status).toBe(409);
    expect(lost.title).toMatch(/^Two versions: /);
    expect(lost.text).toMatch(/You saved this in another tab on \d\d\/\d\d\/\d{4} at \d\d:\d\d /);
    expect(lost.text).toContain(
      "Changed in both tabs Saved in the other tab Tab one On this page Tab two",
    );
    expect(lost.text).not.toMatch(/Marsh saved|Theirs|theirs/);
    const again = await send(path, tom, readFields(lost.html, "conflict"));
    expect(again.title).toMatch(/^Error: /);
    expect(again.text).toContain("On this page Tab two");
    expect(again.text).not.toContain("Theirs");
  });

  test("“Keep their version” is a link back to the office", async () => {
    const { id, lost } = await conflict();
    expect(lost.html).toMatch(new RegExp(`<a[^>]*href="${toPath(id)}">Keep their version</a>`));
  });

  test("a third save while the second editor is choosing causes a new conflict", async () => {
    const { id, path, lost } = await conflict();
    const third = await open(path, ada);
    await send(path, ada, { ...readFields(third.html, "office"), office_name: "Third" });
    const again = await send(path, tom, {
      ...readFields(lost.html, "conflict"),
      "choice.office_name": "yours",
    });
    expect(again.status).toBe(409);
    expect(listDifferences(again.html)).toEqual([
      ["Office name Was Ada's You both changed it Theirs Third Yours Tom's", null],
      expect.anything(),
    ]);
    expect(await typedName(id)).toBe("Third");
  });

  test("two editors who save the same change see no conflict", async () => {
    const id = await insertAgent(db);
    const path = `${toPath(id)}/office`;
    const fields = { ...readFields((await open(path, tom)).html, "office"), office_name: "Same" };
    expect((await send(path, ada, fields)).location).toBe(toPath(id));
    expect((await send(path, tom, fields)).location).toBe(toPath(id));
  });

  test("two editors who save different sections see no conflict", async () => {
    const id = await insertAgent(db);
    const his = await open(`${toPath(id)}/office`, tom);
    const hers = await open(`${toPath(id)}/checks`, ada);
    await send(`${toPath(id)}/checks`, ada, {
      ...readFields(hers.html, "checks"),
      receives_seller_thirdfort_checks: "on",
    });
    const saved = await send(`${toPath(id)}/office`, tom, {
      ...readFields(his.html, "office"),
      office_name: "Tom's",
    });
    expect(saved.location).toBe(toPath(id));
  });

  test("a validation error keeps the version that the form was opened with, so that a conflict is still found", async () => {
    const id = await insertAgent(db);
    const path = `${toPath(id)}/office`;
    const his = await open(path, tom);
    await send(path, ada, { ...readFields(his.html, "office"), office_name: "Ada's" });
    const wrong = await send(path, tom, { ...readFields(his.html, "office"), office_name: "" });
    expect(wrong.status).toBe(400);
    const lost = await send(path, tom, {
      ...readFields(wrong.html, "office"),
      office_name: "Tom's",
    });
    expect(lost.status).toBe(409);
    expect(await typedName(id)).toBe("Ada's");
  });

  test.each(["", "x", "[]", "null", '{"office_name":{"a":[1]}}', undefined])(
    "a missing or forged version (%s) causes a conflict and leaves the office unchanged",
    async (opened) => {
      const id = await insertAgent(db);
      const path = `${toPath(id)}/office`;
      const fields = readFields((await open(path, tom)).html, "office");
      delete fields.opened;
      const page = await send(path, tom, {
        ...fields,
        ...(opened !== undefined && { opened }),
        office_name: "Tom's",
      });
      expect(page.status).toBe(409);
      expect(await typedName(id)).toBe("Northgate York");
    },
  );

  test.each<[string, unknown]>([
    ["no version", "x"],
    ["huge list indexes", { "office_name[4294967294]": "x", "address[99999999].a": "y" }],
    [
      "huge list indexes inside a field",
      { address: { "line_1[4294967294]": "x" }, office_name: ["a", "b"] },
    ],
    ["a Conform button intent", { __intent__: '{"type":"remove","payload":{"name":"x"}}' }],
    ["2,000 levels of nesting", JSON.parse(`${'{"address":'.repeat(2_000)}""${"}".repeat(2_000)}`)],
    ["the object prototype", JSON.parse('{"__proto__":{"office_name":"x"},"constructor":"y"}')],
  ])(
    "forged fields of the conflict form (%s) cause neither a crash nor a save",
    async (_name, made_up) => {
      const { id, path, lost } = await conflict();
      const fields = readFields(lost.html, "conflict");
      for (const name of ["was", "opened", "yours"]) {
        const page = await send(path, tom, { ...fields, [name]: JSON.stringify(made_up) });
        expect([400, 409]).toContain(page.status);
      }
      expect(await typedName(id)).toBe("Ada's");
    },
  );

  test("one of six concurrent saves of an office succeeds, and the others get a conflict", async () => {
    const id = await insertAgent(db);
    const path = `${toPath(id)}/office`;
    const fields = readFields((await open(path, tom)).html, "office");
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        send(path, index % 2 ? ada : tom, { ...fields, office_name: `Name ${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409, 409, 409]);
  });

  test("the conflict form shows brands by their names", async () => {
    const id = await insertAgent(db, { brand_id: await insertBrand(db, "Alpha") });
    const [beta, gamma] = [await insertBrand(db, "Beta"), await insertBrand(db, "Gamma")];
    const path = `${toPath(id)}/office`;
    const fields = readFields((await open(path, tom)).html, "office");
    await send(path, ada, { ...fields, brand_id: beta });
    const lost = await send(path, tom, { ...fields, brand_id: gamma });
    expect(listDifferences(lost.html)).toEqual([
      ["Brand Was Alpha You both changed it Theirs Beta Yours Gamma", null],
    ]);
  });
});

describe("deleting a record that has changed since the page was opened", () => {
  test("deleting a valuer who was changed in the meantime requires a new confirmation", async () => {
    const id = await insertAgent(db, { valuers: [valuer("Val"), valuer("Bob")] });
    const bob = (await valuersIn(db, id))[1]!;
    const path = `${toPath(id)}/valuers/${bob.id}`;
    const asked = confirmFields((await open(`${path}/delete`, tom)).html);
    const hers = readFields((await open(path, ada)).html, "valuer");
    await send(path, ada, { ...hers, first_name: "Robert" });
    const refused = await send(`${path}/delete`, tom, asked);
    expect(refused.location).toBe(`${path}/delete`);
    expect(await valuersIn(db, id)).toHaveLength(2);
    const again = await open(`${path}/delete`, tom);
    expect(again.text).toContain("Delete Robert Ridley");
    expect((await send(`${path}/delete`, tom, confirmFields(again.html))).location).toBe(
      toPath(id),
    );
    expect(await valuersIn(db, id)).toHaveLength(1);
  });

  test("the second of two editors who delete the same valuer is redirected", async () => {
    const id = await insertAgent(db, { valuers: [valuer("Val"), valuer("Bob")] });
    const bob = (await valuersIn(db, id))[1]!;
    const path = `${toPath(id)}/valuers/${bob.id}/delete`;
    const asked = confirmFields((await open(path, tom)).html);
    expect((await send(path, ada, asked)).location).toBe(toPath(id));
    expect((await send(path, tom, asked)).location).toBe(toPath(id));
    expect(await valuersIn(db, id)).toHaveLength(1);
  });
});
