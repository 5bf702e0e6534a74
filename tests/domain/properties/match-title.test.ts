import { describe, expect, test, vi } from "vitest";

vi.stubEnv("LAND_REGISTRY_ENABLED", "true");
vi.stubEnv("OUTBOUND_DEADLINE_MS", "4000");
const { useTestDatabase } = await import("#tests/support/database.ts");
const { useDoubles } = await import("#tests/support/doubles.ts");
const { homeAddress, newSale } = await import("#tests/support/sales.ts");
const { createProperty } = await import("#app/domain/properties/properties.server.ts");
const { matchTitle } = await import("#app/domain/properties/properties.server.ts");
const { countSales, postProperty, sellerAtProperty, theSale } =
  await import("#tests/routes/sell/flow.ts");
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

describe("C-082 C-083 X-007 V7 while matching is on, the title number is kept", () => {
  test.each([
    ["C-082 found at once", "21", "LS6 2AB", TITLE],
    ["C-083 found when asked again", "101", "CB1 2AZ", TITLE],
  ])("%s", async (_name, number, postcode, expected) => {
    const property = await propertyAt(number, postcode);
    await matchTitle(db, property, owner);
    expect(await titleOf(property)).toMatch(expected);
  });

  test.each([
    ["C-046 not listed", "1", "ZZ1 1ZZ"],
    ["C-047 no exact match", "99", "LS6 2AB"],
  ])("%s: it stays empty", async (_name, number, postcode) => {
    const property = await propertyAt(number, postcode);
    await matchTitle(db, property, owner);
    expect(await titleOf(property)).toBeNull();
  });
});

describe("V7 C-081 where owner verification is chosen, it is asked instead", () => {
  test.each([
    ["found at once, whoever owns it", "21", "LS6 2AB", TITLE],
    ["found when asked again", "101", "CB1 2AZ", TITLE],
  ])("%s", async (_name, number, postcode, expected) => {
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
  });
});

test("C-044 C-084 saving a sale asks the register, behind its flag", async () => {
  const seller = await sellerAtProperty(db);
  await postProperty(seller, { "address.building_number": "21", "address.postcode": "LS6 2AB" });
  expect((await theSale(db, seller)).property.title_number).toMatch(TITLE);
});

test.each(["down", "nonsense", "reset", "slow"])(
  "C-084 A-044 AMB-C09 the register is %s: the sale is saved once, whole, and goes on without a title number",
  async (fault) => {
    const seller = await sellerAtProperty(db);
    await setFault(state, "land-registry", fault);
    const { status, path } = await postProperty(seller, {
      "address.building_number": "21",
      "address.postcode": "LS6 2AB",
    });
    // Without a title number: a slow register has one to give, after longer than a page may wait.
    expect({ status, path }).toEqual({ status: 303, path: "/sell/terms-and-conditions" });
    expect(await countSales(db, seller)).toBe(1);
    expect((await theSale(db, seller)).property).toMatchObject({
      title_number: null,
      tenure: "Freehold",
    });
  },
);
