import { describe, expect, test, vi } from "vitest";

vi.stubEnv("LAND_REGISTRY_ENABLED", "true");
vi.stubEnv("OUTBOUND_DEADLINE_MS", "4000");
const { useTestDatabase } = await import("#tests/support/database.ts");
const { useDoubles } = await import("#tests/support/doubles.ts");
const { homeAddress, newSale } = await import("#tests/support/sales.ts");
const { createProperty } = await import("#app/domain/properties/properties.server.ts");
const { matchTitle } = await import("#app/domain/properties/properties.server.ts");
const {
  countSales,
  postProperty,
  sellerAtProperty,
  readNewestSale: theSale,
} = await import("#tests/routes/sell/flow.ts");
const { setFault } = await import("#mocks/faults.ts");

const { db } = useTestDatabase();
const { state } = useDoubles();

const owner = { first_name: "Sam", last_name: "Seller" };
const TITLE = /^[A-Z]{1,3}\d{6}$/;

async function propertyAt(building_number: string, postcode: string) {
  const address = { ...homeAddress, building_number, postcode };
  const id = await createProperty(db, { ...newSale().property, address });
  return { id, address };
}

async function titleOf({ id }: { id: string }) {
  const { title_number } = await db
    .selectFrom("properties")
    .select("title_number")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return title_number;
}

describe("title number matching while it is switched on (C-082, C-083, X-007)", () => {
  test.each([
    ["found immediately (C-082)", "21", "LS6 2AB", TITLE],
    ["found on the second request (C-083)", "101", "CB1 2AZ", TITLE],
  ])("matching saves a title number that is %s", async (_name, number, postcode, expected) => {
    const property = await propertyAt(number, postcode);
    await matchTitle(db, property, owner);
    expect(await titleOf(property)).toMatch(expected);
  });

  test.each([
    ["the property is not listed (C-046)", "1", "ZZ1 1ZZ"],
    ["there is no exact match (C-047)", "99", "LS6 2AB"],
  ])("matching saves no title number if %s", async (_name, number, postcode) => {
    const property = await propertyAt(number, postcode);
    await matchTitle(db, property, owner);
    expect(await titleOf(property)).toBeNull();
  });
});

describe("owner verification at HM Land Registry (C-081)", () => {
  test.each([
    ["found immediately for any owner", "21", "LS6 2AB", TITLE],
    ["found on the second request", "101", "CB1 2AZ", TITLE],
  ])(
    "owner verification saves a title number that is %s",
    async (_name, number, postcode, expected) => {
      vi.resetModules();
      vi.stubEnv("LAND_REGISTRY_ENABLED", "true");
      vi.stubEnv("LAND_REGISTRY_SERVICE", "owner");
      const gateway = await import("#app/clients/land-registry/soap.server.ts");
      const asked = vi.spyOn(gateway, "callGateway");
      const byOwner = await import("#app/domain/properties/properties.server.ts");
      const property = await propertyAt(number, postcode);
      await byOwner.matchTitle(db, property, owner);
      expect(await titleOf(property)).toMatch(expected);
      expect(asked.mock.calls[0]?.[0]).toBe(
        "EOOV_SoapEngine/OnlineOwnershipVerificationV1_0WebService",
      );
    },
  );
});

test("saving a sale requests the title number while matching is on (C-044, C-084)", async () => {
  const seller = await sellerAtProperty(db);
  await postProperty(seller, { "address.building_number": "21", "address.postcode": "LS6 2AB" });
  expect((await theSale(db, seller)).property.title_number).toMatch(TITLE);
});

test.each(["down", "nonsense", "reset", "slow"])(
  "a sale is saved once, without a title number, while HM Land Registry has the fault “%s” (C-084, A-044, AMB-C09)",
  async (fault) => {
    const seller = await sellerAtProperty(db);
    await setFault(state, "land-registry", fault);
    const { status, path } = await postProperty(seller, {
      "address.building_number": "21",
      "address.postcode": "LS6 2AB",
    });
    // A slow register answers after the page’s time limit, so its title number is not saved either.
    expect({ status, path }).toEqual({ status: 303, path: "/sell/terms-and-conditions" });
    expect(await countSales(db, seller)).toBe(1);
    expect((await theSale(db, seller)).property).toMatchObject({
      title_number: null,
      tenure: "Freehold",
    });
  },
);
