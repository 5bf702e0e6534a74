/**
 * Loqate's double. It finds the addresses in addresses.ts by their postcode, street or town.
 *
 *     YO1 7HH, LS6 2AB, BS6 5TR …  a postcode with houses
 *     BS1 4QA                      a building whose flats must be opened
 *     CF11 9LL                     an address in Welsh and in English
 *     LS1 4AP                      an address with an escaped "&"
 *     ZZ1 1ZZ                      no such postcode
 *     error                        query error 1001, with status 200
 *     down                         500
 *
 * It rejects the key "invalid".
 */

import { http, HttpResponse } from "msw";
import { containers, findable, premises, type Premise } from "./addresses.ts";

export function loqateHandlers({ baseUrl }: { baseUrl: string }) {
  const at = (service: string) => `${baseUrl}/Capture/Interactive/${service}/json3.ws`;
  return [
    http.get(at("Find/v1.10"), ({ request }) => {
      const query = new URL(request.url).searchParams;
      if (query.get("Key") === "invalid" || !query.get("Key")) return unknownKey();
      const text = (query.get("Text") ?? "").trim();
      const container = query.get("Container");
      if (!text && !container) return textRequired();
      if (text === "error") return textRequired();
      if (text === "down") return HttpResponse.text("Service Unavailable", { status: 500 });
      if (query.get("Countries") && !/\bGB/.test(query.get("Countries") ?? "")) return items([]);
      const found = container ? inside(container) : find(text);
      return items(found.slice(0, Number(query.get("Limit") ?? 10)));
    }),

    http.get(at("Retrieve/v1.20"), ({ request }) => {
      const query = new URL(request.url).searchParams;
      if (query.get("Key") === "invalid" || !query.get("Key")) return unknownKey();
      const premise = premises.find(({ id }) => id === query.get("Id"));
      if (!premise) return invalidId();
      const english = wholeAddress(premise, "ENG");
      return items(premise.welsh ? [wholeAddress(premise, "CYM"), english] : [english]);
    }),
  ];
}

function find(text: string) {
  const wanted = plain(text);
  const fits = findable.filter((entry) =>
    plain(`${entry.Text} ${entry.Description}`).includes(wanted),
  );
  // For a whole postcode, return only the postcode, which contains its addresses.
  const exact = fits.find((entry) => plain(entry.Text) === wanted);
  return exact ? [exact] : fits;
}

function inside(container: string) {
  return containers.get(container) ?? [];
}

function plain(text: string) {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function wholeAddress(premise: Premise, Language: "ENG" | "CYM") {
  const { id, number, name, flat, street, line_2, town, county, postcode, company, type } = premise;
  const isWelsh = Language === "CYM" && premise.welsh;
  const City = isWelsh ? premise.welsh?.town : town;
  const Street = isWelsh ? premise.welsh?.street : street;
  const house = [flat, name, number && `${number} ${Street}`].filter(Boolean);
  const [Line1, ...more] = number ? house : [...house, Street];
  const lines = [...more, line_2].filter(Boolean);
  return {
    Id: id,
    DomesticId: id.split("|").at(-1),
    Language,
    LanguageAlternatives: premise.welsh ? "ENG,CYM" : "ENG",
    Department: "",
    Company: company ?? "",
    SubBuilding: flat ?? "",
    BuildingNumber: number ?? "",
    BuildingName: name ?? "",
    SecondaryStreet: "",
    Street,
    Block: "",
    Neighbourhood: "",
    District: line_2 ?? "",
    City,
    Line1,
    Line2: lines[0] ?? "",
    Line3: lines[1] ?? "",
    Line4: "",
    Line5: "",
    AdminAreaName: county,
    AdminAreaCode: "",
    Province: county,
    ProvinceName: county,
    ProvinceCode: "",
    PostalCode: postcode,
    CountryName: "United Kingdom",
    CountryIso2: "GB",
    CountryIso3: "GBR",
    // Loqate sends this as a number, but sends the same kind of code as a string elsewhere.
    CountryIsoNumber: 826,
    POBoxNumber: "",
    Label: [...house, Street, City?.toUpperCase(), postcode, "UNITED KINGDOM"].join("\n"),
    Type: type ?? "Residential",
    DataLevel: "Premise",
    Field1: String(premise.latitude),
    Field2: String(premise.longitude),
    Field3: premise.uprn,
    Field4: "",
  };
}

function items(list: unknown[]) {
  return HttpResponse.json({ Items: list });
}

function unknownKey() {
  return items([
    {
      Error: "2",
      Description: "Unknown key",
      Cause: "The key you are using to access the service was not found.",
      Resolution:
        "Please check that the key is correct. It should be in the form AA11-AA11-AA11-AA11.",
    },
  ]);
}

function invalidId() {
  return items([
    {
      Error: "1001",
      Description: "Id Invalid",
      Cause: "The Id parameter supplied was invalid.",
      Resolution: "Try again, using only ID from the find services.",
    },
  ]);
}

function textRequired() {
  return items([
    {
      Error: "1001",
      Description: "Text or Container Required",
      Cause: "The Text or Container parameters were not supplied.",
      Resolution: "Check they were supplied and try again.",
    },
  ]);
}
