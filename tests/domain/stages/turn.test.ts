import { describe, expect, test } from "vitest";
import { giverCard, ownCheck } from "#app/domain/stages/own-check.ts";
import { completionCard, moneyToCome, stoppedCard } from "#app/domain/stages/endings.ts";
import { whoSentence } from "#app/domain/stages/who.ts";
import type { PersonsCheck } from "#app/domain/transactions/customer-progress.ts";
import { at, cardOf, choosing, person, ROWS, TODAY } from "./turns.ts";

describe("issue 24 whose turn it is, what to do, who has it and by when", () => {
  test.each(ROWS)("%s (%s)", (_name, side, change, more, said) => {
    const { turn, title, text, due, task, meanwhile, who, why } = cardOf(side, change, more).card;
    const happens = meanwhile ?? { title, text };
    const days = (of: typeof due) => of.map(({ term, day }) => `${term}: ${day}`);
    const own = [
      meanwhile && title,
      ...days(due),
      task && `besides: ${task.title}`,
      ...days(task?.due ?? []),
    ];
    expect([
      turn,
      happens.title,
      happens.text,
      own.filter(Boolean).join("; ") || null,
      who && whoSentence(who),
    ]).toEqual(said.slice(0, 5));
    expect(why).toBe(said[5] ?? null);
  });

  test.each(ROWS)("the card and the list of stages name one holder: %s (%s)", (...row) => {
    const [name, side, change, more] = row;
    const { card, stages } = cardOf(side, change, more);
    const now = stages.find(({ state }) => state === "now");
    if (!card.who || !now || now.holder === "a buyer") return;
    expect(card.who.holder, name).toBe(now.holder);
  });

  test.each(ROWS)("both sides read the same holder, each by role: %s (%s)", (...row) => {
    const [, , change] = row;
    const roles = (["seller", "buyer"] as const).flatMap((side) =>
      (["pending", "complete"] as const).map((status) => {
        const { stages } = cardOf(side, change, { checks: [person("Ada", status)] });
        const holder = stages.find(({ state }) => state === "now")?.holder;
        // Whoever has a check to do of their own has it too.
        return holder && roleOf(holder.replace(/^you and (?=your buyer’s|the seller’s)/, ""), side);
      }),
    );
    expect(new Set(roles).size, roles.join()).toBe(1);
  });

  test.each([
    ["a day that others were past", at("2026-12-07", "2026-12-09", null), false],
    ["one that has gone by", at("2026-11-03", "2026-11-05", null), true],
    ["no history", at(null, null, null), true],
    ["a matter that is not instructed", {}, false],
  ])(
    "the reader is told when they hear from us where there is no day: %s",
    (_what, change, lacks) => {
      expect(cardOf("seller", change).card.lacks_day).toBe(lacks);
    },
  );

  test.each([
    ["yours, while it takes no longer than most", { law_firm: null }, "Aim for", "Thu 15 January"],
    ["another's", { law_firm: null, chooser: "Ada" }, "Usually by", "Thu 15 January"],
  ])("the day of a stage that is %s", (_whose, more, term, day) => {
    const { card } = cardOf("seller", choosing, { ...more, today: "2026-01-07" });
    expect(card.who?.by_when).toMatchObject({ term, day });
  });

  test("a note on the stage that is under way is named, and on no other", () => {
    const questions = at("2026-12-07", "2026-12-09", null);
    const { card } = cardOf("seller", questions, { note: "enquiries" });
    expect(card.note).toEqual({
      id: "n1",
      note: "Please look for the certificate.",
      left: "Rita, your case handler, left you a note on Thu 10 December",
    });
    // It may ask for something, so that it stands before what others do.
    expect(card).toMatchObject({
      turn: "note",
      title: "Rita, your case handler, left you a note on Thu 10 December",
      text: "“Please look for the certificate.”",
      meanwhile: { title: "Your solicitor is answering your buyer’s questions" },
    });
    expect(cardOf("seller", questions, { note: "identity" }).card).toMatchObject({
      turn: "solicitors",
      note: null,
    });
    // What the reader has to do leads all the same.
    const packed = cardOf("buyer", at("2026-12-07", null, null), { note: "enquiries" }).card;
    expect(packed).toMatchObject({ turn: "papers", note: { id: "n1" } });
  });
});

test.each([
  [
    "2026-12-14T09:00:00Z",
    "seller",
    "You told us today that you have returned the engagement letter and the TA forms about your home.",
  ],
  [
    "2026-12-10T09:00:00Z",
    "buyer",
    "You told us on Thu 10 December that you have returned the engagement letter.",
  ],
] as const)("issue 24 who said so on %s is not asked for papers (%s)", (at_, side, told) => {
  const searching = { progress: { payment: "complete" }, sides: "both", purchase: {} } as const;
  const { card } = cardOf(side, searching, { papers_returned_at: at_ });
  expect(card).toMatchObject({
    turn: "others",
    task: null,
    papers: {
      law_firm: "Able Law",
      told,
      short: side === "seller" ? "the letter and the forms" : "the letter",
    },
  });
  const asked = cardOf(side, searching).card;
  expect(asked).toMatchObject({ turn: "papers", papers: { law_firm: "Able Law", told: null } });
  // What proves it is said by the stages.
  const proved = cardOf(side, at("2026-12-07", "2026-12-09", null), { papers_returned_at: at_ });
  expect(proved.card.papers).toBeNull();
});

test("issue 24 a purchase that stopped without a stage, and one that is completed without its day", () => {
  const stopped = stoppedCard("buyer", { day: "2026-12-09", stage: null, today: TODAY });
  expect(stopped.text).toBe(
    "It stopped on Wed 9 December. There is nothing for you to do. If you and the seller take it up again, email us, and we will carry on from there.",
  );
  expect(completionCard("buyer", null, TODAY)).toMatchObject({
    text: "The day is in your contract, and we have not been told it yet. Do not book your move before you know it. Plan to have your money with your solicitor two working days before it.",
    due: [{ term: "By when", day: "As soon as you can" }],
  });
});

test.each<[PersonsCheck["status"], PersonsCheck["result"], string | null]>([
  [null, null, null],
  ["complete", "clear", null],
  ["pending", null, "Do your ID check"],
  ["failed", null, "We are looking into your ID check"],
  ["aborted", null, "We are looking into your ID check"],
  ["complete", "fail", "We are looking at the result of your ID check"],
])("issue 24 the reader's own check comes first: %s %s", (status, result, title) => {
  expect(ownCheck({ checks: [person("Ada", status, result)] })?.title ?? null).toBe(title);
});

test.each<[PersonsCheck["status"], PersonsCheck["result"], string, string]>([
  [null, null, "others", "Your ID check comes later"],
  ["pending", null, "yours", "Do your ID check"],
  ["failed", null, "others", "We are looking into your ID check"],
  ["complete", "consider", "others", "We are looking at the result of your ID check"],
  ["complete", "clear", "others", "Your ID check is done"],
])("issue 24 to a giver, of their own check: %s %s", (status, result, turn, title) => {
  expect(giverCard(person("Gail", status, result))).toMatchObject({ turn, title });
});

test("issue 24 to a giver, of a second check", () => {
  const second = { ...person("Gail", "pending"), is_repeated: true };
  expect(giverCard(second)).toMatchObject({ turn: "yours", title: "Do your new ID check" });
});

/** Who that is, whoever calls them so. */
function roleOf(holder: string, side: "seller" | "buyer"): string {
  const called = holder
    .replace(/^you(?: and .*)?$|^your side$/, `the ${side}’s side`)
    .replace("your buyer", "the buyer");
  return called.replace("your solicitor", `the ${side}’s solicitor`);
}

test.each([
  [
    "the day itself",
    "2026-12-18",
    "There is nothing for you to do. ",
    "usually by Mon 21 December.",
  ],
  [
    "the weekend after",
    "2026-12-20",
    "There is nothing for you to do. ",
    "usually by Mon 21 December.",
  ],
  ["the last day", "2026-12-21", "There is nothing for you to do. ", "usually by Mon 21 December."],
  [
    "later",
    "2026-12-22",
    "",
    "usually by Mon 21 December. Look at your bank account, and ask them if it has not come.",
  ],
])("24 a seller's money after a completion on a Friday, on %s", (_, today, before, after) => {
  expect(moneyToCome("2026-12-18", today)).toBe(
    `${before}Your solicitor repays any mortgage, takes off the costs and sends you what is left, ${after}`,
  );
});
