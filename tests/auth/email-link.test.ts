import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { openSealedLink, sendSealedLink } from "#app/auth/email-link.server.ts";
import {
  consumeToken,
  findUsedToken,
  issueToken,
  inspectToken,
} from "#app/auth/magic-links.server.ts";
import { inTransaction } from "#db/connection.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertPerson } from "#tests/db/people.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

async function seal(token: string): Promise<URL> {
  let made: URL | undefined;
  await sendSealedLink(token, (link) => {
    made = link;
    return Promise.resolve();
  });
  if (!made) throw new Error("no link was made");
  return made;
}

describe("the seal around a token", () => {
  test("B-006 B-007 a link is on our own address, and says nothing but the token", async () => {
    const link = await seal("a-token");
    expect(link.origin + link.pathname).toBe("http://localhost:3000/authenticate");
    expect([...link.searchParams.keys()]).toEqual(["token"]);
    expect(link.href).not.toContain("a-token");
  });

  test("B-063 what was sealed is found again", async () => {
    const link = await seal("a-token");
    const sealed = link.searchParams.get("token") ?? "";
    expect(await openSealedLink(sealed, (token) => Promise.resolve({ token }))).toEqual({
      token: "a-token",
    });
  });

  test("B-074 what nobody sealed opens nothing, without asking the database", async () => {
    const verify = vi.fn();
    const sealed = (await seal("a-token")).searchParams.get("token") ?? "";
    for (const broken of ["", "x", "U2FsdGVkX1", `${sealed}${"A".repeat(500)}`, "a-token"]) {
      expect(await openSealedLink(broken, verify)).toBeNull();
    }
    expect(verify).not.toHaveBeenCalled();
  });

  test("a failure of the database is not taken for a bad link", async () => {
    const sealed = (await seal("a-token")).searchParams.get("token") ?? "";
    const down = () => Promise.reject(new Error("down"));
    await expect(openSealedLink(sealed, down)).rejects.toThrow("down");
  });

  test("B-050 B-061 a delivery that fails is not taken for a success", async () => {
    const refuse = () => Promise.reject(new Error("refused"));
    await expect(sendSealedLink("a-token", refuse)).rejects.toThrow("refused");
  });
});

describe("tokens", () => {
  const issue = async () => {
    const { id } = await insertPerson(db, "ada@example.test");
    return { id, token: await issueToken(db, { user_id: id, purpose: "sign_in" }) };
  };

  test("B-080 AMB-B09 32 random bytes, of which only the hash is kept", async () => {
    const { token } = await issue();
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const rows = await db.selectFrom("magic_link_tokens").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.token_hash).toBe(createHash("sha256").update(token).digest("hex"));
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("B-064 looking leaves it as it is; using it makes its holder active", async () => {
    const { token, id } = await issue();
    expect(await inspectToken(db, token)).toMatchObject({ user_id: id, user_type: "customer" });
    expect(await findUsedToken(db, token)).toBeNull();
    const use = () => inTransaction(db, (trx) => consumeToken(trx, token, null));
    expect(await use()).toMatchObject({ user_id: id, isCopy: false });
    expect(await use()).toBeNull();
    expect(await inspectToken(db, token)).toBeNull();
    expect(await findUsedToken(db, token)).toMatchObject({ user_id: id });
    const user = await db.selectFrom("users").select("active").executeTakeFirstOrThrow();
    expect(user.active).toBe(true);
  });

  test("B-063 a transaction that is undone has not used it", async () => {
    const { token } = await issue();
    const undone = inTransaction(db, async (trx) => {
      await consumeToken(trx, token, null);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await inspectToken(db, token)).not.toBeNull();
  });
});
