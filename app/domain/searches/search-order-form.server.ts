import { z } from "zod";
import { optionalFreeText, tooLongMessage } from "#app/domain/fields/free-text.server.ts";

/** By what a building is known in its street. */
export const BUILDING_PARTS = ["sub_building_name", "building_name", "building_number"] as const;
export type SearchAddress = Record<(typeof BUILDING_PARTS)[number], string | null>;

/** Which building is searched, as staff type it (O-010 to O-014). */
export const SearchOrderForm = z
  .object({
    sub_building_name: optionalFreeText(tooLongMessage("Sub-building name")),
    building_name: optionalFreeText(tooLongMessage("Building name")),
    building_number: optionalFreeText(tooLongMessage("Building number")),
    /** What the dialog said that it would be (O-015). */
    is_reorder: z.stringbool().default(false),
  })
  .refine(
    ({ building_name, building_number }) => building_name !== null || building_number !== null,
    {
      path: ["building_number"],
      error: "Either building name or number is required",
    },
  ) satisfies z.ZodType<SearchAddress & { is_reorder: boolean }>;

export type SearchOrderInput = z.output<typeof SearchOrderForm>;
