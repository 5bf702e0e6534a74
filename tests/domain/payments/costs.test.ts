import { expect, test } from "vitest";
import {
  COSTS_OF_BUYING,
  COSTS_OF_SELLING,
  costsOfBuying,
  costsOfSelling,
  EXAMPLE_SELLER_LEGAL_FEE_POUNDS,
  exampleOfSale,
  feesByPrice,
  SEARCH_PACK,
  SERVICE_FEE,
  SET_BY_OTHERS,
} from "#app/domain/payments/costs.ts";

test("the service fee is £240, including £40 VAT (W-021)", () => {
  expect(SERVICE_FEE).toEqual({ net_pence: 20_000, vat_pence: 4_000, total_pence: 24_000 });
});

test("the search pack is £480, including £80 VAT (W-020, AMB-D10)", () => {
  expect(SEARCH_PACK).toEqual({ net_pence: 40_000, vat_pence: 8_000, total_pence: 48_000 });
});

test("the costs of selling are explained to sellers, with a sale at £350,000 (AMB-D10, AMB-E01)", () => {
  expect(COSTS_OF_SELLING).toEqual({
    onRegistering:
      "The service fee is £200.00 plus VAT (£240.00 including VAT). You pay it when you register, and it is non-refundable.",
    onCompletion:
      "The search pack, your buyer’s core legal fees, your own legal fees and your estate agent’s fees are taken from your sale proceeds on completion. You pay nothing for them before then. The search pack costs £400.00 plus VAT (£480.00 including VAT). Your buyer’s core legal fees start at £1,850.00 plus VAT (£2,220.00 including VAT) and depend on the agreed price.",
    example:
      "For example, if you sell for £350,000, you pay £240.00 when you register. On completion, £480.00 for the search pack and £2,220.00 for your buyer’s core legal fees are taken from your sale proceeds. The total is £2,940.00, including VAT. You also pay your own legal fees and your estate agent’s fees. Your solicitor and your agent set these.",
    ifYouWithdraw:
      "If you withdraw from the sale, you pay the abortive legal costs of both solicitors, yours and the buyer’s. Abortive costs are what the solicitors charge for work already done on a sale that does not complete.",
  });
});

test("the buyer's core legal fee depends on the price and is shown for the asking price", () => {
  const fee = (price: number) =>
    costsOfSelling(price).find(({ label }) => label === "Your buyer’s core legal fees");
  expect(fee(450_000)).toEqual({
    label: "Your buyer’s core legal fees",
    hint: "Taken from your sale proceeds on completion. Includes VAT. These fees depend on the agreed price. This amount is for an agreed price of £450,000",
    amount: "£2,220.00",
  });
  expect(fee(600_000)?.amount).toBe("£2,700.00");
});

test("the costs of a sale are all listed, with who sets each and when it is paid", () => {
  expect(sentences(costsOfSelling(450_000))).toEqual([
    "Service fee: £240.00. When you register. Includes VAT. Non-refundable",
    "Search pack: £480.00. Taken from your sale proceeds on completion. Includes VAT",
    "Your buyer’s core legal fees: £2,220.00. Taken from your sale proceeds on completion. Includes VAT. These fees depend on the agreed price. This amount is for an agreed price of £450,000",
    "Your own legal fees: for example £1,300. Taken from your sale proceeds on completion. Your solicitor sets them",
    "Your estate agent’s fees: set by your agent. Taken from your sale proceeds on completion, if you have an agent",
    "If you withdraw: the abortive legal costs of both solicitors: depends on the work done. Yours and the buyer’s, for work already done. The service fee is not refunded",
  ]);
});

test("a seller whose referral code pays the service fee is shown no fee (CU-21)", () => {
  expect(sentences(costsOfSelling(450_000, { referred: true }))[0]).toBe(
    "Service fee: £0.00. Your referral code covers it",
  );
});

test("the costs of a purchase are all listed, with who sets each and when it is paid", () => {
  expect(sentences(costsOfBuying(440_000))).toEqual([
    "Our service, the search pack and your core legal fees: £0.00. Searches and your core legal fees are paid from the sale proceeds on completion",
    "The price of the property: £440,000. On completion, as agreed",
    "Stamp Duty Land Tax in England, Land Transaction Tax in Wales: your solicitor will tell you. On completion",
    "Disbursements and post-completion fees: your solicitor will tell you. On completion. Payments your solicitor makes for you, for example to HM Land Registry",
    "Supplementary legal costs: your solicitor will tell you. On completion, if your purchase needs more work than usual. VAT may be added",
    "Your own solicitor, as well as the one we assign: set by that solicitor. Only if you instruct one. Taken from the money you pay on completion",
    "If the seller withdraws: £0.00. The seller pays the abortive legal costs of both solicitors, including yours",
  ]);
});

function sentences(costs: ReturnType<typeof costsOfSelling>): string[] {
  return costs.map(({ label, hint, amount }) => `${label}: ${amount}. ${hint}`);
}

test("the example of a sale is calculated in pence, with VAT (AMB-D10)", () => {
  expect(exampleOfSale()).toEqual({
    price: "£350,000",
    service_fee_pence: 24_000,
    search_pack_pence: 48_000,
    buyer_legal_fee_pence: 222_000,
    total_pence: 294_000,
  });
  expect(SET_BY_OTHERS).toBe(
    "You also pay your own legal fees and your estate agent’s fees. Your solicitor and your agent set these.",
  );
});

test("the buyer's core legal fee is listed for every price band (W-009 to W-016)", () => {
  expect(feesByPrice()).toEqual([
    "under £500,000: £1,850.00 plus VAT (£2,220.00 including VAT)",
    "under £1,000,000: £2,250.00 plus VAT (£2,700.00 including VAT)",
    "under £1,500,000: £2,700.00 plus VAT (£3,240.00 including VAT)",
    "under £2,000,000: £3,000.00 plus VAT (£3,600.00 including VAT)",
    "under £4,000,000: £4,000.00 plus VAT (£4,800.00 including VAT)",
    "under £6,000,000: £6,000.00 plus VAT (£7,200.00 including VAT)",
    "£6,000,000 and over: £10,000.00 plus VAT (£12,000.00 including VAT)",
  ]);
});

test("the costs of buying are explained to buyers (AMB-D10)", () => {
  expect(COSTS_OF_BUYING).toBe(
    "Your core legal fees and searches are paid from the sale proceeds on completion. You pay Stamp Duty Land Tax or Land Transaction Tax, disbursements and supplementary legal costs.",
  );
});

test("the example of a seller's own legal fees is £1,300 (F-045, AMB-F05)", () => {
  expect(EXAMPLE_SELLER_LEGAL_FEE_POUNDS).toBe(1_300);
});
