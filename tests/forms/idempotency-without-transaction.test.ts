import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, describe, expect, test, vi } from "vitest";
import { newIdempotencyKey, withIdempotentVendorCall } from "#app/forms/form-key.server.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { waitUntil } from "#tests/support/concurrency.ts";

const { db } = useTestDatabase();
afterEach(() => void vi.useRealTimers());

const outcome = (kind: string) => vi.fn(() => Promise.resolve({ kind, setCookie: "a cookie" }));
const newForm = () => ({
  name: "sign-in",
  key: newIdempotencyKey("sign-in"),
  body: { email: "a@b.uk" },
});
const copyOf = { kind: "sent", setCookie: null };
const rows = async (form: { key: string }) => {
  const { rows } = await sql`select location from form_submissions
    where key like ${`${form.key}.%`}`.execute(db);
  return rows;
};

describe("a copy of a form (AMB-B08)", () => {
  test("a copy of a sent form returns the first result without a second vendor call", async () => {
    const form = newForm();
    const [first, copy] = [outcome("sent"), outcome("sent")];
    expect(await withIdempotentVendorCall(db, form, first)).toEqual({
      kind: "sent",
      setCookie: "a cookie",
    });
    expect(await withIdempotentVendorCall(db, form, copy)).toEqual(copyOf);
    expect(copy).not.toHaveBeenCalled();
    expect(await rows(form)).toEqual([{ location: "sent" }]);
  });

  test.each(["wait", "failed", "account-exists"])(
    "a copy of a form runs the work again if the first attempt has the result “%s”",
    async (kind) => {
      const form = newForm();
      await withIdempotentVendorCall(db, form, outcome(kind));
      expect(await rows(form)).toEqual([]);
      const copy = outcome("sent");
      expect(await withIdempotentVendorCall(db, form, copy)).toEqual({
        kind: "sent",
        setCookie: "a cookie",
      });
      expect(copy).toHaveBeenCalledOnce();
    },
  );

  test("a copy of a form runs the work again if the first attempt threw an error", async () => {
    const form = newForm();
    const broken = () => Promise.reject(new Error("broken"));
    await expect(withIdempotentVendorCall(db, form, broken)).rejects.toThrow("broken");
    expect((await withIdempotentVendorCall(db, form, outcome("sent"))).kind).toBe("sent");
  });

  test("different answers or a different form key run the work again", async () => {
    const form = newForm();
    await withIdempotentVendorCall(db, form, outcome("sent"));
    for (const other of [{ ...form, body: { email: "c@d.uk" } }, newForm()]) {
      const work = outcome("sent");
      await withIdempotentVendorCall(db, other, work);
      expect(work).toHaveBeenCalledOnce();
    }
  });

  test.each([undefined, "", "a.forged.key", newIdempotencyKey("another form")])(
    "a second form with the key %j is not treated as a copy",
    async (key) => {
      const work = outcome("sent");
      const form = { name: "sign-in", key, body: {} };
      await withIdempotentVendorCall(db, form, work);
      expect(await withIdempotentVendorCall(db, form, work)).toEqual({
        kind: "sent",
        setCookie: "a cookie",
      });
      expect(work).toHaveBeenCalledTimes(2);
    },
  );

  test.each([
    [58, "does not run", false],
    [61, "runs", true],
  ])("a copy of a form sent %i seconds later %s the work again", async (seconds, _verb, isNew) => {
    const form = newForm();
    await withIdempotentVendorCall(db, form, outcome("sent"));
    await sql`update form_submissions set created_at = created_at - make_interval(secs => ${seconds})
      where key like ${`${form.key}.%`}`.execute(db);
    const work = outcome("sent");
    await withIdempotentVendorCall(db, form, work);
    expect(work).toHaveBeenCalledTimes(isNew ? 1 : 0);
    expect(await withIdempotentVendorCall(db, form, outcome("sent"))).toEqual(copyOf);
  });
});

describe("a copy that arrives while the first submit runs (AMB-B08)", () => {
  test.each([
    ["sent", copyOf],
    ["failed", { kind: "sent", setCookie: "its own" }],
  ])(
    "a copy of a form waits for the first submit, which has the result “%s”",
    async (kind, told) => {
      const form = newForm();
      let end = () => {};
      const working = new Promise<{ kind: string; setCookie: string }>((resolve) => {
        end = () => resolve({ kind, setCookie: "the first's" });
      });
      const first = withIdempotentVendorCall(db, form, () => working);
      await waitUntil(async () => expect(await rows(form)).toHaveLength(1));
      const own = vi.fn(() => Promise.resolve({ kind: "sent", setCookie: "its own" }));
      const copy = withIdempotentVendorCall(db, form, own);
      await pause(250);
      expect(own).not.toHaveBeenCalled();
      end();
      expect(await first).toEqual({ kind, setCookie: "the first's" });
      expect(await copy).toEqual(told);
    },
  );

  test("a copy of a form waits for at most ten seconds", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const form = newForm();
    let end = () => {};
    const working = new Promise<{ kind: string }>((resolve) => {
      end = () => resolve({ kind: "sent" });
    });
    const first = withIdempotentVendorCall(db, form, () => working);
    await waitUntil(async () => expect(await rows(form)).toHaveLength(1));
    let told: unknown;
    const copy = withIdempotentVendorCall(db, form, outcome("sent")).then(
      (answer) => (told = answer),
    );
    await pause(150);
    vi.advanceTimersByTime(9_900);
    await pause(250);
    expect(told).toBeUndefined();
    vi.advanceTimersByTime(300);
    await copy;
    expect(told).toEqual({ kind: "failed" });
    end();
    await first;
  });
});
