import { expect, test } from "vitest";
import type { ExportRole } from "#app/domain/property-information/export-roles.ts";
import { toOutput } from "#app/domain/property-information/output.server.ts";
import { exampleInformation } from "#tests/support/property-information.ts";

const by = { user_id: "65a000000000000000000001", first_name: "Ada", last_name: "Byron" };
const given = [
  { ...by, question: "asbestos", answer: "no", answered_at: "2026-11-20T10:00:00Z" },
  { ...by, question: "knotweed", answer: "no", answered_at: "2026-11-25T10:00:00Z" },
  { ...by, question: "has_lift", answer: "yes", answered_at: "2026-11-25T10:00:00Z" },
  { ...by, question: "other_adults_names", answer: "Tom", answered_at: "2026-11-25T10:00:00Z" },
];
const answers = { property_type: "House", other_adults: "yes" };

test.each<[string, ExportRole, Date | null, string[]]>([
  ["no changes before all have confirmed", "staff", null, []],
  [
    "later changes to questions that are still asked",
    "buyer_solicitor",
    new Date("2026-11-21"),
    ["Japanese knotweed", "Names of the other adults"],
  ],
  [
    "no changes to answers that an agent does not read",
    "estate_agent",
    new Date("2026-11-21"),
    ["Japanese knotweed"],
  ],
])("the output has %s (%s)", (_what, role, confirmed_at, labels) => {
  const { changed } = toOutput(exampleInformation({ answers, given, confirmed_at }), role);
  expect(changed.map(({ label }) => label)).toEqual(labels);
});
