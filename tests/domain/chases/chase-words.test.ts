import { describe, expect, test } from "vitest";
import { askedText, chaseTargets, followUpDay } from "#app/domain/chases/chase-words.ts";
import type { OpenStep } from "#app/domain/stages/current-step.ts";

const step = (next: OpenStep["next"], holder: OpenStep["holder"]): OpenStep => ({
  next,
  holder,
  of: "enquiries",
  side: null,
  since: null,
});

describe("firms that can be asked about a step", () => {
  test.each([
    ["raise_enquiries", "buyer_solicitor", ["buyer_solicitor"]],
    ["answer_enquiries", "seller_solicitor", ["seller_solicitor"]],
    ["exchange", "solicitors", ["seller_solicitor", "buyer_solicitor"]],
    ["find_buyer", null, ["estate_agent"]],
    ["order_searches", "us", []],
    ["pass_check", "seller", []],
  ] as const)("“%s” with %s asks %j", (next, holder, firms) => {
    expect(chaseTargets([step(next, holder)], true).map(({ firm }) => firm)).toEqual(firms);
  });

  test("a firm is asked about a step that is open next to others", () => {
    const steps = [step("pass_check", "buyer"), step("prepare_contract_pack", "seller_solicitor")];
    expect(chaseTargets(steps, true)).toEqual([
      { firm: "seller_solicitor", step: "prepare_contract_pack" },
    ]);
  });

  test("a sale without an estate agent asks no one for a buyer", () => {
    expect(chaseTargets([step("find_buyer", null)], false)).toEqual([]);
  });
});

test("the follow-up is on the third working day, without bank holidays", () => {
  expect(followUpDay("2026-12-01")).toBe("2026-12-04");
  expect(followUpDay("2026-12-23")).toBe("2026-12-30");
});

describe("what a customer reads about a question", () => {
  const asked = {
    firm: "seller_solicitor",
    asked_on: "2026-12-01",
    follow_up_on: "2026-12-04",
    answer: null,
    answer_day: null,
    answer_waiting_for: null,
  } as const;
  const on = (today: string) => ({ reader: "seller", today }) as const;

  test("the text says when we asked and when we will ask again", () => {
    expect(askedText(asked, on("2026-12-02"))).toBe(
      "We asked your solicitor on Tuesday 1 December and will ask again on Friday 4 December.",
    );
    expect(askedText(asked, { reader: "buyer", today: "2026-12-01" })).toBe(
      "We asked the seller’s solicitor today and will ask again on Friday 4 December.",
    );
  });

  test("the text promises no day that has passed", () => {
    expect(askedText(asked, on("2026-12-07"))).toBe(
      "We asked your solicitor on Tuesday 1 December.",
    );
  });

  test("the text shows only the day of an answer", () => {
    const by_day = { ...asked, answer: "by_day", answer_day: "2026-12-11" } as const;
    expect(askedText(by_day, on("2026-12-02"))).toBe(
      "We asked your solicitor on Tuesday 1 December. They expect to finish by Friday 11 December.",
    );
    for (const answer of ["done", "not_ours"] as const) {
      expect(askedText({ ...asked, answer }, on("2026-12-02"))).toBe(
        "We asked your solicitor on Tuesday 1 December.",
      );
    }
    const waiting = { ...asked, answer: "waiting", answer_waiting_for: "the council" } as const;
    expect(askedText(waiting, on("2026-12-02"))).not.toContain("council");
  });
});
