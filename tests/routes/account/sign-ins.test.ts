import { expect, test } from "vitest";
import { paths } from "#app/paths.ts";
import { action } from "#app/routes/account/sign-ins/sign-ins.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { readCookie, signIn } from "#tests/support/sign-in.ts";
import { post } from "#tests/support/visit.ts";

const { db } = useTestDatabase();

test.each([
  { chosen: "others", browsers: 2, title: "Signed out everywhere else", kind: "success" },
  { chosen: "others", browsers: 0, title: "You weren’t signed in anywhere else", kind: "info" },
  { chosen: "one", browsers: 1, title: "Signed out of that browser", kind: "success" },
  { chosen: "one", browsers: 0, title: "That browser was already signed out", kind: "info" },
])(
  "says “$title” after signing out of $chosen with $browsers other sessions (23)",
  async ({ chosen, browsers, title, kind }) => {
    const { id, cookie } = await signIn(db);
    const others = db.selectFrom("sessions").select("id_hash").where("user_id", "=", id);
    const own = await others.executeTakeFirstOrThrow();
    for (let n = 0; n < browsers; n++) await readCookie(db, { id });
    const other = await others.where("id_hash", "<>", own.id_hash).executeTakeFirst();
    const session = chosen === "others" ? "others" : (other?.id_hash ?? "0".repeat(64));
    const answer = await post(action, { session }, { path: paths.yourSignIns.page(), cookie });
    expect(await flashIn(answer)).toMatchObject({ kind, title });
    expect(await others.execute()).toEqual([own]);
  },
);
