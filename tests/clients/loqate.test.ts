import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  findAddresses,
  clearSuggestionCache,
  retrieveAddress,
} from "#app/clients/loqate/client.server.ts";
import { setFault } from "#mocks/faults.ts";
import { useDoubles } from "#tests/support/doubles.ts";

const doubles = useDoubles();
beforeEach(clearSuggestionCache);
afterEach(() => void vi.useRealTimers());

describe("finding addresses", () => {
  test.each(["", "y", "yo", "  yo  "])(
    "a search for %j, under three characters, sends no request (V-042)",
    async (query) => {
      await setFault(doubles.state, "loqate", "down");
      expect(await findAddresses({ query })).toEqual([]);
    },
  );

  test.each(["yo1", "  yo1  "])(
    "a search for %j, of three characters, sends a request (V-042)",
    async (query) => {
      await setFault(doubles.state, "loqate", "down");
      await expect(findAddresses({ query })).rejects.toThrow();
    },
  );

  test("a search for a postcode returns one container with id, type, text and description (C-078, V-045)", async () => {
    expect(await findAddresses({ query: "ls6 2ab" })).toEqual([
      {
        id: "GB|RM|ENG|2AB-LS6",
        type: "Postcode",
        text: "LS6 2AB",
        description: "Bainbrigge Road, Leeds - 15 Addresses",
      },
    ]);
  });

  test("a search in a container finds its addresses, in two steps for flats (V-046, V-047)", async () => {
    const [postcode] = await findAddresses({ query: "BS1 4QA" });
    const [building] = await findAddresses({ query: "BS1 4QA", container: postcode!.id });
    expect(building).toMatchObject({ type: "BuildingName", text: "Quayside House, Narrow Quay" });

    const flats = await findAddresses({ query: "BS1 4QA", container: building!.id });
    expect(flats).toHaveLength(24);
    expect(flats[2]).toMatchObject({
      type: "Address",
      text: "Flat 3, Quayside House, Narrow Quay",
      description: "Bristol, BS1 4QA",
    });
    expect(await retrieveAddress(flats[2]!.id)).toMatchObject({
      line_1: "Flat 3",
      line_2: "Quayside House",
      line_3: "Narrow Quay",
      sub_building_name: "Flat 3",
    });
  });

  test("a search for an unknown postcode returns no address (C-078)", async () => {
    expect(await findAddresses({ query: "ZZ1 1ZZ" })).toEqual([]);
  });

  test("a search for a UK postcode in another country returns no address (V-045)", async () => {
    expect(await findAddresses({ query: "ls6 2ab", country: "FR" })).toEqual([]);
  });

  test("a repeated query is answered from the cache (V-044)", async () => {
    const first = await findAddresses({ query: "LS6 2AB" });
    await setFault(doubles.state, "loqate", "down");
    expect(await findAddresses({ query: "  ls6   2ab " })).toEqual(first);
    await expect(findAddresses({ query: "LS6 2AB", container: first[0]!.id })).rejects.toThrow();
    await expect(findAddresses({ query: "LS6 2AB", country: "IE" })).rejects.toThrow();
    await expect(findAddresses({ query: "YO1 7HH" })).rejects.toThrow();
  });

  test("a query is cached for five minutes, and the cache evicts its oldest entry beyond 500 (V-044)", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const began = Date.now();
    const first = await findAddresses({ query: "LS6 2AB" });
    vi.setSystemTime(began + 4 * 60_000);
    for (let other = 1; other < 500; other++) await findAddresses({ query: `LS6 ${other}` });
    await setFault(doubles.state, "loqate", "down");
    vi.setSystemTime(began + 5 * 60_000 - 100);
    expect(await findAddresses({ query: "LS6 2AB" })).toEqual(first);
    vi.setSystemTime(began + 5 * 60_000);
    await expect(findAddresses({ query: "LS6 2AB" })).rejects.toThrow();
    expect(await findAddresses({ query: "LS6 1" })).toBeInstanceOf(Array);
    await setFault(doubles.state, "loqate", "none");
    await findAddresses({ query: "one more" });
    await findAddresses({ query: "and another" });
    await setFault(doubles.state, "loqate", "down");
    await expect(findAddresses({ query: "LS6 1" })).rejects.toThrow();
    expect(await findAddresses({ query: "LS6 2" })).toBeInstanceOf(Array);
  });

  test("HTML entities in Loqate’s texts are decoded once (C-078)", async () => {
    const [found] = await findAddresses({ query: "18 Park Row" });
    expect(found?.text).toBe("Marsh & Sons, 18 Park Row");
    expect((await retrieveAddress(found!.id))?.organisation_name).toBe("Marsh & Sons");
  });
});

describe("retrieving an address", () => {
  test("a retrieved address has every field, named like the database column (C-079, V-048, V-050)", async () => {
    const [house] = await findAddresses({ query: "21 Bainbrigge Road" });
    expect(await retrieveAddress(house!.id)).toEqual({
      line_1: "21 Bainbrigge Road",
      line_2: "Headingley",
      line_3: null,
      post_town: "Leeds",
      county: "West Yorkshire",
      postcode: "LS6 2AB",
      country: "United Kingdom",
      country_iso_2: "GB",
      district: "Headingley",
      building_number: "21",
      building_name: null,
      sub_building_name: null,
      street: "Bainbrigge Road",
      organisation_name: null,
      po_box: null,
      latitude: 53.81874,
      longitude: -1.5772,
      uprn: expect.stringMatching(/^\d{12}$/),
    });
  });

  test("an address in two languages is returned in English (V-048)", async () => {
    const [house] = await findAddresses({ query: "66 Cathedral Road" });
    expect(await retrieveAddress(house!.id)).toMatchObject({
      line_1: "66 Cathedral Road",
      post_town: "Cardiff",
    });
  });

  test("an id that Loqate no longer knows returns null (C-079)", async () => {
    expect(await retrieveAddress("GB|RM|A|1")).toBeNull();
  });
});

test("an error that Loqate sends with the status 200 is thrown (C-078)", async () => {
  await expect(findAddresses({ query: "error" })).rejects.toMatchObject({
    name: "VendorError",
    vendor: "loqate",
    kind: "4xx",
    code: "1001",
  });
});

test("a search throws a 5xx error while Loqate is down (C-078)", async () => {
  await expect(findAddresses({ query: "down" })).rejects.toMatchObject({
    kind: "5xx",
    status: 500,
  });
});

describe("requests to Loqate and its answers", () => {
  function answered(body: unknown) {
    const asked = vi.fn((_url: URL) => Promise.resolve(Response.json(body)));
    vi.stubGlobal("fetch", asked);
    return () => {
      const [[url] = []] = asked.mock.calls;
      return { path: url?.pathname, query: Object.fromEntries(url?.searchParams ?? []) };
    };
  }
  const Key = expect.stringMatching(/./);

  test("a search requests ten addresses in a country, or up to 200 in a container (C-078, V-045)", async () => {
    let asked = answered({ Items: [] });
    await findAddresses({ query: "  12   Alder ", country: "IE" });
    expect(asked()).toEqual({
      path: "/Capture/Interactive/Find/v1.10/json3.ws",
      query: { Key, Text: "12 Alder", Container: "", Countries: "IE", Limit: "10", Language: "en" },
    });
    asked = answered({ Items: [] });
    await findAddresses({ query: "", container: "GB|1" });
    expect(asked().query).toMatchObject({ Container: "GB|1", Countries: "GB", Limit: "200" });
  });

  test("a request for an address asks for its coordinates and UPRN (C-079, V-048)", async () => {
    const asked = answered({ Items: [] });
    expect(await retrieveAddress("GB|1")).toBeNull();
    expect(asked()).toEqual({
      path: "/Capture/Interactive/Retrieve/v1.20/json3.ws",
      query: {
        Key,
        Id: "GB|1",
        Field1Format: "{Latitude}",
        Field2Format: "{Longitude}",
        Field3Format: "{UPRN}",
      },
    });
  });

  const item = { Language: "ENG", Line1: "1 Rue Haute", City: "Lyon", CountryName: "France" };

  test("empty, missing and invalid values become null, and texts are trimmed (V-048, V-050)", async () => {
    const odd = { Line2: " ", PostalCode: 69001, Field1: "north", Field2: " 4.8 ", Field3: "" };
    answered({ Items: [{ ...item, ...odd, Line1: " 1 Rue Haute ", CountryIso2: "FR" }] });
    expect(await retrieveAddress("FR|1")).toEqual({
      line_1: "1 Rue Haute",
      line_2: null,
      line_3: null,
      post_town: "Lyon",
      county: null,
      postcode: "69001",
      country: "France",
      country_iso_2: "FR",
      district: null,
      building_number: null,
      building_name: null,
      sub_building_name: null,
      street: null,
      organisation_name: null,
      po_box: null,
      latitude: null,
      longitude: 4.8,
      uprn: null,
    });
  });

  test("an address without an English version is returned in its first version (V-048)", async () => {
    const welsh = { ...item, Language: "CYM", Line1: "1 Heol Uchaf", CountryIso2: "GB" };
    answered({ Items: [welsh, { ...welsh, Line1: "another" }] });
    expect(await retrieveAddress("GB|1")).toMatchObject({
      line_1: "1 Heol Uchaf",
      country: "United Kingdom",
    });
  });

  test("a failed request for an address is retried, because reading is harmless (A-044)", async () => {
    const asked = vi.fn(() => Promise.resolve(new Response("{}", { status: 500 })));
    vi.stubGlobal("fetch", asked);
    await expect(retrieveAddress("GB|1")).rejects.toMatchObject({ vendor: "loqate", kind: "5xx" });
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test.each([[{}], [{ Items: [{ ...item, CountryIso2: "FRA" }] }]])(
    "the malformed answer %j is rejected",
    async (body) => {
      answered(body);
      await expect(retrieveAddress("GB|1")).rejects.toMatchObject({ kind: "bad_body" });
    },
  );
});
