import { describe, expect, test } from "vitest";
import { stepTitle } from "#app/domain/stages/step-words.ts";
import { NOT_ORDERED_YET, OWN_CHECK } from "#app/domain/stages/own-check.ts";
import {
  type CustomerProgress,
  INITIAL_STEP_FACTS,
  type PersonsCheck,
  type StepFacts,
} from "#app/domain/transactions/customer-progress.ts";
import { STAGE_NAMES, stageNumber } from "#app/domain/transactions/stage-facts.ts";
import { AFTER_SALE, afterPurchase } from "#app/routes/dashboard/after-completion.ts";
import { BeforeMoving, Completion } from "#app/routes/dashboard/completion.tsx";
import { readyView } from "#app/routes/dashboard/ready-list.tsx";
import { BuyerNextSteps, SellerNextSteps } from "#app/routes/dashboard/next-steps.tsx";
import { preCompletionTasks } from "#app/domain/stages/pre-completion-tasks.ts";
import { progressView, purchaseCard } from "#app/routes/dashboard/view.ts";
import { CoParties } from "#app/routes/dashboard/co-parties.tsx";
import { stageFacts } from "#tests/domain/stages/facts.ts";
import { render, visibleText } from "#tests/ui/render.tsx";

type State = "none" | "sent" | "failed" | "cancelled" | "reviewed" | "done";

const STATES: Record<State, Pick<PersonsCheck, "status" | "result">> = {
  none: { status: null, result: null },
  sent: { status: "pending", result: null },
  failed: { status: "failed", result: null },
  cancelled: { status: "aborted", result: null },
  reviewed: { status: "complete", result: "consider" },
  done: { status: "complete", result: "clear" },
};

const person = (
  first_name: string,
  state: State,
  more: Partial<PersonsCheck> = {},
): PersonsCheck => ({
  first_name,
  person_type: "seller",
  is_repeated: false,
  ...STATES[state],
  ...more,
});

async function detailOf(title: string, facts: Partial<StepFacts>, side: "seller" | "buyer") {
  const Steps = side === "seller" ? SellerNextSteps : BuyerNextSteps;
  const html = await render(<Steps facts={{ ...INITIAL_STEP_FACTS, ...facts }} />);
  const step = html.split("<h3>").find((part) => part.startsWith(`${title}</h3>`));
  return visibleText(/<p class="hint">(.*?)<\/p>/s.exec(step ?? "")?.[1] ?? "");
}

const NOT_ORDERED =
  "We’ll order your ID check once you have a solicitor. You’ll get a text message with a link from Thirdfort, our ID check provider.";

describe("the ID check step", () => {
  const detail = (checks: PersonsCheck[], more: Partial<StepFacts> = {}) =>
    detailOf(
      stepTitle("id_check", { ...INITIAL_STEP_FACTS, checks, ...more }),
      { checks, ...more },
      "seller",
    );

  test.each<[State[], Partial<StepFacts>, string]>([
    [["none"], {}, "Complete your ID check"],
    [["sent", "done"], {}, "Complete your ID check"],
    [["failed"], {}, "Your ID check"],
    [["cancelled"], {}, "Your ID check"],
    [["reviewed", "sent"], {}, "Your ID check"],
    [["done"], {}, "Complete your ID check"],
    [["done", "sent"], {}, "Other people’s ID checks"],
    [["done", "none"], {}, "Other people’s ID checks"],
    [["done", "none"], { is_exchanged: true }, "Complete your ID check"],
  ])(
    "the ID check step asks the reader for a check only if they still have to do it: checks %j, %j: %s (F-034)",
    (states, facts, title) => {
      const checks = states.map((state, index) => person(index === 0 ? "Ada" : "Bob", state));
      expect(stepTitle("id_check", { ...INITIAL_STEP_FACTS, ...facts, checks })).toBe(title);
    },
  );

  test.each<[State, string]>([
    ["none", NOT_ORDERED],
    ["sent", OWN_CHECK.sent],
    ["failed", OWN_CHECK.failed],
    ["cancelled", OWN_CHECK.stopped],
    ["reviewed", OWN_CHECK.looked_at],
  ])(
    "the ID check step describes the reader’s own check with the status “%s” as $1 (F-034)",
    async (state, text) => {
      expect(await detail([person("Ada", state)])).toBe(text);
    },
  );

  test("the ID check step says when we will order the check, even to a reader who is not listed (F-034)", async () => {
    expect(await detail([])).toBe(NOT_ORDERED);
  });

  test("the ID check step gives no time for ordering the check once the reader’s side has a solicitor (F-034)", async () => {
    const both = { law_firm: "Able Law" };
    expect(NOT_ORDERED_YET).toBe(
      "We’ll order your ID check next. You’ll then get a text message with a link from Thirdfort, our ID check provider. You don’t need to do anything until then.",
    );
    expect(await detail([person("Ada", "none")], both)).toBe(NOT_ORDERED_YET);
    expect(await detail([person("Ada", "none"), person("Bo", "sent")], both)).toBe(
      `${NOT_ORDERED_YET} Bo still needs to complete their ID check.`,
    );
    expect(await detail([person("Ada", "sent")], both)).toBe(OWN_CHECK.sent);
  });

  test("the ID check step of a repeated check says that we have sent a new one (F-034)", async () => {
    expect(await detail([person("Ada", "sent", { is_repeated: true })])).toBe(
      "We’ve sent you a new ID check. Look for another text message with a link from Thirdfort, our ID check provider.",
    );
  });

  const contact = (people: string) => `We’ll contact ${people} if we need to.`;

  test.each<[State, string, string, string]>([
    [
      "none",
      "We haven’t ordered an ID check for Bob yet.",
      "We haven’t ordered ID checks for Bob and Cy yet.",
      "We haven’t ordered ID checks for Bob, Cy and Di yet.",
    ],
    [
      "sent",
      "Bob still needs to complete their ID check.",
      "Bob and Cy still need to complete their ID checks.",
      "Bob, Cy and Di still need to complete their ID checks.",
    ],
    ...(["failed", "cancelled", "reviewed"] as const).map(
      (state): [State, string, string, string] => [
        state,
        contact("Bob about their ID check"),
        contact("Bob and Cy about their ID checks"),
        contact("Bob, Cy and Di about their ID checks"),
      ],
    ),
  ])(
    "the ID check step of a reader whose own check is done describes one, two and three other people with the status “%s” as: $1, $2, $3 (F-034)",
    async (state, one, two, three) => {
      const others = ["Bob", "Cy", "Di"].map((name) => person(name, state));
      const own = person("Ada", "done");
      expect(await detail([own, ...others.slice(0, 1)])).toBe(`${OWN_CHECK.done} ${one}`);
      expect(await detail([own, ...others.slice(0, 2)])).toBe(`${OWN_CHECK.done} ${two}`);
      expect(await detail([own, ...others])).toBe(`${OWN_CHECK.done} ${three}`);
    },
  );

  test("the ID check step describes other people with different statuses in whole sentences (F-034)", async () => {
    expect(
      await detail([
        person("Ada", "done"),
        person("Bob", "sent"),
        person("Cy", "failed"),
        person("Di", "none"),
        person("Ed", "done"),
      ]),
    ).toBe(
      `${OWN_CHECK.done} Bob still needs to complete their ID check. We’ll contact Cy about their ID check if we need to. We haven’t ordered an ID check for Di yet.`,
    );
  });

  test("the ID check step omits other people without a check while the reader’s own check has the status “sent” (F-034)", async () => {
    expect(await detail([person("Ada", "sent"), person("Bob", "none")])).toBe(OWN_CHECK.sent);
    expect(await detail([person("Ada", "sent"), person("Bob", "sent")])).toBe(
      `${OWN_CHECK.sent} Bob still needs to complete their ID check.`,
    );
  });
});

describe("next steps other than the ID check", () => {
  const TA_FORMS =
    "The TA forms tell the buyer what’s included in the sale and what you know about the property. Our own questions about your home don’t replace them.";

  test.each<[string, "seller" | "buyer", Partial<StepFacts>, string]>([
    [
      "Choose your solicitor",
      "seller",
      {},
      "Choose a firm from our panel, or ask us to choose for you. Please do this now, because the other steps start once you have one.",
    ],
    [
      "Choose your solicitor",
      "seller",
      { chooser: "Sam" },
      "Sam will choose a firm from our panel, or ask us to choose.",
    ],
    [
      "Sign the engagement letter",
      "buyer",
      {},
      "Once you have a solicitor, they’ll email you the letter.",
    ],
    [
      "Sign the engagement letter",
      "buyer",
      { law_firm: "Able Law" },
      "Your solicitor emails you the letter, which has their terms. Sign it and return it to them as soon as you have it.",
    ],
    [
      "Fill in the TA forms",
      "seller",
      {},
      `Once you have a solicitor, they’ll email you the forms. ${TA_FORMS}`,
    ],
    [
      "Fill in the TA forms",
      "seller",
      { law_firm: "Able Law" },
      `Your solicitor emails you the forms. Fill them in as soon as you have them. ${TA_FORMS}`,
    ],
    [
      "Fill in the TA forms",
      "seller",
      { law_firm: "Able Law", is_development: true },
      "Your solicitor emails you the forms. Fill them in as soon as you have them. The TA forms tell the buyer what’s included in the sale and what you know about the property.",
    ],
    [
      "Review the searches and the title",
      "buyer",
      {},
      "The searches and title show what the council, the water company and HM Land Registry know about the property.",
    ],
    [
      "Review the searches and the title",
      "buyer",
      { searches: { ordered: 4, back: 2 } },
      "2 of 4 search results are in.",
    ],
    [
      "Review the searches and the title",
      "buyer",
      { searches: { ordered: 1, back: 0 } },
      "We’ve ordered the search, and the result isn’t in yet.",
    ],
  ])(
    "the next step “%s” is described to a %s with the facts %j as $3",
    async (title, side, facts, text) => {
      expect(await detailOf(title, facts, side)).toBe(text);
    },
  );
});

describe("other people on a matter", () => {
  test.each<[PersonsCheck["person_type"], State, string]>([
    ["seller", "none", "Bob , your co-seller We haven’t ordered their ID check yet."],
    ["seller", "sent", "Bob , your co-seller They still need to complete their ID check."],
    ["buyer", "sent", "Bob , your co-buyer They still need to complete their ID check."],
    [
      "giftor",
      "sent",
      "Bob , who is giving money towards your purchase They still need to complete their ID check.",
    ],
    ...(["failed", "cancelled", "reviewed"] as const).map(
      (state): [PersonsCheck["person_type"], State, string] => [
        "buyer",
        state,
        "Bob , your co-buyer We’ll contact them about their ID check if we need to.",
      ],
    ),
    ["buyer", "done", "Bob , your co-buyer They’ve completed their ID check."],
  ])(
    "the list of other people on a matter describes a %s whose check has the status “%s” as “%s”",
    async (person_type, state, text) => {
      const checks = [person("Ada", "done"), person("Bob", state, { person_type })];
      const shown = async (isOver: boolean) =>
        visibleText(await render(<CoParties checks={checks} isOver={isOver} />));
      expect(await shown(false)).toBe(text);
      expect(text.startsWith(await shown(true))).toBe(true);
    },
  );
});

const NOTHING_YET: CustomerProgress = {
  checks: [],
  assigned_at: null,
  is_introduced: false,
  papers_returned_at: null,
  searches: { ordered: 0, back: 0, ordered_at: null },
  report_at: null,
  dates: null,
};

test.each([
  ["a home in a development", null, 0],
  ["a home that people live in", "complete", 4],
] as const)("the seller of %s has $2 tasks of a move", (_, property_information, tasks) => {
  const stages = { facts: stageFacts({ property_information }) };
  const view = progressView(NOTHING_YET, { side: "seller", stages, solicitor: null });
  expect(view.before_moving).toHaveLength(tasks);
});

test.each([
  ["with a solicitor", "Able Law", { left: 3, confirmers: null }, "Yours", "With you"],
  [
    "who has confirmed before a co-seller",
    "Able Law",
    { left: 0, confirmers: "Tom" },
    "In progress",
    "With Tom",
  ],
  [
    "whose law firm has declined",
    null,
    { left: 3, confirmers: null },
    "Later",
    "You’ve started. The rest is due once you have a solicitor",
  ],
  [
    "who has answered everything, but has no solicitor",
    null,
    { left: 0, confirmers: null },
    "Later",
    "You’ve answered every section. You can confirm now",
  ],
])("the ready list shows the property information of a seller %s", (...row) => {
  const [, law_firm, information, state, detail] = row;
  const facts = stageFacts({
    progress: { payment: "complete" },
    sides: "seller",
    property_information: "in_progress",
    days: { instructed_on: "2026-01-06" },
  });
  const view = readyView({ facts, stages: [], law_firm, information }, "2026-05-01");
  const part = view?.parts.find(({ name }) => name === "property_information");
  expect(part?.state).toBe(state);
  expect(part?.detail).toBe(detail);
});

describe("the card of a purchase that is not going ahead", () => {
  const progress = progressView(NOTHING_YET, { side: "buyer", stages: null, solicitor: null });

  test.each([
    [
      "waiting",
      "We’re checking the price with the seller",
      "Someone on our team will check the price and your details with the seller. We’ll then email you, and you’ll see every stage of your purchase here.",
    ],
    [
      "sold_to_other",
      "12 Arch Street has been sold",
      "Another buyer has bought this property, so your purchase isn’t going ahead. If you have a solicitor, ask them whether you need to pay for their work so far. If you’ve applied for a mortgage, booked a survey or arranged insurance, let your lender, surveyor or insurer know.",
    ],
    [
      "not_going_ahead",
      "Your purchase isn’t going ahead",
      "The sale of 12 Arch Street isn’t going ahead with you as the buyer. If you have a solicitor, ask them whether you need to pay for their work so far. If you’ve applied for a mortgage, booked a survey or arranged insurance, let your lender, surveyor or insurer know. We’ve saved your details and will email you if that changes. If you think this is a mistake, email us.",
    ],
  ] as const)(
    "the card of a purchase in the state “%s” has the title “%s” and neutral text (CU-19)",
    (place, title, text) => {
      expect(
        purchaseCard(progress, { place, finished_at: null, line_1: "12 Arch Street", card: null }),
      ).toMatchObject({
        title,
        text,
      });
    },
  );
});

describe("dashboards before and after the completion date", () => {
  const before = async (side: "seller" | "buyer", completion: string | null) => {
    const days = preCompletionTasks(side, completion, "2026-11-27");
    return visibleText(await render(<BeforeMoving days={days} />));
  };
  const MAIL = "Set up mail redirection from your moving date.";

  test.each([
    ["2026-12-18", `Now Book your move for Friday 18 December ${MAIL}`],
    [null, `Once you know your completion date Book your move for your completion date ${MAIL}`],
  ])(
    "the dashboard tells a seller when to book the move (completion date: %s): $1",
    async (completion, book) => {
      expect(await before("seller", completion)).toBe(
        `Before you move Until completion Keep your buildings insurance Do not cancel it before your sale has completed. ${book} Before completion Leave everything that’s included in the sale Your fittings and contents form (TA10) lists what’s included. Take everything else with you and leave the property clear. On the day Read the meters and hand over the keys Take a photo of the gas, electricity and water meters. Ask your solicitor or estate agent where to leave the keys.`,
      );
    },
  );

  test.each([
    ["2026-12-18", `Now Book your move for Friday 18 December ${MAIL} By Wed 16 December`],
    [
      null,
      `Once you know your completion date Book your move for your completion date ${MAIL} Before completion`,
    ],
  ])(
    "the dashboard tells a buyer (completion date: %s) what to insure, book and pay and by when ($1), and warns of fraud (CU-3)",
    async (completion, book) => {
      const text = await before("buyer", completion);
      expect(text).toContain(
        `Before you move Today Arrange buildings insurance You may need it from exchange, not completion. If you haven’t arranged it, ask your solicitor about it today. ${book} Send`,
      );
      expect(text).toContain(
        "Send your solicitor the money They’ll tell you how much and when. Before you send any money, check the bank details. Phone your solicitor on a number you already have, not one from an email. Criminals send fake emails with changed bank details.",
      );
    },
  );

  test.each([
    [
      "sale",
      "Completed on Friday 6 November 2026 12 Arch Street is sold Welcome, Sam.",
      "What happens next As soon as you can Tell the council and your energy and water suppliers Tell each of them that you’ve moved out. Give your energy and water suppliers your meter readings. Check your post is being redirected. Once you have it Check your completion statement Your solicitor sends it to you around completion. It shows how they worked out the balance that they sent you. If you don’t have it, ask them. You don’t need to do anything else here.",
    ],
    [
      "purchase",
      "Completed on Friday 6 November 2026 12 Arch Street is yours Welcome, Sam.",
      "What happens next As soon as you can Tell the council and your energy and water suppliers Tell each of them that you’ve moved in. Give your energy and water suppliers your meter readings. By Friday 20 November Your solicitor will send the tax return for your purchase This is the Stamp Duty Land Tax return. Ask them to confirm when they’ve sent it. After that Your solicitor will register you as the owner with HM Land Registry Until then, the register may still show the seller as the owner. You don’t need to do anything else here.",
    ],
  ] as const)(
    "the dashboard of a completed %s lists what to do next",
    async (noun, title, after) => {
      const element = (
        <Completion
          noun={noun}
          day="2026-11-06"
          line_1="12 Arch Street"
          lead="Welcome, Sam."
          after={
            noun === "sale" ? AFTER_SALE : afterPurchase("2026-11-06", "YO1 7HZ", "2026-11-09")
          }
          stages={null}
          aside={null}
        />
      );
      const text = visibleText(await render(element));
      expect(text).toContain(title);
      expect(text).toContain(after);
    },
  );
});

test.each([
  [
    "an English home on the last day",
    ["2026-11-06", "YO1 7HZ", "2026-11-20"],
    "By Friday 20 November: Your solicitor will send the tax return for your purchase. This is the Stamp Duty Land Tax return. Ask them to confirm when they’ve sent it.",
  ],
  [
    "an English home after the last day",
    ["2026-11-06", "YO1 7HZ", "2026-11-21"],
    "Today: Check that your solicitor has sent the tax return for your purchase. This is the Stamp Duty Land Tax return, which was due by Friday 20 November. If your solicitor hasn’t confirmed that they’ve sent it, ask them.",
  ],
  [
    "a home in Cardiff",
    ["2026-11-06", "CF10 1AA", "2026-11-21"],
    "By Sunday 6 December: Your solicitor will send the tax return for your purchase. This is the Land Transaction Tax return. Ask them to confirm when they’ve sent it.",
  ],
  [
    "a home with a postcode on the border",
    ["2026-11-06", "SY10 7HZ", "2026-11-09"],
    "By Friday 20 November: Your solicitor will send the tax return for your purchase. This is the Stamp Duty Land Tax return. Ask them to confirm when they’ve sent it. If the property is in Wales, it’s the Land Transaction Tax return, which is due later.",
  ],
] as const)(
  "after completion, a buyer reads when the tax return is due: %s",
  (_home, [completed, postcode, today], said) => {
    const [, tax] = afterPurchase(completed, postcode, today);
    expect(`${tax?.when}: ${tax?.what}. ${tax?.text}`).toBe(said);
  },
);

test("stageNumber returns a stage’s number and its name, such as “1 of 7: solicitors”", () => {
  expect(STAGE_NAMES.map(stageNumber)).toEqual([
    "1 of 7: solicitors",
    "2 of 7: ID checks",
    "3 of 7: searches",
    "4 of 7: contract pack",
    "5 of 7: enquiries",
    "6 of 7: exchange of contracts",
    "7 of 7: completion",
  ]);
});
