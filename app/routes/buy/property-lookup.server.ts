import { postcodeNotFound } from "#app/domain/purchases/questions.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { listPropertiesForSale, lookupForm } from "#app/domain/sales/open-sales.server.ts";
import { env } from "#app/platform/env.server.ts";
import { formText } from "#app/forms/form.server.ts";
import { consumeLimit } from "#app/limits/limits.server.ts";
import { errorTexts } from "#app/observability/errors.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { db } from "#db/connection.ts";
import { FIND_PROPERTY } from "./property-finder.tsx";

/** Rate limit of lookups, because they reveal which properties are for sale (AMB-D02). */
const LOOKUPS = { limit: 30, seconds: 60 };

type Lookup = {
  searched?: string;
  problems: Record<string, string[]>;
  status?: number;
};

/**
 * Looks up the postcode that was posted, if the finder’s button was clicked (D-010, D-012, D-014,
 * D-017).
 */
export async function lookUpPosted(form: FormData, user_id: ReaderId): Promise<Lookup | null> {
  if (formText(form, "intent") !== FIND_PROPERTY) return null;
  return lookUpPostcode(user_id, formText(form, "postcode"));
}

async function lookUpPostcode(buyer_id: ReaderId, postcode: string): Promise<Lookup> {
  const typed = lookupForm.safeParse({ postcode });
  if (!typed.success) {
    return problem(typed.error.issues[0]?.message ?? "");
  }
  const consumed = await consumeLimit(db, { key: `property-lookup:${buyer_id}`, ...LOOKUPS });
  if (!consumed.ok) return problem(errorTexts["too-many"], 429);
  const properties = await listOfferedProperties(buyer_id, typed.data.postcode);
  if (properties.length > 0) return { searched: typed.data.postcode, problems: {} };
  return problem(postcodeNotFound(env.SUPPORT_EMAIL));
}

function problem(message: string, status?: number): Lookup {
  return { problems: { postcode: [message] }, status };
}

/**
 * Returns the properties that are for sale at a postcode. If the lookup fails, returns none, as for
 * an unknown postcode (AMB-D02, D-014).
 */
export async function listOfferedProperties(buyer_id: ReaderId, searched: string | undefined) {
  if (!searched) return [];
  const homes = await nullIfFailed(listPropertiesForSale(db, { postcode: searched, buyer_id }), {
    what: "looking properties up",
  });
  return homes?.map(({ property_id, address }) => ({ property_id, address })) ?? [];
}
