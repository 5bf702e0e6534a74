import { describe, expect, test } from "vitest";
import { type Audience, holderText, type OwnSide } from "#app/domain/stages/stage-holder.ts";
import { describeStages } from "#app/domain/stages/describe-stages.ts";
import type { PersonsCheck } from "#app/domain/transactions/customer-progress.ts";
import { STAGE_NAMES } from "#app/domain/transactions/stage-facts.ts";
import { HOLDER_NAMES } from "#app/domain/stages/current-step.ts";
import { type Change, stageFacts } from "./facts.ts";

const back = { payment: "complete", id_checks: "complete", searches: "complete" } as const;
const DAYS = {
  instructed_on: "2026-11-02",
  identity_on: "2026-11-09",
  searches_ordered_on: "2026-11-03",
  searches_on: "2026-12-11",
};
const HISTORY = {
  contract_pack: { sales: 112, from_days: 4, to_days: 12, late_days: 14 },
  enquiries: { sales: 120, from_days: 9, to_days: 16, late_days: 24 },
  exchange: { sales: 118, from_days: 34, to_days: 52, late_days: 70 },
};

function describeAt(
  today: string,
  change: Change,
  more: Partial<Parameters<typeof describeStages>[0]> = {},
) {
  const stages = describeStages({
    facts: stageFacts(change),
    completes_on: null,
    history: HISTORY,
    notes: [],
    reader: "seller",
    today,
    ...more,
  });
  return (name: string) => stages.find((stage) => stage.name === name)!;
}

const atPack: Change = { progress: back, sides: "both", days: DAYS };

describe("the expected date of a stage and its basis", () => {
  test("the expected date of a stage is counted in working days over Christmas and shows the year", () => {
    const pack = describeAt("2026-12-21", atPack)("contract_pack");
    expect(pack).toMatchObject({
      state: "now",
      day: null,
      held_for: "for 6 working days, since Friday 11 December",
      by_when: {
        text: "Thu 31 December",
        basis:
          "In half of our last 112 sales, this stage was done 4 to 12 working days after your ID checks and the searches were done",
        expected: {
          term: "Usually done by",
          day: "Thu 31 December",
          sentence: "This stage is usually done by Thursday 31 December.",
        },
      },
    });
    const exchange = describeAt("2026-12-21", atPack)("exchange");
    expect(exchange.by_when).toMatchObject({
      text: "34 to 52 working days after both solicitors are instructed",
      basis: "Half of our last 118 sales took this long",
    });
  });

  test("the expected date of an exchange that has started is counted from the instruction of the solicitors", () => {
    const answered = {
      ...atPack,
      days: {
        ...atPack.days,
        contract_pack_sent_on: "2026-12-15",
        enquiries_raised_on: "2026-12-16",
        enquiries_answered_on: "2026-12-18",
      },
    };
    expect(describeAt("2026-12-21", answered)("exchange").by_when).toMatchObject({
      text: "Mon 18 January 2027",
      basis:
        "In half of our last 118 sales, this stage was done 34 to 52 working days after both solicitors were instructed",
    });
  });

  test("the contract pack is prepared without a buyer, enquiries have no holder before there is one, and searches that were ordered early count as started", () => {
    const searching = {
      ...atPack,
      progress: { ...atPack.progress, id_checks: "in_progress", searches: "in_progress" },
    } as const;
    expect(describeAt("2026-12-21", searching)("searches")).toMatchObject({
      state: "next",
      is_begun: true,
    });
    const unordered = { ...searching.progress, searches: "outstanding" } as const;
    expect(
      describeAt("2026-12-21", { ...searching, progress: unordered })("searches"),
    ).toMatchObject({ state: "next", is_begun: true, holder: "Fanlight" });
    const at = (change: Change) => describeAt("2026-12-21", change)("contract_pack");
    expect(at(atPack).by_when).not.toBeNull();
    expect(at({ ...atPack, sides: "seller" })).toMatchObject({
      state: "now",
      holder: "your solicitor",
      by_when: { is_late: false },
    });
    const ready: Change = {
      ...atPack,
      sides: "seller",
      days: { ...DAYS, contract_pack_ready_on: "2026-12-15" },
    };
    expect(at(ready)).toMatchObject({
      state: "done",
      day: "Tue 15 December",
      took: "Finished 2 working days after your ID checks and the searches were done",
    });
    expect(describeAt("2026-12-21", ready)("enquiries")).toMatchObject({
      state: "next",
      holder: null,
    });
  });

  test("the expected date of an exchange is its planned date, and after exchange an unknown completion date has none", () => {
    const planned = { ...atPack, purchase: { exchanged: "2027-01-15" } };
    expect(describeAt("2026-12-21", planned)("exchange").by_when).toEqual({
      term: "Planned for",
      text: "Planned for Fri 15 January 2027",
      is_late: false,
      basis: "The date both solicitors are working towards",
      expected: {
        term: "Planned for",
        day: "Fri 15 January 2027",
        usual: null,
        is_late: false,
        sentence: "Exchange is planned for Friday 15 January.",
      },
    });
    const exchanged = { ...atPack, purchase: { exchanged: "2026-12-18" } };
    const history = { completion: { sales: 40, from_days: 7, to_days: 14, late_days: 20 } };
    const at = (change: Change) => describeAt("2026-12-21", change, { history })("completion");
    expect(at(exchanged)).toMatchObject({ state: "now", by_when: null });
    expect(at(planned)).toMatchObject({ by_when: { text: "7 to 14 working days after exchange" } });
  });

  test.each([
    ["2026-12-16", { is_begun: true, holder: "your solicitor" }],
    ["2026-12-22", { is_begun: false, holder: "both solicitors" }],
    [null, { is_begun: false, holder: "both solicitors" }],
  ] as const)(
    "the enquiries stage (raised on: %s), with an ID check open again, has this progress and holder: %j",
    (raised, shown) => {
      const check = {
        person_type: "seller",
        created_at: "2026-12-18",
        is_unconfirmed: false,
      } as const;
      const days = { ...atPack.days, enquiries_raised_on: raised };
      expect(
        describeAt("2026-12-21", { ...atPack, days, waits: { check } })("enquiries"),
      ).toMatchObject({
        ...shown,
      });
    },
  );

  test("a stage that is repeated after later ones has no expected date", () => {
    const history = { identity: { sales: 40, from_days: 4, to_days: 9, late_days: 90 } };
    const checking = {
      check: { person_type: "seller", created_at: "2026-12-18", is_unconfirmed: false },
    } as const;
    const at = (change: Change) => describeAt("2026-12-21", change, { history })("identity");
    const again = { ...atPack.days, contract_pack_sent_on: "2026-12-15" };
    expect(at({ ...atPack, days: again, waits: checking })).toMatchObject({
      state: "now",
      by_when: null,
    });
    expect(at({ ...atPack, waits: checking }).by_when?.is_late).toBe(true);
  });

  test("a stage that has not started shows a duration instead of an expected date", () => {
    const enquiries = describeAt("2026-12-21", atPack)("enquiries");
    expect(enquiries).toMatchObject({
      state: "next",
      by_when: {
        text: "9 to 16 working days after the first enquiries",
        basis: "Half of our last 120 sales took this long",
        expected: null,
      },
    });
  });

  test.each([
    [
      "2027-01-05",
      {
        text: null,
        expected: {
          term: "Now expected by",
          day: "Tue 5 January",
          usual: "Thu 31 December 2026",
          is_late: true,
          sentence:
            "This stage is usually done by Thursday 31 December. It’s now expected by Tuesday 5 January.",
        },
      },
    ],
    [
      "2027-01-06",
      {
        text: null,
        expected: {
          term: "Expected",
          day: null,
          usual: "Thu 31 December 2026",
          is_late: true,
          sentence:
            "This stage is usually done by Thursday 31 December. This one is taking longer than 9 in 10 of our recent sales.",
        },
      },
    ],
  ])(
    "a stage seen on %s is shown as late, with the time that nine in ten sales took",
    (today, expected) => {
      expect(describeAt(today, atPack)("contract_pack").by_when).toEqual({
        term: "Expected",
        is_late: true,
        basis:
          "In half of our last 112 sales, this stage was done 4 to 12 working days after your ID checks and the searches were done. In 9 out of 10, it was done within 14 working days",
        ...expected,
      });
    },
  );

  test("a stage has no expected date if there is not enough history", () => {
    const at = describeAt("2026-12-21", atPack, { history: {} });
    expect(at("contract_pack").by_when).toBeNull();
    expect(at("exchange").by_when).toBeNull();
  });

  test("the expected date of completion is shown as planned until contracts are exchanged", () => {
    const completes_on = "2027-01-29";
    const before = describeAt("2026-12-21", atPack, { completes_on });
    expect(before("completion").by_when).toMatchObject({
      text: "Planned for Fri 29 January 2027",
      basis: "The date is set when contracts are exchanged",
    });
    const after = describeAt(
      "2026-12-21",
      { purchase: { exchanged: "2026-12-18" } },
      { completes_on },
    );
    expect(after("completion").by_when).toMatchObject({
      text: "Fri 29 January 2027",
      term: "Set for",
      basis: "The completion date in the contract",
    });
  });
});

test("a finished stage shows its day and duration if they are known", () => {
  const at = describeAt("2026-12-21", atPack);
  expect(at("searches")).toMatchObject({
    state: "done",
    day: "Fri 11 December",
    took: "Finished 28 working days after the searches were ordered",
    by_when: null,
  });
  expect(describeAt("2026-12-21", { ...atPack, days: {} })("searches")).toMatchObject({
    state: "done",
    day: null,
    took: null,
  });
});

test.each<[Audience, string[]]>([
  [
    "seller",
    [
      "Fanlight",
      "you",
      "your buyer",
      "your buyer",
      "the search provider",
      "your solicitor",
      "your buyer’s solicitor",
      "both solicitors",
    ],
  ],
  [
    "buyer",
    [
      "Fanlight",
      "the seller",
      "you",
      "you",
      "the search provider",
      "the seller’s solicitor",
      "your solicitor",
      "both solicitors",
    ],
  ],
  [
    "staff",
    [
      "us",
      "the seller",
      "the buyer",
      "the giftor",
      "the search provider",
      "the seller’s solicitor",
      "the buyer’s solicitor",
      "both solicitors",
    ],
  ],
])(
  "each holder is named for the reader “%s”, and the other side is named by role only",
  (reader, said) => {
    expect(HOLDER_NAMES.map((holder) => holderText(holder, reader))).toEqual(said);
  },
);

const check = (
  first_name: string,
  status: PersonsCheck["status"],
  person_type: PersonsCheck["person_type"] = "seller",
): PersonsCheck => ({ first_name, person_type, status, result: null, is_repeated: false });

const checking = (person_type: PersonsCheck["person_type"]): Change => ({
  progress: back,
  sides: "both",
  purchase: {},
  days: DAYS,
  waits: { check: { person_type, created_at: "2026-12-14T09:00:00Z", is_unconfirmed: false } },
});
const checkingBoth: Change = {
  ...checking("buyer"),
  waits: { ...checking("buyer").waits, seller_check_pending: true },
};
const choosing: Change = { progress: { payment: "complete" }, waits: { choice: true } };

test.each<[string, Change, Audience, OwnSide | null, string, string | null]>([
  [
    "the reader's own check",
    checking("seller"),
    "seller",
    { checks: [check("Ada", "pending")], chooser: null },
    "you",
    "for 5 working days, since Monday 14 December",
  ],
  [
    "a co-seller's check",
    checking("seller"),
    "seller",
    { checks: [check("Ada", "complete"), check("Bea", "pending")], chooser: null },
    "Bea",
    "for 5 working days, since Monday 14 December",
  ],
  [
    "a check of the other side",
    checking("buyer"),
    "seller",
    { checks: [check("Ada", "complete")], chooser: null },
    "your solicitor",
    "for 6 working days, since Friday 11 December",
  ],
  [
    "checks of the other side and the reader",
    checkingBoth,
    "seller",
    { checks: [check("Ada", "pending")], chooser: null },
    "you",
    null,
  ],
  [
    "a giftor's check, to the buyer",
    checking("giftor"),
    "buyer",
    {
      checks: [check("Cy", "complete", "buyer"), check("Gail", "pending", "giftor")],
      chooser: null,
    },
    "Gail",
    "for 5 working days, since Monday 14 December",
  ],
  [
    "a giftor's check, to the seller",
    checking("giftor"),
    "seller",
    { checks: [check("Ada", "complete")], chooser: null },
    "your solicitor",
    "for 6 working days, since Friday 11 December",
  ],
  [
    "a choice of solicitor",
    choosing,
    "seller",
    { checks: [check("Ada", null)], chooser: null },
    "you",
    "for 245 working days, since Monday 5 January 2026",
  ],
  [
    "a co-seller's choice",
    choosing,
    "seller",
    { checks: [check("Bo", null)], chooser: "Ada" },
    "Ada",
    "for 245 working days, since Monday 5 January 2026",
  ],
  [
    "the seller's choice, to a buyer",
    choosing,
    "buyer",
    { checks: [check("Cy", null, "buyer")], chooser: null },
    "the seller",
    "for 245 working days, since Monday 5 January 2026",
  ],
  [
    "checks of the other side and a co-seller",
    checkingBoth,
    "seller",
    { checks: [check("Ada", "complete"), check("Bea", "pending")], chooser: null },
    "Bea",
    null,
  ],
  [
    "a payment, to the seller",
    { sides: "seller" },
    "seller",
    { checks: [check("Ada", null)], chooser: null },
    "the payment",
    "for 247 working days, since Thursday 1 January 2026",
  ],
  [
    "a check, to staff",
    checking("giftor"),
    "staff",
    null,
    "the seller’s solicitor",
    "for 6 working days, since Friday 11 December",
  ],
])(
  "the current stage for “%s” shows the holder $4 and the time $5",
  (_name, change, reader, own, holder, held_for) => {
    const at = describeAt("2026-12-21", change, { reader, own });
    const now = STAGE_NAMES.map(at).find(({ state }) => state === "now");
    expect(now).toMatchObject({ holder, held_for });
  },
);

test.each([
  ["2026-12-14", "since today"],
  ["2026-12-15", "for 1 working day, since Monday 14 December"],
  ["2027-01-04", "for 12 working days, since Monday 14 December"],
])("the current stage, seen on %s, shows that it has been held %s", (today, held_for) => {
  const at = describeAt(today, checking("buyer"), { reader: "buyer" });
  expect(at("identity").held_for).toBe(held_for);
});

test("a stage held over a weekend shows its start date and no working days", () => {
  const sent = { ...atPack, days: { ...DAYS, contract_pack_sent_on: "2026-12-19" } };
  expect(describeAt("2026-12-20", sent)("enquiries").held_for).toBe("since Saturday 19 December");
});

test("a note shows its author and date, and staff see a colleague by first name", () => {
  const notes = [
    {
      id: "1",
      stage: "contract_pack" as const,
      note: "It is being typed.",
      first_name: "Rita",
      created_at: "2026-12-17T10:00:00Z",
    },
  ];
  const noteTo = (reader: Audience, today: string) =>
    describeAt(today, atPack, { notes, reader })("contract_pack").notes[0];
  expect(noteTo("seller", "2026-12-21")).toEqual({
    id: "1",
    note: "It is being typed.",
    by: "Rita at Fanlight, Thu 17 December",
    left: "Rita at Fanlight left you a note on Thursday 17 December",
  });
  expect(noteTo("buyer", "2026-12-17")?.left).toBe("Rita at Fanlight left you a note today");
  expect(noteTo("staff", "2026-12-21")?.by).toBe("Rita, Thu 17 December");
});

test.each([
  ["under way", {}, true],
  ["stopped", { purchase: { aborted: "2026-12-18" } }, false],
])("the pack of a sale that is %s says that it needs no buyer: $2", (_, change, says) => {
  const { text } = describeAt("2026-12-21", { ...atPack, ...change })("contract_pack");
  expect(text.includes("You don’t need a buyer for this.")).toBe(says);
});

test("an aborted matter has no holder and no due date", () => {
  const at = describeAt("2026-12-21", { ...atPack, purchase: { aborted: "2026-12-18" } });
  expect(at("contract_pack")).toMatchObject({
    state: "stopped",
    day: "Fri 18 December",
    holder: null,
    held_for: null,
    by_when: null,
  });
  expect(at("exchange")).toMatchObject({ state: "later", holder: null, by_when: null });
  expect(at("searches")).toMatchObject({
    state: "done",
    took: "Finished 28 working days after the searches were ordered",
  });
});

const DESCRIBED: Record<Audience, [title: string, text: string][]> = {
  seller: [
    ["Solicitors", "You have a solicitor, so the legal work has started."],
    [
      "ID checks",
      "Everyone selling needs to complete an ID check. You don’t need a buyer for this.",
    ],
    [
      "Searches",
      "The local council, water company and others tell us what they know about your property.",
    ],
    [
      "Contract pack",
      "Your solicitor prepares the contract pack (draft contract, title documents and your forms) for your buyer’s solicitor. You don’t need a buyer for this.",
    ],
    [
      "Enquiries",
      "Your buyer’s solicitor raises enquiries (questions). You and your solicitor answer them.",
    ],
    ["Exchange of contracts", "Your sale becomes legally binding and the completion date is set."],
    ["Completion", "Your buyer’s solicitor pays your solicitor and you hand over the keys."],
  ],
  buyer: [
    ["Solicitors", "You and the seller each have a solicitor."],
    ["ID checks", "Everyone selling, buying or giving money needs to complete an ID check."],
    [
      "Searches",
      "The local council, water company and others tell us what they know about the property.",
    ],
    [
      "Contract pack",
      "The seller’s solicitor sends the contract pack (draft contract, title documents and the seller’s forms) to your solicitor.",
    ],
    [
      "Enquiries",
      "Your solicitor raises enquiries (questions). The seller and their solicitor answer them.",
    ],
    [
      "Exchange of contracts",
      "Your purchase becomes legally binding and the completion date is set.",
    ],
    ["Completion", "Your solicitor pays the seller’s solicitor and you get the keys."],
  ],
  staff: [
    ["Instructed", "The seller has a solicitor, so the legal work has started."],
    [
      "Identity",
      "Each seller needs to complete an identity check. The buyers and giftors need to complete theirs before exchange.",
    ],
    [
      "Searches",
      "The local council, water company and others tell us what they know about the property.",
    ],
    [
      "Contract pack",
      "The seller’s solicitor prepares the contract pack (draft contract, title documents and the seller’s forms). This doesn’t need a buyer.",
    ],
    [
      "Enquiries",
      "The buyer’s solicitor raises enquiries. The seller and their solicitor answer them.",
    ],
    ["Exchange", "The sale becomes legally binding and the completion date is set."],
    [
      "Completion",
      "The buyer’s solicitor pays the seller’s solicitor and the keys are handed over.",
    ],
  ],
};

test.each(["seller", "buyer", "staff"] as const)(
  "each stage has its title and text for the reader “%s”",
  (reader) => {
    const at = describeAt("2026-12-21", atPack, { reader });
    const described = STAGE_NAMES.map(at).map(({ title, text }) => [title, text]);
    expect(described).toEqual(DESCRIBED[reader]);
  },
);

const RANGE = { sales: 40, from_days: 3, to_days: 8, late_days: 12 };
const ALL_RANGES = Object.fromEntries(STAGE_NAMES.map((name) => [name, RANGE]));

test.each<[Audience, (string | undefined)[]]>([
  [
    "seller",
    [
      "3 to 8 working days after payment",
      "3 to 8 working days after you have a solicitor",
      "3 to 8 working days after the searches are ordered",
      "3 to 8 working days after your ID checks and the searches are done",
      "3 to 8 working days after the first enquiries",
      "3 to 8 working days after both solicitors are instructed",
      "3 to 8 working days after exchange",
    ],
  ],
  [
    "buyer",
    [
      undefined,
      undefined,
      "3 to 8 working days after the searches are ordered",
      "3 to 8 working days after the seller’s ID checks and the searches are done",
      "3 to 8 working days after the first enquiries",
      "3 to 8 working days after both solicitors are instructed",
      "3 to 8 working days after exchange",
    ],
  ],
])("a %s sees how long each later stage usually takes", (reader, texts) => {
  const at = describeAt("2026-12-21", {}, { reader, history: ALL_RANGES });
  expect(STAGE_NAMES.map(at).map(({ by_when }) => by_when?.text)).toEqual(texts);
});

test.each([
  [0, "Finished less than 1 working day after the searches were ordered"],
  [1, "Finished 1 working day after the searches were ordered"],
  [3, "Finished 3 working days after the searches were ordered"],
])("the list of stages shows a duration of %s working days as “%s”", (days, took) => {
  const searches_ordered_on = "2026-12-07";
  const searches_on = `2026-12-${String(7 + days).padStart(2, "0")}`;
  const at = describeAt("2026-12-21", {
    ...atPack,
    days: { ...DAYS, searches_ordered_on, searches_on },
  });
  expect(at("searches").took).toBe(took);
});

test("an exchange that is the current stage shows the date that the solicitors are working towards", () => {
  const days = {
    ...DAYS,
    contract_pack_sent_on: "2026-12-15",
    enquiries_raised_on: "2026-12-16",
    enquiries_answered_on: "2026-12-18",
  };
  const planned = { ...atPack, days, purchase: { exchanged: "2027-01-15" } };
  expect(describeAt("2026-12-21", planned)("exchange").by_when).toMatchObject({
    text: "Fri 15 January 2027",
    basis: "The date both solicitors are working towards",
  });
});

test.each<[string, PersonsCheck[], string | null]>([
  ["no one", [check("Ada", "complete")], null],
  ["the reader", [check("Ada", "pending")], "You still need to complete your ID check."],
  [
    "a co-seller",
    [check("Ada", "complete"), check("Bea", "pending")],
    "Bea still needs to complete their ID check.",
  ],
  [
    "the reader and a co-seller",
    [check("Ada", "pending"), check("Bea", "pending")],
    "You still need to complete your ID check. Bea still needs to complete their ID check.",
  ],
  [
    "three others",
    [check("Ada", null), check("Bea", "pending"), check("Cy", "pending"), check("Di", "pending")],
    "Bea, Cy and Di still need to complete their ID checks.",
  ],
])(
  "people with open ID checks are named while someone else’s check is under review: %s",
  (_whose, checks, open_checks) => {
    const reviewing = { ...atPack, progress: { ...back, id_checks: "in_progress" } } as const;
    const at = describeAt("2026-12-21", reviewing, { own: { checks, chooser: null } });
    expect(at("identity")).toMatchObject({
      holder: "everyone’s ID check to be complete",
      held_for: null,
      open_checks,
    });
  },
);

describe("the stages of a paused matter", () => {
  test("a paused matter has no holder and no step under way, and its current stage is paused", () => {
    const paused = { ...atPack, pause: { until: null } };
    const stages = STAGE_NAMES.map((name) => describeAt("2026-12-21", paused)(name));
    expect(stages.map(({ holder }) => holder)).toEqual(STAGE_NAMES.map(() => null));
    expect(stages.find(({ state }) => state === "now")).toMatchObject({
      is_paused: true,
      by_when: null,
    });
    expect(stages.filter(({ is_begun }) => is_begun)).toEqual([]);
  });
});

describe("the next stage", () => {
  test("the first stage that hasn’t started is the next one, if the one before it has started in parallel", () => {
    const searching = {
      ...atPack,
      progress: { ...atPack.progress, id_checks: "in_progress", searches: "in_progress" },
    } as const;
    const at = describeAt("2026-12-21", searching);
    expect([at("searches"), at("contract_pack"), at("enquiries")]).toMatchObject([
      { state: "next", is_begun: true },
      { state: "next", is_begun: false },
      { state: "later" },
    ]);
  });
});
