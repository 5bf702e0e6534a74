import { readNewsEmail } from "#app/domain/news/news.server.ts";
import type { Due, Turn } from "#app/domain/stages/card.ts";
import { whoSentence } from "#app/domain/stages/who.ts";
import { readSummary } from "#app/domain/news/weekly.server.ts";
import { readStartReminder } from "#app/domain/news/reminders.server.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph, Subtitle, Title, WhatYouGet, Where } from "./pieces.tsx";

/** To a customer, about all that has happened in a matter since they were told of it last (24). */
export const matter_news = defineEmail({
  read: readNewsEmail,
  subject: ({ property, items }) => {
    const [first] = items;
    return first && items.length === 1
      ? `${property}: ${decapital(first.what)}`
      : `${property}: ${items.length} things have happened`;
  },
  preview: ({ items }) => items.map(({ what }) => what).join(". "),
  unsubscribe: ({ unsubscribe }) => unsubscribe,
  Body: ({ first_name, property, items, where, dashboard, unsubscribe, choices }) => (
    <>
      <Title>
        {items.length === 1 ? items.map(({ what }) => what).join() : `Hello ${first_name}`}
      </Title>
      <Paragraph>{property}</Paragraph>
      {items.map(({ what, next }) => (
        <section key={what}>
          {items.length === 1 ? null : <Subtitle>{what}</Subtitle>}
          <Paragraph>{next}</Paragraph>
        </section>
      ))}
      {where ? <Where {...where} /> : null}
      <LinkButton href={dashboard}>{`See where it stands on ${PRODUCT_NAME}`}</LinkButton>
      <WhatYouGet unsubscribe={unsubscribe} choices={choices} />
    </>
  ),
});

/** "Your home: the searches are back"; a name's capital stays. */
function decapital(what: string) {
  return /^(?:The|All|We|Contracts|Exchange|Completion)\b/.test(what)
    ? what.charAt(0).toLowerCase() + what.slice(1)
    : what;
}

/** To a customer who has not finished what they began, after a day and after a week (24). */
export const start_reminder = defineEmail({
  read: readStartReminder,
  subject: ({ noun, property }) =>
    property ? `Your ${noun} of ${property} is not complete` : `Your ${noun} is not complete`,
  preview: () => "Your answers are kept. It takes a few minutes to finish.",
  unsubscribe: ({ unsubscribe }) => unsubscribe,
  Body: ({ first_name, noun, property, after, link, unsubscribe, choices }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        You began your {noun}
        {property ? ` of ${property}` : null} and have not finished. What you answered is kept, and
        we begin as soon as the rest is there.
      </Paragraph>
      {after === "week" ? (
        <Paragraph>This is the last reminder. You can go on whenever it suits you.</Paragraph>
      ) : null}
      <LinkButton href={link}>Go on where you were</LinkButton>
      <WhatYouGet unsubscribe={unsubscribe} choices={choices} />
    </>
  ),
});

const DueDays = ({ due }: { due: readonly Due[] }) =>
  due.map(({ term, day }) => (
    <Paragraph key={term}>
      {term}: <strong>{day}</strong>
    </Paragraph>
  ));

/** Who reads of others, and not first of what is theirs to do. */
const OTHERS: readonly Turn[] = ["others", "solicitors"];

/** On Fridays, to a customer of whose matter nothing else was told for a week (24). */
export const weekly_summary = defineEmail({
  read: readSummary,
  subject: ({ property, now }) => `${property}: this week, ${now.title.toLowerCase()}`,
  preview: ({ card }) =>
    OTHERS.includes(card.turn) && card.who ? whoSentence(card.who) : card.title,
  unsubscribe: ({ unsubscribe }) => unsubscribe,
  Body: ({ first_name, property, where, notes, card, dashboard, unsubscribe, choices }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>{property}. Nothing new has happened this week: it is where it was.</Paragraph>
      <Subtitle>{card.title}</Subtitle>
      <Paragraph>{card.text}</Paragraph>
      <DueDays due={card.due} />
      {card.task ? (
        <>
          <Subtitle>Also yours to do: {card.task.title}</Subtitle>
          <DueDays due={card.task.due} />
        </>
      ) : null}
      {card.papers && !card.papers.told ? (
        <Paragraph>
          Tell us on your page when you have returned {card.papers.short}, and we stop asking.
        </Paragraph>
      ) : null}
      {card.meanwhile ? (
        <>
          <Subtitle>Meanwhile: {card.meanwhile.title}</Subtitle>
          <Paragraph>{card.meanwhile.text}</Paragraph>
        </>
      ) : null}
      <Where stages={where} who={card.who} />
      {card.why ? <Paragraph>{card.why}</Paragraph> : null}
      {notes.map(({ id, note, by }) => (
        <Paragraph key={id}>
          “{note}” {by}
        </Paragraph>
      ))}
      <LinkButton href={dashboard}>{`See where it stands on ${PRODUCT_NAME}`}</LinkButton>
      <WhatYouGet unsubscribe={unsubscribe} choices={choices} />
    </>
  ),
});
