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
export function housePrice(label: "Asking price" | "Agreed price") {
  const message = `${label} must be higher than ${formatPounds(MIN_PRICE_EXCLUDED)} and less than ${formatPounds(MAX_PRICE_EXCLUDED)}`;
  return wholePounds(message).refine(
    (pounds) => pounds > MIN_PRICE_EXCLUDED && pounds < MAX_PRICE_EXCLUDED,
    message,
  );
}

/** What a giftor gives, in whole pounds: more than 4, whatever the message says (D-045, AMB-D05). */
export function giftorAmount() {
  const message = "Amount must be higher than £0";
  return wholePounds(message)
    .refine((pounds) => pounds > 4, message)
    .refine(
      (pounds) => pounds < MAX_PRICE_EXCLUDED,
      `Amount must be less than ${formatPounds(MAX_PRICE_EXCLUDED)}`,
    );
}

/** What an estate agent thinks a home could be asked for, in whole pounds (G-043, G-051). */
export function leadPrice() {
  const message = "Initial asking price is required";
  return wholePounds(message)
    .refine((pounds) => pounds > 0, message)
    .refine(
      (pounds) => pounds < MAX_PRICE_EXCLUDED,
      `Initial asking price must be less than ${formatPounds(MAX_PRICE_EXCLUDED)}`,
    );
}
