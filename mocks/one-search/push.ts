/** Messages that OneSearch sends to our site: results, statuses, and requests for information. */

import { writePdf } from "#db/demo/pdf.ts";
import { searchResults } from "#db/demo/content/search-results.ts";
import { postWebhook } from "#mocks/post-webhook.ts";
import { writeXml } from "../xml.ts";
import { isoDate, type OneSearchDouble, type Order, orders } from "./orders.ts";

const NAMESPACE = "http://www.oscre.org/ns/Searches/StandardV1";
type Content = Record<string, unknown>;
type Sender = Pick<OneSearchDouble, "username" | "password">;

export function writePush(
  { username, password }: Sender,
  name: string,
  { reference, ...content }: Content & { reference: string },
): string {
  const xml = writeXml({
    [name]: {
      "@xmlns": `${NAMESPACE}/${name}`,
      Authentication: {
        "@xmlns:auth": "http://www.oscre.org/ns/v1/piscesauthentication",
        Header: { Version: "1.0", Mode: "" },
        AuthenticationData: { Username: username, Password: password },
      },
      SearchOrder: {
        "@xmlns": "",
        IssueDate: isoDate(),
        SearchOrderReference: { Reference: reference, AllocatedBy: "SearchFacilitatorParty" },
        ...content,
      },
    },
  });
  return `<?xml version="1.0" encoding="utf-8"?>\n${xml}`;
}

/**
 * Returns the result of a search. Its document is a small PDF in base64, with the line breaks that
 * XML writers often add.
 */
export function resultOf(
  product: string,
  { reference, address }: Pick<Order, "reference" | "address">,
  dated = isoDate(),
): Content {
  const title = `Search ${product} of ${address}`;
  const pdf = writePdf(title, [`Order ${reference}, ${dated}`, ...searchResults(product)]);
  return {
    ProductType: product,
    AsOfDate: dated,
    Attachment: attachment(pdf, `${product}-${reference}.pdf`),
  };
}

export function attachment(bytes: Buffer, filename: string): Content {
  const lines = bytes.toString("base64").match(/.{1,76}/g) ?? [];
  return {
    EmbeddedFileBinaryObject: {
      "@format": "application/pdf",
      "@filename": filename,
      "#": lines.join("\n"),
    },
    Description: "Search results",
    Date: isoDate(),
  };
}

/** Completes or cancels the open searches of an order, and sends our site a message about it. */
export async function endOrder(
  double: OneSearchDouble,
  reference: string,
  status: "Complete" | "Cancelled",
): Promise<void> {
  const order = await double.state.get(orders, reference);
  if (!order) return;
  const open = order.searches.filter((search) => search.status === "InProgress");
  const searches = order.searches.map((search) =>
    search.status === "InProgress" ? { ...search, status } : search,
  );
  await double.state.put(orders, reference, { ...order, searches });
  const SearchProduct = open.map(({ product }) =>
    status === "Complete"
      ? resultOf(product, order)
      : { ProductType: product, Status: status, AsOfDate: isoDate() },
  );
  const name = status === "Complete" ? "SearchResultsSend" : "SearchStatusSend";
  await deliver(double, reference, { what: status, body: { name, SearchProduct } });
}

export async function requestMore(double: OneSearchDouble, reference: string, ActionType: string) {
  const body = { name: "SearchActionRequestSend", ActionRequest: { ActionType } };
  await deliver(double, reference, { what: ActionType, body });
}

/** Unusual messages about results that our site must be able to read or reject. */
export const ODDITIES = {
  names: "Odd file names",
  time: "A date with a time",
  completed: "Status=Completed",
  unknown: "An unknown status",
  product: "CON29-M",
  future: "Dated 2099",
  picture: "A picture among PDFs",
  large: "A PDF of 12 MB",
  broken: "Broken XML",
} as const;
type Oddity = keyof typeof ODDITIES;

export const isOddity = (name: string): name is Oddity => Object.hasOwn(ODDITIES, name);

export async function sendOddity(double: OneSearchDouble, reference: string, oddity: Oddity) {
  const order = await double.state.get(orders, reference);
  if (!order) return;
  const what = ODDITIES[oddity];
  const body = { name: "SearchResultsSend", SearchProduct: oddResults(order, oddity) };
  await deliver(double, reference, { what, body, isBroken: oddity === "broken" });
}

function oddResults(order: Order, oddity: Oddity): Content[] {
  const env = resultOf("ENVRES", order);
  const pdf = writePdf("Search", ["Plan"]);
  switch (oddity) {
    case "names":
      return [{ ...env, Attachment: attachment(pdf, "Plan [1] + report, O'Neill.pdf") }];
    case "time":
      return [{ ...env, AsOfDate: `${isoDate()}T09:30:00.000Z` }];
    case "completed":
      return [{ ProductType: "LLC1CON29", Status: "Completed", AsOfDate: isoDate() }];
    case "unknown":
      return [{ ProductType: "LLC1CON29", Status: "Awaiting council", AsOfDate: isoDate() }];
    case "product":
      return [resultOf("CON29-M", order)];
    case "future":
      return [{ ...env, AsOfDate: "2099-12-31" }];
    case "picture":
      return [
        resultOf("ONESEARCHDW", order),
        { ...env, Attachment: attachment(Buffer.from("GIF89a"), "map.gif") },
      ];
    case "large":
      return [{ ...env, Attachment: attachment(largePdf(pdf), "large.pdf") }];
    case "broken":
      return [env];
  }
}

function largePdf(pdf: Buffer) {
  return Buffer.concat([pdf, Buffer.alloc(12 * 1024 * 1024, "\n"), Buffer.from("%%EOF\n")]);
}

async function deliver(
  double: OneSearchDouble,
  reference: string,
  {
    what,
    body: { name, ...content },
    isBroken = false,
  }: { what: string; body: Content & { name: string }; isBroken?: boolean },
) {
  const message = writePush(double, name, { reference, ...content });
  const status = double.webhookUrl
    ? await postWebhook(double.webhookUrl, {
        headers: { "Content-Type": "text/xml; charset=utf-8" },
        body: isBroken ? message.slice(0, -30) : message,
      })
    : 0;
  const order = await double.state.get(orders, reference);
  if (!order) return;
  const deliveries = [...order.deliveries, { what, status }];
  await double.state.put(orders, reference, { ...order, deliveries });
}
