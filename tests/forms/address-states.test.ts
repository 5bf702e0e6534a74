import { parseWithZod } from "@conform-to/zod/v4";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type FoundAddress, clearSuggestionCache } from "#app/clients/loqate/client.server.ts";
import {
  addressFormValues,
  addressStates,
  handleAddressFinder,
  type FinderResult,
} from "#app/forms/address-finder.server.ts";
import { withChosenAddress, withErrors } from "#app/forms/address-form.server.ts";
import { unvalidatedReply } from "#app/forms/form.server.ts";
import { useDoubles } from "#tests/support/doubles.ts";

/** Tests the server’s half of the address finder. address-finder.test.ts tests its searches. */

useDoubles(["loqate"]);
beforeEach(clearSuggestionCache);

function form(fields: Record<string, string>) {
  const posted = new FormData();
  for (const [name, value] of Object.entries(fields)) posted.set(name, value);
  return posted;
}

const found: FoundAddress = {
  line_1: "1 Bainbrigge Road",
  line_2: null,
  line_3: null,
  post_town: "Leeds",
  county: null,
  postcode: "LS6 2AB",
  country: "United Kingdom",
  country_iso_2: "GB",
  district: null,
  building_number: "1",
  building_name: null,
  sub_building_name: null,
  street: null,
  organisation_name: null,
  po_box: null,
  latitude: 53.8,
  longitude: -1.5,
  uprn: null,
};
const values = {
  line_1: "1 Bainbrigge Road",
  post_town: "Leeds",
  postcode: "LS6 2AB",
  country: "United Kingdom",
  country_code: "GB",
  building_number: "1",
  latitude: "53.8",
  longitude: "-1.5",
};

test.each([
  [{}, "Initial"],
  [{ line_1: " " }, "Initial"],
  [{ country_code: "GB", query: "LS6", uprn: "1" }, "Initial"],
  [{ line_1: "1 Arch Street" }, "NotListed"],
  [{ line_2: "Flat 2" }, "NotListed"],
  [{ line_3: "Old Town" }, "NotListed"],
  [{ post_town: "York" }, "NotListed"],
  [{ county: "Kent" }, "NotListed"],
  [{ postcode: "YO1 7HZ" }, "NotListed"],
  [{ line_1: "1 Arch Street", confirmed: "off" }, "NotListed"],
  [{ line_1: "1 Arch Street", confirmed: "on" }, "Confirmed"],
  [{ line_1: { a: "1" } }, "Initial"],
  ["1 Arch Street", "Initial"],
  [undefined, "Initial"],
])("the form value %j appears as the finder state %s (AMB-C17)", (address, state) => {
  expect(addressStates({ address })).toEqual({ address: { state } });
});

test("a stored address becomes form values, and is marked if it was found (AMB-C17)", () => {
  expect(addressFormValues(found)).toEqual({ ...values, confirmed: "on" });
  expect(addressFormValues(found, false)).toEqual(values);
});

describe("the visitor’s own address (WCAG 3.3.7)", () => {
  const press = async (mine?: FoundAddress) => {
    const posted = form({
      intent: "address.mine:address",
      "address.query": "LS6",
      "other.line_1": "2 High Street",
    });
    const { button, finder, problems } = await handleAddressFinder(
      posted,
      ["address", "other"],
      mine,
    );
    expect({ button: button, problems, other: finder.other }).toMatchObject({
      button: { field: "address" },
      problems: {},
      other: { state: "NotListed" },
    });
    const update = posted.get("__intent__");
    if (typeof update !== "string") throw new Error("Nothing was pressed for the visitor");
    return { state: finder.address?.state, update: JSON.parse(update) as unknown };
  };

  test("one click fills in the visitor’s own address", async () => {
    const value = { ...values, confirmed: "on" };
    expect(await press(found)).toEqual({
      state: "Confirmed",
      update: { type: "update", payload: { name: "address", value } },
    });
  });

  test("the click leaves an empty search if the visitor’s own address is unknown", async () => {
    const value = { country_code: "GB", by_hand: "" };
    expect(await press()).toEqual({
      state: "Initial",
      update: { type: "update", payload: { name: "address", value } },
    });
  });
});

test.each([
  ["spaces in the search box", { "address.query": "  " }, []],
  ["no fields", {}, []],
  ["a search, with Continue", { "address.query": "ZZ1 1ZZ" }, ["address"]],
  ["a search, with a different button", { "address.query": "ZZ1 1ZZ", intent: "sellers.add" }, []],
  [
    "a tick, with a different button",
    { "address.choice": "GB|0", intent: "sellers.add" },
    ["address"],
  ],
  ["a search and typed lines", { "address.query": "ZZ1 1ZZ", "address.line_1": "" }, []],
])(
  "a form with %s looks up the addresses in the fields $2 (C-079)",
  async (_what, fields, moved) => {
    const answer = await handleAddressFinder(form(fields), ["address"]);
    expect(answer).toMatchObject({ button: null, problems: {} });
    expect(Object.keys(answer.finder)).toEqual(moved);
  },
);

describe("address searches (V-045)", () => {
  const state = async (fields: Record<string, string>) =>
    (await handleAddressFinder(form(fields), ["address"])).finder.address;

  test.each([
    ["GB", "Found"],
    ["", "Found"],
    ["FR", "NotFound"],
  ])(
    "an address search uses the form’s country, %j, and a trimmed query",
    async (country, found) => {
      const asked = { "address.query": " LS6 2AB ", "address.country_code": country };
      const answered = await state({ ...asked, intent: "address.find:address" });
      expect(answered).toMatchObject({ state: found, query: "LS6 2AB" });
    },
  );

  test("an address search uses the open container if nothing in it is ticked", async () => {
    const container = "GB|RM|ENG|2AB-LS6";
    const answered = await state({ "address.query": "LS6", "address.container": container });
    expect(answered).toMatchObject({ state: "Found", container });
    expect(answered?.suggestions).toHaveLength(15);
  });
});

const Schema = z.object({
  name: z.string({ error: "No name" }),
  address: z.object({
    line_1: z.string({ error: "No line" }),
    post_town: z.string({ error: "No town" }),
  }),
});
const parse = (posted: FormData) => parseWithZod(posted, { schema: Schema });
const answer = (change: Partial<FinderResult> = {}): FinderResult => ({
  button: null,
  finder: {},
  problems: {},
  ...change,
});

describe("errors of an address (C-019)", () => {
  test("one error is shown next to the address search if no address was looked up", () => {
    const posted = form({ "address.query": "LS6" });
    const { error } = withErrors(parse(posted), posted, ["address"], answer());
    expect(error).toEqual({ name: ["No name"], address: ["No line"] });
  });

  test("the reason is shown if the address lookup failed", () => {
    const posted = form({ "address.choice": "GB|1" });
    const problems = { address: ["Gone"] };
    const { error } = withErrors(parse(posted), posted, ["address"], answer({ problems }));
    expect(error).toEqual({ name: ["No name"], address: ["Gone"] });
  });

  test("errors are shown next to the address lines if the form has such lines", () => {
    const posted = form({ "address.line_1": "1 Arch Street" });
    const { error } = withErrors(parse(posted), posted, ["address"], answer());
    expect(error).toEqual({ name: ["No name"], "address.post_town": ["No town"] });
  });
});

describe("an address chosen in a form with other errors (C-079)", () => {
  const posted = form({ "address.line_1": "1 Arch Street" });
  const result = { fields: ["name"], error: { address: ["x"] } };

  test("the chosen address replaces the search, and the other errors remain", () => {
    const finder = { other: { state: "Found" }, address: { state: "Confirmed" } } as const;
    expect(withChosenAddress(result, posted, answer({ finder }))).toEqual({
      ...result,
      state: { validated: { name: true, address: true } },
      intent: {
        type: "update",
        payload: { name: "address", value: { line_1: "1 Arch Street" } },
      },
    });
    expect(withChosenAddress({}, posted, answer({ finder })).state).toEqual({ validated: {} });
  });

  test("the address’s values are returned with the search results", () => {
    const finder = { address: { state: "Found" } } as const;
    const { intent } = withChosenAddress(result, posted, answer({ finder }));
    expect(intent).toMatchObject({ payload: { name: "address" } });
  });

  test("the form’s result is unchanged if no address was chosen or searched", () => {
    expect(withChosenAddress(result, posted, answer())).toBe(result);
  });
});

test("an unvalidated form has no errors except those of the address lookup (AMB-C17)", () => {
  const submission = parse(form({}));
  expect(unvalidatedReply(submission)).toMatchObject({ status: undefined, error: undefined });
  expect(unvalidatedReply(submission, { address: ["Gone"] })).toMatchObject({
    status: "error",
    error: { address: ["Gone"] },
  });
});
