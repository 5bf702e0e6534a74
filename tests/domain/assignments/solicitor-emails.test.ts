import { describe, expect, test } from "vitest";
import {
  type SendingFacts,
  SOLICITOR_EMAILS,
  waitsForBuyer,
  whyForcedOff,
} from "#app/domain/assignments/solicitor-emails.ts";

const sol = { solicitor: {} };
const all: SendingFacts = {
  for_group: true,
  has_active_purchase: true,
  seller: { ...sol, panel_solicitor: true },
  buyer: sol,
};

const nonPanel = { ...all, seller: { ...sol, panel_solicitor: false } };
const nobodySells = { ...all, seller: { solicitor: null, panel_solicitor: true } };
const nobodyBuys = { ...all, buyer: { solicitor: null } };
const noPurchase = { ...all, has_active_purchase: false };
const single = { ...all, for_group: false };
const unchosen = { for_group: false, has_active_purchase: true };

describe("L-051 to L-055 what forces an email off", () => {
  test.each([
    ["L-051 a non-panel solicitor of the seller", nonPanel, ["seller_introduction"]],
    ["L01 no active purchase intent, which is waited for", noPurchase, []],
    ["L-055 a single transaction", single, ["plot_plan_request"]],
    ["L-054 a group", all, []],
    ["nobody chosen yet", unchosen, ["plot_plan_request"]],
    [
      "a seller's group without a solicitor",
      nobodySells,
      ["seller_introduction", "seller_solicitor_instruction"],
    ],
    [
      "a buyer's group without a solicitor",
      nobodyBuys,
      ["buyer_introduction", "buyer_additional_info", "buyer_solicitor_instruction"],
    ],
  ])("%s", (_name, facts, off) => {
    const names = [...SOLICITOR_EMAILS.seller, ...SOLICITOR_EMAILS.buyer];
    expect(names.filter((name) => whyForcedOff(name, facts) !== null)).toEqual(off);
  });

  test("each says why", () => {
    expect(whyForcedOff("seller_introduction", nonPanel)).toBe("the chosen solicitor is non-panel");
    expect(whyForcedOff("plot_plan_request", single)).toBe("only for groups");
    expect(whyForcedOff("seller_introduction", nobodySells)).toBe("the group has no solicitor");
    expect(whyForcedOff("buyer_solicitor_instruction", nobodyBuys)).toBe(
      "the group has no solicitor",
    );
  });

  test("L-052 L-053 L01 without an active purchase the buyer's emails wait, and no others", () => {
    const names = [...SOLICITOR_EMAILS.seller, ...SOLICITOR_EMAILS.buyer];
    expect(names.filter((name) => waitsForBuyer(name, noPurchase))).toEqual(SOLICITOR_EMAILS.buyer);
    expect(names.filter((name) => waitsForBuyer(name, all))).toEqual([]);
  });
});
