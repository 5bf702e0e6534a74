import { describe, expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { useDoubles } from "#tests/support/doubles.ts";

/** Checks that each double rejects what its vendor rejects (docs/vendors.md). */

useDoubles();

async function ask(url: string, init: RequestInit) {
  const answer = await fetch(url, init);
  const body: unknown = await answer.json();
  return { status: answer.status, body };
}

describe("the double of Stripe", () => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    ask(`${env.STRIPE_API_URL}/v1${path}`, {
      method: "POST",
      headers: {
        Authorization: "Bearer sk_test_double",
        "Content-Type": "application/x-www-form-urlencoded",
        ...headers,
      },
      body,
    });
  const session =
    "mode=payment&line_items[0][quantity]=1&line_items[0][price_data][currency]=gbp&line_items[0][price_data][unit_amount]=24000&line_items[0][price_data][product_data][name]=Sale&success_url=https://a.example/&cancel_url=https://a.example/";
  const many = Array.from({ length: 51 }, (_, at) => `metadata[k${at}]=v`).join("&");

  test.each([
    ["/customers", "email=alex@example.com&name=Alex&metadata[user_id]=u1"],
    ["/payment_intents", "amount=24000&currency=gbp&automatic_payment_methods[enabled]=true"],
    ["/checkout/sessions", session],
  ])("the double of Stripe accepts a documented request to %s", async (path, body) => {
    expect(await post(path, body)).toMatchObject({ status: 200 });
  });

  test.each([
    ["/customers", "email=nobody", "email", "email_invalid"],
    ["/customers", `name=${"n".repeat(257)}`, "name", undefined],
    ["/customers", "user_id=u1", "user_id", "parameter_unknown"],
    ["/customers", many, "metadata", undefined],
    ["/customers", `metadata[${"k".repeat(41)}]=v`, `metadata[${"k".repeat(41)}]`, undefined],
    ["/customers", `metadata[k]=${"v".repeat(501)}`, "metadata[k]", undefined],
    ["/payment_intents", "currency=gbp", "amount", "parameter_missing"],
    ["/payment_intents", "amount=29&currency=gbp", "amount", "amount_too_small"],
    ["/payment_intents", "amount=100000000&currency=gbp", "amount", "amount_too_large"],
    ["/payment_intents", "amount=2.5&currency=gbp", "amount", "parameter_invalid_integer"],
    ["/payment_intents", "amount=24000&currency=xxx", "currency", undefined],
    ["/payment_intents", "amount=24000&currency=gbp&mode=payment", "mode", "parameter_unknown"],
    ["/checkout/sessions", session.replace("mode=payment", "mode=pay"), "mode", undefined],
    ["/checkout/sessions", session.replace("https://a", "/a"), "success_url", "url_invalid"],
    [
      "/checkout/sessions",
      `${session}&client_reference_id=${"r".repeat(201)}`,
      "client_reference_id",
      undefined,
    ],
  ])(
    "the double of Stripe rejects a request to $0 because of the parameter $2 (code: $3)",
    async (path, body, param, code) => {
      expect(await post(path, body)).toEqual({
        status: 400,
        body: {
          error: {
            type: "invalid_request_error",
            message: expect.any(String),
            param,
            ...(code && { code }),
          },
        },
      });
    },
  );

  test.each([
    ["JSON", { "Content-Type": "application/json" }],
    ["a key of 256 characters", { "Idempotency-Key": "k".repeat(256) }],
  ])("the double of Stripe rejects a request with %s", async (_what, headers) => {
    expect(await post("/customers", "name=Alex", headers)).toMatchObject({ status: 400 });
  });
});

describe("the double of Postmark", () => {
  const email = { From: "us@fanlight.example", To: "a@example.com", Subject: "s", TextBody: "t" };
  const headers = {
    "X-Postmark-Server-Token": "token-of-the-double",
    "Content-Type": "application/json",
  };
  const send = (body: unknown, changed: Record<string, string> = {}) =>
    ask(`${env.POSTMARK_API_URL}/email`, {
      method: "POST",
      headers: { ...headers, ...changed },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const readers = (count: number) =>
    Array.from({ length: count }, (_, at) => `a${at}@example.com`).join(",");

  test("the double of Postmark accepts 50 recipients, ten metadata pairs and a subject of 2,000 characters", async () => {
    const most = { ...email, To: readers(50), Subject: "s".repeat(2_000) };
    const Metadata = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`n${at}`, "v"]));
    expect(await send({ ...most, Metadata })).toMatchObject({ status: 200 });
  });

  test.each([
    ["51 recipients", { ...email, To: readers(51) }, 300],
    ["a long subject", { ...email, Subject: "s".repeat(2_001) }, 300],
    ["a long tag", { ...email, Tag: "t".repeat(1_001) }, 300],
    ["a long name of metadata", { ...email, Metadata: { ["n".repeat(21)]: "v" } }, 300],
    ["a long value of metadata", { ...email, Metadata: { n: "v".repeat(81) } }, 300],
    ["a body of over 5 MB", { ...email, TextBody: "t".repeat(5 * 1024 * 1024 + 1) }, 300],
    ["no body", { ...email, TextBody: undefined }, 300],
    ["an unknown stream", { ...email, MessageStream: "inward" }, 300],
    ["broken JSON", "{", 402],
    ["other JSON", [], 403],
  ])("the double of Postmark rejects %s", async (_what, body, ErrorCode) => {
    expect(await send(body)).toEqual({
      status: 422,
      body: { ErrorCode, Message: expect.any(String) },
    });
  });

  test("the double of Postmark rejects a content type other than JSON", async () => {
    expect(await send(email, { "Content-Type": "text/plain" })).toMatchObject({
      status: 422,
      body: { ErrorCode: 409 },
    });
  });

  test.each(["", "count=501&offset=0", "count=500&offset=9501"])(
    "the double of Postmark rejects a search of the outbox with the query “%s”",
    (query) =>
      expect(
        ask(`${env.POSTMARK_API_URL}/messages/outbound?${query}`, { headers }),
      ).resolves.toMatchObject({ status: 422 }),
  );
});

test("the double of Loqate answers an unknown id with status 200 and an error", async () => {
  const url = `${env.LOQATE_API_URL}/Capture/Interactive/Retrieve/v1.20/json3.ws?Key=AA11-AA11-AA11-AA11&Id=GB%7Cx`;
  expect(await ask(url, {})).toMatchObject({
    status: 200,
    body: { Items: [{ Error: "1001", Description: "Id Invalid" }] },
  });
});
