import type { TopicName } from "#app/domain/reports/labels.ts";

/**
 * Passages of answered forms and their topics, from CON29 (2016), CON29DW (2017), LLC1, CON29M and
 * environmental reports, in the layouts of councils and companies.
 */
export const formAnswers: [form: string, passage: string, topics: TopicName[]][] = [
  ["CON29 3.9", "3.9 (a) an enforcement notice: Yes", ["enforcement_notice"]],
  ["CON29 3.9", "Has any enforcement notice been served? Yes", ["enforcement_notice"]],
  [
    "CON29 3.9",
    "Do any of the following subsist in relation to the property? (a) an enforcement notice None (b) a stop notice Yes (c) a listed building enforcement notice None",
    ["enforcement_notice"],
  ],
  [
    "CON29 3.9",
    "(d) a breach of condition notice\nYes - served 4 May 2021",
    ["enforcement_notice"],
  ],
  ["CON29 3.9", "(e) a planning contravention notice\nSee attached", ["enforcement_notice"]],
  ["CON29 3.9", "(m) a tree preservation order   Yes TPO 14/1987", ["tree_preservation"]],
  [
    "CON29 3.9",
    "(j) a direction restricting permitted development: Yes (Article 4)",
    ["planning_agreement"],
  ],
  [
    "CON29 3.12",
    "3.12 Has any enforceable order or decision been made to compulsorily purchase or acquire the property? Yes.",
    ["compulsory_purchase"],
  ],
  [
    "CON29 3.13",
    "3.13 Contaminated land. Do any of the following apply? (a) a contaminated land notice. Yes",
    ["contaminated_land"],
  ],
  [
    "CON29 3.14",
    'Do records indicate that the property is in a "Radon Affected Area" as identified by Public Health England or Public Health Wales?\nYes',
    ["radon"],
  ],
  [
    "CON29 3.11",
    "(b) an unimplemented resolution to designate the area a conservation area – Yes",
    ["conservation_area"],
  ],
  [
    "CON29 2.1",
    "Which of the roads are (a) highways maintainable at public expense? None",
    ["unadopted_road"],
  ],
  ["CON29 2.1", "Is the road adopted? No", ["unadopted_road"]],
  [
    "CON29 2.1",
    "Mill Lane is a private road and is not maintained by the council.",
    ["unadopted_road"],
  ],
  [
    "CON29 2.2",
    "2.2 Is any public right of way which abuts on, or crosses the property, shown on a definitive map or revised definitive map? Yes, footpath 12",
    ["right_of_way"],
  ],
  [
    "CON29 3.1",
    "3.1 Is the property included in land required for public purposes? Yes",
    ["land_required"],
  ],
  [
    "CON29 3.4",
    "3.4 Is the property (or will it be) within 200 metres of any of the following? (a) the centre line of a new trunk road or special road specified in any order, draft order or scheme YES",
    ["transport_scheme"],
  ],
  [
    "CON29 3.5",
    "Is the property (or will it be) within 200 metres of the centre line of a proposed railway, tramway, light railway or monorail?\nYes",
    ["transport_scheme"],
  ],
  [
    "CON29 3.8",
    "Has a local authority authorised in relation to the property any proceedings for the contravention of any provision contained in building regulations? Yes",
    ["building_regulations"],
  ],
  [
    "CON29 3.7",
    "Do any statutory notices which relate to the following matters subsist? (a) building works None (b) environment None (c) health and safety None (d) housing Yes (e) highways None",
    ["statutory_notice"],
  ],
  ["CON29 1.1", "Planning permission 19/0233: refused on 3 June 2019.", ["planning_agreement"]],

  ["CON29 3.9", "Enforcement notice None", []],
  ["CON29 3.9", "Enforcement notice: None. Stop notice: None.", []],
  [
    "CON29 3.9",
    "(a) an enforcement notice No (b) a stop notice No (m) a tree preservation order No",
    [],
  ],
  ["CON29 3.9", "(a) an enforcement notice\nNone\n(b) a stop notice\nNone", []],
  ["CON29 3.9", "Has any enforcement notice been served? No", []],
  [
    "CON29 3.9",
    "Do any of the following subsist in relation to the property, or has a local authority decided to issue, serve, make or commence any of the following? (a) an enforcement notice (b) a stop notice (c) a listed building enforcement notice (m) a tree preservation order (n) proceedings to enforce a planning agreement or planning contribution: None",
    [],
  ],
  ["CON29 3.12", "Compulsory purchase: not applicable", []],
  [
    "CON29 3.12",
    "Has any enforceable order or decision been made to compulsorily purchase or acquire the property?  -",
    [],
  ],
  ["CON29 3.13", "Contaminated land N/A", []],
  ["CON29 3.13", "(a) a contaminated land notice\nn/a", []],
  ["CON29 3.13", "3.13 Contaminated land Informative", []],
  ["CON29 3.14", "3.14 Radon gas No", []],
  [
    "CON29 3.11",
    "(a) the making of the area a conservation area before 31 August 1974 — Not Applicable",
    [],
  ],
  ["CON29 2.1", "(a) highways maintainable at public expense: Yes, Mill Lane", []],
  ["CON29 2.1", "Is the road adopted?\nYes", []],
  [
    "CON29 2.2",
    "Is any public right of way which abuts on, or crosses the property, shown on a definitive map? None",
    [],
  ],
  ["CON29 3.1", "Is the property included in land required for public purposes? NO", []],
  [
    "CON29 3.8",
    "3.8 Has a local authority authorised in relation to the property any proceedings for the contravention of any provision contained in building regulations? None recorded",
    [],
  ],
  ["CON29 1.1", "(b) a listed building consent None (c) a conservation area consent None", []],
  [
    "Guide",
    "An enforcement notice is a notice that a local planning authority may serve where it thinks that planning control has been breached.",
    [],
  ],

  [
    "LLC1 part 10",
    "Part 10: Listed buildings charges. Grade II listed building, 4 March 1974.",
    ["listed_building"],
  ],
  ["LLC1 part 10", "Part 10: Listed buildings charges Nil", []],
  [
    "LLC1 part 3",
    "Planning charges: Conservation area designated 12 June 1981",
    ["conservation_area"],
  ],
  [
    "LLC1 part 3",
    "Section 106 agreement dated 1 May 2012 registered 9 May 2012.",
    ["planning_agreement"],
  ],
  [
    "LLC1",
    "Part 2: Specific financial charges: 1 entry, £4,200 for works in default",
    ["financial_charge"],
  ],
  ["LLC1", "Part 1: General financial charges None. Part 2: Specific financial charges None.", []],

  [
    "CON29DW 2.1",
    "Does foul water from the property drain to a public sewer? No",
    ["foul_drainage"],
  ],
  ["CON29DW 2.1", "The property is not connected to mains drainage.", ["foul_drainage"]],
  [
    "CON29DW 2.1",
    "2.1 Does foul water from the property drain to a public sewer? Records indicate that foul water from the property does not drain to the public sewerage system.",
    ["foul_drainage"],
  ],
  ["CON29DW 2.1", "Foul drainage is to a septic tank.", ["foul_drainage"]],
  ["CON29DW 2.1", "Does foul water from the property drain to a public sewer?\nYes", []],
  [
    "CON29DW 2.1",
    "2.1 Does foul water from the property drain to a public sewer? Records indicate that foul water from the property does drain to the public sewerage system.",
    [],
  ],
  [
    "CON29DW 2.4",
    "Does the public sewer map indicate any public sewer, disposal main or lateral drain within the boundaries of the property? Yes",
    ["sewer"],
  ],
  [
    "CON29DW 2.4",
    "Does the public sewer map indicate any public sewer, disposal main or lateral drain within the boundaries of the property? No",
    [],
  ],
  [
    "CON29DW 2.8",
    "Is the building which is or forms part of the property at risk of internal flooding due to overloaded public sewers? Yes",
    ["sewer_flooding"],
  ],
  [
    "CON29DW 2.8",
    "The property is not recorded as being at risk of internal flooding due to overloaded public sewers.",
    [],
  ],
  ["CON29DW 3.1", "Is the property connected to mains water supply? No", ["water_supply"]],
  ["CON29DW 3.1", "Is the property connected to mains water supply? Yes", []],
  [
    "CON29DW 3.4",
    "Is the property at risk of receiving low water pressure or flow? Yes",
    ["water_pressure"],
  ],
  [
    "CON29DW 3.4",
    "3.4 Is the property at risk of receiving low water pressure or flow? Records confirm that the property is not recorded on a register kept by the water undertaker as being at risk of receiving low water pressure or flow.",
    [],
  ],

  [
    "CON29M",
    "Are there any known coal mine entries within, or within 20 metres of, the boundary of the property? Yes, 1",
    ["mining"],
  ],
  [
    "CON29M",
    "The property is in a surface area that could be affected by past underground coal mining.",
    ["mining"],
  ],
  [
    "CON29M",
    "Are there any known coal mine entries within 20 metres of the boundary of the property? No",
    [],
  ],
  ["CON29M", "The property is not in an area affected by coal mining subsidence.", []],
  ["Environmental", "The property lies in flood zone 3a.", ["flood_zone"]],
  ["Environmental", "Is any part within flood zone 3? Yes", ["flood_zone"]],
  [
    "Environmental",
    "Is the property within flood zone 2? Yes\nIs the property within flood zone 3? No",
    ["flooding"],
  ],
  ["Environmental", "Risk of flooding from rivers and the sea: High", ["flood_zone"]],
  ["Environmental", "Surface water flooding: Moderate to High", ["flooding"]],
  ["Environmental", "Contaminated land: Further action required", ["contaminated_land"]],
  ["Environmental", "Is any part within flood zone 3? No", []],
  ["Environmental", "Risk of flooding from rivers and the sea: Very low", []],
  ["Environmental", "Surface water flooding Negligible Groundwater flooding Low", []],
  ["Environmental", "Contaminated land: Passed", []],
  ["Environmental", "Radon: The property is not in a radon affected area.", []],
  ["Environmental", "Are radon protective measures required? No", []],
  ["Environmental", "Ground stability: subsidence hazard Not identified", []],

  // In these layouts, the answer is easy to misread.
  ["Order", "Tree Preservation Order No. 14 of 1987 affects the property.", ["tree_preservation"]],
  ["Order", "(m) Tree preservation order(s): 2", ["tree_preservation"]],
  ["Sentence", "Planning: No Enforcement Notice is registered.", []],
  ["Sentence", "Local land charges No Enforcement Notice is registered", []],
  ["Sentence", "No contaminated land has been identified.", []],
  ["Sentence", "Contaminated land has been identified.", ["contaminated_land"]],
  [
    "Sentence",
    "There is no enforcement notice on the house, but an enforcement notice covers the garage.",
    ["enforcement_notice"],
  ],
  ["Sentence", "If an enforcement notice is served, the owner has to comply with it.", []],
  ["Heading", "3.13 Contaminated land The Council keeps a register of such land.", []],
  ["Heading", "Enforcement Notices\nTree Preservation Orders\nListed buildings", []],
  ["No answer", "Has any enforcement notice been served?", []],
  [
    "Columns",
    "Compulsory purchase Not applicable Contaminated land Not applicable Radon Yes",
    ["radon"],
  ],
  ["Columns", "Enforcement notice No Stop notice No Conservation area Yes", ["conservation_area"]],
  ["Columns", "Flood zone: 3", ["flood_zone"]],
  ["Columns", "Is the property in Flood Zone 2 or 3? No", []],
  ["Columns", "Is the property in Flood Zone 2 or 3? Yes", ["flood_zone"]],
  [
    "CON29DW 2.5",
    "Does the public sewer map indicate any public sewer within 30.48 metres (100 feet) of any buildings within the property? Yes",
    [],
  ],
  ["CON29DW 2.1", "The property is connected to the public foul sewer.", []],
  ["Name", "The enforcement notice relates to Low Farm.", ["enforcement_notice"]],
  ["Name", "A compulsory purchase order covers land at Nil Lane.", ["compulsory_purchase"]],
];
