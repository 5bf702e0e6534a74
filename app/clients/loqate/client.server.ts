/** Address lookup with Loqate (docs.loqate.com, Capture Find 1.10 and Retrieve 1.20). */

import { decode } from "html-entities";
import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { fetchText, callVendor, readBody, readJson, statusError } from "../outbound.server.ts";
import { VendorError } from "../vendor-error.ts";

/** Cache whose entries expire. If it gets too large, it drops the oldest entries. */
class SuggestionCache<Answer> {
  #answers = new Map<string, { answer: Answer; until: number }>();

  constructor(private readonly limits: { for_ms: number; at_most: number }) {}

  get(key: string): Answer | undefined {
    const known = this.#answers.get(key);
    return known && known.until > Date.now() ? known.answer : undefined;
  }

  put(key: string, answer: Answer): void {
    this.#answers.delete(key);
    this.#answers.set(key, { answer, until: Date.now() + this.limits.for_ms });
    for (const [oldest] of this.#answers) {
      if (this.#answers.size <= this.limits.at_most) break;
      this.#answers.delete(oldest);
    }
  }

  clear(): void {
    this.#answers.clear();
  }
}

const ID_INVALID = "1001";

const SHORTEST_QUERY = 3;
const CACHE_TTL_MS = 5 * 60 * 1_000;
const CACHE_MAX_ENTRIES = 500;

export type Suggestion = {
  /** Loqate's id for the suggestion. The id expires soon, so do not store it. */
  id: string;
  /**
   * "Address", or a kind of container. Pass a container's id as `container` to list what is in it
   * (V-046).
   */
  type: string;
  text: string;
  description: string;
};

/**
 * Decodes Loqate's HTML escapes, but only once, because a person may have typed "&amp;" as part of
 * the text (sent as "&amp;amp;").
 */
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => decode(String(value ?? "")).trim());

const textOrNull = text.transform((value) => value || null);

const numberOrNull = text.transform((value) =>
  value && Number.isFinite(Number(value)) ? Number(value) : null,
);

const Suggestions = z.object({
  Items: z.array(
    z
      .object({ Id: z.string(), Type: z.string(), Text: text, Description: text })
      .transform(({ Id, Type, Text, Description }) => ({
        id: Id,
        type: Type,
        text: Text,
        description: Description,
      })),
  ),
});

const Address = z
  .object({
    Language: text,
    Line1: text,
    Line2: textOrNull,
    Line3: textOrNull,
    City: text,
    ProvinceName: textOrNull,
    PostalCode: textOrNull,
    CountryName: text,
    CountryIso2: z.string().length(2),
    District: textOrNull,
    BuildingNumber: textOrNull,
    BuildingName: textOrNull,
    SubBuilding: textOrNull,
    Street: textOrNull,
    Company: textOrNull,
    POBoxNumber: textOrNull,
    Field1: numberOrNull,
    Field2: numberOrNull,
    Field3: textOrNull,
  })
  .transform((found) => ({
    language: found.Language,
    address: {
      line_1: found.Line1,
      line_2: found.Line2,
      line_3: found.Line3,
      post_town: found.City,
      county: found.ProvinceName,
      postcode: found.PostalCode,
      // Use our own name for the UK instead of Loqate's (V-050).
      country: found.CountryIso2 === "GB" ? "United Kingdom" : found.CountryName,
      country_iso_2: found.CountryIso2,
      district: found.District,
      building_number: found.BuildingNumber,
      building_name: found.BuildingName,
      sub_building_name: found.SubBuilding,
      street: found.Street,
      organisation_name: found.Company,
      po_box: found.POBoxNumber,
      latitude: found.Field1,
      longitude: found.Field2,
      uprn: found.Field3,
    },
  }));

const Addresses = z.object({ Items: z.array(Address) });

/** Address from Loqate, with the same names as the columns of `addresses`. */
export type FoundAddress = z.output<typeof Address>["address"];

/** Error that Loqate reports with status 200. */
const Failure = z.object({
  Items: z.tuple([z.object({ Error: z.union([z.string(), z.number()]).transform(String) })]),
});

const recent = new SuggestionCache<Suggestion[]>({
  for_ms: CACHE_TTL_MS,
  at_most: CACHE_MAX_ENTRIES,
});

/**
 * Finds addresses, and containers of addresses, that match a query (C-078, V-045). Caches the
 * results for five minutes (V-044).
 * @param search.query at least three characters, unless `container` is set (V-042)
 * @param search.container id of the container to search in
 * @throws {VendorError}
 */
export async function findAddresses({
  query,
  country = "GB",
  container,
}: {
  query: string;
  country?: string;
  container?: string | undefined;
}): Promise<Suggestion[]> {
  const typed = query.trim().replace(/\s+/g, " ");
  if (typed.length < SHORTEST_QUERY && !container) return [];

  const key = JSON.stringify([typed.toLowerCase(), country, container]);
  const known = recent.get(key);
  if (known) return known;
  const { Items } = await ask("Find/v1.10", Suggestions, {
    Text: typed,
    Container: container ?? "",
    Countries: country,
    Limit: container ? "200" : "10",
    Language: "en",
  });
  recent.put(key, Items);
  return Items;
}

/**
 * Returns the full address of a suggestion, in English if there is an English version; null if the
 * suggestion's id has expired (C-079, V-047, V-048).
 * @throws {VendorError}
 */
export async function retrieveAddress(id: string): Promise<FoundAddress | null> {
  const { Items } = await ask("Retrieve/v1.20", Addresses, {
    Id: id,
    Field1Format: "{Latitude}",
    Field2Format: "{Longitude}",
    Field3Format: "{UPRN}",
  }).catch((error: unknown) => {
    if (error instanceof VendorError && error.code === ID_INVALID) return { Items: [] };
    throw error;
  });
  const english = Items.find(({ language }) => language === "ENG");
  return (english ?? Items[0])?.address ?? null;
}

function ask<Schema extends z.ZodType>(
  service: string,
  schema: Schema,
  parameters: Record<string, string>,
): Promise<z.output<Schema>> {
  return callVendor("loqate", { baseUrl: env.LOQATE_API_URL, idempotent: true }, async () => {
    const url = new URL(`/Capture/Interactive/${service}/json3.ws`, env.LOQATE_API_URL);
    url.search = new URLSearchParams({ Key: env.LOQATE_KEY, ...parameters }).toString();
    const body = readJson("loqate", z.unknown(), await fetchText("loqate", url));
    const failure = Failure.safeParse(body);
    if (failure.success) throw statusError("loqate", 200, { code: failure.data.Items[0].Error });
    return readBody("loqate", schema, body);
  });
}

/** Clears the cache between tests. */
export function clearSuggestionCache(): void {
  recent.clear();
}

/**
 * Sends Loqate a free, read-only request and describes the answer (docs/vendors.md).
 * @throws {VendorError}
 */
export async function smokeTest(): Promise<string> {
  const found = await findAddresses({ query: "SW1A 2AA" });
  return `${found.length} suggestions for SW1A 2AA, the first “${found[0]?.text ?? ""}”.`;
}
