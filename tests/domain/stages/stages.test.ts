import { expect, test } from "vitest";
import { legalSteps, spanOf, stagesOf } from "#app/domain/stages/stages.ts";
import { PLACES, whereaboutsOf } from "#app/domain/stages/whereabouts.ts";
import { stageInFull, stageView } from "#app/routes/admin/transactions/stage-view.ts";
import { STAGE_NAMES } from "#app/domain/transactions/stage-facts.ts";
import { type Change, stageFacts } from "./facts.ts";

const paid = { payment: "complete" } as const;
const checked = { ...paid, id_checks: "complete" } as const;
const back = { ...checked, searches: "complete" } as const;
const TODAY = "2026-05-01";
const days = {
  instructed_on: "2026-01-06",
  identity_on: "2026-01-12",
  searches_ordered_on: "2026-01-07",
  searches_on: "2026-01-28",
};
const check = (person_type: "seller" | "buyer" | "giftor", is_unconfirmed = false) => ({
  check: { person_type, created_at: "2026-02-01T00:00:00Z", is_unconfirmed },
});
const contract = (pack: string | null, raised: string | null, answered: string | null) => ({
  ...days,
  contract_pack_sent_on: pack,
  enquiries_raised_on: raised,
  enquiries_answered_on: answered,
});

test.each<[string, Change, [string, string, string | null, string | null]]>([
  ["nothing yet", {}, ["Not instructed", "Seller to pay", "seller", "2026-01-01"]],
  [
    "unpaid, and one side is instructed",
    { sides: "seller" },
    ["Instructed", "Seller to pay", "seller", "2026-01-01"],
  ],
  [
    "paid, and the seller has not said whom they would like",
    { progress: paid, waits: { choice: true } },
    ["Instructed", "Seller to choose", "seller", "2026-01-05"],
  ],
  [
    "unpaid, and nothing is chosen",
    { waits: { choice: true } },
    ["Not instructed", "Seller to pay", "seller", "2026-01-01"],
  ],
  ["paid, and chosen", { progress: paid }, ["Instructed", "Us: assign", "us", "2026-01-05"]],
  [
    "chosen days after the payment",
    { progress: paid, waits: { to_assign_since: "2026-01-09" } },
    ["Instructed", "Us: assign", "us", "2026-01-09"],
  ],
  [
    "one side, and nobody to buy",
    { progress: paid, sides: "seller" },
    ["Instructed", "No buyer yet", null, null],
  ],
  [
    "one side, and a buyer",
    { progress: paid, sides: "seller", purchase: {} },
    ["Instructed", "Us: assign", "us", "2026-01-05"],
  ],
  [
    "no checks",
    { progress: paid, sides: "both", purchase: {}, days: { instructed_on: "2026-01-06" } },
    ["Identity", "Us: order checks", "us", "2026-01-06"],
  ],
  [
    "an order of a check without an answer",
    { progress: checked, sides: "both", waits: check("buyer", true) },
    ["Identity", "Us: resolve order", "us", "2026-02-01"],
  ],
  [
    "a check that failed, or is missing",
    { progress: { ...paid, id_checks: "in_progress" }, sides: "both", waits: check("buyer") },
    ["Identity", "Us: review checks", "us", null],
  ],
  [
    "a check under way",
    { progress: checked, sides: "both", waits: check("giftor") },
    ["Identity", "Giftor: identity check", "giftor", "2026-02-01"],
  ],
  [
    "all checked",
    { progress: checked, sides: "both", days },
    ["Searches", "Us: order searches", "us", "2026-01-12"],
  ],
  [
    "searches ordered",
    {
      progress: { ...checked, searches: "in_progress" },
      sides: "both",
      waits: { searches_since: "2026-03-01T00:00:00Z" },
    },
    ["Searches", "Search provider", "search_provider", "2026-03-01"],
  ],
  [
    "searches back",
    { progress: back, sides: "both", days },
    ["Contract pack", "Seller’s solicitor", "seller_solicitor", "2026-01-28"],
  ],
  [
    "the pack sent",
    { progress: back, sides: "both", days: contract("2026-02-03", null, null) },
    ["Enquiries", "Buyer’s solicitor", "buyer_solicitor", "2026-02-03"],
  ],
  [
    "the pack sent before the searches were back",
    { progress: back, sides: "both", days: contract("2026-01-20", null, null) },
    ["Enquiries", "Buyer’s solicitor", "buyer_solicitor", "2026-01-28"],
  ],
  [
    "a pack that is to be sent",
    { progress: back, sides: "both", days: contract("2026-05-02", null, null) },
    ["Contract pack", "Seller’s solicitor", "seller_solicitor", "2026-01-28"],
  ],
  [
    "enquiries raised",
    { progress: back, sides: "both", days: contract("2026-02-03", "2026-02-10", null) },
    ["Enquiries", "Seller’s solicitor", "seller_solicitor", "2026-02-10"],
  ],
  [
    "enquiries raised, and no pack",
    { progress: back, sides: "both", days: contract(null, "2026-02-10", null) },
    ["Enquiries", "Seller’s solicitor", "seller_solicitor", "2026-02-10"],
  ],
  [
    "enquiries answered",
    { progress: back, sides: "both", days: contract("2026-02-03", "2026-02-10", "2026-02-20") },
    ["Exchange", "Both solicitors", "solicitors", "2026-02-20"],
  ],
  [
    "enquiries answered before they were raised",
    { progress: back, sides: "both", days: contract(null, "2026-02-20", "2026-02-10") },
    ["Exchange", "Both solicitors", "solicitors", "2026-02-10"],
  ],
  [
    "exchanged, whatever else is missing",
    { purchase: { exchanged: "2026-03-01" } },
    ["Completion", "Both solicitors", "solicitors", "2026-03-01"],
  ],
  [
    "exchanged, and completion to come",
    { purchase: { exchanged: "2026-03-01", completed: "2026-05-02" } },
    ["Completion", "Completes 02/05/2026", "solicitors", "2026-03-01"],
  ],
  [
    "an exchange to come",
    { progress: back, sides: "both", days, purchase: { exchanged: "2026-05-02" } },
    ["Contract pack", "Seller’s solicitor", "seller_solicitor", "2026-01-28"],
  ],
  [
    "completed",
    { purchase: { exchanged: "2026-03-01", completed: "2026-04-01" } },
    ["Completed", "Nothing left to do", null, "2026-04-01"],
  ],
  [
    "aborted, whatever came before",
    { purchase: { exchanged: "2026-03-01", aborted: "2026-04-01" } },
    ["Aborted", "Aborted", "seller", null],
  ],
  [
    "aborted, and taken up again",
    { progress: back, sides: "both", days, purchase: { aborted: null } },
    ["Contract pack", "Seller’s solicitor", "seller_solicitor", "2026-01-28"],
  ],
])("issue 24 whereabouts: %s", (_name, change, expected) => {
  const stage_facts = stageFacts(change);
  const { place, holder, since } = whereaboutsOf(stage_facts, TODAY);
  const { line } = stageView(
    { stage_facts, purchase: { completed: change.purchase?.completed ?? null } },
    new Date(TODAY),
  );
  expect([PLACES[place], line, holder, since]).toEqual(expected);
});

/** "DDNx...": done, now, next, later, or where it stopped, in the order of the stages. */
const LETTERS = { done: "D", now: "N", next: "x", later: ".", stopped: "S" };

test.each<[string, Change, string]>([
  ["nothing yet", {}, "Nx....."],
  ["a home without a buyer", { progress: paid, sides: "seller" }, "Nx....."],
  ["instructed", { progress: paid, sides: "both" }, "DNx...."],
  [
    "searches that were back before the checks",
    { progress: { ...paid, searches: "complete" }, sides: "both", days },
    "DNDx...",
  ],
  ["searches under way", { progress: checked, sides: "both" }, "DDNx..."],
  ["the pack is waited for", { progress: back, sides: "both" }, "DDDNx.."],
  [
    "a pack that came before the searches",
    { progress: checked, sides: "both", days: contract("2026-02-03", null, null) },
    "DDNDx..",
  ],
  [
    "answers before questions",
    { progress: back, sides: "both", days: contract(null, null, "2026-02-10") },
    "DDDDDNx",
  ],
  ["an exchange without a pack", { purchase: { exchanged: "2026-03-01" } }, "DDDDDDN"],
  [
    "completed, and no exchange was written down",
    { purchase: { completed: "2026-03-01" } },
    "DDDDDDD",
  ],
  ["aborted", { progress: back, sides: "both", purchase: { aborted: "2026-03-01" } }, "DDDS..."],
  ["aborted before anything was done", { purchase: { aborted: "2026-03-01" } }, "S......"],
  [
    "aborted before the pack that was sent later",
    {
      progress: back,
      sides: "both",
      days: contract("2026-03-02", null, null),
      purchase: { aborted: "2026-03-01" },
    },
    "DDDS...",
  ],
  [
    "aborted after the exchange",
    { purchase: { exchanged: "2026-02-01", aborted: "2026-03-01" } },
    "DDDDDDS",
  ],
  [
    "to be aborted tomorrow",
    { progress: back, sides: "both", purchase: { aborted: "2026-05-02" } },
    "DDDNx..",
  ],
])("issue 24 the seven stages: %s", (_name, change, expected) => {
  const stages = stagesOf(stageFacts(change), TODAY);
  expect(stages.map(({ name }) => name)).toEqual(STAGE_NAMES);
  expect(stages.map(({ state }) => LETTERS[state]).join("")).toBe(expected);
});

test("nobody has been waited for since exchange (ST-15)", () => {
  const purchase = { exchanged: "2026-03-01", completed: "2026-05-02" };
  const matter = { stage_facts: stageFacts({ purchase }), purchase };
  expect(stageView(matter, new Date(`${TODAY}T12:00:00Z`)).days).toBeNull();
});

test("everybody whose check is open is waited for, not the oldest alone (ST-15)", () => {
  const check = { person_type: "seller", created_at: "2026-02-03", is_unconfirmed: false } as const;
  const facts = stageFacts({
    progress: { ...back, searches: "outstanding" },
    sides: "both",
    waits: { check },
  });
  const matter = {
    stage_facts: facts,
    purchase: null,
    created_at: new Date("2026-01-01T12:00:00Z"),
  };
  const shown = stageInFull(
    { ...matter, open_check_parts: ["seller", "giftor", "buyer"] },
    new Date("2026-01-27T13:00:00Z"),
  );
  expect(shown.holder).toBe("Seller, Giftor, Buyer");
  expect(shown.open_for).toBe("26 days");
});

test.each<[string, Change, [pack_sent: boolean, enquiries_raised: boolean]]>([
  ["nothing", {}, [false, false]],
  ["a pack", { days: contract("2026-02-03", null, null) }, [true, false]],
  ["a pack that is to be sent", { days: contract("2026-05-02", null, null) }, [false, false]],
  ["questions", { days: contract(null, "2026-02-03", null) }, [true, true]],
  ["answers", { days: contract(null, null, "2026-02-03") }, [true, true]],
  ["an exchange", { purchase: { exchanged: "2026-02-03" } }, [true, true]],
  ["a completion", { purchase: { completed: "2026-02-03" } }, [true, true]],
])("issue 24 what proves that a legal step is behind a matter: %s", (_name, change, expected) => {
  const { pack_sent, enquiries_raised } = legalSteps(stageFacts(change), TODAY);
  expect([pack_sent, enquiries_raised]).toEqual(expected);
});

test("issue 24 how long each stage took, in working days, from the day that its history counts from", () => {
  const facts = stageFacts({
    progress: back,
    sides: "both",
    days: contract("2026-02-03", "2026-02-10", "2026-02-20"),
    purchase: { exchanged: "2026-02-27", completed: "2026-03-06" },
  });
  const spans = stagesOf(facts, TODAY).map((stage) => spanOf(stage)?.working_days ?? null);
  expect(spans).toEqual([1, 4, 15, 4, 8, 38, 5]);
});

test("issue 24 days that are the wrong way round, or not known, are no span", () => {
  const facts = stageFacts({
    progress: back,
    sides: "both",
    days: { ...contract("2026-01-20", "2026-02-20", "2026-02-10"), instructed_on: null },
  });
  const spans = stagesOf(facts, TODAY).flatMap((stage) => (spanOf(stage) ? [stage.name] : []));
  expect(spans).toEqual(["searches"]);
});
