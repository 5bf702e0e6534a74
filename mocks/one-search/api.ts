/**
 * OneSearch's double, which reads and writes PISCES XML. Each message makes an order, even if it is
 * a duplicate, and orders can't be queried, because nothing that OneSearch publishes says that its
 * service detects duplicates or answers queries. Some messages get a special response:
 *
 *     building number 66   rejected
 *     building number 77   accepted, but the response is lost
 *     building number 88   accepted; the response lacks OneSearch's reference
 *     user name "invalid"  401
 *
 * The page /mocks/one-search sends the results of an order to our site.
 */

import { randomInt } from "node:crypto";
import { XMLParser } from "fast-xml-parser";
import { http, HttpResponse } from "msw";
import { z } from "zod";
import type { State } from "#mocks/state.ts";
import { writeXml } from "../xml.ts";
import { isoDate, type Order, orders } from "./orders.ts";

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  isArray: (name) => name === "SearchProduct",
});

const ReferenceOf = z.object({ Reference: z.string() });
const message = <Content extends z.ZodType>(content: Content) =>
  z
    .record(
      z.string(),
      z.object({
        Authentication: z.object({ AuthenticationData: z.object({ Username: z.string() }) }),
        SearchOrder: content,
      }),
    )
    .transform((all, context) => {
      const [content] = Object.values(all);
      if (content) return content;
      context.addIssue({ code: "custom", message: "empty" });
      return z.NEVER;
    });

const Ordered = message(
  z.object({
    OrderType: z.string(),
    SearchOrderReference: ReferenceOf,
    SubjectProperty: z.object({
      PAFAddress: z.object({
        BuildingNumber: z.string().default(""),
        BuildingName: z.string().default(""),
        ThoroughfareName: z.string().default(""),
        PostTown: z.string(),
        PostCode: z.string().default(""),
      }),
    }),
    SearchProduct: z.array(z.object({ ProductType: z.string() })),
  }),
);
export function oneSearchHandlers({ state, baseUrl }: { state: State; baseUrl: string }) {
  return [
    http.post(`${baseUrl}/SearchOrderSend`, async ({ request }) => {
      const { Authentication, SearchOrder } = Ordered.parse(parser.parse(await request.text()));
      if (isStranger(Authentication)) return new HttpResponse(null, { status: 401 });
      const number = SearchOrder.SubjectProperty.PAFAddress.BuildingNumber;
      const ours = SearchOrder.SearchOrderReference.Reference;
      if (number === "66") return answer(ours, "rejected");
      const order = await place(state, SearchOrder);
      if (number === "77") return HttpResponse.error();
      return number === "88" ? answer(ours, "processing") : answer(ours, "acknowledged", order);
    }),
    http.all(`${baseUrl}/*`, () => new HttpResponse(null, { status: 404 })),
  ];
}

type Authentication = z.output<typeof Ordered>["Authentication"];

const isStranger = ({ AuthenticationData }: Authentication) =>
  AuthenticationData.Username === "invalid";

/** Days until a search has its result. A local search takes longest. */
const DAYS = { LLC1CON29: 10 } as Readonly<Record<string, number>>;
const DAY_MS = 24 * 60 * 60 * 1_000;

async function place(state: State, ordered: z.output<typeof Ordered>["SearchOrder"]) {
  const { BuildingName, PostTown, PostCode, ...street } = ordered.SubjectProperty.PAFAddress;
  const inStreet = [street.BuildingNumber, street.ThoroughfareName].filter(Boolean).join(" ");
  const order: Order = {
    reference: `OS${randomInt(10_000_000, 99_999_999)}`,
    requester_reference: ordered.SearchOrderReference.Reference,
    type: ordered.OrderType,
    address: [BuildingName, inStreet, PostTown, PostCode].filter(Boolean).join(", "),
    placed_at: new Date().toISOString(),
    searches: ordered.SearchProduct.map(({ ProductType }) => ({
      product: ProductType,
      status: "InProgress",
      expected: isoDate(Date.now() + (DAYS[ProductType] ?? 5) * DAY_MS),
    })),
    deliveries: [],
  };
  await state.put(orders, order.reference, order);
  return order;
}

function answer(ours: string, Status: string, order?: Order) {
  const xml = writeXml({
    SearchOrderReceive: {
      "@xmlns": "http://www.oscre.org/ns/Searches/StandardV1/SearchOrderReceive",
      SearchOrder: {
        "@xmlns": "",
        Status,
        SearchOrderReference: [
          { Reference: ours, AllocatedBy: "SearchRequesterParty" },
          ...(order ? [{ Reference: order.reference, AllocatedBy: "SearchFacilitatorParty" }] : []),
        ],
        SearchProduct: (order?.searches ?? []).map(({ product, expected }) => ({
          ProductType: product,
          ExpectedCompletionDate: expected,
        })),
      },
    },
  });
  const body = `<?xml version="1.0" encoding="utf-8"?>\n${xml}`;
  return new HttpResponse(body, { headers: { "Content-Type": "text/xml; charset=utf-8" } });
}
