import { PRODUCT_NAME } from "#app/product.ts";
import type { LegalDocument, Section } from "./document.ts";
import { contentAndInformation } from "./terms-content.ts";
import { responsibilityAndChanges } from "./terms-responsibility.ts";
import { type Party, theService } from "./terms-service.ts";

/** H-014, H-016, H-037: exact. The version that a customer accepts is stored with the acceptance. */
const VERSION = "Version 1.0 - Effective from January 1, 2024";

/** Terms for one side: Part A, clauses 1 to 17, and that side's own Part B from clause 18 on. */
export function termsFor(party: Party, partB: readonly Section[]): LegalDocument {
  return {
    title: `${party} Terms & Conditions`,
    version: VERSION,
    theme: "dark",
    parts: [
      {
        title: `Part A: using ${PRODUCT_NAME}`,
        sections: [
          ...theService(party, 17 + partB.length),
          ...contentAndInformation,
          ...responsibilityAndChanges,
        ],
      },
      { title: `Part B: terms for ${party}s`, sections: partB },
    ],
  };
}
