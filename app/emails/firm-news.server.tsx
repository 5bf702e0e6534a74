/** Email to a law firm or an estate agent with the news of an hour about one matter. */

import { firmNewsEmail } from "#app/domain/events/queue-firm-news.server.ts";
import { readFirmNews } from "#app/domain/notifications/firm-news-email.server.ts";
import { Greeting, LinkButton, Paragraph, ReplyHint, Subtitle } from "./components.tsx";
import { confirmedTitle, ConfirmedInformation, type Confirmed } from "./confirmed-information.tsx";
import { defineEmail } from "./email.ts";
import { Facts } from "./facts.tsx";
import { attachInformation } from "./property-information-files.server.ts";
import { shortenSubject, streetOf } from "./street.ts";

type News = { items: readonly { title: string }[]; information: Confirmed | null };

/** Returns the title of each item, the property information last. */
const titlesOf = ({ items, information }: News) => [
  ...items.map(({ title }) => title),
  ...(information ? [confirmedTitle(information)] : []),
];

export const firm_news = defineEmail(firmNewsEmail, {
  read: readFirmNews,
  subject: ({ property, ...news }) => {
    const [first = "", ...others] = titlesOf(news);
    const title = others.length === 0 ? first : `${others.length + 1} updates`;
    return shortenSubject(`${title}: ${streetOf(property)}`, property);
  },
  preview: (news) => `${titlesOf(news).join(". ")}.`,
  cc: ({ cc }) => cc,
  files: ({ information }) => (information ? attachInformation(information) : Promise.resolve([])),
  Body: ({ first_name, property, reference, items, information, page }) => (
    <>
      <Greeting name={first_name} />
      {items.map(({ title, paragraphs }) => (
        <section key={title}>
          <Subtitle>{title}</Subtitle>
          {paragraphs.map((text) => (
            <Paragraph key={text}>{text}</Paragraph>
          ))}
        </section>
      ))}
      {information ? (
        <section>
          <Subtitle>{confirmedTitle(information)}</Subtitle>
          <ConfirmedInformation {...information} />
        </section>
      ) : null}
      <LinkButton href={page}>Open your page</LinkButton>
      <Facts
        facts={[
          ["Property", property],
          ["Our reference", reference],
        ]}
      />
      <ReplyHint />
    </>
  ),
});
