import type { SeedRows } from "../seed-builder.ts";
import { findings, intelligence, type Intelligence } from "../content/findings.ts";
import { lawyerGroups, type LawyerGroupName } from "../content/lawyers.ts";
import type { Matter } from "../content/matters/matter.ts";
import { draw, id } from "../deterministic.ts";
import { userId } from "../person.ts";
import { colleague, mainOffer, record, transactionId } from "./history.ts";

const model = "Rule-based writer";

const SEARCHES = ["Local", "Drainage & Water", "Environmental", "Land Registry Plan"];

export function addFindings(book: SeedRows, matter: Matter) {
  addReport(book, matter);
  const known = intelligence.find(({ home }) => home === matter.home);
  if (known) addIntelligence(book, matter, known);
}

function addReport(book: SeedRows, matter: Matter) {
  const returned = matter.searches?.returned;
  if (!matter.report || returned === undefined) return;
  const known = findings[matter.report];
  const { critical, significant } = known;
  const transaction_id = transactionId(matter);
  const reference = `PSR-${100_000 + draw(`report ${matter.home}`, 899_999)}`;
  const generated_at = record(book, matter, returned, "property_search_report_generated", {
    comments: reference,
  });
  book.rows.reports.push({
    id: id("report", matter.home),
    transaction_id,
    reference,
    overall_risk_rating: matter.report,
    critical_issues_count: critical.length,
    significant_issues_count: significant.length,
    content: JSON.stringify({
      findings: [...critical, ...significant].map(([topic, document, quote]) => ({
        topic,
        document: `${document} search`,
        page: 1,
        quote,
      })),
      documents: SEARCHES.map((name) => ({ name: `${name} search`, pages: 1, read: "whole" })),
      unsupported: 0,
    }),
    model,
    // There is no PDF yet: it is made when the report is first downloaded.
    s3_document_key: null,
    generated_at,
    ...shareReport(book, matter, { returned, reference }),
  });
}

/** Days after which a member of staff has reviewed a report for the buyer. */
const READING_DAYS = 2;

function shareReport(
  book: SeedRows,
  matter: Matter,
  { returned, reference }: { returned: number; reference: string },
) {
  const day = returned - READING_DAYS;
  if (day < READING_DAYS * 2 || matter.searches?.cancelled || !mainOffer(matter)?.activated) return;
  const comments = reference;
  const shared_at = record(book, matter, day, "property_report_shared", { comments });
  return { shared_at, shared_by: userId(colleague(matter)) };
}

function addIntelligence(book: SeedRows, matter: Matter, known: Intelligence) {
  const { calendar } = book;
  const offer = mainOffer(matter);
  const { solicitors } = matter;
  book.rows.intelligence.push({
    id: id("intelligence", matter.home),
    transaction_id: transactionId(matter),
    summary: known.summary,
    next_step: known.nextStep,
    waiting_on: JSON.stringify(
      known.waitingOn.map(({ party, item, days }) => ({
        party,
        item,
        last_mentioned: calendar.date(days),
        days_waiting: calendar.daysSince(days),
      })),
    ),
    blockers: JSON.stringify(known.blockers),
    key_dates: JSON.stringify({
      transaction_open_days: calendar.daysSince(matter.opened),
      last_email_days: calendar.daysSince(1),
      target_completion_date: calendar.date(-20),
      next_milestone: known.nextMilestone,
    }),
    context: JSON.stringify({
      seller: matter.seller,
      buyer: offer?.buyer ?? null,
      solicitor: solicitors ? findSolicitor(solicitors.seller) : null,
      agent: matter.agent ?? null,
    }),
    model,
    generated_at: calendar.at(1, 500),
  });
}

function findSolicitor(group: LawyerGroupName) {
  return lawyerGroups[group].solicitor;
}
