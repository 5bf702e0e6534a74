import { AnswerForm } from "#app/domain/conversations/answer.server.ts";
import type { Db } from "#db/connection.ts";
import { createPaidMatter } from "#tests/routes/admin/transaction-tabs/matter.ts";
import { signIn } from "./sign-in.ts";

/** Creates a paid matter, and returns it with its number and its seller. */
export async function matterOfSeller(db: Db, line_1?: string) {
  const matter = await createPaidMatter(db, line_1);
  const { number, ...seller } = await db
    .selectFrom("transactions")
    .innerJoin("users", "users.id", "transactions.seller_id")
    .select(["transactions.number", "users.id", "users.email"])
    .where("transactions.id", "=", matter.id)
    .executeTakeFirstOrThrow();
  return { ...matter, number, seller };
}

/** Creates a member of staff whose last name is Pugh, who can act. */
export async function colleague(db: Db, first_name = "Bronwen") {
  const { id, email } = await signIn(db, { type: "admin" });
  await db
    .updateTable("users")
    .set({ first_name, last_name: "Pugh" })
    .where("id", "=", id)
    .execute();
  return { id, email, request_id: "" };
}

/** Returns the form of an answer, as it is parsed. */
export const answerTo = (to: string, version: number, change: object = {}) =>
  AnswerForm.parse({
    ...{
      version,
      form_key: crypto.randomUUID(),
      to,
      subject: "Re: Hello",
      text: "Saturday is fine.",
    },
    ...change,
  });
