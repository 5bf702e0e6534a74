import { createHmac } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import {
  abortCheck,
  checkUrl,
  fetchCheck,
  orderCheck,
  readThirdfortWebhook,
  thirdfortToken,
} from "#app/clients/thirdfort/client.server.ts";
import { isRefused } from "#app/clients/vendor-error.ts";
import { env } from "#app/platform/env.server.ts";
import { setFault } from "#mocks/faults.ts";
import { signedWebhook, transactions } from "#mocks/thirdfort/transactions.ts";
import { useDoubles } from "#tests/support/doubles.ts";

const { state } = useDoubles();

const order = {
  ref: "a".repeat(24),
  name: "Sale of 1 Arch Street",
  actor: { name: "Ada Byron", phone: "+447400123456", email: "ada@example.test" },
  person_type: "seller" as const,
  recipients: ["checks@ashby.example"],
  order_key: "key-1",
};

test("an identity check is ordered in the format of Thirdfort’s API v2 (N-032)", async () => {
  const found = await orderCheck(order);
  expect(found).toEqual({
    thirdfort_id: expect.stringMatching(/^t[a-z0-9]{19}$/),
    status: "pending",
    result: null,
    reports: [],
    order_key: "key-1",
    ref: order.ref,
    phone: order.actor.phone,
  });
  const [sent] = await state.list(transactions);
  expect(sent).toMatchObject({
    id: found.thirdfort_id,
    type: "v2",
    ref: order.ref,
    name: order.name,
    request: { actor: order.actor },
    metadata: { notify: { data: { recipients: [{ email: "checks@ashby.example" }] } } },
  });
});

test.each([
  ["seller", ["documents:poo"], ["report:sof-v1"]],
  ["buyer", ["report:sof-v1"], ["documents:poo"]],
  ["giftor", ["report:sof-v1"], ["documents:poo"]],
] as const)(
  "the identity check of a %s has the tasks %j and not %j",
  async (person_type, asked, not) => {
    await orderCheck({ ...order, person_type });
    const [sent] = await state.list(transactions);
    const tasks = sent?.request.tasks.map(({ type }) => type) ?? [];
    expect(tasks).toEqual(expect.arrayContaining(["report:identity", ...asked]));
    for (const task of not) expect(tasks).not.toContain(task);
  },
);

test.each([
  ["open", "pending"],
  ["processing", "pending"],
  ["closed", "complete"],
  ["aborted", "aborted"],
  ["failed", "failed"],
  ["something new", "pending"],
])("Thirdfort’s status %s becomes %s (N-018, AMB-N04)", async (theirs, ours) => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(Response.json({ id: "t1", status: theirs, reports: {}, metadata: null })),
  );
  expect((await fetchCheck("t1")).status).toBe(ours);
  vi.unstubAllGlobals();
});

describe("result of an identity check", () => {
  const answers = (...bodies: object[]) => {
    const asked = vi.spyOn(globalThis, "fetch");
    for (const body of bodies) asked.mockResolvedValueOnce(Response.json(body));
  };
  const check = (reports: unknown, status = "closed") => ({ id: "t1", status, reports });
  const of = (...results: (string | null)[]) =>
    Object.fromEntries(
      results.map((result, n) => [
        `report:r${n}`,
        result === null ? {} : { status: "closed", result },
      ]),
    );

  test.each<[string, unknown, string | null]>([
    ["all reports clear", of("clear", "clear"), "clear"],
    ["one report to consider", of("clear", "consider"), "consider"],
    ["one failed report", of("consider", "fail", "clear"), "fail"],
    ["an alert", of("clear", "alert"), "consider"],
    ["one unobtainable report", { peps: { status: "unobtainable" } }, "consider"],
    ["one missing report", of("clear", null), null],
    ["one missing and one failed report", of("fail", null), "fail"],
  ])("the result of an identity check with %s is $2", async (_what, reports, result) => {
    answers(check(reports));
    expect((await fetchCheck("t1")).result).toBe(result);
  });

  test("the result of an identity check lists each report by its name, with or without the prefix “report:”", async () => {
    answers(check({ "report:peps": { result: "fail" }, "documents:poa": { result: "clear" } }));
    expect((await fetchCheck("t1")).reports).toEqual([
      { type: "peps", result: "fail" },
      { type: "documents:poa", result: "clear" },
    ]);
  });

  test.each([[[]], [null], ["soon"], [[{ id: "r1" }]]])(
    "the result of an identity check comes from its summary if its reports are %j",
    async (reports) => {
      answers(check(reports), { status: "closed", reports: of("clear", "fail") });
      expect((await fetchCheck("t1")).result).toBe("fail");
      answers(check(reports), { status: "closed", reports: [] });
      expect((await fetchCheck("t1")).result).toBeNull();
    },
  );

  test("an incomplete identity check has no result", async () => {
    answers(check(of("fail"), "processing"));
    expect(await fetchCheck("t1")).toMatchObject({ status: "pending", result: null });
  });
});

test("an identity check is found by its id and can be aborted repeatedly (N-029, N-030)", async () => {
  const { thirdfort_id } = await orderCheck(order);
  expect(await fetchCheck(thirdfort_id)).toMatchObject({ thirdfort_id, status: "pending" });
  expect((await abortCheck(thirdfort_id)).status).toBe("aborted");
  expect((await abortCheck(thirdfort_id)).status).toBe("aborted");
  await expect(fetchCheck("none")).rejects.toMatchObject({ kind: "4xx", status: 404 });
  expect(checkUrl("t1/..")).toBe("http://localhost:3000/mocks/thirdfort/t1%2F..");
});

test("an order for an identity check counts as refused if it is rejected, but not if its answer is lost", async () => {
  const named = (last: string) => ({ ...order, actor: { ...order.actor, name: `Ada ${last}` } });
  const refused: unknown = await orderCheck(named("Refused")).catch((error: unknown) => error);
  expect(isRefused(refused)).toBe(true);
  expect(await state.list(transactions)).toEqual([]);
  const lost: unknown = await orderCheck(named("Lost")).catch((error: unknown) => error);
  expect(isRefused(lost)).toBe(false);
  expect(await state.list(transactions)).toHaveLength(1);
});

test("an order for an identity check is never retried, but a failed request for its result is", async () => {
  await setFault(state, "thirdfort", "down");
  const asked = vi.spyOn(globalThis, "fetch");
  await expect(orderCheck(order)).rejects.toMatchObject({ kind: "5xx" });
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockClear();
  await expect(fetchCheck("t1")).rejects.toMatchObject({ kind: "5xx" });
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockRestore();
});

test("a token names our client id and is valid for one minute", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const [header = "", claims = ""] = thirdfortToken(now).split(".");
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString());
  expect(read(header)).toEqual({ alg: "RS256", typ: "JWT" });
  const iat = now.getTime() / 1_000;
  expect(read(claims)).toEqual({ iss: env.THIRDFORT_CLIENT_ID, iat, exp: iat + 60 });
});

test("a failed request to abort an identity check is retried (N-030)", async () => {
  const { thirdfort_id } = await orderCheck(order);
  const asked = vi
    .spyOn(globalThis, "fetch")
    .mockResolvedValueOnce(new Response(null, { status: 503 }));
  expect((await abortCheck(thirdfort_id)).status).toBe("aborted");
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockRestore();
});

describe("Thirdfort webhooks (AMB-N04)", () => {
  const secret = env.THIRDFORT_WEBHOOK_SECRET[0];
  const T1 = { thirdfort_id: "t1", is_dated: true };
  const sign = (message: unknown) => {
    const body = typeof message === "string" ? message : JSON.stringify(message);
    return {
      body,
      signature: createHmac("sha256", secret).update(body).digest("hex"),
    };
  };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  test("a webhook names the identity check that has changed", () => {
    const { body, signature } = signedWebhook("t1", secret);
    expect(readThirdfortWebhook(body, signature)).toEqual(T1);
    expect(readThirdfortWebhook(body, ` ${signature.toUpperCase()} `)).toEqual(T1);
  });

  test.each<[string, () => { body: string; signature: string | null }]>([
    ["without a signature", () => ({ ...signedWebhook("t1", secret), signature: null })],
    ["with an empty signature", () => ({ ...signedWebhook("t1", secret), signature: "" })],
    [
      "with a malformed signature",
      () => ({ ...signedWebhook("t1", secret), signature: "é".repeat(64) }),
    ],
    ["with a wrong secret", () => signedWebhook("t1", "another-secret-of-thirdfort")],
    [
      "with a changed body",
      () => ({ ...signedWebhook("t1", secret), body: signedWebhook("t2", secret).body }),
    ],
    ["from six minutes ago", () => signedWebhook("t1", secret, minutesAgo(6))],
    ["from six minutes ahead", () => signedWebhook("t1", secret, minutesAgo(-6))],
  ])("a webhook %s is rejected", (_what, forge) => {
    const { body, signature } = forge();
    expect(() => readThirdfortWebhook(body, signature)).toThrow(/^The webhook (is|was) not signed/);
  });

  test.each<[string, unknown]>([
    ["no id", { type: "ping", data: {} }],
    ["no data", { type: "ping" }],
    ["a number for the id", { data: { id: 7 } }],
    ["no JSON", "ping"],
  ])("reading a signed webhook with %s returns null", (_what, message) => {
    const { body, signature } = sign(message);
    expect(readThirdfortWebhook(body, signature)).toBeNull();
  });

  test.each([undefined, null, "yesterday"])(
    "a webhook with the time %j is flagged as undated",
    (sent_at) => {
      const { body, signature } = sign({ sent_at, data: { id: "t1" } });
      expect(readThirdfortWebhook(body, signature)).toEqual({ ...T1, is_dated: false });
    },
  );

  test("a webhook from four minutes ago is accepted", () => {
    const { body, signature } = signedWebhook("t1", secret, minutesAgo(4));
    expect(readThirdfortWebhook(body, signature)).toEqual(T1);
  });
});
