import { isOneSearch, readPush } from "#app/clients/one-search/push.server.ts";
import { readPisces } from "#app/clients/one-search/pisces.ts";
import { isFreshSignature, readWebhook } from "#app/clients/stripe/client.server.ts";
import {
  isWellFormedSignature,
  readThirdfortWebhook,
} from "#app/clients/thirdfort/client.server.ts";
import { textFromStripe, textFromThirdfort } from "#tests/routes/webhooks/messages.ts";
import { push } from "#tests/support/searches.ts";
import type { Parser } from "./parser.ts";

export const VENDOR_PARSERS: readonly Parser[] = [
  {
    name: "webhook: signature of Stripe",
    read: (text) => isFreshSignature(text),
    looksFor: ["t=1,", "v1=,"],
  },
  {
    name: "webhook: body of Stripe",
    read: (text) => readWebhook(text, signature(textFromStripe(text))),
  },
  { name: "webhook: signature of Thirdfort", read: isWellFormedSignature },
  {
    name: "webhook: body of Thirdfort",
    read: (text) => readThirdfortWebhook(text, signature(textFromThirdfort(text))),
  },
  {
    name: "webhook: sender of OneSearch",
    read: isOneSearch,
    looksFor: ["<Authentication>", "<a:Authentication >"],
  },
  {
    name: "webhook: message of OneSearch",
    read: (text) => readPush(pushOf(text)),
    looksFor: ["<Reference ", "<EmbeddedFileBinaryObject ", "<Reference>a"],
    most: 250,
  },
  {
    name: "XML",
    read: readPisces,
    looksFor: ["<a b='c'>", "<a/>", "<![CDATA[", "<?a "],
    most: 250,
  },
];

const signature = ({ headers = {} }: { headers?: Record<string, string> }) =>
  Object.values(headers)[0] ?? null;

const pushOf = (text: string) =>
  push("SearchStatusSend", { SearchProduct: { ProductType: "ENVRES" } }).replace(
    "</SearchOrder>",
    () => `${text}</SearchOrder>`,
  );
