import { describe, expect, test, vi } from "vitest";

vi.stubEnv("LAND_REGISTRY_ENABLED", "true");
const { useDoubles } = await import("#tests/support/doubles.ts");
const { pollOwnership, pollProperty, verifyOwnership, searchProperty } =
  await import("#app/clients/land-registry/client.server.ts");

useDoubles();

const house = (building_number: string, postcode: string) => ({ building_number, postcode });
const title = expect.stringMatching(/^[A-Z]{1,3}\d{6}$/);

describe("search by property description", () => {
  test("a search returns the title number and tenure of a house (C-082)", async () => {
    expect(await searchProperty(house("21", "LS6 2AB"), "message-1")).toEqual({
      state: "found",
      title_number: title,
      tenure: "freehold",
    });
  });

  test("a search finds a house by its name, ignoring case (C-082)", async () => {
    const address = { building_name: "rose cottage", postcode: "EX4 4QJ" };
    expect(await searchProperty(address, "message-1")).toMatchObject({ state: "found" });
  });

  test.each([
    ["no title (C-046)", house("1", "ZZ1 1ZZ"), "not_listed"],
    ["too many titles to list (C-046)", house("1", "BS1 4QA"), "not_listed"],
    ["rejected the address (C-046)", { postcode: "LS6 2AB" }, "not_listed"],
    ["titles of the neighbours only (C-047)", house("99", "LS6 2AB"), "not_exact_match"],
  ])(
    "a search returns $2 instead of a title if HM Land Registry has %s",
    async (_name, address, state) => {
      expect(await searchProperty(address, "message-1")).toEqual({ state });
    },
  );

  test("a pending answer is polled with the same message id (C-083)", async () => {
    const address = house("101", "CB1 2AZ");
    expect(await searchProperty(address, "message-7")).toEqual({
      state: "pending",
      expected_at: expect.any(Date),
    });
    expect(await pollProperty("message-7", address)).toMatchObject({ state: "found" });
    expect(await pollProperty("message-8", address)).toEqual({ state: "not_listed" });
  });
});

describe("online owner verification", () => {
  const person = (last_name: string) => ({ first_name: "Zoë Anne", last_name });

  test.each([
    ["O'Neill", "match"],
    ["Stranger", "no_match"],
    ["Alias", "partial_match"],
  ])("the verification of an owner called %s returns %s (C-081)", async (last_name, match) => {
    const question = { address: house("21", "LS6 2AB"), person: person(last_name) };
    expect(await verifyOwnership(question, "message-1")).toEqual({
      state: "found",
      title_number: title,
      forename: match,
      surname: match,
    });
  });

  test("a pending owner verification is polled (C-083)", async () => {
    const address = house("101", "CB1 2AZ");
    const question = { address, person: person("Green") };
    expect(await verifyOwnership(question, "message-9")).toMatchObject({
      state: "pending",
    });
    expect(await pollOwnership("message-9", address)).toMatchObject({ state: "found" });
  });
});

test("a search request escapes the values in its XML", async () => {
  const address = { building_name: "Rose & <Cottage>", postcode: "EX4 4QJ" };
  expect(await searchProperty(address, "message-1")).toEqual({ state: "not_listed" });
});

test("a SOAP fault with status 500 counts as a rejection, not as a server failure", async () => {
  vi.resetModules();
  vi.stubEnv("LAND_REGISTRY_ENABLED", "true");
  vi.stubEnv("LAND_REGISTRY_USERNAME", "invalid");
  vi.stubEnv("LAND_REGISTRY_PASSWORD", "double");
  const again = await import("#app/clients/land-registry/client.server.ts");
  await expect(again.searchProperty(house("21", "LS6 2AB"), "message-1")).rejects.toMatchObject({
    kind: "4xx",
    status: 500,
    code: "wsse:FailedAuthentication",
  });
});

test("every request returns the state “off” while HM Land Registry is disabled, which is the default (C-084)", async () => {
  vi.resetModules();
  const off = await import("#app/clients/land-registry/client.server.ts");
  const address = house("21", "LS6 2AB");
  const person = { first_name: "Alex", last_name: "Green" };
  expect(await off.searchProperty(address, "message-1")).toEqual({ state: "off" });
  expect(await off.verifyOwnership({ address, person }, "message-1")).toEqual({
    state: "off",
  });
  expect(await off.pollProperty("message-1", address)).toEqual({ state: "off" });
  expect(await off.pollOwnership("message-1", address)).toEqual({ state: "off" });
});
