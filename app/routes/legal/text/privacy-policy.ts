import type { LegalDocument } from "#app/domain/terms/document.ts";
import { general, thirdPartyServices } from "./privacy-everybody.ts";
import { individuals } from "./privacy-individuals.ts";
import { partners } from "./privacy-partners.ts";

/** The privacy policy, in three parts by whom it is for (H-075 to H-080). */
export const privacyPolicy: LegalDocument = {
  title: "Privacy Policy",
  version: "Last updated July 2023",
  theme: "light",
  parts: [{ sections: [general, individuals, partners, thirdPartyServices] }],
};
