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

test("N-032 what is ordered goes over the wire as Thirdfort's API v2 has it", async () => {
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
] as const)("a %s is asked for %j, and not for %j", async (person_type, asked, not) => {
  await orderCheck({ ...order, person_type });
  const [sent] = await state.list(transactions);
  const tasks = sent?.request.tasks.map(({ type }) => type) ?? [];
  expect(tasks).toEqual(expect.arrayContaining(["report:identity", ...asked]));
  for (const task of not) expect(tasks).not.toContain(task);
});

test.each([
  ["open", "pending"],
  ["processing", "pending"],
  ["closed", "complete"],
  ["aborted", "aborted"],
  ["failed", "failed"],
  ["something new", "pending"],
])("N-018 AMB-N04 Thirdfort's %s is our %s", async (theirs, ours) => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(Response.json({ id: "t1", status: theirs, reports: {}, metadata: null })),
  );
  expect((await fetchCheck("t1")).status).toBe(ours);
  vi.unstubAllGlobals();
});

describe("V5 what a check came to", () => {
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
    ["all clear", of("clear", "clear"), "clear"],
    ["one to consider", of("clear", "consider"), "consider"],
    ["one that failed", of("consider", "fail", "clear"), "fail"],
    ["an alert, by whatever name", of("clear", "alert"), "consider"],
    ["one that could not be obtained", { peps: { status: "unobtainable" } }, "consider"],
    ["one still to come", of("clear", null), null],
    ["one still to come beside a failed one", of("fail", null), "fail"],
  ])("%s", async (_what, reports, result) => {
    answers(check(reports));
    expect((await fetchCheck("t1")).result).toBe(result);
  });

  test("each report by its name, whether it is called a report or not", async () => {
    answers(check({ "report:peps": { result: "fail" }, "documents:poa": { result: "clear" } }));
    expect((await fetchCheck("t1")).reports).toEqual([
      { type: "peps", result: "fail" },
      { type: "documents:poa", result: "clear" },
    ]);
  });

  test.each([[[]], [null], ["soon"], [[{ id: "r1" }]]])(
    "with %j in the check it is read in the summary",
    async (reports) => {
      answers(check(reports), { status: "closed", reports: of("clear", "fail") });
      expect((await fetchCheck("t1")).result).toBe("fail");
      answers(check(reports), { status: "closed", reports: [] });
      expect((await fetchCheck("t1")).result).toBeNull();
    },
  );

  test("a check that is not complete has none, whatever its reports say", async () => {
    answers(check(of("fail"), "processing"));
    expect(await fetchCheck("t1")).toMatchObject({ status: "pending", result: null });
  });
});

test("N-029 N-030 a check is found by its id, and called off as often as one likes", async () => {
  const { thirdfort_id } = await orderCheck(order);
  expect(await fetchCheck(thirdfort_id)).toMatchObject({ thirdfort_id, status: "pending" });
  expect((await abortCheck(thirdfort_id)).status).toBe("aborted");
  expect((await abortCheck(thirdfort_id)).status).toBe("aborted");
  await expect(fetchCheck("none")).rejects.toMatchObject({ kind: "4xx", status: 404 });
  expect(checkUrl("t1/..")).toBe("http://localhost:3000/mocks/thirdfort/t1%2F..");
});

test("a refused order was not taken; of one whose answer is lost nobody knows", async () => {
  const named = (last: string) => ({ ...order, actor: { ...order.actor, name: `Ada ${last}` } });
  const refused: unknown = await orderCheck(named("Refused")).catch((error: unknown) => error);
  expect(isRefused(refused)).toBe(true);
  expect(await state.list(transactions)).toEqual([]);
  const lost: unknown = await orderCheck(named("Lost")).catch((error: unknown) => error);
  expect(isRefused(lost)).toBe(false);
  expect(await state.list(transactions)).toHaveLength(1);
});

test("an order is asked for once, whatever becomes of it", async () => {
  await setFault(state, "thirdfort", "down");
  const asked = vi.spyOn(globalThis, "fetch");
  await expect(orderCheck(order)).rejects.toMatchObject({ kind: "5xx" });
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockClear();
  await expect(fetchCheck("t1")).rejects.toMatchObject({ kind: "5xx" });
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockRestore();
});

test("the token is good for the calls of one page, and says who we are", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const [header = "", claims = ""] = thirdfortToken(now).split(".");
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString());
  expect(read(header)).toEqual({ alg: "RS256", typ: "JWT" });
  const iat = now.getTime() / 1_000;
  expect(read(claims)).toEqual({ iss: env.THIRDFORT_CLIENT_ID, iat, exp: iat + 60 });
});

test("N-030 calling off is asked for once more when it fails", async () => {
  const { thirdfort_id } = await orderCheck(order);
  const asked = vi
    .spyOn(globalThis, "fetch")
    .mockResolvedValueOnce(new Response(null, { status: 503 }));
  expect((await abortCheck(thirdfort_id)).status).toBe("aborted");
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockRestore();
});

describe("AMB-N04 a webhook", () => {
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

  test("names the check that has changed", () => {
    const { body, signature } = signedWebhook("t1", secret);
    expect(readThirdfortWebhook(body, signature)).toEqual(T1);
    expect(readThirdfortWebhook(body, ` ${signature.toUpperCase()} `)).toEqual(T1);
  });

  test.each<[string, () => { body: string; signature: string | null }]>([
    ["without a signature", () => ({ ...signedWebhook("t1", secret), signature: null })],
    ["with an empty one", () => ({ ...signedWebhook("t1", secret), signature: "" })],
    [
      "with nonsense for one",
      () => ({ ...signedWebhook("t1", secret), signature: "é".repeat(64) }),
    ],
    ["with another secret", () => signedWebhook("t1", "another-secret-of-thirdfort")],
    [
      "whose body was changed",
      () => ({ ...signedWebhook("t1", secret), body: signedWebhook("t2", secret).body }),
    ],
    ["six minutes old", () => signedWebhook("t1", secret, minutesAgo(6))],
    ["six minutes ahead", () => signedWebhook("t1", secret, minutesAgo(-6))],
  ])("%s is refused", (_what, forge) => {
    const { body, signature } = forge();
    expect(() => readThirdfortWebhook(body, signature)).toThrow(/^The webhook (is|was) not signed/);
  });

  test.each<[string, unknown]>([
    ["no id", { type: "ping", data: {} }],
    ["no data", { type: "ping" }],
    ["a number for one", { data: { id: 7 } }],
    ["no JSON", "ping"],
  ])("V12 signed, and with %s: it names no check", (_what, message) => {
    const { body, signature } = sign(message);
    expect(readThirdfortWebhook(body, signature)).toBeNull();
  });

  test.each([undefined, null, "yesterday"])(
    "D12 one that was sent at %j is not dated",
    (sent_at) => {
      const { body, signature } = sign({ sent_at, data: { id: "t1" } });
      expect(readThirdfortWebhook(body, signature)).toEqual({ ...T1, is_dated: false });
    },
  );

  test("four minutes old is good", () => {
    const { body, signature } = signedWebhook("t1", secret, minutesAgo(4));
    expect(readThirdfortWebhook(body, signature)).toEqual(T1);
  });
});
