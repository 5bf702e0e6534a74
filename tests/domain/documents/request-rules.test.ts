import { expect, test } from "vitest";
import {
  neededDocuments,
  notNeededReason,
  type PurchaseFacts,
  type RequestFacts,
} from "#app/domain/documents/request-rules.ts";

const seller: RequestFacts["seller"] = {
  is_open: true,
  has_completed: false,
  has_ended: false,
  type: "resale",
  tenure: "Freehold",
  is_company: false,
  has_died: false,
  cannot_act: false,
  water_bill_requested: false,
  plot_plan_requested: false,
};

const purchase: PurchaseFacts = {
  id: "65a000000000000000000001",
  is_open: true,
  is_active: true,
  has_completed: false,
  has_fallen_through: false,
  has_mortgage: false,
  has_gifts: false,
};

const TODAY = "2026-11-27";

const sellersDocuments = (change: Partial<RequestFacts["seller"]>) =>
  neededDocuments({ seller: { ...seller, ...change }, purchases: [] }, TODAY).map(
    ({ kind }) => kind,
  );

const buyersDocuments = (change: Partial<PurchaseFacts>) =>
  neededDocuments(
    { seller: { ...seller, is_open: false }, purchases: [{ ...purchase, ...change }] },
    TODAY,
  ).map(({ kind }) => kind);

const LEASEHOLD = [
  "lease",
  "ground_rent_statement",
  "service_charge_statement",
  "management_pack",
  "buildings_insurance",
];

test.each<[string, Partial<RequestFacts["seller"]>, string[]]>([
  ["a freehold house", {}, []],
  ["a leasehold home", { tenure: "Leasehold" }, LEASEHOLD],
  ["a home with an unknown tenure", { tenure: "Other" }, []],
  ["a new leasehold home", { tenure: "Leasehold", type: "development" }, []],
  ["a company", { is_company: true }, ["company_resolution"]],
  ["an owner who has died", { has_died: true }, ["grant_of_probate"]],
  ["an owner who cannot act", { cannot_act: true }, ["power_of_attorney"]],
  [
    "a home whose water bill was requested by email",
    { water_bill_requested: true },
    ["water_bill"],
  ],
  ["a plot whose plan was requested by email", { plot_plan_requested: true }, ["plot_plan"]],
  ["a sale that is not open", { is_open: false, tenure: "Leasehold", has_died: true }, []],
  [
    "a sale that is past its contract pack, whose water bill was requested by email",
    { is_open: false, tenure: "Leasehold", water_bill_requested: true },
    ["water_bill"],
  ],
])("the rules request the documents of %s from its sellers", (_, change, kinds) => {
  expect(sellersDocuments(change)).toEqual(kinds);
});

test.each<[string, Partial<PurchaseFacts>, string[]]>([
  ["a mortgage", { has_mortgage: true }, ["mortgage_offer"]],
  ["no mortgage", {}, ["proof_of_funds"]],
  ["a gift", { has_gifts: true }, ["proof_of_funds", "gift_letter"]],
  ["a mortgage, after exchange", { has_mortgage: true, is_open: false }, []],
])("the rules request the documents of a purchase with %s from its buyers", (_, change, kinds) => {
  expect(buyersDocuments(change)).toEqual(kinds);
});

test("a document is due a number of working days after the request", () => {
  const [proof, gift] = neededDocuments(
    { seller: { ...seller, is_open: false }, purchases: [{ ...purchase, has_gifts: true }] },
    TODAY,
  );
  expect(proof).toMatchObject({ kind: "proof_of_funds", due_on: "2026-12-04" });
  expect(gift).toMatchObject({ kind: "gift_letter", due_on: "2026-12-11" });
});

const lease = { kind: "lease", source: "rule", purchase_intent_id: null };
const offer = { kind: "mortgage_offer", source: "rule", purchase_intent_id: purchase.id };
const staffs = { kind: "guarantee", source: "staff", purchase_intent_id: null };

test.each<
  [
    string,
    { seller?: Partial<RequestFacts["seller"]>; purchase?: Partial<PurchaseFacts> },
    object,
    string | null,
  ]
>([
  ["a lease of a leasehold home stays", { seller: { tenure: "Leasehold" } }, lease, null],
  [
    "a lease stays after the contract pack",
    { seller: { tenure: "Leasehold", is_open: false } },
    lease,
    null,
  ],
  [
    "a lease of a home that became freehold is withdrawn",
    {},
    lease,
    "Your home isn’t leasehold, so we don’t need this.",
  ],
  ["a staff request stays when answers change", {}, staffs, null],
  [
    "a staff request is withdrawn after completion",
    { seller: { has_completed: true } },
    staffs,
    "Your sale has completed, so we don’t need this.",
  ],
  [
    "a staff request is withdrawn when staff end the matter (ST-3)",
    { seller: { has_ended: true } },
    staffs,
    "Your sale has ended, so we don’t need this.",
  ],
  [
    "a mortgage offer is withdrawn when staff end the matter (ST-3)",
    { seller: { has_ended: true }, purchase: { has_mortgage: true } },
    offer,
    "Your purchase fell through, so we don’t need this.",
  ],
  ["a mortgage offer stays for a mortgage", { purchase: { has_mortgage: true } }, offer, null],
  [
    "a mortgage offer without a mortgage is withdrawn",
    {},
    offer,
    "You’re buying without a mortgage, so we don’t need this.",
  ],
  [
    "a mortgage offer of a purchase that fell through is withdrawn",
    { purchase: { has_mortgage: true, has_fallen_through: true } },
    offer,
    "Your purchase fell through, so we don’t need this.",
  ],
  [
    "a mortgage offer of an inactive purchase is withdrawn",
    { purchase: { has_mortgage: true, is_active: false } },
    offer,
    "Your purchase isn’t going ahead, so we don’t need this.",
  ],
])("%s", (_, facts, request, reason) => {
  const matter = {
    seller: { ...seller, ...facts.seller },
    purchases: [{ ...purchase, ...facts.purchase }],
  };
  expect(notNeededReason(matter, { ...lease, ...request })).toBe(reason);
});
