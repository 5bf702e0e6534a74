import { describe, expect, test } from "vitest";
import { EMAIL_KINDS } from "#app/domain/notifications/email-kinds.ts";
import {
  listSubscribedKinds,
  unsubscribeToken,
} from "#app/domain/notifications/email-opt-outs.server.ts";
import { paths } from "#app/paths.ts";
import * as off from "#app/routes/account/unsubscribe.tsx";
import { action } from "#app/routes/account/your-emails.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { customerReader } from "#tests/support/readers.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { post } from "#tests/support/call-route.ts";
import { open } from "./pages.ts";

const { db } = useTestDatabase();
const PAGE = paths.yourEmails.page();
const KINDS = EMAIL_KINDS.map(({ kind }) => kind);

const auditOf = (id: string) =>
  db
    .selectFrom("audit_log")
    .select(["action", "actor_kind"])
    .where("subject_id", "=", id)
    .where("action", "=", "emails_chosen")
    .execute();

describe("the email preferences page", () => {
  test("the email preferences page has every kind of email ticked at first, saves any selection, and ignores unknown kinds", async () => {
    const ada = await signIn(db);
    const { html } = await open(PAGE, ada);
    expect(html.match(/type="checkbox"[^>]* checked=""/g)).toHaveLength(KINDS.length);

    const choose = (fields: Record<string, string | string[]>) =>
      post(action, fields, { path: PAGE, cookie: ada.cookie });
    const saved = await choose({ wanted: ["weekly", "nonsense"] });
    expect(saved.location).toBe(PAGE);
    expect((await flashIn(saved))?.title).toBe("Your preferences have been saved");
    expect(await listSubscribedKinds(db, customerReader(ada.id))).toEqual(["weekly"]);
    await choose({});
    expect(await listSubscribedKinds(db, customerReader(ada.id))).toEqual([]);
    await choose({ wanted: KINDS });
    expect(await listSubscribedKinds(db, customerReader(ada.id))).toEqual(KINDS);
    expect(await auditOf(ada.id)).toHaveLength(3);
    await choose({ wanted: KINDS });
    expect(await auditOf(ada.id)).toHaveLength(3);
  });

  test("one tab’s email preferences are saved as a whole when two tabs submit concurrently", async () => {
    const ada = await signIn(db);
    const tabs = [["searches", "steps"], ["weekly"]] as const;
    const choose = (wanted: readonly string[]) =>
      post(action, { wanted: [...wanted] }, { path: PAGE, cookie: ada.cookie });
    for (let round = 0; round < 5; round++) {
      await choose(KINDS);
      const saves = Array.from({ length: 6 }, (_, save) => choose(tabs[save % 2]!));
      for (const { location } of await Promise.all(saves)) expect(location).toBe(PAGE);
      expect(tabs).toContainEqual(await listSubscribedKinds(db, customerReader(ada.id)));
    }
  });

  test("saving email preferences does not change another person’s preferences", async () => {
    const [ada, ben] = [await signIn(db), await signIn(db)];
    await post(action, { wanted: "weekly" }, { path: PAGE, cookie: ada.cookie });
    expect(await listSubscribedKinds(db, customerReader(ben.id))).toEqual(KINDS);
  });
});

describe("the unsubscribe link of an email", () => {
  const address = (token: string) => ({ path: paths.yourEmails.off(token), params: { token } });

  test("a GET of the unsubscribe link changes no preferences, and a POST unsubscribes the person without a session", async () => {
    const ada = await signIn(db);
    const token = unsubscribeToken({ user_id: ada.id, kinds: ["searches", "dates"] });
    const at = address(token);
    for (let time = 0; time < 2; time++) {
      expect((await open(at.path)).text).toContain("Searches and the property report");
    }
    expect(await listSubscribedKinds(db, customerReader(ada.id))).toEqual(KINDS);
    const pressed = await post(off.action, {}, at);
    expect([pressed.status, pressed.location]).toEqual([303, at.path]);
    expect(await listSubscribedKinds(db, customerReader(ada.id))).toEqual([
      "steps",
      "weekly",
      "reminders",
    ]);
    expect((await open(at.path)).text).toContain("You’ve unsubscribed from these emails");
    await post(off.action, {}, at);
    expect(await auditOf(ada.id)).toHaveLength(1);
  });

  test("the unsubscribe page lists the emails that were stopped and those that remain, and has a button that undoes the change (CU-15)", async () => {
    const ada = await signIn(db);
    const at = address(unsubscribeToken({ user_id: ada.id, kinds: ["steps"] }));
    await post(off.action, {}, at);
    const [before = "", after = ""] = (await open(at.path)).text.split("What you’ll still get");
    expect(before).toContain("Legal steps : When the sale is agreed");
    expect(after).toContain("Searches and the property report");
    expect(after).toContain("exchange and completion");
    expect(after).not.toContain("Legal steps");
    const undone = await post(off.action, { undo: "yes" }, at);
    expect([undone.status, undone.location]).toEqual([303, at.path]);
    expect(await listSubscribedKinds(db, customerReader(ada.id))).toEqual(KINDS);
    expect((await open(at.path)).text).not.toContain("You’ve unsubscribed");
    expect(await auditOf(ada.id)).toHaveLength(2);
  });

  test("the page of an unsubscribe link from an old email about ID checks says that these emails cannot be switched off (CU-15)", async () => {
    const ada = await signIn(db);
    // ID check emails used to be optional, and links in old emails stay valid.
    const kinds = ["checks"] as unknown as readonly [];
    const at = address(unsubscribeToken({ user_id: ada.id, kinds }));
    const { text } = await open(at.path);
    expect(text).toContain("These emails are part of our service, so you can’t switch them off.");
    expect(text).not.toContain("You’ve unsubscribed");
    expect((await post(off.action, {}, at)).status).toBe(303);
    expect(await auditOf(ada.id)).toEqual([]);
  });

  test("the unsubscribe link accepts a mail program’s one-click POST, and answers 200 without a redirect (RFC 8058)", async () => {
    const ada = await signIn(db);
    const at = address(unsubscribeToken({ user_id: ada.id, kinds: ["weekly"] }));
    const answer = await post(off.action, { "List-Unsubscribe": "One-Click" }, at);
    expect([answer.status, answer.location]).toEqual([200, null]);
    expect(await listSubscribedKinds(db, customerReader(ada.id))).not.toContain("weekly");
  });

  test("the unsubscribe link rejects a forged or modified token", async () => {
    const [ada, ben] = [await signIn(db), await signIn(db)];
    const [id = "", kinds = "", signature = ""] = unsubscribeToken({
      user_id: ada.id,
      kinds: ["weekly"],
    }).split(".");
    for (const token of [
      `${ben.id}.${kinds}.${signature}`,
      `${id}.checks.${signature}`,
      `${id}.${kinds}.`,
      `${id}.${kinds}.${signature}.x`,
      id,
    ]) {
      expect((await post(off.action, {}, address(token))).status).toBe(404);
    }
    expect(await listSubscribedKinds(db, customerReader(ada.id))).toEqual(KINDS);
    expect(await listSubscribedKinds(db, customerReader(ben.id))).toEqual(KINDS);
  });

  test("the unsubscribe link answers 303 to the token of a deleted person", async () => {
    const token = unsubscribeToken({ user_id: "65a0000000000000000000ff", kinds: ["weekly"] });
    expect((await post(off.action, {}, address(token))).status).toBe(303);
  });
});
