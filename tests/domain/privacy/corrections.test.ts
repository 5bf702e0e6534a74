import { beforeEach, describe, expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import {
  answerCorrection,
  listCorrections,
  readAnswerEmail,
  readOwnCorrection,
  requestCorrection,
} from "#app/domain/privacy/corrections.server.ts";
import { erasePersonRows } from "#app/domain/privacy/erase-rows.server.ts";
import { insertPerson } from "#tests/db/people.ts";
import { staffReader } from "#tests/support/readers.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

async function requestFixture() {
  const { id: user_id } = await insertPerson(db, "ada@example.com");
  const { id } = await insertPerson(db, "staff@example.com");
  expect(await requestCorrection(db, { user_id, request_text: "My name is Ada" })).toBe(true);
  const [request] = await listCorrections(db, staffReader());
  return { user_id, actor: { id, request_id: "" }, id: request!.id };
}

const mails = () =>
  db.selectFrom("email_log").select(["name", "recipient"]).orderBy("created_at").execute();

describe("a customer's correction request", () => {
  test("a customer can have one open correction request at a time, the team is emailed about it, and the answer is emailed to the customer", async () => {
    const { user_id, actor, id } = await requestFixture();
    expect(await requestCorrection(db, { user_id, request_text: "Again" })).toBe(false);
    expect(await readOwnCorrection(db, user_id)).toMatchObject({ status: "open", answer: null });
    expect(await mails()).toEqual([{ name: "correction_requested", recipient: env.TEAM_EMAIL }]);
    const answer = { outcome: "refused" as const, answer: "It is right." };
    await answerCorrection(db, answer, { actor }, id);
    expect(await readOwnCorrection(db, user_id)).toMatchObject({
      status: "refused",
      answer: "It is right.",
    });
    expect((await mails())[1]).toEqual({
      name: "correction_answered",
      recipient: "ada@example.com",
    });
    expect(await readAnswerEmail(db, { correction_request_id: id })).toEqual({
      first_name: "Ada",
      corrected: false,
      answer: "It is right.",
    });
    await expect(answerCorrection(db, answer, { actor }, id)).rejects.toThrow(
      "already been answered",
    );
    expect(await requestCorrection(db, { user_id, request_text: "Something else" })).toBe(true);
  });

  test("a correction request is deleted when the customer is erased", async () => {
    const { user_id } = await requestFixture();
    const person = { id: user_id, email: "ada@example.com", first_name: "Ada", last_name: "B" };
    await erasePersonRows(db, person, { account: "whole", by_address: true });
    expect(await listCorrections(db, staffReader())).toEqual([]);
  });
});
