import { beforeEach, describe, expect, test } from "vitest";
import { findAddresses, clearSuggestionCache } from "#app/clients/loqate/client.server.ts";
import { handleAddressFinder } from "#app/forms/address-finder.server.ts";
import { listAddresses } from "#app/forms/address-list.server.ts";
import { ADDRESS_NOT_FOUND } from "#app/ui/address-finder-state.ts";
import { setFault } from "#mocks/faults.ts";
import { useDoubles } from "#tests/support/doubles.ts";

const doubles = useDoubles(["loqate"]);
beforeEach(clearSuggestionCache);

async function aHouse() {
  const { suggestions, container } = await listAddresses({ query: "LS6 2AB", country: "GB" });
  return { id: suggestions[0]!.id, count: suggestions.length, container: container ?? "" };
}

function form(fields: Record<string, string>) {
  const posted = new FormData();
  for (const [name, value] of Object.entries(fields)) posted.set(name, value);
  return posted;
}

const breakVendor = () => setFault(doubles.state, "loqate", "down");

const notFound = `${ADDRESS_NOT_FOUND} support@fanlight.example`;

describe("submitting the form with a ticked address (C-079)", () => {
  test("submitting the form fills in the lines of the ticked address in place of the search", async () => {
    const { id } = await aHouse();
    const posted = form({ tenure: "Freehold", "address.query": "LS6 2AB", "address.choice": id });
    const answer = await handleAddressFinder(posted, ["address"]);
    expect(answer).toEqual({
      button: null,
      finder: { address: { state: "Confirmed" } },
      problems: {},
    });
    expect(Object.fromEntries(posted)).toMatchObject({
      tenure: "Freehold",
      "address.line_1": "1 Bainbrigge Road",
      "address.postcode": "LS6 2AB",
      "address.confirmed": "on",
      "address.uprn": expect.stringMatching(/^\d+$/),
    });
    expect(posted.has("address.choice")).toBe(false);
    expect(posted.has("__intent__")).toBe(false);
  });

  test("a button that does not belong to an address finder also fills in the ticked address", async () => {
    const { id } = await aHouse();
    const posted = form({ "address.choice": id, intent: "sellers.add" });
    await handleAddressFinder(posted, ["address"]);
    expect(posted.get("address.line_1")).toBe("1 Bainbrigge Road");
  });

  test("the address list and the ticked address are kept if the address cannot be retrieved (C-080)", async () => {
    const { id, count, container } = await aHouse();
    await breakVendor();
    const posted = form({
      "address.query": "LS6 2AB",
      "address.choice": id,
      "address.container": container,
    });
    const { finder, problems } = await handleAddressFinder(posted, ["address"]);
    expect(finder.address).toMatchObject({ state: "Found", query: "LS6 2AB", container });
    expect(finder.address?.suggestions).toHaveLength(count);
    expect(posted.get("address.choice")).toBe(id);
    expect(problems).toEqual({ address: [notFound] });
  });

  test("an address that was typed in is not looked up, despite a tick", async () => {
    await breakVendor();
    const posted = form({ "address.line_1": "1 Other Road", "address.choice": "GB|RM|A|1" });
    expect(await handleAddressFinder(posted, ["address"])).toMatchObject({ finder: {} });
  });

  test("saving a draft of the form looks up no address", async () => {
    const { id } = await aHouse();
    const posted = form({ "address.choice": id, "address.query": "LS6 2AB", intent: "keep" });
    expect(await handleAddressFinder(posted, ["address"])).toMatchObject({ finder: {} });
    expect(posted.has("address.line_1")).toBe(false);
  });
});

test("pressing Enter searches for the typed text if scripts are disabled (V-029)", async () => {
  const posted = form({ "address.query": "LS6 2AB" });
  const { button, finder, problems } = await handleAddressFinder(posted, ["address"]);
  expect(button).toBeNull();
  expect(finder.address?.state).toBe("Found");
  expect(problems).toEqual({});
});

test("a single container opens automatically, and so does a single one inside it (V-046)", async () => {
  const { suggestions, container } = await listAddresses({ query: "BS1 4QA", country: "GB" });
  expect(suggestions.length).toBeGreaterThan(10);
  expect(suggestions.every(({ type }) => type === "Address")).toBe(true);
  expect(container).toMatch(/BUILDING$/);
});

test("a container that cannot be opened is listed (V-046)", async () => {
  await findAddresses({ query: "CF11 9LL" });
  await breakVendor();
  const { suggestions } = await listAddresses({ query: "CF11 9LL", country: "GB" });
  expect(suggestions).toMatchObject([{ type: "Postcode" }]);
});

test("opening a container requests it by its id, not by the typed text (V-045)", async () => {
  const { container } = await aHouse();
  const inside = await listAddresses({ query: "anything", country: "GB", container });
  expect(inside.suggestions[0]).toMatchObject({ text: "1 Bainbrigge Road" });
  const posted = form({ "address.query": "x", intent: `address.open:address:${container}` });
  const { finder } = await handleAddressFinder(posted, ["address"]);
  expect(finder.address?.suggestions?.[0]).toMatchObject({ text: "1 Bainbrigge Road" });
});

test("a new search forgets the open container", async () => {
  const { container } = await aHouse();
  const posted = form({
    "address.query": "CF11 9LL",
    "address.container": container,
    intent: "address.find:address",
  });
  const { finder } = await handleAddressFinder(posted, ["address"]);
  expect(finder.address?.suggestions?.[0]?.text).toContain("Cathedral Road");
});

test("a button of a finder that the form does not have is ignored (AMB-C17)", async () => {
  const posted = form({ "other.query": "LS6 2AB", intent: "address.find:other" });
  const answer = await handleAddressFinder(posted, ["address"]);
  expect(answer).toEqual({ button: null, finder: {}, problems: {} });
  expect(posted.has("__intent__")).toBe(false);
});

describe("an address that was typed in", () => {
  const typed = { "address.line_1": "1 Other Road", "address.post_town": "Leeds" };
  const lines = { line_1: "1 Other Road", post_town: "Leeds" };
  const press = async (verb: string, fields: Record<string, string>) => {
    const posted = form({ ...fields, intent: `address.${verb}:address` });
    const { finder } = await handleAddressFinder(posted, ["address"]);
    const { payload } = JSON.parse(posted.get("__intent__") as string) as {
      payload: { value: Record<string, string> };
    };
    return { state: finder.address?.state, value: payload.value };
  };

  test("changing a confirmed address that was typed in shows its lines for editing", async () => {
    const { state, value } = await press("again", { ...typed, "address.confirmed": "on" });
    expect(state).toBe("NotListed");
    expect(value).toMatchObject(lines);
    expect(value.confirmed).toBeUndefined();
  });

  test("a typed address is restored after a search for another one", async () => {
    const { state, value } = await press("again", typed);
    expect(state).toBe("Initial");
    expect(value.line_1).toBeUndefined();
    const { by_hand = "" } = value;
    const found = await press("find", { "address.query": "ZZ1 1ZZ", "address.by_hand": by_hand });
    const back = await press("manual", { "address.by_hand": found.value.by_hand ?? "" });
    expect(back.state).toBe("NotListed");
    expect(back.value).toMatchObject(lines);
  });

  test.each(["{", "[1]", '{"line_1":{"a":1}}', "null"])(
    "a stored address with the value %s is ignored",
    async (by_hand) => {
      const { value } = await press("manual", { "address.by_hand": by_hand });
      expect(value.line_1).toBeUndefined();
    },
  );

  test("changing an address that was found starts a new search", async () => {
    const found = { ...typed, "address.uprn": "100", "address.confirmed": "on" };
    expect(await press("again", found)).toMatchObject({ state: "Initial" });
  });
});
