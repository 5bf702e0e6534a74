import { expect, test } from "vitest";
import { actsForHome, homesText } from "#app/domain/solicitors/parts.ts";

const NONE = { for_freehold: false, for_leasehold: false, for_new_build: false };
const freehold = { ...NONE, for_freehold: true };
const leasehold = { ...NONE, for_leasehold: true };
const new_build = { ...NONE, for_new_build: true };

test.each([
  ["Freehold", "resale", [true, true, false, false]],
  ["Leasehold", "resale", [true, false, true, false]],
  ["Share Of Freehold", "resale", [true, false, true, false]],
  ["Other", "resale", [true, true, true, false]],
  ["Freehold", "development", [true, false, false, true]],
  ["Leasehold", "development", [true, false, false, true]],
] as const)(
  "a property with the tenure %s (%s) is matched to the lawyer groups that act for it (CU-20)",
  (tenure, type, fit) => {
    const groups = [NONE, freehold, leasehold, new_build];
    expect(groups.map((group) => actsForHome(group, { tenure, type }))).toEqual(fit);
  },
);

test("a lawyer group’s text lists its ticked property types, or is “All homes” if none is ticked (CU-20)", () => {
  expect(homesText(NONE)).toBe("All homes");
  expect(homesText({ ...freehold, for_new_build: true })).toBe("Freehold homes, New-build homes");
});
