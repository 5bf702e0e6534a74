import { z } from "zod";
import { TENURES } from "#app/domain/properties/tenure.ts";
import { oneOf } from "#app/domain/shared/form-rules.server.ts";
import { optionalFreeText, staffTextLine } from "#app/domain/shared/free-text.server.ts";
import { tooLong } from "#app/domain/shared/messages.ts";
import { defineAction, refuseIfEnded } from "./action.ts";
import { readProperty, writeProperty } from "./property.server.ts";

/** Corrects the tenure of the property. Only the tenure Other has details. */
export const correctTenure = defineAction({
  kind: "correct_tenure",
  title: "Correct the tenure",
  event: "tenure_corrected",
  form: z
    .object({
      tenure: oneOf(TENURES),
      tenure_details: optionalFreeText(tooLong("Details"), { read: staffTextLine }),
    })
    .transform(({ tenure, tenure_details }, context) => {
      if (tenure !== "Other") return { tenure, tenure_details: null };
      if (tenure_details) return { tenure, tenure_details };
      const message = "Please provide details";
      context.addIssue({ code: "custom", path: ["tenure_details"], message });
      return z.NEVER;
    }),
  stored: z.object({ tenure: z.enum(TENURES), tenure_details: z.string().nullable() }),
  async read(db, place) {
    const { tenure, tenure_details } = await readProperty(db, place);
    return { tenure, tenure_details };
  },
  write: writeProperty,
  show: ({ tenure, tenure_details }) => [
    { label: "Tenure", text: tenure_details ? `${tenure}: ${tenure_details}` : tenure },
  ],
  refusal: refuseIfEnded,
  letters: () => ["seller", "buyer"],
});
