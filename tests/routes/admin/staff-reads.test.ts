import { beforeAll, describe, expect, test } from "vitest";
import { action as pressContinue, loader as openLink } from "#app/routes/sign-in/authenticate.tsx";
import { action as signOut } from "#app/routes/sign-in/sign-out.ts";
import { sendSealedLink } from "#app/auth/email-link.server.ts";
import { issueToken } from "#app/auth/magic-links.server.ts";
import { listSearches } from "#app/domain/audit/audit.server.ts";
import type { StaffList, Viewed } from "#app/domain/readers/reader.ts";
import { paths } from "#app/paths.ts";
import { insertGroup } from "#tests/support/groups.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { insertAgent } from "#tests/support/estate-agents.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { get, post } from "#tests/support/call-route.ts";
import { runLoader, loadAll, open } from "./pages.ts";

const { db } = useTestDatabase();
let matter: Awaited<ReturnType<typeof fullMatter>>;

beforeAll(async () => {
  matter = await fullMatter(db);
});

const entriesOf = ({ id }: { id: string }) =>
  db
    .selectFrom("audit_log")
    .select(["action", "subject_type", "subject_id", "search_text_hash"])
    .where("actor_id", "=", id)
    .orderBy("id")
    .execute();

const { admin } = paths;

/**
 * The path of each list page, with the list’s name in the audit log and the query field of the
 * search text.
 */
const LISTS: [path: string, list: { name: StaffList; typed?: string }][] = [
  [admin.transactions(), { name: "transactions" }],
  [admin.feed(), { name: "transactions" }],
  [admin.transactionsGroups(), { name: "transaction_groups" }],
  [admin.documentRequests(), { name: "document_requests" }],
  [admin.desk(), { name: "desk" }],
  [admin.sinceYesterday(), { name: "desk" }],
  [admin.payments(), { name: "payment_reviews" }],
  [admin.invoices(), { name: "invoices" }],
  [admin.estateAgents(), { name: "estate_agents", typed: "search" }],
  [admin.lawFirms(), { name: "law_firms" }],
  [admin.options("estate-agents"), { name: "estate_agents", typed: "find" }],
  [admin.options("lawyer-groups"), { name: "lawyer_groups", typed: "find" }],
  [admin.options("solicitors"), { name: "lawyer_groups", typed: "find" }],
  [admin.unmatchedEmails(), { name: "inbound_emails" }],
  [admin.inbox(), { name: "conversations" }],
  // The statistics page shows the first referrals of each kind.
  [admin.stats(), { name: "referrals" }],
  [admin.referrals("mortgage"), { name: "referrals" }],
  [admin.referrals("foreign_currency"), { name: "referrals" }],
  [admin.privacyRequests(), { name: "privacy_requests" }],
  [admin.users(), { name: "users" }],
  [admin.staff(), { name: "staff" }],
  [admin.workload(), { name: "staff" }],
  [admin.assignMatters(), { name: "transactions" }],
  [admin.absences(), { name: "staff" }],
  [admin.invitations("sell"), { name: "invitations" }],
  [admin.invitations("buy"), { name: "invitations" }],
];

const newAdmin = () => signIn(db, { type: "admin" });

describe("audit rows of staff views", () => {
  test("viewing the page of a record writes one audit row, even if the page is viewed again", async () => {
    const group = await db
      .selectFrom("lawyer_groups")
      .select(["id", "law_firm_id"])
      .executeTakeFirstOrThrow();
    const agent = await insertAgent(db);
    const homes = (await insertGroup(db)).id;
    const pages: Record<Viewed, [path: string, id: string]> = {
      transaction: [`transactions/${matter.id}/buyers`, matter.id],
      transaction_group: [`transactions-groups/${homes}/ops`, homes],
      solicitor_letter: [
        `transactions/${matter.id}/solicitors/letters/${matter.letters[0]}`,
        matter.letters[0]!,
      ],
      user: [`users/${matter.seller.id}`, matter.seller.id],
      law_firm: [`law-firms/${group.law_firm_id}`, group.law_firm_id],
      lawyer_group: [`lawyer-groups/${group.id}`, group.id],
      estate_agent: [`estate-agents/${agent}`, agent],
    };
    for (const [type, [path, id]] of Object.entries(pages)) {
      const tom = await newAdmin();
      expect([path, (await open(`/admin/${path}`, tom)).status]).toEqual([path, 200]);
      const first = await entriesOf(tom);
      await open(`/admin/${path}`, tom);
      const row = {
        action: `${type}_viewed`,
        subject_type: type,
        subject_id: id,
        search_text_hash: null,
      };
      // The test loads the page and its tab concurrently, so both may write the row.
      expect(new Set(first.map((entry) => JSON.stringify(entry)))).toEqual(
        new Set([JSON.stringify(row)]),
      );
      expect(await entriesOf(tom)).toEqual(first);
    }
  });

  test.each(LISTS)(
    "viewing the list at %s writes an audit row, and searching it writes one with a digest of the text",
    async (path, { name, typed }) => {
      const tom = await newAdmin();
      const openPage = path.includes("/options/") ? runLoader : open;
      await openPage(path, tom);
      const read = { subject_type: "list", subject_id: name };
      const viewed = { ...read, action: "list_viewed", search_text_hash: null };
      expect(new Set((await entriesOf(tom)).map((entry) => JSON.stringify(entry))).size).toBe(1);
      expect(await entriesOf(tom)).toContainEqual(viewed);
      if (!typed) return;
      await openPage(`${path}?${typed}=Ada++BYRON`, tom);
      const searched = (await entriesOf(tom)).at(-1)!;
      expect(searched).toEqual({
        ...read,
        action: "searched",
        search_text_hash: expect.any(String),
      });
      expect(searched.search_text_hash).not.toMatch(/ada|byron/i);
      expect(await listSearches(db, " ada byron ")).toContainEqual({
        actor_id: tom.id,
        list: name,
        at: expect.any(Date),
      });
      expect(await listSearches(db, "ada")).toEqual([]);
    },
  );

  test("a global search writes an audit row with a digest of the text, and an empty search writes none (SE-3)", async () => {
    const tom = await newAdmin();
    await open(admin.search(), tom);
    expect(await entriesOf(tom)).toEqual([]);
    await open(`${admin.search()}?q=Ada++BYRON`, tom);
    const row = { subject_type: "list", subject_id: "everything", action: "searched" };
    expect(await entriesOf(tom)).toEqual([{ ...row, search_text_hash: expect.any(String) }]);
    const search = { actor_id: tom.id, list: "everything", at: expect.any(Date) };
    expect(await listSearches(db, " ada byron ")).toContainEqual(search);
  });

  test("viewing a dialog over a list writes the list’s audit row, and a customer’s refused request writes none", async () => {
    const tom = await newAdmin();
    await open("/admin/unmatched-emails/rematch-all", tom);
    expect((await entriesOf(tom)).map(({ subject_id }) => subject_id)).toContain("inbound_emails");
    const jane = await signIn(db);
    await open("/admin/users", jane);
    expect((await entriesOf(jane)).filter(({ subject_type }) => subject_type === "list")).toEqual(
      [],
    );
  });

  test("every staff loader is listed by the kind of page it reads", async () => {
    const files = (await loadAll()).flatMap(({ file, loader }) =>
      loader ? [file.replace("routes/admin/", "")] : [],
    );
    expect(files.sort()).toEqual(Object.values(READS).flat().sort());
  });
});

/**
 * Back-office loaders by the kind of page. Viewing a record or a list, and downloading a file,
 * write an audit row.
 */
const READS: Record<string, string[]> = {
  "a record": [
    "estate-agents/estate-agent.tsx",
    "law-firms/law-firm.tsx",
    "lawyer-groups/lawyer-group.tsx",
    "transactions-groups/details/tab.tsx",
    "transactions-groups/group.tsx",
    "transactions-groups/ops/estate-agent.tsx",
    "transactions-groups/ops/solicitors.tsx",
    "transactions-groups/ops/tab.tsx",
    "transactions-groups/success.tsx",
    "transactions/actions/action.tsx",
    "transactions/buyers/tab.tsx",
    "transactions/estate-agent/assign.tsx",
    "transactions/estate-agent/tab.tsx",
    "transactions/events/tab.tsx",
    "transactions/file/file.tsx",
    "transactions/history.tsx",
    "transactions/documents/tab.tsx",
    "transactions/messages/tab.tsx",
    "transactions/intelligence/tab.tsx",
    "transactions/orders/tab.tsx",
    "transactions/property-information/tab.tsx",
    "transactions/overview/tab.tsx",
    "transactions/property/tab.tsx",
    "transactions/searches/tab.tsx",
    "transactions/sellers/tab.tsx",
    "transactions/solicitors/assign.tsx",
    "transactions/solicitors/letter.tsx",
    "transactions/solicitors/resend-letter.tsx",
    "transactions/solicitors/tab.tsx",
    "transactions/stages/stages.tsx",
    "transactions/thirdfort/tab.tsx",
    "transactions/transaction.tsx",
    "users/user.tsx",
  ],
  "a list": [
    "desk/desk.tsx",
    "desk/since-yesterday.tsx",
    "documents/list.tsx",
    "estate-agents/list.tsx",
    "feed/feed.tsx",
    "invitations/list.tsx",
    "law-firms/list.tsx",
    "options.ts",
    "payments/list.tsx",
    "invoices/list.tsx",
    "privacy-requests/list.tsx",
    "search/results.tsx",
    "staff/list.tsx",
    "workload/absences.tsx",
    "workload/assign.tsx",
    "workload/confirm-assignment.tsx",
    "workload/workload.tsx",
    "staff/member.tsx",
    "staff/review.tsx",
    "stats/referrals.tsx",
    "stats/stats.tsx",
    "transactions-groups/list.tsx",
    "inbox/inbox.tsx",
    "transactions/list.tsx",
    "unmatched-emails/unmatched-emails.tsx",
    "users/list.tsx",
  ],
  "an email, by its matter or the list that it is in": [
    "inbox/conversation.tsx",
    "unmatched-emails/formatted.ts",
  ],
  "a download": [
    "invoices/export.ts",
    "transactions/file/download.ts",
    "transactions/property-information/download.ts",
    "transactions/report/download.ts",
    "transactions/searches/document.ts",
    "unmatched-emails/attachment.ts",
  ],
  "a dialog over a page that has a row": [
    "estate-agents/checks/edit.tsx",
    "estate-agents/office/edit.tsx",
    "estate-agents/people/add-negotiator.tsx",
    "estate-agents/people/add-valuer.tsx",
    "estate-agents/people/coordinator.tsx",
    "estate-agents/people/delete-coordinator.tsx",
    "estate-agents/people/delete-negotiator.tsx",
    "estate-agents/people/delete-valuer.tsx",
    "estate-agents/people/edit-negotiator.tsx",
    "estate-agents/people/edit-valuer.tsx",
    "inbox/assign.tsx",
    "inbox/confirm-match.tsx",
    "inbox/match.tsx",
    "inbox/snooze.tsx",
    "inbox/undo-match.tsx",
    "invoices/add.tsx",
    "invoices/cancel.tsx",
    "invoices/needed.tsx",
    "invoices/not-needed.tsx",
    "invoices/not-received.tsx",
    "invoices/received.tsx",
    "invitations/cancel.tsx",
    "invitations/resend.tsx",
    "law-firms/add.tsx",
    "law-firms/edit.tsx",
    "law-firms/retire.tsx",
    "lawyer-groups/add.tsx",
    "lawyer-groups/edit.tsx",
    "payments/edit.tsx",
    "privacy-requests/answer.tsx",
    "privacy-requests/erase.tsx",
    "privacy-requests/refuse.tsx",
    "staff/reactivate.tsx",
    "staff/confirm-review.tsx",
    "staff/deactivate.tsx",
    "staff/end-sessions.tsx",
    "staff/reset-second-factor.tsx",
    "staff/roles.tsx",
    "transactions-groups/delete-draft.tsx",
    "transactions/add-person.tsx",
    "transactions/buyers/activate.tsx",
    "transactions/buyers/buyer-found.tsx",
    "transactions/buyers/significant-dates.tsx",
    "transactions/correct-person.tsx",
    "transactions/hand-over.tsx",
    "workload/add-absence.tsx",
    "workload/remove-absence.tsx",
    "workload/takes-new-matters.tsx",
    "transactions/documents/decide.tsx",
    "transactions/documents/email.tsx",
    "transactions/documents/upload.tsx",
    "transactions/documents/file-attachment.tsx",
    "transactions/documents/remind.tsx",
    "transactions/documents/request.tsx",
    "transactions/estate-agent/fee.tsx",
    "transactions/orders/refund.tsx",
    "transactions/estate-agent/ready-links.tsx",
    "transactions/estate-agent/replace.tsx",
    "transactions/referral-fee.tsx",
    "transactions/remove-person.tsx",
    "transactions/searches/order.tsx",
    "transactions/searches/resolve-order.tsx",
    "transactions/searches/water-bill.tsx",
    "transactions/property-information/share.tsx",
    "transactions/report/share.tsx",
    "transactions/solicitors/replace.tsx",
    "transactions/chases/chase.tsx",
    "transactions/memorandum/decline.tsx",
    "transactions/stages/add-note.tsx",
    "transactions/tasks/add-stage.tsx",
    "transactions/tasks/add.tsx",
    "transactions/tasks/delete.tsx",
    "transactions/tasks/edit.tsx",
    "transactions/stages/contract-pack-ready.tsx",
    "transactions/stages/delete-note.tsx",
    "transactions/stages/undo-pack-ready.tsx",
    "transactions/thirdfort/order-checks.tsx",
    "transactions/tags.tsx",
    "transactions/thirdfort/check.tsx",
    "transactions/thirdfort/request.tsx",
    "transactions/thirdfort/resolve-order.tsx",
    "unmatched-emails/rematch-all.tsx",
    "users/copy-data.tsx",
    "users/correct.tsx",
  ],
  "a page that adds something": [
    "estate-agents/add.tsx",
    "invitations/add-buyer.tsx",
    "invitations/add-seller.tsx",
    "invitations/success.tsx",
    "staff/add.tsx",
    "transactions-groups/add/add.tsx",
    "transactions-groups/add/company.tsx",
    "transactions-groups/add/representative.tsx",
    "transactions-groups/add/unit.tsx",
  ],
  "nothing about a person": [
    "ask-charlie/ask-charlie.tsx",
    "config/config.tsx",
    "estate-agent-brands/add.tsx",
    "estate-agent-brands/delete.tsx",
    "estate-agent-brands/edit.tsx",
    "estate-agent-brands/list.tsx",
    "home.ts",
    "layout.tsx",
    "not-found.tsx",
    "restoration/end.tsx",
    "restoration/restoration.tsx",
    "status/cancel-job.tsx",
    "status/status.tsx",
    "status/retry-job.tsx",
    "transactions/intelligence/refresh.ts",
    "transactions/actions/undo.ts",
    "transactions/tasks/mark.ts",
    "transactions/report/generate.ts",
    "transactions/report/check-pages.ts",
    "transactions/report/exclude-document.ts",
    "users/processing-record.tsx",
  ],
};

describe("audit rows of staff sign-in and sign-out", () => {
  const sealed = async (token: string) => {
    let link = "";
    await sendSealedLink(token, (url) => {
      link = url.searchParams.get("token") ?? "";
      return Promise.resolve();
    });
    return link;
  };
  const actions = async (who: { id: string }) => (await entriesOf(who)).map(({ action }) => action);

  test("signing in with a link, a refused link and signing out each write one audit row", async () => {
    const tom = await newAdmin();
    const token = await sealed(await issueToken(db, { user_id: tom.id, purpose: "sign_in" }));
    await get(openLink, { path: `/authenticate?token=${encodeURIComponent(token)}` });
    expect(await actions(tom)).toEqual([]);
    await post(pressContinue, { token });
    expect(await actions(tom)).toEqual(["signed_in"]);
    for (let again = 0; again < 2; again++) {
      await post(pressContinue, { token });
      await get(openLink, { path: `/authenticate?token=${encodeURIComponent(token)}` });
    }
    expect(await actions(tom)).toEqual(["signed_in", "sign_in_refused"]);
    await post(signOut, {}, tom);
    await post(signOut, {}, tom);
    expect(await actions(tom)).toEqual(["signed_in", "sign_in_refused", "signed_out"]);
  });

  test("opening a link writes no audit row if a second factor is still required", async () => {
    const tom = await newAdmin();
    await db
      .insertInto("totp_keys")
      .values({ user_id: tom.id, sealed_key: "k", last_step: 1 })
      .execute();
    const token = await sealed(await issueToken(db, { user_id: tom.id, purpose: "sign_in" }));
    await post(pressContinue, { token });
    expect(await actions(tom)).toEqual([]);
  });

  test("a customer’s sign-in and sign-out write no audit rows", async () => {
    const jane = await signIn(db);
    const token = await sealed(await issueToken(db, { user_id: jane.id, purpose: "sign_in" }));
    await post(pressContinue, { token });
    await post(pressContinue, { token });
    await post(signOut, {}, jane);
    expect(await actions(jane)).toEqual([]);
  });
});
