import { runOnce } from "graphile-worker";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { unsealKey } from "#app/auth/totp.server.ts";
import { putDocument } from "#app/clients/documents.server.ts";
import { sealAudit } from "#app/domain/audit/seal.server.ts";
import { verifyAudit } from "#app/domain/audit/verify.server.ts";
import { checkDesk } from "#app/domain/desk/check-desk.server.ts";
import { readGroupDraft } from "#app/domain/groups/group-draft.server.ts";
import { readChosenCode } from "#app/domain/payments/pay-with-code.server.ts";
import { refreshStages } from "#app/domain/stages/duration-stats.server.ts";
import { pendingBuyerTerms, pendingSellerTerms } from "#app/domain/terms/acceptance.server.ts";
import { logger, taskList } from "#app/jobs/tasks.server.ts";
import { paths } from "#app/paths.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { transactions } from "#mocks/thirdfort/transactions.ts";
import { query } from "#tests/db/query.ts";
import { compareSnapshots } from "#tests/db/table-snapshot.ts";
import { useUpgradedDatabase } from "#tests/db/upgraded-database.ts";
import { open as openOwn } from "#tests/routes/account/pages.ts";
import { open as openStaff } from "#tests/routes/admin/pages.ts";
import { showProperty as showPurchase } from "#tests/routes/buy/flow.ts";
import { showProperty as showSale } from "#tests/routes/sell/flow.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { readerId } from "#tests/support/readers.ts";
import { readCookie } from "#tests/support/sign-in.ts";

/** Upgrade of a database of commit 8646bb8, which the fixture describes, to the newest schema. */
const { db, url, snapshots } = useUpgradedDatabase({
  from: "0075_late_stages",
  fixture: new URL("fixtures/8646bb8.sql", import.meta.url),
});

// Stages and emails depend on the day. The fixture was made on this one.
beforeAll(() => void vi.setSystemTime("2026-11-29T12:00:00Z"));
afterAll(() => void vi.useRealTimers());

// The database’s clock is not changed. Without these updates, the session and the invitation would
// have expired.
beforeAll(async () => {
  await query(
    url,
    "update sessions set last_seen_at = now(), expires_at = now() + interval '1 day'",
  );
  await query(url, "update invitations set created_at = now()");
});

const { state } = useDoubles();
// Pages and jobs ask Thirdfort for the buyer’s identity check.
beforeEach(() =>
  state.put(transactions, OPEN_CHECK, {
    id: OPEN_CHECK,
    type: "v2",
    status: "open",
    name: "Check of the buyer",
    ref: "",
    request: { actor: { name: "Bea Lunette", phone: "" }, tasks: [] },
    metadata: { created_at: "2026-11-29T11:49:48Z" },
    reports: [],
  }),
);

/** Ids in the fixture. */
const SALE = "6b0c115b0a5b076b3bc4c21e";
const ADA = "6b0c115a3703ba6f0001c7d8";
const CAL = "6b0c115a283acd530a4774e6";
const SAM = "6b0c115a1f69e708901eda97";
const BEA = "6b0c115b467818063e399880";
const OPEN_CHECK = "tmro4hnfvt389kof685c";

const signInAs = async (id: string, type: "customer" | "admin" = "customer") => ({
  cookie: await readCookie(db, { id, type }),
});

async function userId(email: string) {
  const users = db.selectFrom("users").select("id").where("email", "=", email);
  return readerId((await users.executeTakeFirstOrThrow()).id);
}

test("the upgrade from 8646bb8 keeps every stored value that it does not remove on purpose", () => {
  const { dropped, missing } = compareSnapshots(snapshots.before, snapshots.after);
  expect(dropped).toEqual([
    // Derived from other rows (0089).
    "list_counts",
    ...["line_1", "line_2", "line_3", "post_town", "postcode", "sellers", "buyers"].map(
      (column) => `listed_transactions.${column}`,
    ),
    // Forms of expired sessions, which were stored for an hour (0088).
    "stashed_forms",
    // Derived from other rows (0089).
    "transactions.paid",
  ]);
  expect(missing).toEqual({
    // Jobs of the dropped table (0091).
    _private_jobs: 2,
    // Drafts get ids (0087). The tests of drafts compare the rest.
    drafts: expect.any(Number),
    // A value of an unsent email. Its key has a new name (0090), and the last test sends the email.
    email_log: 1,
    // A choice that customers no longer have (0085).
    unwanted_emails: 1,
  });
});

describe("a draft of 8646bb8 after the upgrade", () => {
  const at = async (email: string) => signInAs(await userId(email));

  test("a draft of a new sale opens with the answers and the represented owners (AMB-A07)", async () => {
    expect(await showSale(await at("rosa.transom@sellers.example"))).toMatchObject({
      query: { sale: expect.stringMatching(/^[0-9a-f]{24}$/) },
      answers: {
        address: { line_1: "7 Quarry Hill", postcode: "YO1 7HH", confirmed: "on" },
        asking_price_pounds: "about 325,000",
        tenure: "Leasehold",
        customer_type: "representative",
        another_seller: "yes",
        has_mortgage: "",
      },
      sellers: [
        { name: "Vera Transom", detail: "has died" },
        { name: "Otto Transom", detail: "otto.transom@sellers.example" },
      ],
    });
  });

  test("a draft of a change to a sale opens with the answers, the owner and the version", async () => {
    expect(await showSale(await at("nils.mullion@sellers.example"))).toMatchObject({
      version: 1,
      answers: { address: { line_1: "9 Fan Street" }, asking_price_pounds: "499,950" },
      sellers: [{ name: "Wanda Mullion", detail: "cannot make decisions for themselves" }],
    });
  });

  test("a draft of a new purchase opens with the answers, the buyer and the giftor (AMB-A07)", async () => {
    expect(await showPurchase(await at("tess.gable@buyers.example"))).toMatchObject({
      query: { purchase: expect.stringMatching(/^[0-9a-f]{24}$/) },
      answers: {
        postcode: "YO1 7HZ",
        agreed_price_pounds: "431,000",
        ownership_type: "Joint",
        funding: ["savings_from_employment", "sale_of_shares"],
      },
      buyers: [{ name: "Uma Gable", detail: "uma.gable@buyers.example" }],
      giftors: [{ name: "Hugh Gable", detail: "hugh.gable@buyers.example" }],
    });
  });

  test("a draft of a change to a purchase opens with the answers and the version", async () => {
    expect(await showPurchase(await at("ivo.corbel@buyers.example"))).toMatchObject({
      version: 1,
      answers: { agreed_price_pounds: "447,500", first_time_buyer: "not_sure" },
    });
  });

  test("an acceptance of terms that was not stored yet is still pending (AMB-C10)", async () => {
    const seller_id = await userId("nils.mullion@sellers.example");
    const buyer_id = await userId("ivo.corbel@buyers.example");
    const sale = { transaction_id: "6b0c115e59960d7b3cfdd7ff", seller_id };
    const purchase = { purchase_intent_id: "6b0c115f55a62153ded7e4e4", buyer_id };
    expect(await pendingSellerTerms.isWaiting(db, sale)).toBe(true);
    expect(await pendingBuyerTerms.isWaiting(db, purchase)).toBe(true);
  });

  test("a referral code that was applied before the upgrade still counts (E-027)", async () => {
    const seller_id = await userId("pat.lintel@sellers.example");
    const sale = { transaction_id: "6b0c115e3334b8fa6d8936ee", seller_id };
    expect(await readChosenCode(db, sale)).toBe("FRIEND10");
  });

  test("a draft of a transactions group opens with its company, person and units (P-024)", async () => {
    const place = { user_id: readerId(ADA), draft_id: "6c4a67c3d7c84bbb6af2a9de" };
    expect(await readGroupDraft(db, place)).toMatchObject({
      name: "Foundry Quay",
      representative: { person: { email: "greta@keystone.example" } },
      company: { name: "Keystone Homes Ltd", company_number: "01234567" },
      units: [{ asking_price_pounds: "250,000" }, { address: { line_1: "Plot 2, Foundry Quay" } }],
    });
    const page = await openStaff(paths.admin.transactionsGroups(), await signInAs(ADA, "admin"));
    expect(page.text).toContain("Foundry Quay");
  });
});

describe("access from before the upgrade", () => {
  /** Cookie of Sam’s session, signed with the secret of the tests. */
  const COOKIE =
    "sid=IkNiNXlaYUR1ZEVtRlhpa0FQZXZxS3pPekJBZ3J0TFp2Z2RDblFtcE84bFEi.brOHWQBoUVZWpqpgBRJHEAmVSX5ZtgGj19HaHcLXg3w";

  test("a customer who signed in before the upgrade is still signed in", async () => {
    const page = await openOwn(paths.welcomeBack(), { cookie: COOKIE });
    expect([page.status, page.location]).toEqual([200, null]);
    expect(page.text).toContain("12 Arch Street");
  });

  test("the key of an authenticator app can still be read after the upgrade", async () => {
    const { sealed_key } = await db
      .selectFrom("totp_keys")
      .select("sealed_key")
      .where("user_id", "=", CAL)
      .executeTakeFirstOrThrow();
    expect(unsealKey(sealed_key, CAL)?.toString("hex")).toBe(
      "63ab2227d2f91f21b18c0ce5dabad35fa8fd5d11",
    );
  });
});

describe("a matter of 8646bb8 after the upgrade", () => {
  test("the derived row of each matter matches a new derivation and its durations do not change", async () => {
    expect(await refreshStages(db, "2026-11-29")).toEqual({
      refreshed: 6,
      matters: 6,
      spans: 0,
      different: [],
    });
    // The job derives the work at the desk after the rows. Nothing is stored before that.
    expect((await checkDesk(db)).length).toBeGreaterThan(0);
    expect(await checkDesk(db)).toEqual([]);
    const rows = await db
      .selectFrom("listed_transactions")
      .innerJoin("properties", "properties.id", "property_id")
      .innerJoin("addresses", "addresses.id", "address_id")
      .select(["line_1", "stage", "holder", "next_step", "buyer_id"])
      .orderBy("line_1")
      .execute();
    const completing = { stage: "completion", holder: "solicitors", next_step: "complete" };
    const unpaid = { stage: "not_instructed", holder: "seller", next_step: "pay" };
    expect(rows).toEqual([
      {
        line_1: "12 Arch Street",
        stage: "identity",
        holder: "us",
        next_step: "look_at_checks",
        buyer_id: BEA,
      },
      { line_1: "21 Magdalen Road", ...completing, buyer_id: expect.any(String) },
      { line_1: "3 Arcade Row", ...unpaid, buyer_id: null },
      { line_1: "64 Lark Lane", ...completing, buyer_id: expect.any(String) },
      { line_1: "9 Fan Street", ...unpaid, buyer_id: expect.any(String) },
      { line_1: "Plot 1, Elm Field", ...unpaid, buyer_id: null },
    ]);
  });

  test("every tab of a matter opens for staff with its data", async () => {
    const ada = await signInAs(ADA, "admin");
    const tabs: [string, string[]][] = [
      ["", ["Sam Vale Oriel-Vale", "12 Arch Street"]],
      ["/sellers", ["Cora Oriel", "cora.oriel@sellers.example"]],
      ["/buyers", ["Bea Lunette", "Jo Joint", "Gail Giver"]],
      ["/solicitors", ["Ashby York Sales", "Ashby York Purchases"]],
      ["/estate-agent", ["Kestrel Homes York"]],
      ["/thirdfort", ["Bea Lunette"]],
      ["/searches", ["Environmental"]],
      ["/orders", ["£240.00"]],
      ["/property", ["12 Arch Street"]],
      ["/events", ["Contract pack"]],
      ["/stages", ["The council is slow this month."]],
      ["/intelligence", []],
      ["/history", ["Ada Marsh"]],
      ["/file", []],
    ];
    for (const [tab, texts] of tabs) {
      const page = await openStaff(`/admin/transactions/${SALE}${tab}`, ada);
      expect([tab, page.status]).toEqual([tab, 200]);
      for (const text of texts)
        expect([tab, page.text]).toEqual([tab, expect.stringContaining(text)]);
    }
  });

  test("every list page for staff opens with its rows", async () => {
    const { admin } = paths;
    const ada = await signInAs(ADA, "admin");
    const lists: [string, string][] = [
      [admin.transactions(), "12 Arch Street"],
      [admin.feed(), "12 Arch Street"],
      [admin.transactionsGroups(), "Elm Field"],
      [admin.payments(), "12 Arch Street"],
      [admin.estateAgents(), "Kestrel Homes York"],
      [admin.lawFirms(), "Ashby & Co"],
      [admin.unmatchedEmails(), "stranger@elsewhere.example"],
      [admin.stats(), "Kestrel"],
      [admin.privacyRequests(), "I moved to 9 Fan Street."],
      [admin.users(), "Bea Lunette"],
      [admin.staff(), "Cal Dean"],
      [admin.invitations("sell"), "ina.invited@sellers.example"],
      [admin.status(), "refresh-checks"],
      [`${admin.search()}?q=lunette`, "Bea Lunette"],
    ];
    for (const [path, text] of lists) {
      const page = await openStaff(path, ada);
      expect([path, page.status]).toEqual([path, 200]);
      expect([path, page.text]).toEqual([path, expect.stringContaining(text)]);
    }
  });

  test("the pages of the matter’s seller and buyer open with their data", async () => {
    const [sam, bea] = [await signInAs(SAM), await signInAs(BEA)];
    const pages: [string, { cookie: string }, string][] = [
      [paths.dashboard.sell(SALE), sam, "The council is slow this month."],
      [paths.dashboard.buy(SALE), bea, "12 Arch Street"],
      [paths.yourData.page(), sam, "It is on your profile."],
      [paths.yourEmails.page(), sam, "summary"],
    ];
    for (const [path, visitor, text] of pages) {
      const page = await openOwn(path, visitor);
      expect([path, page.status]).toEqual([path, 200]);
      expect([path, page.text]).toEqual([path, expect.stringContaining(text)]);
    }
  });
});

describe("the audit log of 8646bb8 after the upgrade", () => {
  /** Digest that the job check-audit of 8646bb8 stored outside the database. */
  const digest = {
    position: "91",
    hash: "2f52b4269465d58d4a466f9ec7479f329548618f8f7926be31bf938941ea88cb",
    sealed_at: "2026-11-29T11:49:59.942434Z",
  };
  const verify = () => verifyAudit(db, { digests: [digest], restores: [] });

  test("the audit log matches its seals and the digest outside the database, and its last rows can be sealed", async () => {
    expect(await verify()).toMatchObject({ digests: 1, findings: [], notes: [] });
    await sealAudit(db);
    expect(await verify()).toMatchObject({ unsealed: { count: 0 }, findings: [] });
  });

  test.each(["action = 'x'", "fields = array['x']", "at = at + interval '1 microsecond'"])(
    "the check of the audit log reports a changed row: %s",
    async (change) => {
      const { findings } = await withChange(`update audit_log set ${change} where id = 5`, verify);
      expect(findings).toEqual([expect.stringMatching(/^Row 5, .* was changed/)]);
    },
  );

  /** Runs `work` after a change that the log’s triggers would refuse, and reverts the change. */
  async function withChange<T>(change: string, work: () => Promise<T>): Promise<T> {
    const asOwner = (statements: string) =>
      query(url, `begin; set local session_replication_role = replica; ${statements}; commit`);
    await asOwner(`create table was as select * from audit_log; ${change}`);
    try {
      return await work();
    } finally {
      await asOwner(
        "delete from audit_log; insert into audit_log overriding system value select * from was; drop table was",
      );
    }
  }
});

/** Runs last, because the jobs send emails and erase a person. */
test("every queued job of 8646bb8 is done after the upgrade (X-028)", async () => {
  await storeDocuments();
  await query(url, "update graphile_worker._private_jobs set run_at = now()");
  await runOnce({ connectionString: url, taskList, logger, noHandleSignals: true });
  // This job had failed at its last attempt.
  expect(await query(url, "select task_identifier, attempts from graphile_worker.jobs")).toEqual([
    { task_identifier: "refresh-checks", attempts: 3 },
  ]);
  // A summary is withdrawn if its reader has opted out, or on any day but Friday.
  expect(
    await query(url, "select distinct name, last_error from email_log where status <> 'sent'"),
  ).toEqual([{ name: "weekly_summary", last_error: "withdrawn" }]);
});

/** Stores a document for each row that names one, because the fixture contains no documents. */
async function storeDocuments() {
  const bytes = pdfOf("Nothing to report.");
  for (const table of ["search_documents", "inbound_attachments"] as const) {
    const rows = await db
      .updateTable(table)
      .set({ sha256: sha256(bytes), size_bytes: bytes.length })
      .where("s3_document_key", "is not", null)
      .returning("s3_document_key as key")
      .execute();
    for (const { key } of rows) if (key) await putDocument(key, bytes);
  }
}
