import { describe, expect, test } from "vitest";
import {
  checkLabel,
  checkRefusal,
  checkVerb,
  reportLabel,
  statusesBefore,
  usesOldScheme,
} from "#app/domain/identity-checks/check-status.ts";
import { findCheck } from "#app/domain/transactions/person-check.ts";

test.each([
  [null, "Not requested", "order"],
  ["pending", "Pending", "abort"],
  ["failed", "Failed", "reorder"],
  ["aborted", "Aborted", "reorder"],
  ["complete", "Complete", "reorder"],
] as const)(
  "an identity check with the status %s is shown as %s, with the action %s (N-018 to N-021)",
  (status, label, verb) => {
    expect(checkLabel(status)).toBe(label);
    expect(checkVerb(status)).toBe(verb);
  },
);

test.each([
  ["pending", []],
  ["failed", ["pending"]],
  ["aborted", ["pending"]],
  ["complete", ["pending", "failed", "aborted"]],
] as const)(
  "an identity check becomes %s only if its status before is one of %j (AMB-N04)",
  (status, before) => {
    expect(statusesBefore(status)).toEqual(before);
  },
);

test.each([
  ["2026-05-31T22:59:59Z", "2026-06-01", "old", true],
  // This is midnight in London in summer.
  ["2026-05-31T23:00:00Z", "2026-06-01", "new", false],
  ["2026-06-02T12:00:00Z", "2026-06-01", "new", false],
  ["2020-01-01T00:00:00Z", null, "new", false],
])(
  "a matter created at %s, with the switchover on %s, uses the %s scheme (N-017, AMB-N02, WF-11.7)",
  (at, date, _scheme, old) => {
    expect(usesOldScheme(new Date(at), date)).toBe(old);
  },
);

describe("the owner of an identity check (N-026, WF-11.4)", () => {
  const person = {
    first_name: "Ada",
    last_name: "Byron",
    email: "ada@example.test",
    person_type: "seller",
  } as const;
  test.each([
    [{}, "belongs", true],
    [{ email: "ADA@Example.Test", first_name: "ADA", last_name: "byron" }, "belongs", true],
    [{ first_name: "Adam" }, "does not belong", false],
    [{ last_name: "Lovelace" }, "does not belong", false],
    [{ email: "bea@example.test" }, "does not belong", false],
    [{ person_type: "buyer" }, "does not belong", false],
    [{ person_type: "giftor" }, "does not belong", false],
  ] as const)(
    "an identity check with the changed details %j %s to the person",
    (change, _verb, isTheirs) => {
      const check = { ...person, ...change };
      expect(findCheck(person, [check])).toBe(isTheirs ? check : null);
    },
  );

  test("findCheck returns the newest identity check of a person who has several", () => {
    const [newest, before] = [
      { ...person, n: 2 },
      { ...person, n: 1 },
    ];
    expect(findCheck(person, [newest, before])).toBe(newest);
  });
});

test("the label of a complete identity check shows its result", () => {
  expect(checkLabel("complete", "clear")).toBe("Complete, clear");
  expect(checkLabel("complete", "consider")).toBe("Complete, consider");
  expect(checkLabel("complete", "fail")).toBe("Complete, fail");
  expect(reportLabel("peps")).toBe("PEPs and sanctions");
  expect(reportLabel("company:ubo")).toBe("company:ubo");
});

describe("the reasons for refusing an identity check (N-022, N-033, N-034, AMB-N01, AMB-N03)", () => {
  const known = {
    person_type: "buyer",
    phone_number: "+447400123456",
    check: null,
    has_solicitors: true,
    old_scheme: false,
    is_removed: false,
  } as const;
  const check = (
    status: "pending" | "failed" | "complete",
    thirdfort_id: string | null = "t1",
    result: "clear" | "consider" | "fail" | null = null,
  ) => ({
    check: { status, result, thirdfort_id },
  });
  test.each([
    [{}, null],
    [{ has_solicitors: false }, "Assign a solicitor on the buyer side first."],
    [
      { has_solicitors: false, person_type: "giftor" },
      "Assign a solicitor on the buyer side first.",
    ],
    [
      { has_solicitors: false, person_type: "seller" },
      "Assign a solicitor on the seller side first.",
    ],
    [{ phone_number: null }, "There’s no mobile number to send the check to."],
    [{ old_scheme: true }, "Checks for this matter are ordered directly in Thirdfort."],
    [check("complete", "t1", "clear"), "The check is complete."],
    [check("complete", "t1", "consider"), null],
    [check("complete", "t1", "fail"), null],
    [check("complete"), null],
    [check("pending"), null],
    [{ ...check("pending"), has_solicitors: false }, null],
    [check("pending", null), "Error getting check id, cannot abort check"],
    [check("failed"), null],
    [check("failed", null), "Error getting check id, cannot reorder check"],
    [{ ...check("failed"), has_solicitors: false }, "Assign a solicitor on the buyer side first."],
    [{ ...check("pending"), is_removed: true }, null],
    [{ ...check("failed"), is_removed: true }, "This person is no longer on this matter."],
  ] as const)("the reason for refusing an identity check with %j is: %s", (change, why) => {
    expect(checkRefusal({ ...known, ...change })).toBe(why);
  });
});
