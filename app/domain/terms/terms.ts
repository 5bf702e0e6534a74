import { TERMS_VERSION_LINE } from "#app/domain/onboarding/terms-version.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { LegalDocument, Section } from "./document.ts";
import { contentAndInformation } from "./terms-content.ts";
import { type Party, responsibilityAndChanges, theService } from "./terms-service.ts";

/** Terms for one side: Part A, clauses 1 to 17, and that side's own Part B from clause 18 on. */
export function termsFor(party: Party, partB: readonly Section[]): LegalDocument {
  return {
    title: `${party} Terms & Conditions`,
    version: TERMS_VERSION_LINE,
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
