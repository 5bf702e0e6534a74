import { beforeEach, expect, test } from "vitest";
import { assignConversation, closeConversation } from "#app/domain/conversations/state.server.ts";
import { handOver } from "#app/domain/handlers/hand-over.server.ts";
import { toVersion } from "#app/domain/versions/save-change.server.ts";
import { inTransaction } from "#db/connection.ts";
import { waitForLockWaiters } from "#tests/support/concurrency.ts";
import { insertConversation, insertMatter } from "#tests/support/conversations.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();

let bronwen: { id: string };
let tomasin: { id: string };

beforeEach(async () => {
  await emptyTables(db);
  bronwen = await signIn(db, { type: "admin", roles: ["handler"] });
  tomasin = await signIn(db, { type: "admin", roles: ["handler"] });
});

const by = (person: { id: string }) => ({ actor: { id: person.id, request_id: "" } });

test.each([
  ["assigns it to someone", (seen: Seen) => assign(seen, tomasin.id)],
  ["assigns it to the handler of the matter", (seen: Seen) => assign(seen, null)],
  [
    "closes it",
    (seen: Seen) => inTransaction(db, (trx) => closeConversation(trx, seen, by(tomasin))),
  ],
])(
  "a colleague who %s waits for another who hands the matter over, and then sees the note first",
  async (_name, change) => {
    const matter = await insertMatter(db, bronwen.id);
    const conversation_id = await insertConversation(db, {
      ...{ transaction_id: matter.id, author_id: matter.seller.id },
    });
    const { version } = await db
      .selectFrom("conversations")
      .select("version")
      .where("id", "=", conversation_id)
      .executeTakeFirstOrThrow();
    let changed: Promise<unknown> = Promise.resolve();
    await inTransaction(db, async (trx) => {
      await trx
        .selectFrom("transactions")
        .select("id")
        .where("id", "=", matter.id)
        .forNoKeyUpdate()
        .execute();
      changed = change({ conversation_id, version });
      changed.catch(() => undefined);
      await waitForLockWaiters(db);
      // A conversation that the colleague had locked would be a deadlock.
      const free = await trx
        .selectFrom("conversations")
        .select("id")
        .where("id", "=", conversation_id)
        .forUpdate()
        .skipLocked()
        .execute();
      expect(free).toHaveLength(1);
      const edit = { ...by(bronwen), opened: toVersion({ handler_id: bronwen.id }) };
      await handOver(trx, matter.id, { handler_id: tomasin.id, note: "Away" }, edit);
    });
    await expect(changed).rejects.toThrow("changed this conversation while this page was open");
    const row = await db
      .selectFrom("conversations")
      .select("answerer_id")
      .where("id", "=", conversation_id)
      .executeTakeFirstOrThrow();
    expect(row.answerer_id).toBe(tomasin.id);
  },
);

type Seen = { conversation_id: string; version: number };

const assign = (seen: Seen, handler_id: string | null) =>
  inTransaction(db, (trx) => assignConversation(trx, { ...seen, handler_id }, by(tomasin)));
