import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { breakWrites } from "#tests/support/break-writes.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import { readContents } from "#app/jobs/email-contents.server.ts";
import { customerReader } from "#tests/support/readers.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { eventNames } from "#tests/support/sales.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { insertSaleAtStage } from "../../account/matters.ts";
import { confirmFields } from "../fields.ts";
import { open, postAndReadFlash } from "../pages.ts";

const { db } = useTestDatabase();
let ada: Visitor;
let id: string;
let seller: Visitor;

beforeAll(async () => {
  ada = await signIn(db, { type: "admin" });
});
beforeEach(async () => {
  seller = await signIn(db, { first_name: "Ada", last_name: "Byron" });
  id = await insertSaleAtStage(db, seller.id);
});

const tab = () => `/admin/transactions/${id}/searches`;

describe("additional information requests (O-036 to O-046)", () => {
  const insertRequest = async (
    status: "pending" | "sent" | "received" | "forwarded",
    type: "title_plan" | "fee_approval" = "title_plan",
  ) => {
    const row = await db
      .insertInto("additional_requests")
      .values({ transaction_id: id, type, status })
      .returning(["id", "version"])
      .executeTakeFirstOrThrow();
    return { request_id: row.id, version: String(row.version) };
  };

  async function mark(fields: Record<string, string>, of = id) {
    return (await postAndReadFlash(`/admin/transactions/${of}/searches`, ada, fields)).flash;
  }

  test.each([
    ["pending", "Mark as Sent"],
    ["sent", "Mark as Received"],
    ["received", null],
    ["forwarded", null],
  ] as const)(
    "the button for an additional request with the status “%s” is: %s (O-036 to O-039)",
    async (status, button) => {
      await insertRequest(status);
      const { html, text } = await open(tab(), ada);
      const buttons = [...html.matchAll(/<button[^>]*name="status"[^>]*>([^<]*)/g)].map(
        ([, label]) => label,
      );
      expect(buttons).toEqual(button ? [button] : []);
      expect(text).toContain(`Title plan ${status}`);
    },
  );

  test("an additional request can be marked as sent, then as received, each with an event (O-037 O-038 O-043 WF-12.4)", async () => {
    const request = await insertRequest("pending");
    expect(await mark({ ...request, status: "sent" })).toEqual({
      kind: "success",
      title: "Request marked as sent",
    });
    expect(await mark({ ...request, status: "sent" })).toMatchObject({ kind: "success" });
    expect(await mark({ ...request, version: "2", status: "received" })).toMatchObject({
      kind: "success",
    });
    const names = await eventNames(db, id);
    expect(names.filter((name) => name.startsWith("additional"))).toEqual([
      "additional_request_sent",
      "additional_request_received",
    ]);
    const row = await db
      .selectFrom("additional_requests")
      .select(["status", "sent_at"])
      .where("id", "=", request.request_id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: "received", sent_at: expect.any(Date) });
  });

  test.each([
    ["pending", "received"],
    ["pending", "forwarded"],
    ["sent", "pending"],
    ["received", "forwarded"],
    ["forwarded", "sent"],
    ["sent", "nonsense"],
  ] as const)(
    "the status of an additional request cannot change from %s to %s (O-039)",
    async (from, to) => {
      const request = await insertRequest(from);
      expect(await mark({ ...request, status: to })).toMatchObject({
        kind: "error",
        title: "Status not updated",
      });
      const row = await db
        .selectFrom("additional_requests")
        .select("status")
        .where("id", "=", request.request_id)
        .executeTakeFirstOrThrow();
      expect(row.status).toBe(from);
    },
  );

  test("an additional request is not changed from an outdated page, under another matter or with an invalid id", async () => {
    const request = await insertRequest("pending");
    await mark({ ...request, status: "sent" });
    await mark({ ...request, version: "2", status: "received" });
    expect(await mark({ ...request, status: "sent" })).toMatchObject({
      description:
        "Someone else has changed this request to “received” since you opened this page. Your change was not saved.",
    });
    const other = await insertSaleAtStage(db, seller.id);
    const theirs = await insertRequest("pending", "fee_approval");
    expect(await mark({ ...theirs, status: "sent" }, other)).toMatchObject({
      description: "Request not found",
    });
    expect(await mark({ ...theirs, request_id: "x", status: "sent" })).toMatchObject({
      description: "Request not found",
    });
    expect(await mark({ ...theirs, version: "x", status: "sent" })).toMatchObject({
      kind: "error",
    });
  });

  test("the page of additional requests shows an error if a status cannot be saved (O-045)", async () => {
    expectError(/Failed to update status\. Please try again\./);
    const request = await insertRequest("pending");
    const mend = await breakWrites(db, "additional_requests");
    const flash = await mark({ ...request, status: "sent" });
    await mend();
    expect(flash).toEqual({
      kind: "error",
      title: "Status not updated",
      description: "Failed to update status. Please try again.",
    });
  });

  test("the water bill is requested by email once, and then the button is hidden (O-040 O-042 AMB-O05 WF-12.4)", async () => {
    expect((await open(tab(), ada)).text).toContain("Request water bill");
    const asked = await open(`${tab()}/water-bill`, ada);
    expect(asked.text).toContain(seller.email);
    const fields = confirmFields(asked.html);
    const late = confirmFields((await open(`${tab()}/water-bill`, ada)).html);
    const ask = async (posted: Record<string, string>) =>
      (await postAndReadFlash(`${tab()}/water-bill`, ada, posted)).flash;
    expect(await Promise.all([ask(fields), ask(fields)])).toMatchObject([
      { kind: "success" },
      { kind: "success" },
    ]);
    expect(await ask(late)).toMatchObject({
      description: "The water bill has already been requested.",
    });
    const emails = await db
      .selectFrom("email_log")
      .select(["name", "recipient"])
      .where("transaction_id", "=", id)
      .where("name", "=", "sewer_bill_request")
      .execute();
    expect(emails).toEqual([{ name: "sewer_bill_request", recipient: seller.email }]);
    const { text } = await open(tab(), ada);
    expect(text).not.toContain("Request water bill");
    expect(text).toContain("Water bill sent");
    expect(text).toContain("Mark as Received");
  });

  test("every seller is emailed the request for the water bill, and the dashboard shows it until it is received (CU-8)", async () => {
    const email = `${crypto.randomUUID()}@example.test`;
    await db
      .insertInto("parties")
      .values({
        ...{ kind: "seller", transaction_id: id, position: 0, email },
        ...{ first_name: "Cora", last_name: "Byron", phone_number: "+447400123456" },
      })
      .execute();
    const asked = await open(`${tab()}/water-bill`, ada);
    expect(asked.text).toContain(`${seller.email}, ${email}`);
    await postAndReadFlash(`${tab()}/water-bill`, ada, confirmFields(asked.html));
    const emails = await db
      .selectFrom("email_log")
      .select(["recipient", "props"])
      .where("transaction_id", "=", id)
      .where("name", "=", "sewer_bill_request")
      .execute();
    expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
      [seller.email, email].toSorted(),
    );
    const cora = await readContents(db, "sewer_bill_request", emails[0]!.props, email);
    expect(cora.first_name).toBe("Cora");
    const readRequests = async () => {
      const target = { id, reader: customerReader(seller.id) };
      return (await readSellerDashboard(db, target)).requests.map(({ type }) => type);
    };
    expect(await readRequests()).toEqual(["sewer_bill"]);
    await db
      .updateTable("additional_requests")
      .set({ status: "received" })
      .where("transaction_id", "=", id)
      .execute();
    expect(await readRequests()).toEqual([]);
  });

  test("confirming the water bill request shows “Water bill not requested” if a recipient has changed since the confirmation was opened", async () => {
    const fields = confirmFields((await open(`${tab()}/water-bill`, ada)).html);
    await db
      .updateTable("users")
      .set({ email: `new.${seller.email}` })
      .where("id", "=", seller.id)
      .execute();
    const { flash } = await postAndReadFlash(`${tab()}/water-bill`, ada, fields);
    expect(flash).toMatchObject({ kind: "error", title: "Water bill not requested" });
    expect(
      await db
        .selectFrom("additional_requests")
        .select("id")
        .where("transaction_id", "=", id)
        .execute(),
    ).toEqual([]);
  });
});
