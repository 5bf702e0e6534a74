/**
 * Addresses for demonstrations. Their streets are real or realistic, but no real person lives
 * there.
 */

export type Premise = {
  id: string;
  uprn: string;
  flat?: string;
  name?: string;
  number?: string;
  street: string;
  line_2?: string;
  town: string;
  county: string;
  postcode: string;
  company?: string;
  type?: "Residential" | "Commercial";
  welsh?: { street: string; town: string };
  latitude: number;
  longitude: number;
};

type Place = Omit<Premise, "id" | "uprn" | "flat" | "name" | "number"> & {
  numbers?: readonly string[];
  names?: readonly string[];
  building?: { name: string; flats: readonly string[] };
};

const range = (from: number, to: number, step = 2) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) =>
    String(from + index * step),
  );

const places: readonly Place[] = [
  {
    street: "Bishophill Senior",
    town: "York",
    county: "North Yorkshire",
    postcode: "YO1 6EF",
    numbers: range(1, 23),
    latitude: 53.95571,
    longitude: -1.08774,
  },
  {
    street: "Minster Yard",
    town: "York",
    county: "North Yorkshire",
    postcode: "YO1 7HH",
    numbers: range(2, 14),
    names: ["Chapter House Cottage"],
    latitude: 53.96231,
    longitude: -1.0812,
  },
  {
    street: "Bainbrigge Road",
    line_2: "Headingley",
    town: "Leeds",
    county: "West Yorkshire",
    postcode: "LS6 2AB",
    numbers: [...range(1, 27), "27A"],
    latitude: 53.81874,
    longitude: -1.5772,
  },
  {
    street: "Park Row",
    town: "Leeds",
    county: "West Yorkshire",
    postcode: "LS1 4AP",
    numbers: ["18"],
    // Loqate escapes the text in its responses for HTML.
    company: "Marsh &amp; Sons",
    type: "Commercial",
    latitude: 53.79812,
    longitude: -1.5463,
  },
  {
    street: "Chandos Road",
    line_2: "Redland",
    town: "Bristol",
    county: "Bristol",
    postcode: "BS6 5TR",
    numbers: range(10, 44),
    latitude: 51.46778,
    longitude: -2.60123,
  },
  {
    street: "Narrow Quay",
    town: "Bristol",
    county: "Bristol",
    postcode: "BS1 4QA",
    building: { name: "Quayside House", flats: range(1, 24, 1).map((number) => `Flat ${number}`) },
    latitude: 51.44971,
    longitude: -2.59789,
  },
  {
    street: "Cathedral Road",
    line_2: "Pontcanna",
    town: "Cardiff",
    county: "South Glamorgan",
    postcode: "CF11 9LL",
    numbers: range(60, 78),
    welsh: { street: "Heol y Gadeirlan", town: "Caerdydd" },
    latitude: 51.48474,
    longitude: -3.19431,
  },
  {
    street: "Belle Vue",
    town: "Shrewsbury",
    county: "Shropshire",
    postcode: "SY3 7LL",
    numbers: range(3, 19),
    names: ["The Old Bakery", "Severn View"],
    latitude: 52.70193,
    longitude: -2.74951,
  },
  {
    street: "Mill Road",
    town: "Cambridge",
    county: "Cambridgeshire",
    postcode: "CB1 2AZ",
    numbers: range(101, 131),
    latitude: 52.20007,
    longitude: 0.13669,
  },
  {
    street: "Ferry Lane",
    line_2: "Wareham St Mary",
    town: "Exeter",
    county: "Devon",
    postcode: "EX4 4QJ",
    names: ["Rose Cottage", "Ferry House", "The Boathouse"],
    latitude: 50.73502,
    longitude: -3.53321,
  },
];

/**
 * Number from which ids and UPRNs are made. It always starts at the same value, so that an address
 * keeps its id.
 */
let next = 100_040_001;

function listPremises({ numbers = [], names = [], building, ...place }: Place): Premise[] {
  const each = [
    ...numbers.map((number) => ({ number })),
    ...names.map((name) => ({ name })),
    ...(building?.flats ?? []).map((flat) => ({ flat, name: building?.name ?? "" })),
  ];
  return each.map((which) => {
    next += 1;
    return { ...place, ...which, id: `GB|RM|A|${next}`, uprn: String(100_000_000_000 + next) };
  });
}

const premisesByPlace = places.map((place) => ({ place, list: listPremises(place) }));

export const premises: readonly Premise[] = premisesByPlace.flatMap(({ list }) => list);

type Entry = {
  Id: string;
  Type: string;
  Text: string;
  Highlight: string;
  Description: string;
};

function addressEntry({
  id,
  flat,
  name,
  number,
  street,
  line_2,
  town,
  postcode,
  company,
}: Premise): Entry {
  const first = number
    ? `${number} ${street}`
    : `${[flat, name].filter(Boolean).join(", ")}, ${street}`;
  return {
    Id: id,
    Type: "Address",
    Text: company ? `${company}, ${first}` : first,
    Highlight: "",
    Description: [line_2, town, postcode].filter(Boolean).join(", "),
  };
}

/** Addresses and containers that Find returns for a container, by the container's id. */
export const containers = new Map<string, Entry[]>();

export const findable: readonly Entry[] = premisesByPlace.flatMap(({ place, list }) => {
  const { postcode, street, town, building } = place;
  const entries = list.map(addressEntry);
  const postcodeId = `GB|RM|ENG|${postcode.slice(-3)}-${postcode.slice(0, -4)}`;
  const postcodeEntry: Entry = {
    Id: postcodeId,
    Type: "Postcode",
    Text: postcode,
    Highlight: "",
    Description: `${street}, ${town} - ${list.length} Addresses`,
  };
  if (!building) {
    containers.set(postcodeId, entries);
    return [postcodeEntry, ...entries];
  }
  const buildingEntry: Entry = {
    Id: `${postcodeId}|BUILDING`,
    Type: "BuildingName",
    Text: `${building.name}, ${street}`,
    Highlight: "",
    Description: `${town}, ${postcode} - ${list.length} Addresses`,
  };
  containers.set(postcodeId, [buildingEntry]);
  containers.set(buildingEntry.Id, entries);
  return [postcodeEntry, buildingEntry];
});
