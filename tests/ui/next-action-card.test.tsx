import { describe, expect, test } from "vitest";
import { type ActionCard, makeCard } from "#app/domain/stages/card-type.ts";
import { NextActionCard } from "#app/routes/dashboard/next-action-card.tsx";
import type { ReadyView } from "#app/routes/dashboard/ready-list.tsx";
import { render, visibleText } from "./render.tsx";

const ready: ReadyView = {
  title: "1 of 5 ready for a buyer",
  kicker: "No buyer yet. The legal work has started.",
  parts: [{ name: "solicitor", title: "Solicitor", state: "Done", detail: "Ashby & Co" }],
  is_ready: false,
};

const papers = {
  law_firm: "Ashby & Co",
  short: "the engagement letter",
  about: null,
  statement: null,
};
const note = { id: "1", note: "We have phoned the agent.", left: "Ada left you a note today" };
const toReturn = makeCard(
  { kind: "papers", title: "Sign and return your engagement letter", text: "Ashby will email it." },
  { papers, due: [{ term: "When", day: "As soon as you have it" }], note },
);
const questions = makeCard({ kind: "yours", title: "Tell us about your home", text: "Answer." });

const html = (card: ActionCard, view: ReadyView | null) =>
  render(
    <NextActionCard
      card={card}
      next_email_by={null}
      asked={[]}
      stages={null}
      ready={view}
      own_task="You need to finish 15 sections about your home."
      isOwn
      action={<p>Button</p>}
    />,
  );

describe("the card of a sale without a buyer", () => {
  test.each([
    ["below the list of parts, next to documents to return", toReturn, true],
    ["next to the list of parts, if there are no documents to return", questions, false],
  ])("the seller’s own task is %s", async (_where, card, isBelow) => {
    // The column next to the list ends before a task that is below it.
    expect((await html(card, ready)).includes('</div><div class="own-task">')).toBe(isBelow);
  });

  test("a note is a link only, and without the list of parts it is quoted", async () => {
    const short = visibleText(await html(toReturn, ready));
    expect(short).toContain("Ada left you a note today");
    expect(short).not.toContain("We have phoned the agent.");
    expect(visibleText(await html(toReturn, null))).toContain("“We have phoned the agent.”");
  });
});
