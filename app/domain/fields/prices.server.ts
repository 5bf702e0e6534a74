import { z } from "zod";
import { formatPounds, parsePounds } from "./money.ts";

const MIN_PRICE_EXCLUDED = 99_000;
const MAX_PRICE_EXCLUDED = 100_000_000;

/** Whole pounds as typed: `message` when nothing is, "Invalid price format" for what is no price (V-030, V-031). */
function wholePounds(message: string) {
  return z.string({ error: message }).transform((typed, context) => {
    const pounds = parsePounds(typed);
    if (pounds !== null) return pounds;
    context.addIssue({
      code: "custom",
      message: typed.trim() === "" ? message : "Invalid price format",
    });
    return z.NEVER;
  });
}

/**
 * What a home is asked or agreed for, in whole pounds: above £99,000 and below £100,000,000, both excluded, so that the
 * message is never untrue (C-034, D-018, W-001, AMB-C02).
 */
export function housePrice(label: string) {
  const message = `${label} must be higher than ${formatPounds(MIN_PRICE_EXCLUDED)} and less than ${formatPounds(MAX_PRICE_EXCLUDED)}`;
  return wholePounds(message).refine(
    (pounds) => pounds > MIN_PRICE_EXCLUDED && pounds < MAX_PRICE_EXCLUDED,
    message,
  );
}

/** What a giftor gives, in whole pounds: more than 4, whatever the message says (D-045, AMB-D05). */
export function giftorAmount() {
  return amountAbove(4, "Amount must be higher than £0", "Amount");
}

/** What an estate agent thinks a home could be asked for, in whole pounds (G-043, G-051). */
export function leadPrice() {
  return amountAbove(0, "Initial asking price is required", "Initial asking price");
}

/** Whole pounds, more than so many and less than any home costs. */
function amountAbove(least: number, message: string, label: string) {
  return wholePounds(message)
    .refine((pounds) => pounds > least, message)
    .refine(
      (pounds) => pounds < MAX_PRICE_EXCLUDED,
      `${label} must be less than ${formatPounds(MAX_PRICE_EXCLUDED)}`,
    );
}
