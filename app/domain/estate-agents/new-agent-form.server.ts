import { z } from "zod";
import { betweenFields, optionalPart, requiredPart } from "#app/domain/fields/form-rules.server.ts";
import { ChecksForm } from "./checks-form.server.ts";
import {
  MAX_NEGOTIATORS,
  MAX_VALUERS,
  TOO_MANY_NEGOTIATORS,
  TOO_MANY_VALUERS,
  VALUER_EMAIL_TAKEN,
} from "./limits.ts";
import { OfficeForm } from "./office-form.server.ts";
import type { NewEstateAgent } from "./parts.ts";
import { CoordinatorForm, NegotiatorForm, ValuerForm } from "./people-form.server.ts";

const NO_VALUER = "Please add at least one valuer";

/** All of a new estate agent on one page (AMB-M03). */
export const NewEstateAgentForm = z
  .object({
    /** An office that has nothing filled in is told so once (M-051). */
    office: requiredPart(OfficeForm, "Please fill in the office details"),
    /** At least one, since somebody has to be written to (M-050). */
    valuers: z
      .array(ValuerForm, { error: NO_VALUER })
      .min(1, NO_VALUER)
      .max(MAX_VALUERS, TOO_MANY_VALUERS),
    negotiators: z
      .array(NegotiatorForm)
      .max(MAX_NEGOTIATORS, TOO_MANY_NEGOTIATORS)
      .nullish()
      .transform((negotiators) => negotiators ?? []),
    coordinator: optionalPart(CoordinatorForm),
    checks: ChecksForm,
    form_key: z.string().default(""),
  })
  .superRefine(({ valuers }, context) => {
    if (!Array.isArray(valuers)) return;
    const emails = valuers.map(({ email }) => email);
    emails.forEach((email, index) => {
      if (typeof email === "string" && emails.indexOf(email) < index) {
        context.addIssue({
          code: "custom",
          path: ["valuers", index, "email"],
          message: VALUER_EMAIL_TAKEN,
        });
      }
    });
  }, betweenFields) satisfies z.ZodType<NewEstateAgent>;
