const FOUND: Partial<Record<string, readonly string[]>> = {
  LLC1CON29: [
    "Local land charges: no entries.",
    "Planning permission was given for a single-storey rear extension in 2014.",
    "The road in front of the property is adopted and maintained at public expense.",
    "The property is not in a conservation area.",
  ],
  ONESEARCHDW: [
    "The property is connected to the public foul sewer and to the public water supply.",
    "There is a public sewer within 3 metres of the building.",
    "Surface water drains to a public sewer.",
    "The water supply is metered.",
  ],
  ENVRES: [
    "No contaminated land is recorded within 250 metres.",
    "The risk of flooding from rivers and the sea is low.",
    "The risk of flooding from surface water is low.",
    "The property is not in an area affected by radon.",
  ],
  LANDREGPLAN: ["The title plan shows the extent of the registered title edged in red."],
};

export function searchResults(product: string): readonly string[] {
  return FOUND[product === "HOMECHECKPRO" ? "ENVRES" : product] ?? ["Nothing is recorded."];
}
