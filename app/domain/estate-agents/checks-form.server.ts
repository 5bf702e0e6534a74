import { z } from "zod";
import { ticked } from "#app/domain/fields/ticked.server.ts";
import { emailRows } from "#app/domain/people/person.server.ts";
import { MAX_REQUESTER_EMAILS } from "./limits.ts";
import type { Checks } from "./parts.ts";

/** The Thirdfort settings of an estate agent (M-028, M-057): whoever requests checks says from where (AMB-M05). */
export const ChecksForm = z
  .object({
    requests_seller_thirdfort_checks: ticked(),
    requests_buyer_thirdfort_checks: ticked(),
    receives_seller_thirdfort_checks: ticked(),
    receives_buyer_thirdfort_checks: ticked(),
    thirdfort_requester_emails: emailRows(MAX_REQUESTER_EMAILS),
  })
  .superRefine((checks, context) => {
    const requests =
      checks.requests_seller_thirdfort_checks || checks.requests_buyer_thirdfort_checks;
    if (requests && checks.thirdfort_requester_emails.length === 0) {
      context.addIssue({
        code: "custom",
        path: ["thirdfort_requester_emails"],
        message: "Enter at least one requester email",
      });
    }
  }) satisfies z.ZodType<Checks>;
