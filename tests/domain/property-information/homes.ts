import type { MatterDetails } from "#app/domain/property-information/pdtf.ts";
import type { Answers } from "#app/domain/property-information/question-type.ts";

/** Returns the details of a matter, with all facts known. */
export function anyMatter(changes: Partial<MatterDetails> = {}): MatterDetails {
  return {
    id: "65f000000000000000000001",
    address: {
      line_1: "14 Melrose Terrace",
      line_2: null,
      line_3: null,
      post_town: "Bristol",
      county: null,
      postcode: "BS8 2TH",
      country: "England",
      country_iso_2: "GB",
      uprn: "100023336956",
      district: null,
      building_number: "14",
      building_name: null,
      sub_building_name: null,
      street: "Melrose Terrace",
      premise: null,
      organisation_name: null,
      po_box: null,
      latitude: null,
      longitude: null,
    },
    asking_price_pounds: 425_000,
    title_number: "AV123456",
    sellers: [
      {
        first_name: "Grace",
        last_name: "Adeyemi",
        email: "grace@example.com",
        mobile: "+447400123456",
      },
    ],
    ...changes,
  };
}

/** Answers about a freehold house that has nothing unusual. */
export const HOUSE: Answers = {};
