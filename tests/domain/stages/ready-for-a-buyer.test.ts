import { expect, test } from "vitest";
import {
  hasNoBuyer,
  readyCount,
  readyParts,
  withoutInactivePurchase,
} from "#app/domain/stages/ready-for-a-buyer.ts";
import { type Change, stageFacts } from "./facts.ts";

const TODAY = "2026-05-01";
const paid = { payment: "complete" } as const;
const back = { ...paid, id_checks: "complete", searches: "complete" } as const;
const days = {
  instructed_on: "2026-01-06",
  identity_on: "2026-01-12",
  searches_ordered_on: "2026-01-07",
  searches_on: "2026-01-28",
};
const ready = { ...days, contract_pack_ready_on: "2026-02-02" };
const DONE = [
  "solicitor done 2026-01-06",
  "id_checks done 2026-01-12",
  "searches done 2026-01-28",
  "contract_pack done 2026-02-02",
];

test.each<[string, Change, string, string[]]>([
  [
    "a sale whose sellers have not confirmed the property information",
    { progress: back, sides: "seller", property_information: "in_progress", days },
    "3 of 5 ready for a buyer",
    [...DONE.slice(0, 3), "property_information open seller 2026-01-06", "contract_pack later"],
  ],
  [
    "a sale whose sellers have confirmed the property information",
    {
      progress: back,
      sides: "seller",
      property_information: "complete",
      days: { ...days, property_information_on: "2026-01-20" },
    },
    "4 of 5 ready for a buyer",
    [
      ...DONE.slice(0, 3),
      "property_information done 2026-01-20",
      "contract_pack open seller_solicitor 2026-01-28",
    ],
  ],
  [
    "a contract pack that is ready without property information",
    { progress: back, sides: "seller", property_information: "outstanding", days: ready },
    "5 of 5 ready for a buyer",
    [...DONE.slice(0, 3), "property_information done", "contract_pack done 2026-02-02"],
  ],
  [
    "a sale that has just been paid for",
    { progress: paid, waits: { choice: true } },
    "0 of 4 ready for a buyer",
    [
      "solicitor open seller 2026-01-05",
      "id_checks later",
      "searches later",
      "contract_pack later",
    ],
  ],
  [
    "a sale whose solicitor has just been instructed",
    { progress: paid, sides: "seller", days: { instructed_on: "2026-01-06" } },
    "1 of 4 ready for a buyer",
    [
      "solicitor done 2026-01-06",
      "id_checks open us 2026-01-06",
      "searches open us 2026-01-06",
      "contract_pack later",
    ],
  ],
  [
    "a sale with a seller’s check and the searches in progress",
    {
      progress: { ...back, searches: "in_progress" },
      sides: "seller",
      days: { instructed_on: "2026-01-06" },
      waits: {
        check: { person_type: "seller", created_at: "2026-01-08T10:00:00Z", is_unconfirmed: false },
        searches_since: "2026-01-07T10:00:00Z",
      },
    },
    "1 of 4 ready for a buyer",
    [
      "solicitor done 2026-01-06",
      "id_checks open seller 2026-01-08",
      "searches open search_provider 2026-01-07",
      "contract_pack later",
    ],
  ],
  [
    "a sale with all results",
    { progress: back, sides: "seller", days },
    "3 of 4 ready for a buyer",
    [...DONE.slice(0, 3), "contract_pack open seller_solicitor 2026-01-28"],
  ],
  [
    "a sale that needs only a buyer",
    { progress: back, sides: "seller", days: ready },
    "4 of 4 ready for a buyer",
    DONE,
  ],
  [
    "a sale that fell through",
    { progress: back, sides: "both", days: ready, purchase: { aborted: "2026-03-01" } },
    "4 of 4 ready for a buyer",
    DONE,
  ],
])("%s is this ready for a buyer: $2", (_name, change, count, expected) => {
  const parts = readyParts(stageFacts(change), TODAY);
  const shown = parts.map(({ name, state, holder, day }) =>
    [name, state, holder, day].filter(Boolean).join(" "),
  );
  expect(shown).toEqual(expected);
  expect(readyCount(parts)).toBe(count);
});

test.each<[string, Change, boolean]>([
  ["no purchase", { sides: "seller" }, true],
  ["a purchase", { sides: "seller", purchase: {} }, false],
  ["a buyer’s solicitor, but no purchase", { sides: "both" }, true],
])("a sale with %s has no buyer: $2", (_name, change, expected) => {
  expect(hasNoBuyer(stageFacts(change))).toBe(expected);
});

test.each<[string, Change, boolean, boolean]>([
  ["a purchase that is not active", { sides: "seller", purchase: {} }, false, true],
  ["an active purchase", { sides: "seller", purchase: {} }, true, false],
  ["an inactive purchase and a buyer’s solicitor", { sides: "both", purchase: {} }, false, false],
  ["a purchase that fell through", { sides: "seller", purchase: { aborted: TODAY } }, false, false],
])("for its sellers, a sale with %s has no buyer: $3", (_name, change, is_active, expected) => {
  expect(hasNoBuyer(withoutInactivePurchase(stageFacts(change), is_active))).toBe(expected);
});
