import { beforeEach, expect, test } from "vitest";
import { openConversation } from "#app/domain/conversations/conversations.server.ts";
import { addInternalNote, readMentionEmail } from "#app/domain/conversations/notes.server.ts";
import { writeOwnMessage } from "#app/domain/conversations/own-messages.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import { env } from "#app/platform/env.server.ts";
import { inTransaction } from "#db/connection.ts";
import { colleague, matterOfSeller } from "#tests/support/matter-of-seller.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { customerReader } from "#tests/support/readers.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

async function arrange({ away }: { away: "today" | "tomorrow" }) {
  const matter = await matterOfSeller(db);
  const bronwen = await colleague(db, "Bronwen");
  const tomasin = await colleague(db, "Tomasin");
  await db
    .updateTable("transactions")
    .set({ handler_id: bronwen.id })
    .where("id", "=", matter.id)
    .execute();
  const day = addDays(londonDay(new Date()), away === "today" ? 0 : 1);
  await db
    .insertInto("staff_absences")
    .values({ user_id: bronwen.id, stand_in_id: tomasin.id, starts_on: day, ends_on: day })
    .execute();
  return { ...matter, bronwen, tomasin };
}

type Arranged = Awaited<ReturnType<typeof arrange>>;

const write = ({ id, seller }: Arranged) =>
  inTransaction(db, (trx) =>
    writeOwnMessage(trx, {
      ...{ transaction_id: id, side: "seller", reader: customerReader(seller.id) },
      ...{ key: "a", message: "Hello" },
    }),
  );

async function recipientsOf(name: string) {
  const rows = await db
    .selectFrom("email_log")
    .select("recipient")
    .where("name", "=", name)
    .execute();
  return rows.map(({ recipient }) => recipient).toSorted();
}

test("a message is emailed to the handler, and to the stand-in while the handler is away", async () => {
  const matter = await arrange({ away: "today" });
  await write(matter);
  expect(await recipientsOf("message_received")).toEqual(
    [matter.bronwen.email, matter.tomasin.email].toSorted(),
  );
});

test("a message is emailed only to the handler before the handler is away", async () => {
  const matter = await arrange({ away: "tomorrow" });
  await write(matter);
  expect(await recipientsOf("message_received")).toEqual([matter.bronwen.email]);
});

test("a message is emailed to the stand-in alone if the handler has left", async () => {
  const matter = await arrange({ away: "today" });
  await db
    .updateTable("users")
    .set({ active: false, deactivated_at: new Date() })
    .where("id", "=", matter.bronwen.id)
    .execute();
  await write(matter);
  expect(await recipientsOf("message_received")).toEqual([matter.tomasin.email]);
});

test("a message is emailed to the team if the handler has left without a stand-in", async () => {
  const matter = await arrange({ away: "tomorrow" });
  await db
    .updateTable("users")
    .set({ active: false, deactivated_at: new Date() })
    .where("id", "=", matter.bronwen.id)
    .execute();
  await write(matter);
  expect(await recipientsOf("message_received")).toEqual([env.TEAM_EMAIL]);
});

test("a mention is emailed to the stand-in too, who reads for whom it is", async () => {
  const { id, bronwen, tomasin } = await arrange({ away: "today" });
  const place = { transaction_id: id, purchase_intent_id: null };
  const conversation_id = await openConversation(db, place);
  const note = { conversation_id, form_key: "n", note: "Phone first", mentions: [bronwen.id] };
  const actor = await colleague(db, "Ada");
  await inTransaction(db, (trx) => addInternalNote(trx, note, { actor }));
  expect(await recipientsOf("note_mention")).toEqual([bronwen.email, tomasin.email].toSorted());
  const { id: message_id } = await db.selectFrom("messages").select("id").executeTakeFirstOrThrow();
  const ids = { message_id, user_id: bronwen.id };
  const readBy = (recipient: string) => readMentionEmail(db, ids, { recipient });
  expect(await readBy(bronwen.email)).toMatchObject({ author: "Ada Pugh", away: null });
  expect(await readBy(tomasin.email)).toMatchObject({ author: "Ada Pugh", away: "Bronwen Pugh" });
});

test("a mention isn’t emailed to the stand-in who wrote the note", async () => {
  const { id, bronwen, tomasin } = await arrange({ away: "today" });
  const place = { transaction_id: id, purchase_intent_id: null };
  const conversation_id = await openConversation(db, place);
  const note = { conversation_id, form_key: "n", note: "For your return", mentions: [bronwen.id] };
  await inTransaction(db, (trx) => addInternalNote(trx, note, { actor: tomasin }));
  expect(await recipientsOf("note_mention")).toEqual([bronwen.email]);
});
