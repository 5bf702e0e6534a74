import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { newCopyKey, putDocument } from "#app/clients/documents.server.ts";
import {
  answerCorrection,
  listCorrections,
  requestCorrection,
} from "#app/domain/privacy/corrections.server.ts";
import { readNewestCopy } from "#app/domain/privacy/data-copies.server.ts";
import { loader as download } from "#app/routes/account/data-copy.ts";
import { action } from "#app/routes/account/your-data.tsx";
import { useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import { ageRateLimits } from "#tests/support/limits.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { get, post } from "#tests/support/call-route.ts";
import { attribute, tags } from "#tests/ui/render.tsx";
import { customerReader, staffReader } from "#tests/support/readers.ts";
import { open } from "./pages.ts";

const folder = mkdtempSync(join(tmpdir(), "documents-"));
process.env.DATA_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true }));

const { db } = useTestDatabase();

const PAGE = "/your-data";
const SIGN_IN_AGAIN = "/sign-in?again=true&redirectTo=%2Fyour-data";

async function keyFor(visitor: Visitor) {
  const { html } = await open(PAGE, visitor);
  const field = tags(html, "input").find((tag) => attribute(tag, "name") === "form_key");
  return attribute(field, "value") ?? "";
}

const ask = async ({ cookie }: Visitor, form_key: string) => {
  const answer = await post(action, { form_key }, { path: PAGE, cookie });
  return { ...answer, flash: await flashIn(answer) };
};

const fetchCopy = (id: string, { cookie }: Visitor) =>
  get(download, { path: `/your-data/copies/${id}`, params: { id }, cookie });

async function letTimePass({ id }: Visitor, minutes: number) {
  await db
    .updateTable("sessions")
    .set({ signed_in_at: sql`now() - make_interval(mins => ${minutes})` })
    .where("user_id", "=", id)
    .execute();
}

async function aReadyCopy({ id: user_id }: Visitor) {
  const s3_document_key = newCopyKey();
  await putDocument(s3_document_key, new TextEncoder().encode("PK a copy"));
  const { id } = await db
    .insertInto("data_copies")
    .values({ user_id, asked_by: user_id, status: "ready", s3_document_key, size_bytes: 9 })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const countCopies = async ({ id }: Visitor) =>
  (await db.selectFrom("data_copies").select("id").where("user_id", "=", id).execute()).length;

test("/your-data lists the data, purposes and retention periods, and redirects signed-out visitors to sign in", async () => {
  const ada = await signIn(db);
  const { status, title, text } = await open(PAGE, ada);
  expect(status).toBe(200);
  expect(title).toBe("Your data - Fanlight");
  expect(text).toContain("You haven’t asked for a copy recently.");
  expect(text).toContain("Account");
  expect(text).toContain(
    "10 years after completion, or after the sale or purchase falls through. If the sale is never paid for, 24 months after the last activity. Our team will then delete the data.",
  );
  expect(text).toContain(
    "Until sign-out, or until the session expires. We’ll then delete the data.",
  );
  expect((await open(PAGE)).location).toBe("/sign-in?redirectTo=%2Fyour-data");
});

describe("requesting a copy of one’s data", () => {
  test("repeated submits of a request for a copy prepare one copy, and another request is refused while that copy is being prepared", async () => {
    const ada = await signIn(db);
    const key = await keyFor(ada);
    const other = await keyFor(ada);
    const presses = await Promise.all([ask(ada, key), ask(ada, key)]);
    for (const { status, location, flash } of presses) {
      expect({ status, location }).toEqual({ status: 303, location: PAGE });
      expect(flash).toMatchObject({ kind: "success", title: "We’re preparing your copy" });
    }
    expect((await ask(ada, other)).flash?.title).toBe("We’re already preparing a copy");
    expect(await countCopies(ada)).toBe(1);
    const { text, html } = await open(PAGE, ada);
    expect(text).toContain("We’re preparing your copy.");
    expect(html).not.toContain("Ask for a");
    // Submits the first form a second time.
    expect((await ask(ada, key)).flash?.kind).toBe("success");
    expect(await countCopies(ada)).toBe(1);
  });

  test("the fourth request for a copy in 24 hours is refused, and another is accepted 24 hours later (SE-10)", async () => {
    const ada = await signIn(db);
    const askOnceMore = async () => {
      const answer = await ask(ada, await keyFor(ada));
      await db
        .updateTable("data_copies")
        .set({ status: "failed" })
        .where("user_id", "=", ada.id)
        .execute();
      return answer.flash;
    };
    for (let copy = 0; copy < 3; copy++) expect((await askOnceMore())?.kind).toBe("success");
    expect(await askOnceMore()).toEqual({
      kind: "error",
      title: "You’ve already asked for 3 copies today",
      description: "You can ask for another copy in 24 hours.",
    });
    expect(await countCopies(ada)).toBe(3);
    const bob = await signIn(db);
    expect((await ask(bob, await keyFor(bob))).flash?.kind).toBe("success");
    await ageRateLimits(db, 24 * 60 * 60);
    expect((await askOnceMore())?.kind).toBe("success");
  });

  test("requesting a copy with a forged form key shows an error and prepares no copy", async () => {
    const ada = await signIn(db);
    expect((await ask(ada, "forged.key.x")).flash).toMatchObject({
      kind: "error",
      title: "We couldn’t make a copy",
    });
    expect(await countCopies(ada)).toBe(0);
  });

  test("requesting a copy requires a new sign-in 15 minutes after the last one", async () => {
    const ada = await signIn(db);
    await letTimePass(ada, 14);
    expect((await open(PAGE, ada)).text).not.toContain("sign in again");
    await letTimePass(ada, 16);
    expect((await open(PAGE, ada)).text).toContain("sign in again");
    const answer = await ask(ada, await keyFor(ada));
    expect(answer).toMatchObject({ status: 303, location: SIGN_IN_AGAIN });
    expect(await countCopies(ada)).toBe(0);
  });

  test("requesting a copy after the session has ended answers 401 (A-023)", async () => {
    const ada = await signIn(db);
    const key = await keyFor(ada);
    await db.deleteFrom("sessions").where("user_id", "=", ada.id).execute();
    expect((await ask(ada, key)).status).toBe(401);
  });
});

describe("downloading a copy of one’s data", () => {
  test("the owner downloads the copy of their data as an attachment", async () => {
    const ada = await signIn(db);
    const id = await aReadyCopy(ada);
    const { html, text } = await open(PAGE, ada);
    expect(html).toContain(`href="/your-data/copies/${id}"`);
    expect(text).toMatch(
      /Your copy is ready\. You can download it until .* Download your copy \(9 bytes\)/,
    );
    const { status, headers } = await fetchCopy(id, ada);
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("application/zip");
    expect(headers.get("Content-Length")).toBe("9");
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect(headers.get("Content-Disposition")).toMatch(/^attachment;/);
  });

  test("downloading a copy answers 404 if the copy is another person’s, expired, unfinished or unknown", async () => {
    const ada = await signIn(db);
    const id = await aReadyCopy(ada);
    expect((await fetchCopy(id, await signIn(db))).status).toBe(404);
    for (const none of ["a".repeat(24), "\0", ""]) {
      expect((await fetchCopy(none, ada)).status).toBe(404);
    }
    await db
      .updateTable("data_copies")
      .set({ expires_at: new Date(0) })
      .where("id", "=", id)
      .execute();
    expect((await fetchCopy(id, ada)).status).toBe(404);
    expect((await open(PAGE, ada)).text).toContain("has expired");
    await ask(ada, await keyFor(ada));
    const making = await readNewestCopy(db, customerReader(ada.id), { user_id: ada.id });
    expect((await fetchCopy(making!.id, ada)).status).toBe(404);
  });

  test("downloading a copy requires a new sign-in 15 minutes after the last one", async () => {
    const ada = await signIn(db);
    const id = await aReadyCopy(ada);
    await letTimePass(ada, 16);
    expect((await fetchCopy(id, ada)).location).toBe(SIGN_IN_AGAIN);
  });
});

describe("the status of a request on /your-data", () => {
  const MOMENT = String.raw`\d+ \w{3} \d{4} at \d\d:\d\d`;

  test.each([
    [
      "making",
      `We’re preparing your copy\\. You asked for it on ${MOMENT}\\. We’ll email you when it’s ready\\. You can leave this page\\.`,
    ],
    [
      "ready",
      `Your copy is ready\\. You can download it until ${MOMENT}\\. Download your copy \\(9 bytes\\)`,
    ],
    [
      "failed",
      `We couldn’t make the copy you asked for on ${MOMENT}\\. Please ask again, or email us\\.`,
    ],
  ] as const)(
    "/your-data describes a copy with the status “%s” as $1",
    async (status, sentences) => {
      const ada = await signIn(db);
      const id = await aReadyCopy(ada);
      await db.updateTable("data_copies").set({ status }).where("id", "=", id).execute();
      expect((await open(PAGE, ada)).text).toMatch(new RegExp(sentences));
    },
  );

  test("/your-data says in complete sentences that a copy has expired, or that there is none yet", async () => {
    const ada = await signIn(db);
    expect((await open(PAGE, ada)).text).toContain(
      `A copy of your data You haven’t asked for a copy recently. You’ll get a web page you can read, the same data as JSON files, and your documents. It takes a few minutes. We’ll email ${ada.email} when it’s ready, and you can download it for 7 days. Ask for a copy`,
    );
    const id = await aReadyCopy(ada);
    const expired = { expires_at: new Date(0) };
    await db.updateTable("data_copies").set(expired).where("id", "=", id).execute();
    expect((await open(PAGE, ada)).text).toMatch(
      new RegExp(`The copy you asked for on ${MOMENT} has expired\\. You’ll get a web page`),
    );
  });

  test("/your-data describes an open, a completed and a refused correction request in complete sentences", async () => {
    const ada = await signIn(db);
    const actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "" };
    const asked = String.raw`On \d+ \w{3} \d{4} you asked for a correction\. `;
    for (const [outcome, sentence] of [
      ["corrected", "We’ve corrected your data: Your name is right now\\."],
      ["refused", "We haven’t changed your data: Your name was right\\."],
    ] as const) {
      await requestCorrection(db, { user_id: ada.id, request_text: "My name is Ada" });
      const waiting = await open(PAGE, ada);
      expect(waiting.text).toMatch(
        new RegExp(`${asked}Someone on our team will review it and email you\\.`),
      );
      expect(waiting.text).not.toContain("Tell us what’s wrong");
      const [request] = await listCorrections(db, staffReader());
      const answer = sentence.split(": ")[1]!.replace("\\", "");
      await answerCorrection(db, { outcome, answer }, { actor }, request!.id);
      expect((await open(PAGE, ada)).text).toMatch(
        new RegExp(`${asked}${sentence} Tell us what’s wrong`),
      );
    }
  });

  test("/your-data names the legal basis of each line of data", async () => {
    const { text } = await open(PAGE, await signIn(db));
    for (const line of [
      "ID checks To check identity and the source of funds (legal obligation) 5 years after completion",
      "emails waiting to be sent, sale agreed with a buyer, changes to a sale or purchase by our team, memoranda of sale from estate agents, tasks of our team, questions to firms about a step To progress the sale or purchase (contract)",
      "Browsers signed in to the account To keep sign-in secure (legitimate interests)",
    ]) {
      expect(text).toContain(line);
    }
  });
});
