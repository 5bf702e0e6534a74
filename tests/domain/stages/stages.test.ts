import { expect, test } from "vitest";
import { legalSteps } from "#app/domain/stages/done-stages.ts";
import { buyersPlace, spanOf, stagesOf } from "#app/domain/stages/stages.ts";
import { MATTER_STAGE_LABELS, currentStepOf } from "#app/domain/stages/current-step.ts";
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
const ready = { ...days, contract_pack_ready_on: "2026-02-02" };
const contract = (pack: string | null, raised: string | null, answered: string | null) => ({
  ...days,
  contract_pack_sent_on: pack,
  enquiries_raised_on: raised,
  enquiries_answered_on: answered,
});

test.each<[string, [string, string, string | null, string | null], Change]>([
  ["nothing done yet", ["Not instructed", "Seller to pay", "seller", "2026-01-01"], {}],
  [
    "unpaid, with one side instructed",
    ["Instructed", "Seller to pay", "seller", "2026-01-01"],
    { sides: "seller" },
  ],
  [
    "paid, before the seller has chosen a solicitor",
    ["Instructed", "Seller to choose", "seller", "2026-01-05"],
    { progress: paid, waits: { choice: true } },
  ],
  [
    "unpaid, with nothing chosen",
    ["Not instructed", "Seller to pay", "seller", "2026-01-01"],
    { waits: { choice: true } },
  ],
  [
    "paid, with a solicitor chosen",
    ["Instructed", "Us: assign", "us", "2026-01-05"],
    { progress: paid },
  ],
  [
    "chosen some days after the payment",
    ["Instructed", "Us: assign", "us", "2026-01-09"],
    { progress: paid, waits: { to_assign_since: "2026-01-09" } },
  ],
  [
    "the seller’s side instructed, without a buyer",
    ["Identity", "Us: order checks", "us", "2026-01-06"],
    { progress: paid, sides: "seller", days: { instructed_on: "2026-01-06" } },
  ],
  [
    "the seller’s side done, without a buyer",
    ["Contract pack", "Seller’s solicitor", "seller_solicitor", "2026-01-28"],
    { progress: back, sides: "seller", days },
  ],
  [
    "only the property information left, without a buyer",
    ["Contract pack", "Seller: property information", "seller", "2026-01-06"],
    { progress: back, sides: "seller", property_information: "in_progress", days },
  ],
  [
    "the property information confirmed, without a buyer",
    ["Contract pack", "Seller’s solicitor", "seller_solicitor", "2026-01-28"],
    { progress: back, sides: "seller", property_information: "complete", days },
  ],
  [
    "searches before the property information",
    ["Searches", "Us: order searches", "us", "2026-01-06"],
    { progress: checked, sides: "seller", property_information: "outstanding", days },
  ],
  [
    "the contract pack ready without property information",
    ["Ready for a buyer", "No buyer yet", null, null],
    { progress: back, sides: "seller", property_information: "outstanding", days: ready },
  ],
  [
    "the property information left, with a buyer’s solicitor",
    ["Contract pack", "Seller’s solicitor", "seller_solicitor", "2026-01-28"],
    { progress: back, sides: "both", purchase: {}, property_information: "outstanding", days },
  ],
  [
    "the contract pack ready, without a buyer",
    ["Ready for a buyer", "No buyer yet", null, null],
    { progress: back, sides: "seller", days: ready },
  ],
  [
    "the contract pack ready without a payment, once the buyer was released with their solicitor",
    ["Ready for a buyer", "No buyer yet", null, null],
    {
      progress: { ...back, payment: "outstanding" },
      sides: "seller",
      days: { ...ready, buyer_instructed_on: "2026-01-06" },
    },
  ],
  [
    "the contract pack ready before the searches are back, without a buyer",
    ["Searches", "Us: order searches", "us", "2026-01-06"],
    { progress: checked, sides: "seller", days: ready },
  ],
  [
    "the contract pack ready, with a buyer without a solicitor",
    ["Enquiries", "Us: assign", "us", "2026-01-05"],
    { progress: back, sides: "seller", purchase: {}, days: ready },
  ],
  [
    "the contract pack ready, with a buyer who came later",
    ["Enquiries", "Seller’s solicitor", "seller_solicitor", "2026-02-09"],
    {
      progress: back,
      sides: "both",
      purchase: {},
      days: { ...ready, buyer_instructed_on: "2026-02-09" },
    },
  ],
  [
    "the contract pack sent to an earlier buyer, with a new buyer",
    ["Enquiries", "Seller’s solicitor", "seller_solicitor", "2026-03-09"],
    {
      progress: back,
      sides: "both",
      purchase: { aborted: null },
      days: { ...ready, buyer_instructed_on: "2026-03-09" },
    },
  ],
  [
    "the seller’s side done, with a buyer without a solicitor",
    ["Contract pack", "Us: assign", "us", "2026-01-05"],
    { progress: back, sides: "seller", purchase: {}, days },
  ],
  [
    "the seller’s side done, with a buyer whose checks are not ordered",
    ["Contract pack", "Us: order checks", "us", "2026-02-09"],
    {
      progress: { ...back, id_checks: "in_progress" },
      checks: { seller: "complete", buyer: "outstanding" },
      sides: "both",
      purchase: {},
      days: { ...days, buyer_instructed_on: "2026-02-09" },
    },
  ],
  [
    "enquiries answered, with a buyer’s check in progress",
    ["Exchange", "Buyer: identity check", "buyer", "2026-02-01"],
    {
      progress: back,
      sides: "both",
      purchase: {},
      days: contract("2026-02-03", "2026-02-10", "2026-02-20"),
      waits: check("buyer"),
    },
  ],
  [
    "a letter to the buyer’s solicitor that did not arrive",
    ["Contract pack", "Us: resend letter", "us", "2026-02-10"],
    {
      progress: back,
      sides: "both",
      purchase: {},
      days,
      waits: { letter_failed_on: "2026-02-10", seller_letter_failed: false },
    },
  ],
  [
    "a seller’s solicitor who has declined",
    ["Instructed", "Us: replace solicitor", "us", "2026-02-11"],
    {
      progress: back,
      sides: "both",
      purchase: {},
      days,
      waits: { declined_on: { seller: "2026-02-11", buyer: null } },
    },
  ],
  [
    "a buyer’s solicitor who has declined after the pack was sent",
    ["Enquiries", "Us: replace solicitor", "us", "2026-02-11"],
    {
      progress: back,
      sides: "both",
      purchase: {},
      days: { ...days, contract_pack_sent_on: "2026-02-10" },
      waits: { declined_on: { seller: null, buyer: "2026-02-11" } },
    },
  ],
  [
    "an agent’s memorandum of sale for a sale that is ready for a buyer",
    ["Ready for a buyer", "Us: check memorandum", "us", "2026-02-11"],
    {
      progress: back,
      sides: "seller",
      days: { ...days, contract_pack_ready_on: "2026-02-10" },
      waits: { memorandum_sent_on: "2026-02-11" },
    },
  ],
  [
    "the seller’s side instructed, with a buyer",
    ["Identity", "Us: assign", "us", "2026-01-05"],
    { progress: paid, sides: "seller", purchase: {} },
  ],
  [
    "no checks",
    ["Identity", "Us: order checks", "us", "2026-01-06"],
    { progress: paid, sides: "both", purchase: {}, days: { instructed_on: "2026-01-06" } },
  ],
  [
    "a check whose order is unconfirmed",
    ["Identity", "Us: resolve order", "us", "2026-02-01"],
    { progress: checked, sides: "both", waits: check("seller", true) },
  ],
  [
    "a check that failed or is missing",
    ["Identity", "Us: review checks", "us", null],
    { progress: { ...paid, id_checks: "in_progress" }, sides: "both", waits: check("buyer") },
  ],
  [
    "a check in progress",
    ["Identity", "Seller: identity check", "seller", "2026-02-01"],
    { progress: { ...checked, searches: "in_progress" }, sides: "both", waits: check("seller") },
  ],
  [
    "all checks complete",
    ["Searches", "Us: order searches", "us", "2026-01-06"],
    { progress: checked, sides: "both", days },
  ],
  [
    "searches ordered",
    ["Searches", "Search provider", "search_provider", "2026-03-01"],
    {
      progress: { ...checked, searches: "in_progress" },
      sides: "both",
      waits: { searches_since: "2026-03-01T00:00:00Z" },
    },
  ],
  [
    "search results in",
    ["Contract pack", "Seller’s solicitor", "seller_solicitor", "2026-01-28"],
    { progress: back, sides: "both", days },
  ],
  [
    "contract pack sent",
    ["Enquiries", "Buyer’s solicitor", "buyer_solicitor", "2026-02-03"],
    { progress: back, sides: "both", days: contract("2026-02-03", null, null) },
  ],
  [
    "contract pack sent before the search results",
    ["Enquiries", "Buyer’s solicitor", "buyer_solicitor", "2026-01-28"],
    { progress: back, sides: "both", days: contract("2026-01-20", null, null) },
  ],
  [
    "contract pack to be sent later",
    ["Contract pack", "Seller’s solicitor", "seller_solicitor", "2026-01-28"],
    { progress: back, sides: "both", days: contract("2026-05-02", null, null) },
  ],
  [
    "enquiries raised",
    ["Enquiries", "Seller’s solicitor", "seller_solicitor", "2026-02-10"],
    { progress: back, sides: "both", days: contract("2026-02-03", "2026-02-10", null) },
  ],
  [
    "enquiries raised without a contract pack",
    ["Enquiries", "Seller’s solicitor", "seller_solicitor", "2026-02-10"],
    { progress: back, sides: "both", days: contract(null, "2026-02-10", null) },
  ],
  [
    "enquiries answered",
    ["Exchange", "Both solicitors", "solicitors", "2026-02-20"],
    { progress: back, sides: "both", days: contract("2026-02-03", "2026-02-10", "2026-02-20") },
  ],
  [
    "enquiries answered before they were raised",
    ["Exchange", "Both solicitors", "solicitors", "2026-02-10"],
    { progress: back, sides: "both", days: contract(null, "2026-02-20", "2026-02-10") },
  ],
  [
    "exchanged, with everything else missing",
    ["Completion", "Both solicitors", "solicitors", "2026-03-01"],
    { purchase: { exchanged: "2026-03-01" } },
  ],
  [
    "exchanged, before completion",
    ["Completion", "Completes 02/05/2026", "solicitors", "2026-03-01"],
    { purchase: { exchanged: "2026-03-01", completed: "2026-05-02" } },
  ],
  [
    "an exchange planned for later",
    ["Contract pack", "Seller’s solicitor", "seller_solicitor", "2026-01-28"],
    { progress: back, sides: "both", days, purchase: { exchanged: "2026-05-02" } },
  ],
  [
    "completed",
    ["Completed", "Nothing left to do", null, "2026-04-01"],
    { purchase: { exchanged: "2026-03-01", completed: "2026-04-01" } },
  ],
  [
    "aborted after exchange",
    ["Aborted", "Aborted", "seller", null],
    { purchase: { exchanged: "2026-03-01", aborted: "2026-04-01" } },
  ],
  [
    "reopened after it was aborted",
    ["Contract pack", "Seller’s solicitor", "seller_solicitor", "2026-01-28"],
    { progress: back, sides: "both", days, purchase: { aborted: null } },
  ],
])("a matter (%s) has this stage, next step, holder and date: %j", (_name, expected, change) => {
  const stage_facts = stageFacts(change);
  const { place, holder, since } = currentStepOf(stage_facts, TODAY);
  const { line } = stageView(
    { stage_facts, purchase: { completed: change.purchase?.completed ?? null } },
    new Date(TODAY),
  );
  expect([MATTER_STAGE_LABELS[place], line, holder, since]).toEqual(expected);
});

const sentLater = { buyer_instructed_on: "2026-03-02", contract_pack_sent_on: "2026-03-03" };

/** One letter for each state of a stage. */
const LETTERS = { done: "D", now: "N", next: "x", later: ".", stopped: "S" };

test.each<[string, Change, string]>([
  ["nothing done yet", {}, "Nx....."],
  ["a sale without a buyer", { progress: paid, sides: "seller" }, "DNx...."],
  ["an unpaid sale with the seller’s solicitor", { sides: "seller" }, "Nx....."],
  ["instructed", { progress: paid, sides: "both" }, "DNx...."],
  [
    "search results before the checks",
    { progress: { ...paid, searches: "complete" }, sides: "both", days },
    "DNDx...",
  ],
  ["searches in progress", { progress: checked, sides: "both" }, "DDNx..."],
  ["before the contract pack", { progress: back, sides: "both" }, "DDDNx.."],
  ["ready for a buyer", { progress: back, sides: "seller", days: ready }, "DDDDx.."],
  [
    "the contract pack ready, with a buyer",
    { progress: back, sides: "both", purchase: {}, days: ready },
    "DDDDNx.",
  ],
  [
    "a contract pack before the search results",
    { progress: checked, sides: "both", days: contract("2026-02-03", null, null) },
    "DDNDx..",
  ],
  [
    "answers before enquiries",
    { progress: back, sides: "both", days: contract(null, null, "2026-02-10") },
    "DDDDDNx",
  ],
  ["an exchange without a contract pack", { purchase: { exchanged: "2026-03-01" } }, "DDDDDDN"],
  ["completed without a recorded exchange", { purchase: { completed: "2026-03-01" } }, "DDDDDDD"],
  ["aborted", { progress: back, sides: "both", purchase: { aborted: "2026-03-01" } }, "DDDS..."],
  ["aborted before anything was done", { purchase: { aborted: "2026-03-01" } }, "S......"],
  [
    "aborted before a contract pack that was sent later",
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
    "due to be aborted tomorrow",
    { progress: back, sides: "both", purchase: { aborted: "2026-05-02" } },
    "DDDNx..",
  ],
])("the states of the seven stages for “%s” are $2", (_name, change, expected) => {
  const stages = stagesOf(stageFacts(change), TODAY);
  expect(stages.map(({ name }) => name)).toEqual(STAGE_NAMES);
  expect(stages.map(({ state }) => LETTERS[state]).join("")).toBe(expected);
});

test("the record of a matter lists the open steps except the next one, each once, with holder and day (ST-15)", () => {
  const instructed = { progress: paid, sides: "seller", days } as const;
  const searching = { ...instructed, progress: { ...back, searches: "in_progress" } } as const;
  const also = (change: Change) => {
    const matter = { stage_facts: stageFacts(change), purchase: null, open_check_parts: null };
    return stageInFull({ ...matter, created_at: new Date("2026-01-01") }, new Date(TODAY))
      .also_open;
  };
  expect(also(instructed)).toEqual([
    { step: "Order the searches", holder: "Us", since: "06/01/2026" },
  ]);
  expect(
    also({ ...searching, waits: { ...check("seller"), searches_since: "2026-03-01" } }),
  ).toEqual([
    { step: "Chase the search provider", holder: "Search provider", since: "01/03/2026" },
  ]);
  const bought = { ...instructed, sides: "both", purchase: {} } as const;
  expect(also(bought).map(({ step }) => step)).toEqual(["Order the searches"]);
  expect(also({ progress: back, sides: "seller", days })).toEqual([]);
  expect(also({ purchase: { aborted: "2026-03-01" } })).toEqual([]);
});

test("an exchanged matter shows no waiting days (ST-15)", () => {
  const purchase = { exchanged: "2026-03-01", completed: "2026-05-02" };
  const matter = { stage_facts: stageFacts({ purchase }), purchase };
  expect(stageView(matter, new Date(`${TODAY}T12:00:00Z`)).days).toBeNull();
});

test("every person with an open check is shown as a holder, not only the one with the oldest check (ST-15)", () => {
  const check = { person_type: "seller", created_at: "2026-02-03", is_unconfirmed: false } as const;
  const facts = stageFacts({
    progress: { ...back, searches: "in_progress" },
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
  ["a contract pack", { days: contract("2026-02-03", null, null) }, [true, false]],
  [
    "a contract pack to be sent later",
    { days: contract("2026-05-02", null, null) },
    [false, false],
  ],
  ["questions", { days: contract(null, "2026-02-03", null) }, [true, true]],
  ["answers", { days: contract(null, null, "2026-02-03") }, [true, true]],
  ["an exchange", { purchase: { exchanged: "2026-02-03" } }, [true, true]],
  ["a completion", { purchase: { completed: "2026-02-03" } }, [true, true]],
])(
  "the facts “%s” show whether the contract pack was sent and enquiries were raised: $2",
  (_name, change, expected) => {
    const { pack_sent, enquiries_raised } = legalSteps(stageFacts(change), TODAY);
    expect([pack_sent, enquiries_raised]).toEqual(expected);
  },
);

test("the duration of each stage is counted in working days from its starting point", () => {
  const facts = stageFacts({
    progress: back,
    sides: "both",
    days: contract("2026-02-03", "2026-02-10", "2026-02-20"),
    purchase: { exchanged: "2026-02-27", completed: "2026-03-06" },
  });
  const spans = stagesOf(facts, TODAY).map((stage) => spanOf(stage)?.working_days ?? null);
  expect(spans).toEqual([1, 4, 15, 4, 8, 38, 5]);
});

test.each<[string, string, Change["days"], number | null]>([
  ["the checks and searches, if it was recorded as ready", "matter", ready, 3],
  ["the buyer’s solicitor, if it was recorded only as sent", "matter", sentLater, 1],
  [
    "the checks and searches, if it was ready before it was sent",
    "matter",
    { ...ready, ...sentLater },
    3,
  ],
  ["the buyer’s solicitor, for a buyer", "buyer", { ...ready, ...sentLater }, 1],
])("the duration of the contract pack is counted from %s (%s)", (_what, view, change, expected) => {
  const facts = stageFacts({
    progress: back,
    sides: "both",
    purchase: {},
    days: { ...days, ...change },
  });
  const pack = stagesOf(facts, TODAY, view === "buyer" ? "buyer" : "matter").find(
    ({ name }) => name === "contract_pack",
  );
  expect(pack && spanOf(pack)?.working_days).toBe(expected);
});

test("a stage with reversed or unknown days has no duration", () => {
  const facts = stageFacts({
    progress: back,
    sides: "both",
    days: { ...contract("2026-01-20", "2026-02-20", "2026-02-10"), instructed_on: null },
  });
  const spans = stagesOf(facts, TODAY).flatMap((stage) => (spanOf(stage) ? [stage.name] : []));
  expect(spans).toEqual(["searches"]);
});

test.each<[string, string, Change]>([
  [
    "the buyer’s ID check is open while the searches are under way",
    "identity",
    {
      progress: { ...paid, id_checks: "in_progress", searches: "in_progress" },
      checks: { seller: "complete" },
      sides: "both",
      days: { ...days, buyer_instructed_on: "2026-01-06", searches_on: null },
    },
  ],
  ["both sides’ checks are done", "contract_pack", { progress: back, sides: "both", days }],
  [
    "the purchase has completed",
    "completed",
    { progress: back, sides: "both", days, purchase: { completed: "2026-04-01" } },
  ],
])(
  "a buyer’s list of purchases shows the stage of their dashboard if %s: %s",
  (_if, place, change) => {
    expect(buyersPlace(stageFacts(change), TODAY)).toBe(place);
  },
);
