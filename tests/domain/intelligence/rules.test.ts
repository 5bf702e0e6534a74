import { waitUrgency } from "#app/domain/shared/working-days.ts";
import { describe, expect, test } from "vitest";
import type { Facts } from "#app/domain/intelligence/read-facts.server.ts";
import { describeMatter } from "#app/domain/intelligence/rules.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const ago = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60 * 1000);

const calm: Facts = {
  created_at: ago(30),
  assigned_sides: "both",
  is_paid: true,
  has_agent_answer: true,
  purchase: {
    is_active: true,
    sale_agreed: "2026-11-01",
    exchanged: null,
    completed: null,
    aborted: null,
  },
  searches: [{ product_id: "LLC1CON29", status: "complete", created_at: ago(20) }],
  requests: [],
  checks: [],
  critical_issues: 0,
  last_email_at: ago(2),
  context: { buyer: null, seller: "Sue", solicitor: null, agent: null },
};
const known = (change: Partial<Facts>) => describeMatter({ ...calm, ...change }, NOW);
const bought = (change: Partial<NonNullable<Facts["purchase"]>>) => ({
  purchase: { ...calm.purchase!, ...change },
});

test.each([
  [8, "red"],
  [7, "amber"],
  [4, "amber"],
  [3, "none"],
  [0, "none"],
] as const)("a wait of %d days has the urgency %s (O-053, O-054, WF-13.1)", (days, urgency) => {
  expect(waitUrgency(days)).toBe(urgency);
});

describe("the pending items of a matter (O-048)", () => {
  test.each<[string, Partial<Facts>, object[]]>([
    ["nothing for a matter without open items", {}, []],
    ["payment", { is_paid: false }, [{ party: "Seller", item: "Payment", days_waiting: 30 }]],
    [
      "an estate agent choice",
      { has_agent_answer: false },
      [{ party: "Seller", item: "Choice of estate agent" }],
    ],
    [
      "solicitors",
      { assigned_sides: "one" },
      [{ party: "Our team", item: "Assign the solicitors" }],
    ],
    [
      "a search with HTML in the provider's text",
      { searches: [{ product_id: "<b>X1", status: "in progress", created_at: ago(9) }] },
      [
        {
          party: "Search provider",
          item: "bX1 search",
          last_mentioned: "2026-11-13",
          days_waiting: 9,
        },
      ],
    ],
    [
      "a search ordered after midnight in London in summer",
      {
        searches: [
          {
            product_id: "ENVRES",
            status: "in progress",
            created_at: new Date("2026-07-01T23:30:00Z"),
          },
        ],
      },
      [{ item: "Environmental search", last_mentioned: "2026-07-02" }],
    ],
    [
      "a water bill",
      { requests: [{ type: "sewer_bill", status: "sent", created_at: ago(9), sent_at: ago(4) }] },
      [{ party: "Seller", item: "Water bill", days_waiting: 4 }],
    ],
    [
      "checks, the longest wait first",
      {
        checks: [
          { person_type: "buyer", status: "pending", result: null, created_at: ago(1) },
          { person_type: "giftor", status: "failed", result: null, created_at: ago(5) },
        ],
      },
      [
        {
          party: "Our team",
          item: "Reorder the giftor’s identity check: it failed",
          days_waiting: 5,
        },
        { party: "Buyer", item: "Identity check", days_waiting: 1 },
      ],
    ],
    [
      "aborted checks and unordered checks",
      {
        checks: [
          { person_type: "buyer", status: "aborted", result: null, created_at: ago(6) },
          { person_type: "seller", status: null, result: null, created_at: ago(2) },
        ],
      },
      [
        { party: "Our team", item: "Reorder the buyer’s identity check: it was aborted" },
        { party: "Our team", item: "Order the seller’s identity check" },
      ],
    ],
    [
      "complete checks that are not clear",
      {
        checks: [
          { person_type: "buyer", status: "complete", result: "fail", created_at: ago(6) },
          { person_type: "seller", status: "complete", result: "consider", created_at: ago(2) },
        ],
      },
      [
        { party: "Our team", item: "Reorder the buyer’s identity check: it failed" },
        {
          party: "Our team",
          item: "Review the seller’s identity check: it is complete but not clear",
        },
      ],
    ],
    [
      "a search provider's request that was not passed on",
      { requests: [{ type: "title_plan", status: "pending", created_at: ago(3), sent_at: null }] },
      [{ party: "Our team", item: "Request the title plan" }],
    ],
    [
      "nothing for a completed matter",
      { is_paid: false, ...bought({ completed: "2026-11-20" }) },
      [],
    ],
  ])("the pending items of a matter list %s", (_what, change, expected) => {
    const { waiting_on } = known(change);
    expect(waiting_on).toHaveLength(expected.length);
    expect(waiting_on).toMatchObject(expected);
  });
});

describe("the blockers of a matter (O-049, O-055)", () => {
  test.each<[Partial<Facts>, object[]]>([
    [{}, []],
    [
      bought({ aborted: "2026-11-20" }),
      [{ severity: "high", description: "The purchase was aborted." }],
    ],
    [
      { critical_issues: 2 },
      [{ severity: "high", description: "The search report has 2 critical issues." }],
    ],
    [
      { checks: [{ person_type: "buyer", status: "failed", result: null, created_at: ago(1) }] },
      [{ severity: "medium", description: "1 identity check failed." }],
    ],
    [
      { is_paid: false },
      [{ severity: "low", description: "Payment: waiting on the seller for 30 days." }],
    ],
    [
      { assigned_sides: "none" },
      [
        {
          severity: "low",
          description: "Assign the solicitors: waiting on our team for 30 days.",
        },
      ],
    ],
    // A wait of 14 days is not yet long.
    [{ is_paid: false, created_at: ago(14) }, []],
    [
      { is_paid: false, created_at: ago(15) },
      [{ severity: "low", description: "Payment: waiting on the seller for 15 days." }],
    ],
  ])("the blockers of a matter with %j are %j", (change, expected) =>
    expect(known(change).blockers).toEqual(expected),
  );
});

describe("the next milestone and the next step (O-047, O-050)", () => {
  test.each<[Partial<Facts>, string, string]>([
    [{ is_paid: false }, "Payment", "Chase the seller: payment."],
    [{ assigned_sides: "none" }, "Solicitors assigned", "Assign the solicitors."],
    [
      { checks: [{ person_type: "buyer", status: "failed", result: null, created_at: ago(4) }] },
      "Exchange",
      "Reorder the buyer’s identity check: it failed.",
    ],
    [{ searches: [] }, "Searches ordered", "Work towards the next milestone: searches ordered."],
    [
      { searches: [{ product_id: "ENVRES", status: "in progress", created_at: ago(2) }] },
      "Searches returned",
      "Chase the search provider: environmental search.",
    ],
    [bought({ sale_agreed: null }), "Sale agreed", "Work towards the next milestone: sale agreed."],
    [{}, "Exchange", "Work towards the next milestone: exchange."],
    [
      bought({ exchanged: "2026-11-19" }),
      "Completion",
      "Work towards the next milestone: completion.",
    ],
    [bought({ completed: "2026-11-20" }), "None: completed", "There’s nothing left to do."],
    // Completion is due but has not happened yet.
    [
      bought({ exchanged: "2026-11-19", completed: "2026-11-23" }),
      "Completion",
      "Work towards the next milestone: completion.",
    ],
    [bought({ aborted: "2026-11-20" }), "New buyer", "Ask the seller if they have another buyer."],
  ])(
    "a matter with %j has the next milestone “%s” and the next step “%s”",
    (change, milestone, step) => {
      const { key_dates, next_step } = known(change);
      expect({ milestone: key_dates.next_milestone, next_step }).toEqual({
        milestone,
        next_step: step,
      });
    },
  );

  test("the key dates state how many days a matter has been open and how many have passed since its last email", () => {
    expect(known({}).key_dates).toMatchObject({ transaction_open_days: 30, last_email_days: 2 });
    expect(known({ last_email_at: null }).key_dates.last_email_days).toBeNull();
  });

  test("no chasing is suggested for identity checks that only staff can order", () => {
    const checks = (["failed", "aborted", null] as const).map((status) => ({
      person_type: "buyer" as const,
      status,
      result: null,
      created_at: ago(1),
    }));
    const { steps, next_step } = known({ checks, is_paid: false });
    expect(steps[0]).toBe(next_step);
    expect(steps.filter((step) => /^Chase .*check/.test(step))).toEqual([]);
    expect(steps).toHaveLength(4);
  });

  test.each([
    [["in progress"], "Results are in for 0 of 1 search."],
    [["complete"], "Results are in for 1 of 1 search."],
    [["complete", "in progress"], "Results are in for 1 of 2 searches."],
    [["complete", "complete", "in progress"], "Results are in for 2 of 3 searches."],
  ] as const)("the summary for searches with the statuses %j says “%s” (O-047)", (states, said) => {
    const searches = states.map((status) => ({
      product_id: "ENVRES",
      status,
      created_at: ago(2),
    }));
    expect(known({ searches }).summary).toContain(` ${said} `);
  });

  test("the summary states the payment, solicitors, searches and sale", () => {
    expect(known({}).summary).toBe(
      "The seller has paid. Both solicitors are assigned. Results are in for 1 of 1 search. A sale has been agreed.",
    );
    expect(
      known({ is_paid: false, assigned_sides: "one", searches: [], purchase: null }).summary,
    ).toBe(
      "The seller has not paid yet. One side’s solicitor is assigned. No searches have been ordered. No buyer has registered.",
    );
  });
});
