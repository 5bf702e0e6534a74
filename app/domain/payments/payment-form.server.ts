import { z } from "zod";
import { CODE_NOT_VALID } from "./referral-codes.server.ts";

/** The forms of the payment page. Nothing of what is paid is in them (AMB-E02). */
export const paymentForm = z.object({
  /** The sale that the page was about: two tabs share a session. */
  transaction_id: z.string().optional(),
  /** Empty takes a code away again. Codes are short: a longer text is none. */
  referral_code: z.string().trim().max(64, CODE_NOT_VALID).default(""),
  form_key: z.string().default(""),
  /**
   * The button; Enter and everything unknown apply the code. "card" is posted in place of paying on our card form when
   * something stands in the box.
   */
  intent: z.enum(["apply", "remove", "submit", "hosted", "card"]).catch("apply"),
});
