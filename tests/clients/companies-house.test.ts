import { describe, expect, test, vi } from "vitest";
import { findCompany } from "#app/clients/companies-house/client.server.ts";
import { env } from "#app/platform/env.server.ts";
import { setFault } from "#mocks/faults.ts";
import { useDoubles } from "#tests/support/doubles.ts";

const doubles = useDoubles();

describe("companies in the public register (P-025, AMB-P04)", () => {
  test("finding a company returns its name, status and registered office", async () => {
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

  test("a registered office can have a house name, and a company can be dissolved", async () => {
    expect(await findCompany("OC990021")).toMatchObject({
      address: { line_1: "Castle House, Park Place" },
    });
    expect(await findCompany("99005555")).toMatchObject({
      status: "dissolved",
      address: { line_1: "1 Mill Lane", county: null },
    });
  });

  test.each(["12345678", "../search", "99 001234"])(
    "the company number %j, which the register does not have, returns null (P-025)",
    async (number) => {
      expect(await findCompany(number)).toBeNull();
    },
  );

  test("a rejected API key throws an error", async () => {
    vi.spyOn(env, "COMPANIES_HOUSE_KEY", "get").mockReturnValue("invalid");
    await expect(findCompany("99001234")).rejects.toMatchObject({ kind: "4xx", status: 401 });
    vi.restoreAllMocks();
  });

  test("a malformed answer is rejected (A-044)", async () => {
    await setFault(doubles.state, "companies-house", "nonsense");
    await expect(findCompany("99001234")).rejects.toMatchObject({ kind: "bad_body" });
  });
});
