/**
 * Companies House's double. No real company has a number that starts with 99. It answers:
 *
 *     99001234, OC990021  active, with a registered office
 *     99005555            dissolved
 *     99004040            500
 *     key "invalid"       unknown
 *     any other           404
 */

import { http, HttpResponse } from "msw";

type Office = Partial<
  Record<
    | "premises"
    | "address_line_1"
    | "address_line_2"
    | "locality"
    | "region"
    | "postal_code"
    | "country",
    string
  >
>;

const companies: Record<string, { name: string; status: string; office: Office }> = {
  "99001234": {
    name: "ELMFIELD NEW HOMES LIMITED",
    status: "active",
    office: {
      premises: "7",
      address_line_1: "Bootham Square",
      locality: "York",
      region: "North Yorkshire",
      postal_code: "YO30 7BN",
      country: "England",
    },
  },
  OC990021: {
    name: "CASTLE QUARTER HOMES LLP",
    status: "active",
    office: {
      premises: "Castle House",
      address_line_1: "Park Place",
      locality: "Cardiff",
      postal_code: "CF10 3BQ",
      country: "Wales",
    },
  },
  "99005555": {
    name: "OLD MILL BUILDERS LIMITED",
    status: "dissolved",
    office: { address_line_1: "1 Mill Lane", locality: "Leeds", postal_code: "LS1 4AP" },
  },
};

export function companiesHouseHandlers({ baseUrl }: { baseUrl: string }) {
  return [
    http.get(`${baseUrl}/company/:number`, ({ request, params }) => {
      const key = atob((request.headers.get("Authorization") ?? "").replace(/^Basic /, ""));
      if (!key.endsWith(":") || ["invalid:", ":"].includes(key)) {
        return HttpResponse.json(
          { error: "Invalid Authorization", type: "ch:service" },
          { status: 401 },
        );
      }
      const number = String(params.number);
      if (number === "99004040") return HttpResponse.text("Service Unavailable", { status: 500 });
      const company = companies[number];
      if (!company) {
        const error = "company-profile-not-found";
        return HttpResponse.json({ errors: [{ error, type: "ch:service" }] }, { status: 404 });
      }
      return HttpResponse.json({
        company_name: company.name,
        company_number: number,
        company_status: company.status,
        type: number.startsWith("OC") ? "llp" : "ltd",
        jurisdiction: "england-wales",
        date_of_creation: "2019-04-01",
        has_charges: false,
        has_insolvency_history: false,
        registered_office_address: company.office,
        links: { self: `/company/${number}` },
      });
    }),
  ];
}
