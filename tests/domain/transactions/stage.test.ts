import { expect, test } from "vitest";
import { stageOf, type StageFacts } from "#app/domain/transactions/stage.ts";

const NONE = { sale_agreed: null, exchanged: null, completed: null, aborted: null };
const STEPS = {
  payment: "outstanding",
  estate_agent: "outstanding",
  solicitors: "outstanding",
  searches: "outstanding",
  id_checks: "outstanding",
} as const;
const CREATED = new Date("2026-01-01");
const GROUP = { name: "Team A" };
const check = (person_type: "seller" | "buyer" | "giftor", is_unconfirmed = false) => ({
  check: { person_type, created_at: "2026-02-01T00:00:00Z", is_unconfirmed },
});

type Change = {
  progress?: Partial<StageFacts["progress"]>;
  waits?: Partial<StageFacts["waits"]>;
  sides?: "seller" | "both";
  purchase?: Partial<typeof NONE> | { [date: string]: string };
};

function facts({ progress, waits, sides, purchase }: Change): StageFacts {
  return {
    created_at: CREATED,
    progress: { ...STEPS, ...progress },
    order: progress?.payment ? { paid_at: "2026-01-05T00:00:00Z" } : null,
    seller_solicitor: sides ? GROUP : null,
    buyer_solicitor: sides === "both" ? GROUP : null,
    purchase: purchase ? { ...NONE, ...purchase } : null,
    waits: { check: null, searches_since: null, ...waits },
  };
}

const paid = { payment: "complete" } as const;
const checked = { ...paid, id_checks: "complete" } as const;
const back = { ...checked, searches: "complete" } as const;

test.each<[string, Change, [string, string, string | null, string | null]]>([
  ["nothing yet", {}, ["Not instructed", "Seller to pay", "seller", "2026-01-01"]],
  [
    "unpaid, and a sale is agreed",
    { purchase: { sale_agreed: "2026-01-02" } },
    ["Not instructed", "Seller to pay", "seller", "2026-01-01"],
  ],
  [
    "unpaid, and one side is instructed",
    { sides: "seller" },
    ["Instructed", "Seller to pay", "seller", "2026-01-01"],
  ],
  ["paid", { progress: paid }, ["Instructed", "Us: assign", "us", "2026-01-05"]],
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
    { progress: paid, sides: "both", purchase: {} },
    ["Identity", "Us: order checks", "us", null],
  ],
  [
    "an order of a check without an answer",
    { progress: checked, sides: "both", waits: check("buyer", true) },
    ["Identity", "Us: settle order", "us", "2026-02-01"],
  ],
  [
    "a check that failed, or is missing",
    { progress: { ...paid, id_checks: "in_progress" }, sides: "both", waits: check("buyer") },
    ["Identity", "Us: look at checks", "us", null],
  ],
  [
    "a check under way",
    { progress: checked, sides: "both", waits: check("giftor") },
    ["Identity", "Giftor: ID check", "giftor", "2026-02-01"],
  ],
  [
    "all checked",
    { progress: checked, sides: "both" },
    ["Searches", "Us: order searches", "us", null],
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
    "searches back: no fact tells of contract packs and enquiries",
    { progress: back, sides: "both" },
    ["Searches", "Solicitors, all back", "solicitors", null],
  ],
  [
    "exchanged, whatever else is missing",
    { purchase: { exchanged: "2026-03-01" } },
    ["Exchange", "Solicitors", "solicitors", "2026-03-01"],
  ],
  [
    "exchanged, and completion to come",
    { purchase: { exchanged: "2026-03-01", completed: "2026-05-02" } },
    ["Exchange", "Completes 02/05/2026", "solicitors", "2026-03-01"],
  ],
  [
    "an exchange to come",
    { progress: back, sides: "both", purchase: { exchanged: "2026-05-02" } },
    ["Searches", "Solicitors, all back", "solicitors", null],
  ],
  [
    "completed",
    { purchase: { exchanged: "2026-03-01", completed: "2026-04-01" } },
    ["Completed", "Nothing left to do", null, null],
  ],
  [
    "aborted",
    { purchase: { sale_agreed: "2026-03-01", aborted: "2026-04-01" } },
    ["Aborted", "Called off", "seller", null],
  ],
])("issue 20 the stage: %s", (_name, change, expected) => {
  const { label, line, holder, since } = stageOf(facts(change), "2026-05-01");
  expect([label, line, holder, since && since.toISOString().slice(0, 10)]).toEqual(expected);
});
