import { z } from "zod";
import { betweenFields, optionalPart, requiredPart } from "#app/domain/fields/form-rules.server.ts";
import { ChecksForm } from "./checks-form.server.ts";
import { MAX_NEGOTIATORS, MAX_VALUERS } from "./limits.ts";
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
      .max(MAX_VALUERS, `An estate agent can have at most ${MAX_VALUERS} valuers`),
    negotiators: z
      .array(NegotiatorForm)
      .max(MAX_NEGOTIATORS, `An estate agent can have at most ${MAX_NEGOTIATORS} negotiators`)
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
          message: "A valuer with this email already exists",
        });
      }
    });
  }, betweenFields) satisfies z.ZodType<NewEstateAgent>;
