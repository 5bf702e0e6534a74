import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import {
  consumeToken,
  findUsedToken,
  issueToken,
  inspectToken,
} from "#app/auth/magic-links.server.ts";
import { inTransaction } from "#db/connection.ts";
import { insertPerson } from "#tests/db/people.ts";
import { useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();

const newPerson = () => insertPerson(db, `${randomUUID()}@example.test`);
const hash = (token: string) => createHash("sha256").update(token).digest("hex");
const issue = async () => {
  const { id } = await newPerson();
  return { id, token: await issueToken(db, { user_id: id, purpose: "sign_in" }) };
};
const use = (token: string, press: string | null = null) =>
  inTransaction(db, (trx) => consumeToken(trx, token, press));
const row = (token: string) =>
  db
    .selectFrom("magic_link_tokens")
    .selectAll()
    .where("token_hash", "=", hash(token))
    .executeTakeFirstOrThrow();
const user = (id: string) =>
  db
    .selectFrom("users")
    .select(["active", "first_name"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
/** Moves the token’s times back, as if it had been issued and used that many seconds earlier. */
const later = (token: string, seconds: number) =>
  sql`update magic_link_tokens set expires_at = expires_at - make_interval(secs => ${seconds}),
    used_at = used_at - make_interval(secs => ${seconds})
    where token_hash = ${hash(token)}`.execute(db);
const alive = async (token: string) => (await inspectToken(db, token)) !== null;
const typed = {
  first_name: "Typed",
  middle_name: null,
  last_name: "Here",
  phone_number: "+447400123456",
};

describe("magic link tokens", () => {
  test("the token of a magic link has 32 random bytes, and only its hash is stored (B-080, AMB-B09)", async () => {
    const { token } = await issue();
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect((await issue()).token).not.toBe(token);
    expect(JSON.stringify(await row(token))).not.toContain(token);
  });

  test("inspecting a token returns its user, purpose, role and requesting browser, and using it returns the first three", async () => {
    const { id } = await newPerson();
    const link = {
      user_id: id,
      purpose: "sign_up",
      role: "buy",
      requested_by: "a session",
      typed,
    } as const;
    const token = await issueToken(db, link);
    const token_id = (await row(token)).id;
    expect(await inspectToken(db, token)).toEqual({
      token_id,
      user_id: id,
      user_type: "customer",
      purpose: "sign_up",
      role: "buy",
      invitation_id: null,
      requested_by: "a session",
    });
    expect(await use(token)).toEqual({
      token_id,
      user_id: id,
      user_type: "customer",
      purpose: "sign_up",
      role: "buy",
      invitation_id: null,
      isDuplicate: false,
    });
  });

  test("inspecting a token does not use it up, but using it does, and activates its user (B-064)", async () => {
    const { token, id } = await issue();
    const bystander = await newPerson();
    expect(await inspectToken(db, token)).toMatchObject({ user_id: id, user_type: "customer" });
    expect(await findUsedToken(db, token)).toBeNull();
    expect(await user(id)).toMatchObject({ active: false });
    expect(await use(token)).toMatchObject({ user_id: id, isDuplicate: false });
    expect(await use(token)).toBeNull();
    expect(await alive(token)).toBe(false);
    expect(await findUsedToken(db, token)).toEqual({ user_id: id, role: null });
    expect(await user(id)).toMatchObject({ active: true });
    expect(await user(bystander.id)).toMatchObject({ active: false });
  });

  test("a token of a member of staff has the user type admin (AMB-A11)", async () => {
    const { token, id } = await issue();
    await db.updateTable("users").set({ type: "admin" }).where("id", "=", id).execute();
    expect(await inspectToken(db, token)).toMatchObject({ user_type: "admin" });
    expect(await use(token)).toMatchObject({ user_type: "admin" });
  });

  test("a token that was never issued is rejected (B-074)", async () => {
    await issue();
    expect(await inspectToken(db, "made up")).toBeNull();
    expect(await use("made up")).toBeNull();
    expect(await findUsedToken(db, "made up")).toBeNull();
  });

  test("a token for an address without an account is rejected (AMB-B07)", async () => {
    const token = await issueToken(db, { user_id: null, purpose: "sign_in" });
    expect(await alive(token)).toBe(false);
    expect(await use(token)).toBeNull();
    expect(await findUsedToken(db, token)).toBeNull();
  });

  test("a token of a blocked person is rejected (AMB-A01)", async () => {
    const { token, id } = await issue();
    await db
      .updateTable("users")
      .set({ deactivated_at: new Date() })
      .where("id", "=", id)
      .execute();
    expect(await alive(token)).toBe(false);
    expect(await use(token)).toBeNull();
    expect(await user(id)).toMatchObject({ active: false });
  });

  test("a token stays usable if the transaction that used it is rolled back (B-063)", async () => {
    const { token } = await issue();
    const undone = inTransaction(db, async (trx) => {
      await consumeToken(trx, token, null);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await alive(token)).toBe(true);
  });
});

describe("lifetime of a link (AMB-B09)", () => {
  test.each([
    ["sign_in", 30],
    ["sign_up", 30],
  ] as const)(
    "a %s link can be neither inspected nor used after %i minutes",
    async (purpose, minutes) => {
      const { id } = await newPerson();
      const token = await issueToken(db, { user_id: id, purpose });
      await later(token, minutes * 60 - 5);
      expect(await alive(token)).toBe(true);
      await later(token, 5);
      expect(await alive(token)).toBe(false);
      expect(await use(token)).toBeNull();
      expect((await row(token)).used_at).toBeNull();
    },
  );

  test("an invitation link is rejected after 7 days", async () => {
    const { token } = await invite("sent");
    await later(token, 7 * 24 * 60 * 60 - 5);
    expect(await alive(token)).toBe(true);
    await later(token, 5);
    expect(await alive(token)).toBe(false);
    expect(await use(token)).toBeNull();
  });
});

describe("repeated submits of one page (AMB-A06)", () => {
  test("a repeated submit is accepted and marked as a copy within five minutes of the first use, but not later", async () => {
    const { token, id } = await issue();
    expect(await use(token, "a press")).toMatchObject({ isDuplicate: false });
    const usedAt = (await row(token)).used_at;
    await later(token, 290);
    expect(await use(token, "a press")).toMatchObject({ user_id: id, isDuplicate: true });
    // The five minutes start at the first use.
    expect((await row(token)).used_at?.getTime()).toBe((usedAt?.getTime() ?? 0) - 290_000);
    await later(token, 11);
    expect(await use(token, "a press")).toBeNull();
  });

  test.each([
    ["a different submit", "a press", "another"],
    ["a submit without an id", "a press", null],
    ["a submit after one without an id", null, "a press"],
    ["a second submit without an id", null, null],
  ])("%s is rejected as a second use of the link", async (_what, first, second) => {
    const { token } = await issue();
    expect(await use(token, first)).toMatchObject({ isDuplicate: false });
    expect(await use(token, second)).toBeNull();
    expect((await row(token)).used_by).toBe(first);
    expect(await inspectToken(db, token)).toBeNull();
  });

  test("a repeated submit of an invitation is marked as a copy, but a different submit is not", async () => {
    const { token } = await invite("sent");
    expect(await use(token, "a press")).toMatchObject({ isDuplicate: false });
    expect(await use(token, "a press")).toMatchObject({ isDuplicate: true });
    expect(await use(token, "another")).toMatchObject({ isDuplicate: false });
    expect(await use(token, null)).toMatchObject({ isDuplicate: false });
    expect(await use(token, null)).toMatchObject({ isDuplicate: false });
  });
});

describe("voiding a person’s other links (AMB-B09)", () => {
  test("using a link voids the person’s other sign-in and sign-up links and deletes their typed details, but leaves invitations valid", async () => {
    const { id, token } = await issue();
    const signUp = await issueToken(db, { user_id: id, purpose: "sign_up", typed });
    const invitation = await inviteAgain(id);
    const other = await issue();
    await use(token);
    expect(await alive(signUp)).toBe(false);
    expect(await row(signUp)).toMatchObject({ used_at: null, typed: null });
    expect(await alive(invitation.token)).toBe(true);
    expect(await alive(other.token)).toBe(true);
  });

  test("using an invitation voids the person’s other links, and a link that was already used still accepts a copy of its submit", async () => {
    const { user_id, token } = await invite("sent");
    const signIn = await issueToken(db, { user_id, purpose: "sign_in" });
    await use(token);
    expect(await alive(signIn)).toBe(false);
    const first = await issue();
    await use(first.token, "a press");
    const next = await issueToken(db, { user_id: first.id, purpose: "sign_in" });
    await use(next);
    expect(await use(first.token, "a press")).toMatchObject({ isDuplicate: true });
  });

  test("requesting a link voids no other link, because a stranger could request one", async () => {
    const { id, token } = await issue();
    await issueToken(db, { user_id: id, purpose: "sign_in" });
    expect(await alive(token)).toBe(true);
  });
});

describe("invitation links (AMB-B09)", () => {
  test.each(["pending", "sent", "clicked"] as const)(
    "the link of a %s invitation opens each time",
    async (status) => {
      const { token, user_id, invitation_id } = await invite(status);
      expect(await inspectToken(db, token)).toMatchObject({
        purpose: "invitation",
        role: "sell",
        invitation_id,
        requested_by: null,
      });
      for (let times = 0; times < 2; times++) {
        expect(await use(token)).toMatchObject({
          user_id,
          purpose: "invitation",
          role: "sell",
          invitation_id,
        });
      }
      expect(await alive(token)).toBe(true);
    },
  );

  test.each(["completed", "cancelled"] as const)(
    "the link of a %s invitation is rejected",
    async (status) => {
      const { token } = await invite(status);
      expect(await alive(token)).toBe(false);
      expect(await use(token)).toBeNull();
    },
  );

  test("an invitation link does not sign in a member of staff", async () => {
    const { token, user_id } = await invite("sent");
    await db.updateTable("users").set({ type: "admin" }).where("id", "=", user_id).execute();
    expect(await alive(token)).toBe(false);
    expect(await use(token)).toBeNull();
  });

  test("a new link for an invitation voids the earlier one, and other links stay valid", async () => {
    const { token, user_id, link } = await invite("sent");
    const signIn = await issueToken(db, { user_id, purpose: "sign_in" });
    const other = await inviteAgain(user_id);
    const newest = await issueToken(db, link);
    expect([await alive(token), await alive(newest)]).toEqual([false, true]);
    expect([await alive(signIn), await alive(other.token)]).toEqual([true, true]);
  });
});

describe("details typed at sign-up (AMB-B06)", () => {
  const signUp = async (active: boolean) => {
    const { id } = await newPerson();
    await db.updateTable("users").set({ active }).where("id", "=", id).execute();
    return { id, token: await issueToken(db, { user_id: id, purpose: "sign_up", typed }) };
  };

  test("using a link saves the details typed for it, and then deletes them from the token", async () => {
    const { id, token } = await signUp(false);
    const bystander = await newPerson();
    expect((await row(token)).typed).toEqual(typed);
    expect(await user(id)).toMatchObject({ first_name: "Ada" });
    await use(token, "a press");
    expect(await user(id)).toEqual({ active: true, first_name: "Typed" });
    expect(await user(bystander.id)).toEqual({ active: false, first_name: "Ada" });
    expect((await row(token)).typed).toBeNull();
  });

  test("the typed details do not overwrite those of a person who has signed in since", async () => {
    const { id, token } = await signUp(true);
    await use(token);
    expect(await user(id)).toEqual({ active: true, first_name: "Ada" });
  });

  test("using a link without typed details leaves the person’s name unchanged", async () => {
    const { id, token } = await issue();
    await use(token);
    expect(await user(id)).toEqual({ active: true, first_name: "Ada" });
  });
});

async function invite(status: "pending" | "sent" | "clicked" | "completed" | "cancelled") {
  const { id } = await newPerson();
  return { user_id: id, ...(await inviteAgain(id, status)) };
}

async function inviteAgain(user_id: string, status: Parameters<typeof invite>[0] = "sent") {
  const staff = await newPerson();
  const { id } = await db
    .insertInto("invitations")
    .values({
      user_id,
      invited_by: staff.id,
      role: "sell",
      new_user: true,
      status,
      token_hash: hash(randomUUID()),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const link = { user_id, purpose: "invitation", role: "sell", invitation_id: id } as const;
  return { invitation_id: id, token: await issueToken(db, link), link };
}
