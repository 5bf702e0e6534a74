import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  buyerLegalFeePence,
  SEARCH_PACK_PENCE,
  splitVat,
  withVat,
} from "#app/domain/payments/costs.ts";
import { formatPence, formatPounds, parsePounds } from "#app/domain/shared/money.ts";
import { giftorAmount, housePrice } from "#app/domain/shared/form-rules.server.ts";
import { HOSTILE, typedForm } from "#tests/support/typed-form.ts";

test.each([
  [24_000, "£240.00"],
  [119_000, "£1,190.00"],
  [5, "£0.05"],
  [0, "£0.00"],
  [-24_000, "-£240.00"],
  [1_234_567_89, "£1,234,567.89"],
])("an amount of %i pence is formatted as %s (W-003, W-004)", (pence, text) => {
  expect(formatPence(pence)).toBe(text);
});

test.each([
  [450_000, "£450,000"],
  [99_999_999, "£99,999,999"],
  [0, "£0"],
])("an amount of %i pounds is formatted as %s (W-003)", (pounds, text) => {
  expect(formatPounds(pounds)).toBe(text);
});

describe("a typed price (V-030, V-031, AMB-C03)", () => {
  test.each([
    ["450000", 450_000],
    ["450,000", 450_000],
    [" £450,000 ", 450_000],
    ["£ 450,000", 450_000],
    ["450,000.99", 450_000], // rounded down
    ["450000.5", 450_000],
    ["£ 425 000", 425_000],
    ["425\u00A0000", 425_000],
    ["425\u2009000", 425_000], // a thin space
    ["1\u202F425\u202F000.50", 1_425_000],
    ["£\u2009425, 000", 425_000],
    ["1 425,000", 1_425_000],
    ["1,425 000", 1_425_000],
    ["007", 7],
    ["0", 0],
    ["0.99", 0],
    [`1${"0".repeat(400)}`, Infinity],
    ["450000,00", null], // a decimal comma (IN-4)
    ["450,00", null],
    ["4,50,000", null],
    ["1,2,3", null],
    ["1,,2", null],
    ["450,,000", null],
    ["450,0000", null],
    ["4500,000", null],
    ["", null],
    [" ", null],
    ["£", null],
    [",450", null],
    ["450,", null],
    ["450,.50", null],
    [",", null],
    ["450.", null],
    [".50", null],
    ["450.555", null],
    ["1.000.000", null],
    ["450 00", null], // a space that does not separate thousands
    ["4 50 000", null],
    ["450 000 ,", null],
    ["450\t000", null],
    ["-450000", null],
    ["+450000", null],
    ["1e6", null],
    ["1e309", null],
    ["0x10", null],
    ["450k", null],
    ["££450", null],
    ["$450", null],
    ["NaN", null],
    ["Infinity", null],
    ["undefined", null],
    ["٤٥٠", null],
    ["450\0", null],
    ["450\n000", null],
    ["1,".repeat(500_000), null],
    [`${"1".repeat(1_000_000)}x`, null],
  ])("the price $0 is parsed as $1 (case %#)", (typed, pounds) => {
    expect(parsePounds(typed)).toBe(pounds);
  });
});

const OUT_OF_BOUNDS = "Asking price must be higher than £99,000 and less than £100,000,000";

describe("house prices (C-034, D-018, W-001, AMB-C02)", () => {
  const form = z.object({ price: housePrice("Asking price") });

  test.each([
    ["99,001", 99_001],
    ["£450,000.00", 450_000],
    ["99999999", 99_999_999],
    ["99,999,999.99", 99_999_999],
  ])("the price %s is accepted", (typed, price) => {
    expect(typedForm(form, { price: typed })).toEqual({ value: { price } });
  });

  test.each([
    ["99,000", OUT_OF_BOUNDS],
    ["99,000.99", OUT_OF_BOUNDS],
    ["100,000,000", OUT_OF_BOUNDS],
    ["0", OUT_OF_BOUNDS],
    ["", OUT_OF_BOUNDS],
    [" ", OUT_OF_BOUNDS],
    ["9".repeat(400), OUT_OF_BOUNDS],
    ["-450000", "Invalid price format. Enter whole pounds, like 250,000"],
    ["1e309", "Invalid price format. Enter whole pounds, like 250,000"],
    ["450000,00", "Invalid price format. Enter whole pounds, like 250,000"],
    ["450k", "Invalid price format. Enter whole pounds, like 250,000"],
    ["450,000,", "Invalid price format. Enter whole pounds, like 250,000"],
    ["lots", "Invalid price format. Enter whole pounds, like 250,000"],
  ])("the price %j is rejected: %s", (price, message) => {
    expect(typedForm(form, { price })).toEqual({ errors: { price: [message] } });
  });

  test("a missing or repeated price is rejected", () => {
    expect(typedForm(form, {})).toEqual({ errors: { price: [OUT_OF_BOUNDS] } });
    expect(typedForm(form, { price: ["450000", "1"] })).toEqual({
      errors: { price: [OUT_OF_BOUNDS] },
    });
  });

  test("the agreed price has the same limits and a separate label (D-018)", () => {
    expect(housePrice("Agreed price").safeParse("99000").error?.issues[0]?.message).toBe(
      "Agreed price must be higher than £99,000 and less than £100,000,000",
    );
  });

  test.each(HOSTILE)("a malformed price is rejected (%#)", (value) => {
    expect(housePrice("Asking price").safeParse(value).success).toBe(false);
    expect(giftorAmount().safeParse(value).success).toBe(false);
  });
});

test.each([
  ["5", 5, null],
  ["20,000", 20_000, null],
  ["99,999,999", 99_999_999, null],
  ["4", null, "Amount must be higher than £0"],
  ["4.99", null, "Amount must be higher than £0"],
  ["0", null, "Amount must be higher than £0"],
  ["", null, "Amount must be higher than £0"],
  ["-5", null, "Invalid price format. Enter whole pounds, like 250,000"],
  ["100,000,000", null, "Amount must be less than £100,000,000"],
])(
  "a giftor's amount of %j is parsed as %j (error: %s) (D-045, AMB-D05)",
  (typed, amount, message) => {
    const answer = giftorAmount().safeParse(typed);
    expect(answer.data ?? null).toBe(amount);
    expect(answer.error?.issues.map((issue) => issue.message) ?? null).toEqual(
      message && [message],
    );
  },
);

describe("the buyer's core legal fee (W-009 to W-019, AMB-W01)", () => {
  test.each([
    [1, 185_000],
    [99_001, 185_000],
    [499_999, 185_000],
    [500_000, 225_000],
    [999_999, 225_000],
    [1_000_000, 270_000],
    [1_499_999, 270_000],
    [1_500_000, 300_000],
    [1_999_999, 300_000],
    [2_000_000, 400_000],
    [3_999_999, 400_000],
    [4_000_000, 600_000],
    [5_999_999, 600_000],
    [6_000_000, 1_000_000],
    [99_999_999, 1_000_000],
    [null, 225_000],
    [undefined, 225_000],
    [0, 225_000],
    [-1, 225_000],
    [NaN, 225_000],
    [Infinity, 225_000],
  ])("the buyer's core legal fee for a price of £%s is %s pence", (price, fee) => {
    expect(buyerLegalFeePence(price)).toBe(fee);
  });

  test("the search pack costs £400, and £480 with VAT (W-020, AMB-D10)", () => {
    expect(formatPence(SEARCH_PACK_PENCE)).toBe("£400.00");
    expect(formatPence(withVat(SEARCH_PACK_PENCE))).toBe("£480.00");
  });
});

describe("VAT (W-007, W-008, AMB-W02)", () => {
  test.each([
    [20_000, 24_000],
    [185_000, 222_000],
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 4],
    [5, 6],
  ])("%i pence without VAT is %i pence with VAT", (net, gross) => {
    expect(withVat(net)).toBe(gross);
  });

  test("net and VAT add up to the gross amount, and net is gross / 1.2 to the nearest penny", () => {
    const wrong = Array.from({ length: 10_000 }, (_, gross) => gross).filter((gross) => {
      const { net_pence, vat_pence } = splitVat(gross);
      return net_pence + vat_pence !== gross || Math.abs(net_pence * 6 - gross * 5) > 3;
    });
    expect(wrong).toEqual([]);
  });

  test.each([-1, 0.5, NaN, Infinity, 2 ** 53])(
    "VAT is not calculated for the invalid amount %s (E-013)",
    (amount) => {
      const refusal = new RangeError("An amount must be a non-negative whole number of pence.");
      expect(() => splitVat(amount)).toThrow(refusal);
      expect(() => withVat(amount)).toThrow(refusal);
    },
  );
});
