import { describe, expect, test } from "vitest";
import {
  type SendingFacts,
  SOLICITOR_EMAILS,
  waitsForBuyer,
  suppressionReason,
} from "#app/domain/assignments/solicitor-emails.ts";

const sol = { solicitor: {} };
const all: SendingFacts = {
  for_group: true,
  has_active_purchase: true,
  seller: { ...sol, panel_solicitor: true },
  buyer: sol,
};

const nonPanel = { ...all, seller: { ...sol, panel_solicitor: false } };
const withoutSellerSolicitor = { ...all, seller: { solicitor: null, panel_solicitor: true } };
const withoutBuyerSolicitor = { ...all, buyer: { solicitor: null } };
const noPurchase = { ...all, has_active_purchase: false };
const single = { ...all, for_group: false };
const unchosen = { for_group: false, has_active_purchase: true };

describe("solicitor emails that are forced off (L-051 to L-055)", () => {
  test.each([
    ["a non-panel solicitor of the seller (L-051)", ["seller_introduction"], nonPanel],
    ["a matter without an active purchase", [], noPurchase],
    ["a single transaction (L-055)", ["plot_plan_request"], single],
    ["a group of transactions (L-054)", [], all],
    ["a matter without chosen solicitors", ["plot_plan_request"], unchosen],
    [
      "a seller's lawyer group without a solicitor",
      ["seller_introduction", "seller_solicitor_instruction"],
      withoutSellerSolicitor,
    ],
    [
      "a buyer's lawyer group without a solicitor",
      ["buyer_introduction", "buyer_additional_info", "buyer_solicitor_instruction"],
      withoutBuyerSolicitor,
    ],
  ])("only these emails are forced off for %s: %j", (_name, off, facts) => {
    const names = [...SOLICITOR_EMAILS.seller, ...SOLICITOR_EMAILS.buyer];
    expect(names.filter((name) => suppressionReason(name, facts) !== null)).toEqual(off);
  });

  test("suppressionReason returns the reason why an email is forced off", () => {
    expect(suppressionReason("seller_introduction", nonPanel)).toBe(
      "the chosen solicitor is non-panel",
    );
    expect(suppressionReason("plot_plan_request", single)).toBe("only for groups");
    expect(suppressionReason("seller_introduction", withoutSellerSolicitor)).toBe(
      "the group has no solicitor",
    );
    expect(suppressionReason("buyer_solicitor_instruction", withoutBuyerSolicitor)).toBe(
      "the group has no solicitor",
    );
  });

  test("only the buyer's emails wait until the matter has an active purchase (L-052, L-053)", () => {
    const names = [...SOLICITOR_EMAILS.seller, ...SOLICITOR_EMAILS.buyer];
    expect(names.filter((name) => waitsForBuyer(name, noPurchase))).toEqual(SOLICITOR_EMAILS.buyer);
    expect(names.filter((name) => waitsForBuyer(name, all))).toEqual([]);
  });
});
