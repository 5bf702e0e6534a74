import { describe, expect, test } from "vitest";
import { ownCheck } from "#app/domain/stages/own-check.ts";
import {
  completionCard,
  MONEY_AFTER_STOP,
  fallThroughCosts,
  balanceText,
  fallThroughCard,
} from "#app/domain/stages/closing-cards.ts";
import {
  type ExpectedDate,
  type HolderWithDate,
  whoSentence,
} from "#app/domain/stages/stage-holder.ts";
import type { PersonsCheck } from "#app/domain/transactions/customer-progress.ts";
import { stageNumber } from "#app/domain/transactions/stage-facts.ts";
import type { Change } from "./facts.ts";
import { at, cardOf, choosing, person, ROWS, TODAY } from "./next-action-cases.ts";

describe("the card for the next action", () => {
  test.each(ROWS)(
    "the card shows the task, its holder and its date: %s (%s)",
    (_name, side, change, more, said) => {
      const {
        kind,
        title,
        text,
        due,
        task,
        in_parallel,
        current_holder: who,
        why,
      } = cardOf(side, change, more).card;
      const happens = in_parallel ?? { title, text };
      const days = (of: typeof due) => of.map(({ term, day }) => `${term}: ${day}`);
      const own = [
        in_parallel && title,
        ...days(due),
        task && `besides: ${task.title}`,
        ...days(task?.due ?? []),
      ];
      expect([
        kind,
        happens.title,
        happens.text,
        own.filter(Boolean).join("; ") || null,
        who && whoSentence(who),
      ]).toEqual(said.slice(0, 5));
      expect(why).toBe(said[5] ?? null);
    },
  );

  test.each([
    ["seller", "2026-11-09", "As soon as you have them. Able Law will email them to you."],
    ["seller", "2026-11-10", "As soon as you have them. Able Law should have emailed them to you."],
    ["buyer", "2026-11-10", "As soon as you have it. Able Law should have emailed it to you."],
  ] as const)(
    "the card of a %s with a solicitor since Monday 2 November says on %s what the firm emails",
    (side, today, said) => {
      const instructed = { instructed_on: "2026-11-02", buyer_instructed_on: "2026-11-02" };
      const { card } = cardOf(side, { ...at(null, null, null), days: instructed }, { today });
      expect(card.papers?.about).toContain(said);
    },
  );

  test.each(ROWS)("the card names the same holder as the list of stages: %s (%s)", (...row) => {
    const [name, side, change, more] = row;
    const { card, stages } = cardOf(side, change, more);
    const now = stages.find(({ state }) => state === "now");
    if (!card.current_holder || !now || now.holder === "a buyer") return;
    expect(card.current_holder.holder, name).toBe(now.holder);
  });

  test.each(ROWS)(
    "the seller and the buyer see the same holder of a stage, each by role: %s (%s)",
    (...row) => {
      const [, , change] = row;
      const now = (["seller", "buyer"] as const).flatMap((side) =>
        (["pending", "complete"] as const).map((status) => {
          const { stages } = cardOf(side, change, { checks: [person("Ada", status)] });
          const stage = stages.find(({ state }) => state === "now");
          return { name: stage?.name, role: stage?.holder && roleOf(stage.holder, side) };
        }),
      );
      // A buyer’s stages may be behind the seller’s, which do not need the buyer.
      if (new Set(now.map(({ name }) => name)).size > 1) return;
      const roles = now.map(({ role }) => role);
      // Neither side sees whose check is open on the other side. The tests of confidentiality cover
      // these cases.
      if (roles.includes("everyone’s ID check to be complete")) return;
      expect(new Set(roles).size, roles.join()).toBe(1);
    },
  );

  test.each([
    ["a usual day in the future", at("2026-12-07", "2026-12-09", null), false],
    ["a usual day that has passed", at("2026-11-03", "2026-11-05", null), true],
    ["no history", at(null, null, null), true],
    ["a matter that is not instructed", {}, false],
  ])("the card has lacks_day: $2 with %s", (_what, change, lacks) => {
    expect(cardOf("seller", change).card.lacks_day).toBe(lacks);
  });

  test("the card asks for the reader’s own action today, not by the usual end of the stage (CU-14)", () => {
    const { card } = cardOf("seller", choosing, { law_firm: null, today: "2026-01-07" });
    expect(card.due).toEqual([{ term: "When", day: "Today. It takes 2 minutes" }]);
    expect(card.current_holder?.by_when).toBeNull();
  });

  test("the card shows the usual end of a stage held by someone else", () => {
    const more = { law_firm: null, chooser: "Ada", today: "2026-01-07" };
    expect(cardOf("seller", choosing, more).card.current_holder?.by_when).toMatchObject({
      term: "Usually done by",
      day: "Thu 15 January",
    });
  });

  test("the card shows a note on the current stage only", () => {
    const questions = at("2026-12-07", "2026-12-09", null);
    const { card } = cardOf("seller", questions, { note: "enquiries" });
    expect(card.note).toEqual({
      id: "n1",
      note: "Please look for the certificate.",
      left: "Rita at Fanlight left you a note on Thursday 10 December",
    });
    expect(card).toMatchObject({
      kind: "note",
      title: "Rita at Fanlight left you a note on Thursday 10 December",
      text: "“Please look for the certificate.”",
      in_parallel: { title: "Your solicitor is answering your buyer’s enquiries" },
    });
    expect(cardOf("seller", questions, { note: "identity" }).card).toMatchObject({
      kind: "solicitors",
      note: null,
    });
    const packed = cardOf("buyer", at("2026-12-07", null, null), { note: "enquiries" }).card;
    expect(packed).toMatchObject({ kind: "papers", note: { id: "n1" } });
  });
});

test.each([
  [
    "2026-12-14T09:00:00Z",
    "seller",
    "You told us today that you’ve returned your engagement letter and TA forms.",
  ],
  [
    "2026-12-10T09:00:00Z",
    "buyer",
    "You told us on Thursday 10 December that you’d returned your engagement letter.",
  ],
] as const)(
  "a customer who reported on %s that forms were returned is not asked again (%s)",
  (at_, side, statement) => {
    const searching = { progress: { payment: "complete" }, sides: "both", purchase: {} } as const;
    const { card } = cardOf(side, searching, { papers_returned_at: at_ });
    expect(card).toMatchObject({
      kind: "others",
      task: null,
      papers: {
        law_firm: "Able Law",
        statement,
        short: side === "seller" ? "the engagement letter and TA forms" : "the engagement letter",
      },
    });
    const asked = cardOf(side, searching).card;
    expect(asked).toMatchObject({
      kind: "papers",
      papers: { law_firm: "Able Law", statement: null },
    });
    // Later stages prove that the forms were returned.
    const proved = cardOf(side, at("2026-12-07", "2026-12-09", null), { papers_returned_at: at_ });
    expect(proved.card.papers).toBeNull();
  },
);

test("the cards for a fall-through at an unknown stage and for an unknown completion date have the right text", () => {
  const stopped = fallThroughCard("buyer", {
    ...{ day: "2026-12-09", stage: null, today: TODAY },
    has_solicitor: true,
  });
  expect(stopped.text).toBe(
    "It fell through on Wednesday 9 December. You don’t need to do anything for us. If you’ve applied for a mortgage, booked a survey or arranged insurance, let your lender, surveyor or insurer know. If you and the seller decide to go ahead after all, email us and we’ll pick it up from there.",
  );
  expect(completionCard("buyer", null, TODAY)).toMatchObject({
    text: "Your completion date is in your contract, but we don’t have it yet. Do not book your move until you know it. When you have the date, email it to us, so that we can show it here. Contracts have been exchanged, so you may already need buildings insurance. If you haven’t arranged it, ask your solicitor about it today. Make sure your solicitor has your money at least 2 working days before completion.",
    due: [{ term: "When", day: "As soon as you can" }],
  });
});

test.each<[PersonsCheck["status"], PersonsCheck["result"], string | null]>([
  [null, null, null],
  ["complete", "clear", null],
  ["pending", null, "Complete your ID check"],
  ["failed", null, "We couldn’t complete your ID check"],
  ["aborted", null, "Your ID check was cancelled"],
  ["complete", "fail", "We’re reviewing your ID check"],
])(
  "the card's title for the reader's own ID check with the status %s and the result %s is %s",
  (status, result, title) => {
    expect(ownCheck({ checks: [person("Ada", status, result)] })?.title ?? null).toBe(title);
  },
);

function roleOf(holder: string, side: "seller" | "buyer"): string {
  const called = holder
    .replace(/^you$/, `the ${side}`)
    .replace(/^Ada$/, "the seller")
    .replace("the payment", "the seller")
    .replace("your buyer", "the buyer");
  return called.replace("your solicitor", `the ${side}’s solicitor`);
}

const SOON_AFTER =
  "Your solicitor will pay off your mortgage (if you have one) and take off the costs. They’ll send you the balance, usually by Monday 21 December.";

test.each([
  ["the day itself", "2026-12-18", SOON_AFTER],
  ["the weekend after", "2026-12-20", SOON_AFTER],
  ["the last day", "2026-12-21", SOON_AFTER],
  [
    "later",
    "2026-12-22",
    "The balance should have arrived by Monday 21 December. Your solicitor will have paid off any mortgage and taken off the costs first. Check your bank account. If the money hasn’t arrived, contact your solicitor.",
  ],
  [
    "the last day of a week",
    "2026-12-25",
    "The balance should have arrived by Monday 21 December. Your solicitor will have paid off any mortgage and taken off the costs first. Check your bank account. If the money hasn’t arrived, contact your solicitor.",
  ],
  ["more than a week later (CU-22)", "2026-12-26", null],
])(
  "the text about a seller's money after a Friday completion depends on the day: %s",
  (_, today, text) => {
    expect(balanceText("2026-12-18", today)).toBe(text);
  },
);

const DEPENDS =
  "Who pays for the legal work so far depends on why the sale fell through. Ask your solicitor or email us.";
const OWES_NOTHING =
  "You don’t owe us anything. Whether you owe your solicitor for the work so far depends on why the purchase fell through. Ask your solicitor or email us.";

const NO_REFUND = "Under your terms, the service fee is non-refundable.";

test.each([
  ["seller", false, true, `${NO_REFUND} ${DEPENDS}`],
  ["seller", true, true, DEPENDS],
  ["seller", false, false, NO_REFUND],
  ["seller", true, false, null],
  ["buyer", false, true, OWES_NOTHING],
  ["buyer", true, true, OWES_NOTHING],
  ["buyer", false, false, "You don’t owe us anything."],
  ["buyer", true, false, "You don’t owe us anything."],
] as const)(
  "the card tells a %s what is owed after the sale fell through (refund recorded: %s, solicitor assigned: %s)",
  (side, is_refunded, has_solicitor, why) => {
    const change = { ...at(null, null, null), purchase: { aborted: "2026-12-09" } };
    const law_firm = has_solicitor ? "Able Law" : null;
    expect(cardOf(side, change, { is_refunded, law_firm }).card.why).toBe(why);
    expect(fallThroughCosts(side, { is_refunded, has_solicitor })).toBe(why);
    expect(MONEY_AFTER_STOP[side]).not.toContain("refund");
  },
);

const SINCE = "for 3 working days, since Wednesday 9 December";
const USUALLY: ExpectedDate = {
  term: "Usually done by",
  day: "Wed 23 December",
  usual: null,
  is_late: false,
  sentence: "This stage is usually done by Wednesday 23 December.",
};

test.each<[Partial<HolderWithDate> & { holder: string }, string]>([
  [{ holder: "you" }, "It’s your turn."],
  [{ holder: "you", held_for: "since today" }, "It’s your turn."],
  [{ holder: "you", held_for: SINCE }, `It’s been your turn ${SINCE}.`],
  [{ holder: "Bea", held_for: SINCE }, `We’ve been waiting for Bea ${SINCE}.`],
  [{ holder: "you and Bea" }, "We’re waiting for you and Bea."],
  [
    { holder: "you, Bea and Cy", held_for: SINCE },
    `We’ve been waiting for you, Bea and Cy ${SINCE}.`,
  ],
  [{ holder: "Fanlight" }, "We’re working on this stage."],
  [{ holder: "Fanlight", held_for: "since today" }, "We’re working on this stage."],
  [{ holder: "Fanlight", held_for: SINCE }, `We’ve been working on this stage ${SINCE}.`],
  [
    { holder: "your solicitor", held_for: "since Saturday 12 December" },
    "We’ve been waiting for your solicitor since Saturday 12 December.",
  ],
  [{ holder: "both solicitors", held_for: "since today" }, "We’re waiting for both solicitors."],
  [{ holder: "the payment", held_for: SINCE }, `We’ve been waiting for the payment ${SINCE}.`],
  [
    { holder: "everyone’s ID check to be complete" },
    "We’re waiting for everyone’s ID check to be complete.",
  ],
  [{ holder: "a buyer" }, "We’re waiting for a buyer."],
  [
    {
      holder: "everyone’s ID check to be complete",
      open_checks: "Bea still needs to complete their ID check.",
    },
    "We’re waiting for everyone’s ID check to be complete. Bea still needs to complete their ID check.",
  ],
  [
    { holder: "the search provider", held_for: SINCE, by_when: USUALLY },
    `We’ve been waiting for the search provider ${SINCE}. This stage is usually done by Wednesday 23 December.`,
  ],
])("an email about a stage with %j says in whole sentences: “%s”", (who, sentence) => {
  expect(whoSentence({ held_for: null, open_checks: null, by_when: null, ...who })).toBe(sentence);
});

describe("the confidentiality of the other side's ID checks", () => {
  const progress = { payment: "complete", id_checks: "complete" } as const;
  const reviewing = { payment: "complete", id_checks: "in_progress" } as const;
  const base = { sides: "both", purchase: {}, days: { instructed_on: "2026-11-02" } } as const;
  const open = (person_type: PersonsCheck["person_type"], is_unconfirmed = false) => ({
    check: { person_type, created_at: "2026-12-09T10:00:00Z", is_unconfirmed },
  });
  const OTHERS = { seller: ["buyer", "giftor"], buyer: ["seller"] } as const;
  const MINE = [
    ["no check", []],
    ["an open check", [person("Ada", "pending")]],
    ["a check under review", [person("Ada", "complete", "consider")]],
    ["a complete check", [person("Ada", "complete")]],
    [
      "an open check of a co-seller or co-buyer",
      [person("Ada", "complete"), person("Bea", "pending")],
    ],
  ] satisfies [string, PersonsCheck[]][];

  test.each(
    (["seller", "buyer"] as const).flatMap((side) =>
      MINE.map(([name, checks]) => [side, name, checks] as const),
    ),
  )(
    "no text for a %s with %s names the other side or the day of its check",
    (side, _name, checks) => {
      const states = [
        { ...base, progress: reviewing },
        { ...base, progress: reviewing, checks: { [side]: "complete" } },
        ...OTHERS[side].flatMap((person_type) => [
          { ...base, progress, waits: open(person_type) },
          { ...base, progress: reviewing, waits: open(person_type) },
          { ...base, progress: reviewing, waits: open(person_type, true) },
        ]),
      ] satisfies Change[];
      const read = states.map((change) => {
        const { card, stages } = cardOf(side, change, { checks });
        const { current_holder: who, title, text, in_parallel } = card;
        const now = stages.find(({ state }) => state === "now");
        const said = [title, text, in_parallel?.title, in_parallel?.text, who && whoSentence(who)];
        return [...said, now?.held_for, card.why].join(" ");
      });
      for (const text of read) {
        expect(text).not.toMatch(/(?:your buyer|the seller)(?:’s side)?\b(?!’s solicitor)/i);
        expect(text).not.toMatch(/giftor|fail|consider|9 December/);
      }
    },
  );

  test.each([
    ["seller", "giftor"],
    ["seller", "buyer"],
    ["buyer", "seller"],
  ] as const)(
    "a %s with a complete ID check sees the same card, whatever the state of the %s’s ID check",
    (side, person_type) => {
      const checks = [person("Ada", "complete")];
      const more = { checks, papers_returned_at: "2026-12-10T10:00:00Z" };
      const checked = { checks: { [side]: "complete" } } as const;
      const cards = [
        { ...base, ...checked, progress },
        { ...base, ...checked, progress, waits: open(person_type) },
        { ...base, ...checked, progress: reviewing },
        { ...base, ...checked, progress: reviewing, waits: open(person_type, true) },
      ].map((change) => cardOf(side, change, more).card);
      expect(cards[0]).toMatchObject({ kind: "others", title: "We’re ordering the searches" });
      for (const card of cards) expect(card).toEqual(cards[0]);
    },
  );
});

test.each([
  [[], "The ID checks are in progress"],
  [["Bea"], "Bea still needs to complete their ID check"],
  [["Bea", "Cy"], "Bea and Cy still need to complete their ID checks"],
  [["Bea", "Cy", "Gail"], "Bea, Cy and Gail still need to complete their ID checks"],
])(
  "the card names the people %j with an open ID check on the reader’s side: “%s”",
  (names, title) => {
    const checks = [person("Ada", "complete"), ...names.map((name) => person(name, "pending"))];
    const change: Change = {
      progress: { payment: "complete", id_checks: "complete" },
      sides: "both",
      purchase: {},
      waits: {
        check: {
          person_type: "seller",
          created_at: "2026-12-09T10:00:00Z",
          is_unconfirmed: false,
        },
      },
    };
    const { card } = cardOf("seller", change, {
      checks,
      papers_returned_at: "2026-12-10T10:00:00Z",
    });
    expect(card.title).toBe(title);
  },
);

test.each<[Parameters<typeof stageNumber>[0], string]>([
  ["instructed", "1 of 7: solicitors"],
  ["identity", "2 of 7: ID checks"],
  ["searches", "3 of 7: searches"],
  ["contract_pack", "4 of 7: contract pack"],
  ["enquiries", "5 of 7: enquiries"],
  ["exchange", "6 of 7: exchange of contracts"],
  ["completion", "7 of 7: completion"],
])("customers see the stage %s as %j", (stage, text) => {
  expect(stageNumber(stage)).toBe(text);
});
