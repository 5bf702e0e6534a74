import { beforeAll, describe, expect, test } from "vitest";
import type { Side } from "#app/domain/transactions/sides.ts";
import { loader } from "#app/routes/firm-pages/file.ts";
import { putDocument } from "#app/clients/documents.server.ts";
import { paths } from "#app/paths.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { get } from "#tests/support/call-route.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { accept, createFirm, decline, type Firm, visit } from "./use-firm.ts";

const { db } = useTestDatabase();
let handler = "";

beforeAll(async () => {
  handler = (await signIn(db, { type: "admin" })).id;
});

async function acceptedFirm(side: Side = "seller") {
  const of = await createFirm(db, side, handler);
  await accept(of);
  return of;
}

async function addSearch({ id }: Firm) {
  const bytes = Buffer.from(`%PDF-1.7 ${id}`);
  const s3_document_key = `test/searches/${id}.pdf`;
  await putDocument(s3_document_key, bytes);
  const search = await db
    .insertInto("searches")
    .values({
      transaction_id: id,
      product_id: "CON29DW",
      reference: "1",
      status: "complete",
      completion_date: "2026-11-25",
      s3_document_key,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("search_documents")
    .values({
      search_id: search.id,
      s3_document_key,
      sha256: sha256(bytes.toString()),
      file_name: "x.pdf",
      size_bytes: bytes.length,
      dated: "2026-11-25",
    })
    .execute();
  return search.id;
}

const confirm = ({ id }: Firm, shares: boolean) =>
  db
    .insertInto("property_information")
    .values({
      transaction_id: id,
      confirmed_at: new Date(),
      ...(shares && { share_agreed_at: new Date(), share_agreed_by: handler }),
    })
    .execute();

const download = ({ cookie, params }: Firm, file: string) =>
  get(loader, {
    params: { ...params, file },
    path: paths.firm.file(params.side, params.id, file),
    cookie,
  });

const titles = async (of: Firm) =>
  ((await visit(of)).data as { files: { title: string }[] }).files.map(({ title }) => title);

describe("the files of a law firm", () => {
  test.each<Side>(["seller", "buyer"])("the firm of the %s downloads a search", async (side) => {
    const of = await acceptedFirm(side);
    const search = await addSearch(of);
    expect(await titles(of)).toHaveLength(1);
    const { status, headers } = await download(of, search);
    expect([status, headers.get("Content-Disposition")]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename=".*\.pdf"$/),
    ]);
    const audit = await db
      .selectFrom("audit_log")
      .select(["actor_kind", "subject_type"])
      .where("action", "=", "firm_file_downloaded")
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(audit).toEqual({ actor_kind: "provider", subject_type: "search_document" });
  });

  test.each<[Side, boolean, number]>([
    ["seller", false, 200],
    ["seller", true, 200],
    ["buyer", false, 404],
    ["buyer", true, 200],
  ])(
    "the firm of the %s gets confirmed answers, if the sellers agree to share them: %s",
    async (side, shares, status) => {
      const of = await acceptedFirm(side);
      expect((await download(of, "property-information.json")).status).toBe(404);
      await confirm(of, shares);
      expect((await download(of, "property-information.json")).status).toBe(status);
      expect(await titles(of)).toHaveLength(status === 200 ? 2 : 0);
    },
  );

  test("the answers come as a PDF too", async () => {
    const of = await acceptedFirm();
    await confirm(of, false);
    const { status, headers } = await download(of, "property-information.pdf");
    expect([status, headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  });

  test.each(["before it has accepted", "after it has declined"])(
    "the firm gets none %s",
    async (when) => {
      const of = await createFirm(db, "seller", handler);
      if (when.includes("declined")) {
        await accept(of);
        await decline(of);
      }
      const search = await addSearch(of);
      await confirm(of, true);
      expect(await titles(of)).toEqual([]);
      for (const file of [search, "property-information.pdf"]) {
        expect((await download(of, file)).status).toBe(404);
      }
    },
  );

  test("the search of another matter, and any other name, is a 404", async () => {
    const [of, other] = [await acceptedFirm(), await acceptedFirm()];
    const search = await addSearch(other);
    for (const file of [search, "x", "65a000000000000000000001"]) {
      expect((await download(of, file)).status).toBe(404);
    }
  });

  test("a visitor is led to the email box", async () => {
    const of = await acceptedFirm();
    const { path } = await download({ ...of, cookie: "" }, await addSearch(of));
    expect(path).toBe(paths.firm.signIn("seller", of.id));
  });
});

describe("the ID checks of the firm’s clients", () => {
  type Part = { title: string; rows: { what: string; text: string }[] };
  const checks = async (of: Firm) => {
    const { parts } = (await visit(of)).data as { parts: Part[] };
    const rows = parts.find(({ title }) => title.startsWith("ID checks"))?.rows ?? [];
    return rows
      .filter(({ what }) => what !== "Reports go to")
      .map(({ what, text }) => ({ term: what, text }));
  };

  async function addCheck(of: Firm, check: object) {
    const { email, first_name, last_name } = await db
      .selectFrom("users")
      .select(["email", "first_name", "last_name"])
      .where("id", "=", (eb) =>
        eb.selectFrom("transactions").select("seller_id").where("id", "=", of.id),
      )
      .executeTakeFirstOrThrow();
    await db
      .insertInto("identity_checks")
      .values({
        ...{ transaction_id: of.id, person_type: "seller", email, first_name, last_name },
        ...{ phone_number: "+447400123456", status: "complete", ...check },
      })
      .execute();
  }

  test("has a row for each own client, and none for the other side", async () => {
    const seller = await acceptedFirm();
    const buyer = await acceptedFirm("buyer");
    await addCheck(buyer, { result: "fail" });
    expect(await checks(seller)).toEqual([
      { term: expect.any(String) as string, text: "Not ordered yet" },
    ]);
    expect(await checks(buyer)).toEqual([{ term: "Bea Byron", text: "Not ordered yet" }]);
  });

  test.each([
    [{ result: "clear" }, /^Clear on /],
    [{ result: "consider" }, /^We’re reviewing it\nNo law firm has the report$/],
    [{ status: "pending" }, /^Sent to your client$/],
    [{ status: "aborted" }, /^Not ordered yet$/],
  ])("%j is shown without the result of a review", async (check, text) => {
    const of = await acceptedFirm();
    await addCheck(of, check);
    expect((await checks(of))[0]?.text).toMatch(text);
  });
});
