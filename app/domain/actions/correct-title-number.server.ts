import { z } from "zod";
import { freeText } from "#app/domain/shared/free-text.server.ts";
import { tooLong } from "#app/domain/shared/messages.ts";
import { defineAction, refuseIfEnded } from "./action.ts";
import { readProperty, writeProperty } from "./property.server.ts";

const LONGEST = 255;

/** Corrects the number under which HM Land Registry has the title of the property. */
export const correctTitleNumber = defineAction({
  kind: "correct_title_number",
  title: "Correct the title number",
  event: "title_number_corrected",
  form: z.object({
    title_number: freeText("Enter the title number", tooLong("Title number", LONGEST), {
      max: LONGEST,
    }).transform((number) => number.toUpperCase()),
  }),
  stored: z.object({ title_number: z.string().nullable() }),
  async read(db, place) {
    const { title_number } = await readProperty(db, place);
    return { title_number };
  },
  write: writeProperty,
  show: ({ title_number }) => [{ label: "Title number", text: title_number ?? "Not known" }],
  refusal: refuseIfEnded,
  letters: () => ["seller", "buyer"],
});
