import { describe, expect, onTestFinished, test } from "vitest";
import { describeRetention, listHeld } from "#app/domain/privacy/notice.server.ts";
import {
  listPurposes,
  PERSONAL_DATA,
  PERSONAL_TABLES,
} from "#app/domain/privacy/personal-data.server.ts";
import type { RetentionPeriodName } from "#app/domain/privacy/retention-periods.server.ts";
import { env } from "#app/platform/env.server.ts";

const ACCOUNT =
  "10 years after the last sale or purchase ends, or after the last sign-in, whichever is later.";
const UNCONFIRMED =
  "If the email address is never confirmed, 12 months after sign-up or the last invitation.";
const MATTER = "10 years after completion, or after the sale or purchase falls through.";
const BEGUN = "If the sale is never paid for, 24 months after the last activity.";
const PARTNER = "10 years after the last sale or purchase with the firm or office.";
const DELETED = "Our team will then delete the data.";
const ANONYMOUS = "Our team will then make the data anonymous.";
const ALWAYS = "We’ll then delete the data.";

const RETENTION_TEXTS: readonly [RetentionPeriodName[], string][] = [
  [["account"], `${ACCOUNT} ${ANONYMOUS}`],
  [["account", "unconfirmed"], `${ACCOUNT} ${UNCONFIRMED} ${ANONYMOUS}`],
  [["session"], `Until sign-out, or until the session expires. ${ALWAYS}`],
  [["firm_session"], `Until sign-out, or until the link or the session expires. ${ALWAYS}`],
  [["link"], `30 days after the link expires. ${ALWAYS}`],
  [["matter", "begun"], `${MATTER} ${BEGUN} ${DELETED}`],
  [["draft"], `90 days after the last change. ${ALWAYS}`],
  [["sent_form"], `7 days after the form is sent. ${ALWAYS}`],
  [["limit"], `1 day after the request. ${ALWAYS}`],
  [
    ["account", "matter", "begun", "partner"],
    `For an account, ${ACCOUNT} ${ANONYMOUS} For a sale or purchase, ${MATTER} ${BEGUN} For a firm or office, ${PARTNER} ${DELETED}`,
  ],
  [["lead"], `24 months after we receive the details. ${DELETED}`],
  [["enquiry"], `24 months after we receive the message. ${DELETED}`],
  [["partner"], `${PARTNER} ${DELETED}`],
  [
    ["check", "begun"],
    `5 years after completion, or after the sale or purchase falls through. ${BEGUN} ${DELETED}`,
  ],
  [
    ["account", "matter", "begun", "stray_sent"],
    `For an account, ${ACCOUNT} ${ANONYMOUS} For a sale or purchase, ${MATTER} ${BEGUN} If the email isn’t about an account, sale or purchase, 12 months after we write it. ${DELETED}`,
  ],
  [
    ["matter", "begun", "stray_email"],
    `${MATTER} ${BEGUN} If the email isn’t about a sale or purchase, 12 months after we receive it. ${DELETED}`,
  ],
  [
    ["log"],
    "At least 10 years after the sale or purchase ends. Entries can’t be removed from this log.",
  ],
  [["copy"], `7 days after the copy is ready, or until a newer copy replaces it. ${ALWAYS}`],
  [["request"], `10 years after we answer the request. ${DELETED}`],
];

describe("the text about retention periods", () => {
  test.each(RETENTION_TEXTS)(
    "the retention text describes %j in whole sentences",
    (lives, sentences) => {
      expect(describeRetention(lives)).toBe(sentences);
    },
  );

  test("every combination of retention periods in use has a tested retention text", () => {
    const used = PERSONAL_TABLES.flatMap((table) => {
      const { file } = PERSONAL_DATA[table];
      return [...listPurposes(table), ...(file ? [file] : [])].map(({ periods: lives }) =>
        lives.join(),
      );
    });
    const listed = RETENTION_TEXTS.map(([lives]) => lives.join());
    expect([...new Set(used)].sort()).toEqual(listed.sort());
  });

  test("the retention text changes from “Our team will” to “We’ll” once the nightly run deletes the data", () => {
    env.RETENTION = "erase";
    onTestFinished(() => {
      env.RETENTION = "count";
    });
    expect(describeRetention(["account"])).toBe(`${ACCOUNT} We’ll then make the data anonymous.`);
    expect(describeRetention(["matter", "begun"])).toBe(`${MATTER} ${BEGUN} ${ALWAYS}`);
  });
});

const LINES = [
  "Account details, email preferences | Sellers, buyers, giftors, our team | To know who has an account and how to reach them (Contract)",
  "Browsers signed in to the account | Sellers, buyers, giftors, our team | To keep sign-in secure (Legitimate interests)",
  "Sign-ins to the pages of law firms and estate agents | Solicitors, estate agents | To keep sign-in secure (Legitimate interests)",
  "Staff roles, reviews of staff access, staff who handle matters, numbers of matters of staff, absences of staff, passkeys, authenticator app, recovery codes | Our team | To control who on our team can sign in and what they can do (Legitimate interests)",
  "Sign-in links we emailed | Sellers, buyers, giftors, our team | To keep sign-in secure (Legitimate interests)",
  "Invitations, details in someone else’s sale or purchase, sales, purchases, agreement to share answers about a property, answers about a property, confirmed answers about a property, firms that were sent answers about a property, properties for sale, activity in a sale or purchase, corrected details, notes from our team, sale summaries in staff lists, requests for an introduction to an adviser, companies selling a property, properties sold together, letters to solicitors, law firms’ answers to instructions, search orders, searches, search documents, requests for documents, documents that were uploaded, unreadable messages about searches, search reports, progress summaries drafted for our team, emails waiting to be sent, sale agreed with a buyer, changes to a sale or purchase by our team, memoranda of sale from estate agents, tasks of our team, questions to firms about a step | Sellers, buyers, giftors, owners with a representative | To progress the sale or purchase (Contract)",
  "Answers not submitted yet | Sellers, buyers, giftors, owners with a representative | To make sure no answers are lost (Contract)",
  "Record of submitted forms | Sellers, buyers, giftors, our team | To avoid processing the same form twice (Legitimate interests)",
  "Private calendar link | Sellers, buyers, giftors, our team | To show people their dates in their own calendar (Contract)",
  "Dates sent to a calendar | Sellers, buyers, giftors, owners with a representative | To update people’s calendars when a date changes (Contract)",
  "Links that share how ready a sale is | Sellers, buyers, giftors, owners with a representative | To show estate agents and buyers how far a sale is (Contract)",
  "Counts of recent requests, such as for sign-in links | Sellers, buyers, giftors, our team, people without an account | To limit misuse (Legitimate interests)",
  "Sales, firms that were sent answers about a property, activity in a sale or purchase, properties sold together, payments our team reviewed, invoices to offices and developers, search orders, searches, search documents, requests for documents, documents that were emailed to solicitors, unreadable messages about searches, search reports, conversations with us, mentions of staff in notes, email addresses matched to a matter, changes to a sale or purchase by our team, memoranda of sale from estate agents, tasks of our team, questions to firms about a step, work that waits for our team, email rematching runs, database restores | Our team | To know who did what in a sale or purchase (Legitimate interests)",
  "Title number of the property | Sellers, buyers, giftors, owners with a representative | To find the property’s title register at HM Land Registry (Contract)",
  "Addresses | Sellers, buyers, giftors, owners with a representative, estate agents, solicitors | To identify the property and write to people (Contract)",
  "Properties sold together, orders, payments our team reviewed, refunds, decisions not to invoice a sale | Sellers | To take payments and keep accounts (Legal obligation)",
  "Details from an estate agent about an owner and their property | People without an account, sellers | To offer our service to an owner whose details an estate agent gave us (Legitimate interests)",
  "Contact form messages | People without an account, sellers, buyers, giftors | To reply to people who contact us (Legitimate interests)",
  "Referral codes, law firms, solicitors’ teams, solicitors and legal assistants, estate agent offices, valuers, negotiators, office coordinators | Estate agents, solicitors | To work with law firms and estate agents (Legitimate interests)",
  "ID checks | Sellers, buyers, giftors, owners with a representative | To check identity and the source of funds (Legal obligation)",
  "Emails we sent, delivery of our emails | Sellers, buyers, giftors, owners with a representative, estate agents, solicitors, our team, people without an account | To send each email only once and to know that it was sent (Legitimate interests)",
  "Content of emails we sent about a sale or purchase (except emails with a sign-in link) | Sellers, buyers, giftors, owners with a representative, estate agents, solicitors, our team, people without an account | To keep a record of what we sent (Legitimate interests)",
  "Conversations with us, email addresses matched to a matter, emails sent to us, email attachments | People who email us, sellers, buyers, giftors, owners with a representative, estate agents, solicitors | To read emails sent to us about a sale or purchase (Legitimate interests)",
  "Messages and notes | Sellers, buyers, giftors, owners with a representative | To answer people and to record what was agreed (Contract)",
  "Log of who viewed or changed records | Our team, sellers, buyers, giftors, owners with a representative | To prove who viewed or changed records, using only reference numbers and field names (Legal obligation)",
  "Search index for our team | Sellers, buyers, giftors, owners with a representative, estate agents, solicitors | To help our team find records (Legitimate interests)",
  "Copies of data | Sellers, buyers, giftors, our team | To give people a copy of their data, and to prepare the file of a sale or purchase (Legal obligation)",
  "Requests to delete data, record of deletions | Sellers, buyers, giftors | To delete data on request, and to delete it again if we restore a backup (Legal obligation)",
  "Correction requests | Sellers, buyers, giftors, our team | To correct wrong data and keep a record of the request (Legal obligation)",
];

describe("the list of stored data, its subjects, purpose and legal basis", () => {
  const shown = (lines: ReturnType<typeof listHeld>) =>
    lines.map(({ what, whose, why, basis }) => `${what} | ${whose} | ${why} (${basis})`);

  test("the list of stored data has the privacy policy’s line for each kind of data", () => {
    expect(shown(listHeld())).toEqual(LINES);
  });

  test("the list of stored data leaves out data about staff and partners for a customer", () => {
    const others =
      /^(Staff roles|Sign-ins to the pages|Sales, firms that were sent answers|Referral codes)/;
    expect(shown(listHeld(["seller", "buyer"]))).toEqual(
      LINES.filter((line) => !others.test(line)),
    );
  });

  test("the list of stored data never addresses the reader, because staff and partners read it too", () => {
    const words = listHeld()
      .flatMap((line) => Object.values(line))
      .join(" ");
    expect(words).not.toMatch(/\byour?\b/i);
  });
});
