/**
 * Orders for property searches from OneSearch, sent over HTTP as XML messages in the format PISCES
 * Searches Standard V1.
 */

import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { badBody, fetchText, callVendor, readBody } from "../outbound.server.ts";
import { isoDate, orderReference, productType, readPisces } from "./pisces.ts";
import { writeXml, type Xml } from "../xml.ts";

const NAMESPACE = "http://www.oscre.org/ns/Searches/StandardV1";
const AUTHENTICATION = "http://www.oscre.org/ns/v1/piscesauthentication";

const OURS = "SearchRequesterParty";
const THEIRS = "SearchFacilitatorParty";

type SearchOrder = {
  /** Our id for the order. OneSearch shows the id on its site and repeats it in its messages. */
  id: string;
  ordered_on: string;
  is_reorder: boolean;
  products: readonly string[];
  address: {
    sub_building_name: string | null;
    building_name: string | null;
    building_number: string | null;
    street: string | null;
    post_town: string;
    county: string | null;
    postcode: string | null;
  };
};

export type OrderAnswer =
  | {
      state: "accepted";
      /** OneSearch's reference for the order, or ours until OneSearch has one. */
      reference: string;
      lines: { product_id: string; estimated_completion: string | null }[];
    }
  | { state: "refused" };

/**
 * Orders searches (O-015). Never retried, because after a lost response we can't find out whether
 * OneSearch has the order.
 * @throws {VendorError}
 */
export async function orderSearches(order: SearchOrder): Promise<OrderAnswer> {
  const answer = await send("SearchOrderSend", {
    IssueDate: order.ordered_on,
    OrderType: order.is_reorder ? "Reorder" : "New",
    SearchOrderReference: { Reference: order.id, AllocatedBy: OURS },
    SubjectProperty: { PAFAddress: addressXml(order.address) },
    SearchProduct: order.products.map((ProductType) => ({ ProductType })),
  });
  return readAnswer(answer, order.id);
}

/** Returns the URL of an order's page on OneSearch's site, for staff (O-019). */
export function orderUrl(reference: string): string {
  return `${env.ONESEARCH_SITE_URL.replace(/(?<!\/)\/+$/, "")}/orders/${encodeURIComponent(reference)}`;
}

function send(message: string, SearchOrder: Xml) {
  const baseUrl = env.ONESEARCH_API_URL;
  const body = writeXml({
    [message]: {
      "@xmlns": `${NAMESPACE}/${message}`,
      Authentication: {
        "@xmlns:auth": AUTHENTICATION,
        Header: { Version: "1.0", Mode: "" },
        AuthenticationData: { Username: env.ONESEARCH_USERNAME, Password: env.ONESEARCH_PASSWORD },
      },
      SearchOrder: { "@xmlns": "", ...SearchOrder },
    },
  });
  return callVendor("one-search", { baseUrl }, () =>
    fetchText("one-search", new URL(`${baseUrl}/${message}`), {
      method: "POST",
      headers: { "Content-Type": "text/xml; charset=utf-8" },
      body,
    }),
  );
}

function addressXml(address: SearchOrder["address"]): Xml {
  const parts = {
    SubBuildingName: address.sub_building_name,
    BuildingName: address.building_name,
    BuildingNumber: address.building_number,
    ThoroughfareName: address.street,
    PostTown: address.post_town,
    County: address.county,
    PostCode: address.postcode,
  };
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

const Answer = z
  .record(
    z.string(),
    z.object({
      SearchOrder: z.object({
        Status: z.enum(["acknowledged", "processing", "rejected"]),
        SearchOrderReference: z
          .array(
            z.object({
              Reference: orderReference,
              AllocatedBy: z.enum([OURS, THEIRS, "SearchSupplierParty"]),
            }),
          )
          .default([]),
        SearchProduct: z
          .array(
            z.object({
              ProductType: productType,
              ExpectedCompletionDate: isoDate.optional(),
            }),
          )
          .default([]),
      }),
    }),
  )
  .transform((message) => Object.values(message)[0]?.SearchOrder);

/**
 * Parses the response to an order.
 * @throws {VendorError} "bad_body", also if the response is about a different order
 */
function readAnswer(text: string, id: string): OrderAnswer {
  const order = readBody("one-search", Answer, readPisces(text));
  if (!order) return fail();
  const { Status, SearchOrderReference: references, SearchProduct: products } = order;
  const find = (party: string) =>
    references.find(({ AllocatedBy }) => AllocatedBy === party)?.Reference;
  if (find(OURS) !== id) return fail();
  if (Status === "rejected") return { state: "refused" };
  return {
    state: "accepted",
    reference: find(THEIRS) ?? id,
    lines: products.map(({ ProductType, ExpectedCompletionDate }) => ({
      product_id: ProductType,
      estimated_completion: ExpectedCompletionDate ?? null,
    })),
  };
}

function fail(): never {
  throw badBody("one-search");
}

/**
 * Sends OneSearch a free request and describes the answer (docs/vendors.md).
 * @throws any error that `fetch` throws
 */
export async function smokeTest(): Promise<string> {
  const { status } = await fetch(env.ONESEARCH_API_URL, {
    method: "HEAD",
    signal: AbortSignal.timeout(env.OUTBOUND_DEADLINE_MS),
  });
  return `Its address responds with ${status}. OneSearch charges for every request, so the password was not tested.`;
}
