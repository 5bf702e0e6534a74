import { beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "#tests/support/database.ts";
import {
  insertAgent,
  negotiator,
  NO_CHECKS,
  valuer,
  valuersIn,
} from "#tests/support/estate-agents.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { readFields, listSummary } from "../fields.ts";
import { open, send } from "../pages.ts";
import { listDifferences, toPath, signInEditors } from "./editors.ts";

const { db } = useTestDatabase();
let ada: Visitor;
let tom: Visitor;

beforeAll(async () => {
  ({ ada, tom } = await signInEditors(db));
});

type Section = {
  name: string;
  form: string;
  path: (id: string) => Promise<string> | string;
  /**
   * Field values that Ada and Tom submit. Both change the first field, only Ada the second, and
   * only Tom the third.
   */
  ada: Record<string, string>;
  tom: Record<string, string>;
  shown: [string, string | null][];
  /** Tom’s choices for the fields that both have changed. */
  choose: Record<string, string>;
  read: (id: string) => Promise<object>;
  expected: object;
};
describe.each<Section>([
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
      ["Office name Was Northgate York You both changed it Theirs Ada's Yours Tom's", null],
      [
        "Office phone number Was 01904 555010 You changed it Theirs 01904 555010 Yours 01904 555099",
        "yours",
      ],
      [
        "Office address Was Blank They changed it Theirs 1 Coney Street, York, YO1 9NA Yours Blank",
        "theirs",
      ],
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
      ["First name Was Bob You both changed it Theirs Abe Yours Tim", null],
      ["Primary valuer Was No They changed it Theirs Yes Yours No", "theirs"],
      ["Weekly leads email Was No You changed it Theirs No Yours Yes", "yours"],
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
      ["Last name Was Marsh You both changed it Theirs Ames Yours Tate", null],
      [
        "Email Was ned@example.test They changed it Theirs ames@example.test Yours ned@example.test",
        "theirs",
      ],
      [
        "Phone number Was 01904 555010 You changed it Theirs 01904 555010 Yours 01904 555099",
        "yours",
      ],
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
      ["First name Was Blank You both changed it Theirs Ann Yours Tam", null],
      ["Last name Was Blank You both changed it Theirs A Yours T", null],
      ["Email Was Blank You both changed it Theirs a@example.test Yours t@example.test", null],
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
      ["Requests seller checks Was No They changed it Theirs Yes Yours No", "theirs"],
      ["Receives buyer and giftor checks Was No You changed it Theirs No Yours Yes", "yours"],
      [
        "Requester emails Was Blank You both changed it Theirs ada@example.test Yours tom@example.test",
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
])("two editors of the $name section of an estate agent’s page (M-032)", (section) => {
  test("the second editor sees both versions of each field, must choose, and saves the choice", async () => {
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
