import { beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import {
  insertAgent,
  insertBrand,
  negotiator,
  NO_CHECKS,
  valuer,
  valuersIn,
} from "#tests/support/estate-agents.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { words } from "#tests/ui/render.tsx";
import { confirmFields, readFields, listSummary } from "../fields.ts";
import { open, send } from "../pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;
let tom: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
  tom = await signIn(db, { type: "admin", first_name: "Tomasin", last_name: "Okonjo" });
});

const toPath = (id: string) => `/admin/estate-agents/${id}`;

/** The fields that differ, as they are shown: label, what was there, theirs, yours; the chosen one is marked. */
function listDifferences(html: string) {
  return [...html.matchAll(/<fieldset class="field conflict-form-field.*?<\/fieldset>/gs)].map(
    ([field]) => {
      const chosen =
        /value="(theirs|yours)"[^>]*checked=""|checked=""[^>]*value="(theirs|yours)"/.exec(field);
      return [words(field), chosen?.[1] ?? chosen?.[2] ?? null];
    },
  );
}

type Section = {
  name: string;
  form: string;
  path: (id: string) => Promise<string> | string;
  /** Ada changes these, Tom those: the first both, differently; the second only Ada; the third only Tom. */
  ada: Record<string, string>;
  tom: Record<string, string>;
  shown: [string, string | null][];
  /** Tom takes his own of what both changed. */
  choose: Record<string, string>;
  read: (id: string) => Promise<object>;
  expected: object;
};

const brandA = () => insertBrand(db, "Alpha");

const sections: Section[] = [
  {
    name: "office",
    form: "office",
    path: (id) => `${toPath(id)}/office`,
    ada: {
      office_name: "Ada's",
      "address.line_1": "1 Coney Street",
      "address.post_town": "York",
      "address.postcode": "YO1 9NA",
    },
    tom: { office_name: "Tom's", office_phone_number: "01904 555099" },
    shown: [
      ["Office name Was Northgate York Both changed Theirs Ada's Yours Tom's", null],
      ["Office phone number Was +441904555010 Theirs +441904555010 Yours +441904555099", "yours"],
      ["Office address Was Blank Theirs 1 Coney Street, York, YO1 9NA Yours Blank", "theirs"],
    ],
    choose: { "choice.office_name": "yours" },
    read: (id) =>
      db
        .selectFrom("estate_agents")
        .innerJoin("addresses", "addresses.id", "office_address_id")
        .select(["office_name", "office_phone_number", "line_1"])
        .where("estate_agents.id", "=", id)
        .executeTakeFirstOrThrow(),
    expected: {
      office_name: "Tom's",
      office_phone_number: "+441904555099",
      line_1: "1 Coney Street",
    },
  },
  {
    name: "valuer",
    form: "valuer",
    path: async (id) => `${toPath(id)}/valuers/${(await valuersIn(db, id))[1]!.id}`,
    ada: { first_name: "Abe", primary_valuer: "on" },
    tom: { first_name: "Tim", is_subscribed: "on" },
    shown: [
      ["First name Was Bob Both changed Theirs Abe Yours Tim", null],
      ["Primary valuer Was No Theirs Yes Yours No", "theirs"],
      ["Weekly leads email Was No Theirs No Yours Yes", "yours"],
    ],
    choose: { "choice.first_name": "theirs" },
    read: async (id) => (await valuersIn(db, id))[1]!,
    expected: { first_name: "Abe", primary_valuer: true, is_subscribed: true },
  },
  {
    name: "negotiator",
    form: "negotiator",
    path: async (id) => {
      const { id: ned } = await db
        .selectFrom("negotiators")
        .select("id")
        .where("estate_agent_id", "=", id)
        .executeTakeFirstOrThrow();
      return `${toPath(id)}/negotiators/${ned}`;
    },
    ada: { last_name: "Ames", email: "ames@example.test" },
    tom: { last_name: "Tate", phone_number: "01904 555099" },
    shown: [
      ["Last name Was Marsh Both changed Theirs Ames Yours Tate", null],
      ["Email Was ned@example.test Theirs ames@example.test Yours ned@example.test", "theirs"],
      ["Phone number Was +441904555010 Theirs +441904555010 Yours +441904555099", "yours"],
    ],
    choose: { "choice.last_name": "yours" },
    read: (id) =>
      db
        .selectFrom("negotiators")
        .selectAll()
        .where("estate_agent_id", "=", id)
        .executeTakeFirstOrThrow(),
    expected: { last_name: "Tate", email: "ames@example.test", phone_number: "+441904555099" },
  },
  {
    name: "coordinator",
    form: "coordinator",
    path: (id) => `${toPath(id)}/coordinator`,
    ada: { first_name: "Ann", last_name: "A", email: "a@example.test" },
    tom: { first_name: "Tam", last_name: "T", email: "t@example.test" },
    shown: [
      ["First name Was Blank Both changed Theirs Ann Yours Tam", null],
      ["Last name Was Blank Both changed Theirs A Yours T", null],
      ["Email Was Blank Both changed Theirs a@example.test Yours t@example.test", null],
    ],
    choose: { "choice.first_name": "yours", "choice.last_name": "theirs", "choice.email": "yours" },
    read: (id) =>
      db
        .selectFrom("office_coordinators")
        .selectAll()
        .where("estate_agent_id", "=", id)
        .executeTakeFirstOrThrow(),
    expected: { first_name: "Tam", last_name: "A", email: "t@example.test" },
  },
  {
    name: "checks",
    form: "checks",
    path: (id) => `${toPath(id)}/checks`,
    ada: {
      requests_seller_thirdfort_checks: "on",
      "thirdfort_requester_emails[0]": "ada@example.test",
    },
    tom: {
      receives_buyer_thirdfort_checks: "on",
      "thirdfort_requester_emails[0]": "tom@example.test",
    },
    shown: [
      ["Requests seller checks Was No Theirs Yes Yours No", "theirs"],
      ["Receives buyer and giftor checks Was No Theirs No Yours Yes", "yours"],
      [
        "Requester emails Was Blank Both changed Theirs ada@example.test Yours tom@example.test",
        null,
      ],
    ],
    choose: { "choice.thirdfort_requester_emails": "theirs" },
    read: (id) =>
      db.selectFrom("estate_agents").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    expected: {
      requests_seller_thirdfort_checks: true,
      receives_buyer_thirdfort_checks: true,
      thirdfort_requester_emails: ["ada@example.test"],
    },
  },
];

describe.each(sections)("M-032 two editors of one $name", (section) => {
  test("the second is shown both versions, chooses, and saves", async () => {
    const id = await insertAgent(db, {
      valuers: [valuer("Val"), valuer("Bob")],
      negotiators: [negotiator("Ned")],
      checks: NO_CHECKS,
    });
    const path = await section.path(id);
    const [hers, his] = [await open(path, ada), await open(path, tom)];
    const first = await send(path, ada, { ...readFields(hers.html, section.form), ...section.ada });
    expect(first.location).toBe(toPath(id));

    const lost = await send(path, tom, { ...readFields(his.html, section.form), ...section.tom });
    expect(lost.status).toBe(409);
    expect(lost.text).toMatch(
      /Ada Marsh saved this on \d\d\/\d\d\/\d{4} at \d\d:\d\d, while you were editing/,
    );
    expect(listDifferences(lost.html)).toEqual(section.shown);

    const open_ = section.shown.filter(([, chosen]) => chosen === null);
    const undecided = await send(path, tom, readFields(lost.html, "conflict"));
    expect(undecided.status).toBe(400);
    expect(undecided.title).toMatch(/^Error: /);
    expect(listSummary(undecided.html)).toEqual(
      open_.map(([text]) => `Choose a version of ${text.split(" Was ")[0]}`),
    );
    expect(listDifferences(undecided.html).map(([, chosen]) => chosen)).toEqual(
      section.shown.map(([, chosen]) => chosen),
    );

    const saved = await send(path, tom, {
      ...readFields(undecided.html, "conflict"),
      ...section.choose,
    });
    expect(saved.location).toBe(toPath(id));
    expect(await section.read(id)).toMatchObject(section.expected);
  });
});

describe("two editors of one office", () => {
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

  test("all of theirs, all of yours: chosen, not saved", async () => {
    const { id, path, lost } = await conflict();
    for (const all of ["theirs", "yours"]) {
      const page = await send(path, tom, { ...readFields(lost.html, "conflict"), all });
      expect(page.status).toBe(409);
      expect(listDifferences(page.html).map(([, chosen]) => chosen)).toEqual([all, all]);
    }
    expect(await typedName(id)).toBe("Ada's");
  });

  test("discarding mine is a link back", async () => {
    const { id, lost } = await conflict();
    expect(lost.html).toMatch(
      new RegExp(`<a[^>]*href="${toPath(id)}">Discard mine and keep theirs</a>`),
    );
  });

  test("a third editor is faster than the choice: both versions again", async () => {
    const { id, path, lost } = await conflict();
    const third = await open(path, ada);
    await send(path, ada, { ...readFields(third.html, "office"), office_name: "Third" });
    const again = await send(path, tom, {
      ...readFields(lost.html, "conflict"),
      "choice.office_name": "yours",
    });
    expect(again.status).toBe(409);
    expect(listDifferences(again.html)).toEqual([
      ["Office name Was Ada's Both changed Theirs Third Yours Tom's", null],
      expect.anything(),
    ]);
    expect(await typedName(id)).toBe("Third");
  });

  test("the same change twice is no conflict", async () => {
    const id = await insertAgent(db);
    const path = `${toPath(id)}/office`;
    const fields = { ...readFields((await open(path, tom)).html, "office"), office_name: "Same" };
    expect((await send(path, ada, fields)).location).toBe(toPath(id));
    expect((await send(path, tom, fields)).location).toBe(toPath(id));
  });

  test("another section is no conflict", async () => {
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

  test("a mistake before the conflict does not forget what was opened", async () => {
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
    "a version that was never opened (%s) saves nothing unseen",
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
    ["a list beyond all measure", { "office_name[4294967294]": "x", "address[99999999].a": "y" }],
    ["the same inside", { address: { "line_1[4294967294]": "x" }, office_name: ["a", "b"] }],
    ["a button of Conform's", { __intent__: '{"type":"remove","payload":{"name":"x"}}' }],
    ["deeper than any form", JSON.parse(`${'{"address":'.repeat(2_000)}""${"}".repeat(2_000)}`)],
    ["the prototype", JSON.parse('{"__proto__":{"office_name":"x"},"constructor":"y"}')],
  ])("made-up versions (%s) are survived and save nothing unseen", async (_name, made_up) => {
    const { id, path, lost } = await conflict();
    const fields = readFields(lost.html, "conflict");
    for (const name of ["was", "opened", "yours"]) {
      const page = await send(path, tom, { ...fields, [name]: JSON.stringify(made_up) });
      expect([400, 409]).toContain(page.status);
    }
    expect(await typedName(id)).toBe("Ada's");
  });

  test("both saved in one moment: one of them is told", async () => {
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

  test("a brand is called by its name", async () => {
    const id = await insertAgent(db, { brand_id: await brandA() });
    const [beta, gamma] = [await insertBrand(db, "Beta"), await insertBrand(db, "Gamma")];
    const path = `${toPath(id)}/office`;
    const fields = readFields((await open(path, tom)).html, "office");
    await send(path, ada, { ...fields, brand_id: beta });
    const lost = await send(path, tom, { ...fields, brand_id: gamma });
    expect(listDifferences(lost.html)).toEqual([
      ["Brand Was Alpha Both changed Theirs Beta Yours Gamma", null],
    ]);
  });
});

describe("deleting what somebody has changed meanwhile asks again", () => {
  test("a valuer", async () => {
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

  test("both delete: the second is told that they are gone", async () => {
    const id = await insertAgent(db, { valuers: [valuer("Val"), valuer("Bob")] });
    const bob = (await valuersIn(db, id))[1]!;
    const path = `${toPath(id)}/valuers/${bob.id}/delete`;
    const asked = confirmFields((await open(path, tom)).html);
    expect((await send(path, ada, asked)).location).toBe(toPath(id));
    expect((await send(path, tom, asked)).location).toBe(toPath(id));
    expect(await valuersIn(db, id)).toHaveLength(1);
  });
});
