import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { markOwner } from "#app/auth/stash.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { insertAgent, insertBrand } from "#tests/support/estate-agents.ts";
import { cookieOf } from "#tests/support/cookies.ts";
import { readCookie, signIn, type Visitor } from "#tests/support/sign-in.ts";
import { readFields } from "./fields.ts";
import { open, send } from "./pages.ts";

/** S6: what staff send when their session is gone is there, in its form, when they have signed in again. */

const { db } = useTestDatabase();
let ada: Visitor;
beforeEach(async () => {
  await emptyTables(db);
  ada = await signIn(db, { type: "admin", first_name: "Ada", last_name: "Marsh" });
});

/** Sends a form after the session has ended. Returns the same person's browser once they are signed in again. */
async function sendSignedOut(path: string, fields: Record<string, string>) {
  await db
    .updateTable("sessions")
    .set({ expires_at: sql`now() - interval '1 second'` })
    .execute();
  const answer = await send(path, ada, fields);
  const set = answer.headers.getSetCookie().find((each) => each.startsWith("stash="));
  const stash = set ? cookieOf(set) : "";
  const session = await readCookie(db, { id: ada.id, type: "admin" });
  return { answer, stash, back: { ...ada, cookie: `${session}; ${stash}` } };
}

describe("S6 a form of staff that was sent when the session was gone", () => {
  test("a new record: its form comes back filled in, until it is sent", async () => {
    const path = "/admin/estate-agent-brands/add";
    const { html } = await open(path, ada);
    const fields = { ...readFields(html, "brand"), brand_name: "Typed at length" };
    const { answer, back } = await sendSignedOut(path, fields);
    expect(answer.location).toBe(`/sign-in?ended=kept&redirectTo=${encodeURIComponent(path)}`);
    const page = await open(path, back);
    expect(page.text).toContain("We’ve restored what you typed before you were signed out");
    const again = readFields(page.html, "brand");
    expect(again.brand_name).toBe("Typed at length");
    expect((await send(path, back, again)).location).toBe("/admin/estate-agent-brands");
    expect((await open(path, back)).text).not.toContain("before you were signed out");
  });

  test("a change: the version that it was typed on comes with it, so that a colleague's is not overwritten", async () => {
    const id = await insertAgent(db, { office: { office_name: "Before" } });
    const path = `/admin/estate-agents/${id}/office`;
    const { html } = await open(path, ada);
    const { back } = await sendSignedOut(path, {
      ...readFields(html, "office"),
      office_phone_number: "01904 555099",
    });
    await db
      .updateTable("estate_agents")
      .set({ office_name: "Theirs" })
      .where("id", "=", id)
      .execute();
    const again = readFields((await open(path, back)).html, "office");
    expect(again).toMatchObject({ office_name: "Before", office_phone_number: "01904 555099" });
    const lost = await send(path, back, again);
    expect(lost.status).toBe(409);
    expect(lost.text).toContain("Office name");
  });

  test("two versions: their own comes back in the record's form", async () => {
    const id = await insertBrand(db, "Before");
    const path = `/admin/estate-agent-brands/${id}`;
    const his = readFields((await open(path, ada)).html, "brand");
    const tom = await signIn(db, { type: "admin", first_name: "Tom", last_name: "Hill" });
    await send(path, tom, { ...his, brand_name: "Tom's" });
    const lost = await send(path, ada, { ...his, brand_name: "Ada's" });
    expect(lost.status).toBe(409);
    const { back } = await sendSignedOut(path, readFields(lost.html, "conflict"));
    const again = readFields((await open(path, back)).html, "brand");
    expect(again.brand_name).toBe("Ada's");
    expect((await send(path, back, again)).location).toBe("/admin/estate-agent-brands");
  });

  test("a page of its own, such as an invitation", async () => {
    const path = "/admin/sellers-invitations/add";
    const { html } = await open(path, ada);
    const { back } = await sendSignedOut(path, {
      ...readFields(html, "invite"),
      email: "typed@example.test",
      first_name: "Typed",
    });
    const again = readFields((await open(path, back)).html, "invite");
    expect(again).toMatchObject({ email: "typed@example.test", first_name: "Typed" });
  });

  test("nobody else who signs in on that browser sees it, and no other page", async () => {
    const path = "/admin/estate-agent-brands/add";
    const fields = { form_id: "brand", owner: markOwner(ada.id), brand_name: "Secret words" };
    const { stash, back } = await sendSignedOut(path, fields);
    const tom = await signIn(db, { type: "admin", first_name: "Tom", last_name: "Hill" });
    const his = await open(path, { ...tom, cookie: `${tom.cookie}; ${stash}` });
    expect(his.html).not.toContain("Secret words");
    expect((await open("/admin/law-firms/add", back)).html).not.toContain("Secret words");
    expect((await open(path, back)).html).toContain("Secret words");
  });

  test("a press that types nothing is not kept, and the page does not say so", async () => {
    const id = await insertBrand(db, "Before");
    const path = `/admin/estate-agent-brands/${id}/delete`;
    const { answer } = await sendSignedOut(path, { opened: '{"brand_name":"Before"}' });
    expect(answer.location).toBe(`/sign-in?ended=true&redirectTo=${encodeURIComponent(path)}`);
    expect(await db.selectFrom("stashed_forms").selectAll().execute()).toEqual([]);
  });
});
