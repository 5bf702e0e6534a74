import type { TypedUnit } from "./group-draft.server.ts";

/** What a typed address is known by of one house alone: a copy is of another house (AMB-P07). */
const OF_ONE_HOUSE = [
  "building_number",
  "building_name",
  "sub_building_name",
  "premise",
  "uprn",
  "latitude",
  "longitude",
  "confirmed",
  "query",
  "choice",
];

/** A unit beside another one: the same but for the number or the name of the building, which is left open. */
export function copyOfUnit(unit: TypedUnit, id: string): TypedUnit {
  const { address } = unit;
  const kept = Object.entries(address).filter(([part]) => !OF_ONE_HOUSE.includes(part));
  const line_1 = withoutBuilding(address);
  return { ...unit, id, address: { ...Object.fromEntries(kept), line_1 } };
}

/** "Arch Street" of "12 Arch Street", "Plot, Kirkgate Yard" of "Plot 3, Kirkgate Yard". */
function withoutBuilding({ line_1 = "", ...parts }: TypedUnit["address"]): string {
  const known = [parts.sub_building_name, parts.building_name, parts.building_number];
  const named = known.filter((part) => part && line_1.includes(part));
  const shorter =
    named.length > 0
      ? named.reduce<string>((line, part = "") => line.replace(part, ""), line_1)
      : line_1.replace(/\b\d+[a-z]?\b/i, "");
  return shorter
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\s+,/g, ",")
    .replace(/^[\s,]+|[\s,]+$/g, "");
}
