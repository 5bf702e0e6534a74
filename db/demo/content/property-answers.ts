/** Answers by the ids of their questions, in app/domain/property-information/questions. */
type HomeAnswers = Record<string, string | readonly string[]>;

/**
 * Answers about an ordinary house. All other questions that ask yes or no are answered with “No”.
 */
export const ordinaryHouse: HomeAnswers = {
  property_type: "House",
  built_form: "Mid-terrace",
  floor_plan: "yes",
  usual_construction: "yes",
  construction_type: "Brick and block",
  loft_access: "yes",
  loft_details: "By a folding ladder from the landing",
  loft_insulated: "yes",
  seller_capacity: "Legal Owner",
  council_tax_band: "C",
  council_tax_amount: "204000",
  energy_rating: "D",
  mains_electricity: "yes",
  heating_type: "Central heating",
  heating_fuel: "Mains gas",
  boiler_serviced: "yes",
  gas_work: "yes",
  mains_water: "yes",
  water_meter: "yes",
  surface_water: "yes",
  foul_drainage: "yes",
  broadband_type: "FTTC (Fibre to the Cabinet)",
  parking_arrangements: ["On Street"],
  outside_areas: ["Front garden", "Rear garden"],
  insured: "yes",
  boundary_sides: "Yes",
  boundary_front: "Seller",
  boundary_back: "Shared",
  boundary_left: "Seller",
  boundary_right: "Neighbour",
  seller_lives_there: "yes",
  items_left: "yes",
  items_left_details: "The curtains, the cooker and the garden shed",
  keys: "agent",
};

/** Years that sellers gave, as a number of years ago, so that no certificate is too old. */
export const yearsAgo: Record<string, number> = { energy_certificate_year: 3, heating_year: 6 };

/** Answers that differ from those about an ordinary house, by the property’s address. */
export const propertyAnswers: Record<string, HomeAnswers> = {
  "9 North Street, Bristol BS3 1EN": {
    council_tax_band: "B",
    council_tax_amount: "198500",
    controlled_parking: "yes",
    permit_cost: "5600",
    services_over_neighbours: "not_sure",
  },
  "11 Crookes Road, Sheffield S10 5BA": {
    floor_plan: "no",
    rooms: [
      "Living room, 4.6m by 3.9m",
      "Kitchen, 4.1m by 3.2m",
      "Front bedroom, 4.2m by 3.8m",
      "Back bedroom, 3.4m by 2.9m",
      "Bedroom in the loft, 4.4m by 3.5m",
      "Bathroom, 2.3m by 1.9m",
    ].join("\n"),
    loft_access: "no",
    council_tax_alterations: "yes",
    council_tax_alterations_details: "The loft was converted into a bedroom in 2011.",
    structural_work: "yes",
    structural_work_details: "The loft was converted into a bedroom in 2011.",
    structural_work_building_control: "Yes",
    structural_work_planning: "Not required",
    structural_work_freeholder: "Not required",
  },
  "37 Mill Road, Cambridge CB1 2AD": {
    built_form: "End-terrace",
    loft_access: "no",
    council_tax_band: "D",
    council_tax_amount: "238000",
    council_tax_alterations: "yes",
    council_tax_alterations_details: "The loft was converted into a study in 2018.",
    foul_drainage: "no",
    private_drainage: "Septic tank",
    structural_work: "yes",
    structural_work_details: "The loft was converted into a study in 2018.",
    structural_work_building_control: "Yes",
    structural_work_planning: "No",
    structural_work_freeholder: "Not required",
    permission_missing: "yes",
    permission_missing_details:
      "The loft conversion had no planning permission. The council sent an enforcement notice in 2019.",
  },
};
