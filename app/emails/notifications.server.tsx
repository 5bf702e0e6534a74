import { type CalendarEntry, writeCalendar } from "#app/domain/calendar/ics.ts";
import type { NewsKind } from "#app/domain/notifications/email-kinds.ts";
import type { ProgressItem } from "#app/domain/notifications/progress-item.ts";
import {
  readNewsEmail,
  matterNewsEmail,
  weeklySummaryEmail,
} from "#app/domain/notifications/progress-emails.server.ts";
import type { Due, CardKind } from "#app/domain/stages/card-type.ts";
import { whoSentence } from "#app/domain/stages/stage-holder.ts";
import { readSummary } from "#app/domain/notifications/weekly-summary.server.ts";
import {
  readStartReminder,
  startReminderEmail,
} from "#app/domain/notifications/reminders.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { defineEmail } from "./email.ts";
import { Facts } from "./facts.tsx";
import {
  Greeting,
  LinkButton,
  Paragraph,
  Subtitle,
  UnsubscribeFooter,
  StageProgress,
} from "./components.tsx";
import { streetOf, SUBJECT_LENGTH } from "./street.ts";

const TOPICS: Record<NewsKind, string> = {
  checks: "ID checks",
  searches: "searches",
  steps: "legal steps",
  milestones: "key steps",
  dates: "key dates",
};

type News = {
  property: string;
  items: readonly Pick<ProgressItem, "kind" | "what" | "brief" | "rank">[];
};

/**
 * Returns the subject: the only item, the most important date, or the topics if there is neither.
 */
function newsSubject({ property, items }: News): string {
  const street = streetOf(property);
  const lead = leadOf(items);
  if (lead) {
    const subject = `${lead.what}: ${street}`;
    return subject.length > SUBJECT_LENGTH ? `${lead.brief ?? lead.what}: ${street}` : subject;
  }
  return `${aboutTopics(items)}: ${street}`;
}

function aboutTopics(items: News["items"]): string {
  const topics = [...new Set(items.map(({ kind }) => TOPICS[kind]))];
  return `Updates on ${new Intl.ListFormat("en-GB").format(topics)}`;
}

/** Returns the item that leads the email: the only item, or the most important date. */
function leadOf(items: News["items"]): News["items"][number] | undefined {
  const [date] = items
    .filter(({ rank }) => rank !== undefined)
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
  return items.length === 1 ? items[0] : date;
}

/** Email to a customer with all the news of a matter since the previous email. */
export const matter_news = defineEmail(matterNewsEmail, {
  read: readNewsEmail,
  subject: newsSubject,
  heading: ({ items }) => leadOf(items)?.what ?? aboutTopics(items),
  preview: ({ items }) =>
    items.length === 1
      ? items.map(({ next }) => next).join()
      : items.map(({ what }) => `${what}.`).join(" "),
  unsubscribe: ({ unsubscribe }) => unsubscribe,
  files: calendarFile,
  Body: ({ first_name, items, calendar, where, dashboard, unsubscribe, choices }) => (
    <>
      <Greeting name={first_name} />
      {items.map(({ what, next, steps }) => (
        <section key={what}>
          {items.length === 1 ? null : <Subtitle>{what}</Subtitle>}
          {next ? <Paragraph>{next}</Paragraph> : null}
          {steps ? (
            <>
              <Subtitle>{steps.title}</Subtitle>
              <Facts
                facts={steps.days.map(({ when, what: todo, text }) => [todo, `${when}\n${text}`])}
              />
            </>
          ) : null}
        </section>
      ))}
      {calendar.length > 0 ? (
        <Paragraph>We’ve attached a file that adds the dates to your calendar.</Paragraph>
      ) : null}
      {where ? <StageProgress {...where} /> : null}
      <LinkButton href={dashboard}>{`See progress on ${PRODUCT_NAME}`}</LinkButton>
      <UnsubscribeFooter unsubscribe={unsubscribe} choices={choices} />
    </>
  ),
});

function calendarFile({ calendar }: { calendar: readonly CalendarEntry[] }) {
  const content = Buffer.from(writeCalendar(PRODUCT_NAME, PRODUCT_NAME, calendar));
  const file = { name: "completion.ics", type: "text/calendar", content };
  return Promise.resolve(calendar.length > 0 ? [file] : []);
}

/**
 * Reminder to a customer who has not finished signing up. Sent after a day and again after a week.
 */
export const start_reminder = defineEmail(startReminderEmail, {
  read: readStartReminder,
  subject: ({ noun, property }) =>
    property
      ? `Finish setting up your ${noun} of ${streetOf(property)}`
      : `Finish setting up your ${noun}`,
  preview: () => "We’ve saved your answers. It only takes a few minutes to finish.",
  unsubscribe: ({ unsubscribe }) => unsubscribe,
  Body: ({ first_name, noun, property, after, link, unsubscribe, choices }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        You started setting up your {noun}
        {property ? ` of ${property}` : null} but haven’t finished. We’ve saved your answers, and
        we’ll start as soon as you complete the rest.
      </Paragraph>
      {after === "week" ? (
        <Paragraph>This is our last reminder. You can carry on whenever you’re ready.</Paragraph>
      ) : null}
      <LinkButton href={link}>Carry on</LinkButton>
      <UnsubscribeFooter unsubscribe={unsubscribe} choices={choices} />
    </>
  ),
});

const DueDays = ({ due }: { due: readonly Due[] }) =>
  due.map(({ term, day }) => (
    <Paragraph key={term}>
      {term}: <strong>{day}</strong>
    </Paragraph>
  ));

/** Kinds of card for a reader who is waiting for someone else. */
const OTHERS: readonly CardKind[] = ["others", "solicitors"];

/** Friday email to a customer who has had no other email about the matter for a day. */
export const weekly_summary = defineEmail(weeklySummaryEmail, {
  read: readSummary,
  subject: ({ property, now }) => {
    const subject = `Weekly update: ${streetOf(property)}`;
    const withStage = `${subject} (stage: ${now.title})`;
    return withStage.length > SUBJECT_LENGTH ? subject : withStage;
  },
  heading: ({ card }) => card.title,
  preview: ({ card }) =>
    OTHERS.includes(card.kind) && card.current_holder
      ? whoSentence(card.current_holder)
      : card.title,
  unsubscribe: ({ unsubscribe }) => unsubscribe,
  Body: ({ first_name, property, where, notes, card, tasks, dashboard, unsubscribe, choices }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>{card.text}</Paragraph>
      <DueDays due={card.due} />
      {card.papers && !card.papers.statement ? (
        <Paragraph>
          When you’ve returned {card.papers.short}, tell us on your dashboard and we’ll stop
          reminding you.
        </Paragraph>
      ) : null}
      {card.task ? (
        <>
          <Subtitle>Also to do: {card.task.title}</Subtitle>
          <DueDays due={card.task.due} />
        </>
      ) : null}
      {tasks.map(({ title, detail }) => (
        <section key={title}>
          <Subtitle>Also to do: {title}</Subtitle>
          <Paragraph>{detail}</Paragraph>
        </section>
      ))}
      {card.in_parallel ? (
        <>
          <Subtitle>{card.in_parallel.title}</Subtitle>
          <Paragraph>{card.in_parallel.text}</Paragraph>
        </>
      ) : null}
      <StageProgress stages={where} current_holder={card.current_holder} />
      {card.why ? <Paragraph>{card.why}</Paragraph> : null}
      {notes.map(({ id, note, by }) => (
        <Paragraph key={id}>
          “{note}” {by}
        </Paragraph>
      ))}
      <Paragraph>That’s this week’s update on {property}.</Paragraph>
      <LinkButton href={dashboard}>{`See progress on ${PRODUCT_NAME}`}</LinkButton>
      <UnsubscribeFooter unsubscribe={unsubscribe} choices={choices} />
    </>
  ),
});
