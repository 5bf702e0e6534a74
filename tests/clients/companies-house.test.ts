import { describe, expect, test, vi } from "vitest";
import { findCompany } from "#app/clients/companies-house/client.server.ts";
import { env } from "#app/platform/env.server.ts";
import { setFault } from "#mocks/faults.ts";
import { useDoubles } from "#tests/support/doubles.ts";

const doubles = useDoubles();

describe("P-025 AMB-P04 a company of the public register", () => {
  test("its name, its status, and its registered office in our words", async () => {
    expect(await findCompany("99001234")).toEqual({
      name: "ELMFIELD NEW HOMES LIMITED",
      company_number: "99001234",
      status: "active",
      address: {
        line_1: "7 Bootham Square",
        line_2: null,
        post_town: "York",
        county: "North Yorkshire",
        postcode: "YO30 7BN",
        country: "England",
      },
    });
  });

  test("a house with a name, and a company that was dissolved", async () => {
    expect(await findCompany("OC990021")).toMatchObject({
      address: { line_1: "Castle House, Park Place" },
    });
    expect(await findCompany("99005555")).toMatchObject({
      status: "dissolved",
      address: { line_1: "1 Mill Lane", county: null },
    });
  });

  test.each(["12345678", "../search", "99 001234"])(
    "P-025 404 means not found: %j",
    async (number) => {
      expect(await findCompany(number)).toBeNull();
    },
  );

  test("it is not asked for without a key that it knows", async () => {
    vi.spyOn(env, "COMPANIES_HOUSE_KEY", "get").mockReturnValue("invalid");
    await expect(findCompany("99001234")).rejects.toMatchObject({ kind: "4xx", status: 401 });
    vi.restoreAllMocks();
  });

  test("A-044 what is no answer of the register is refused", async () => {
    await setFault(doubles.state, "companies-house", "nonsense");
    await expect(findCompany("99001234")).rejects.toMatchObject({ kind: "bad_body" });
  });
});
