import type { Email } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./pieces.tsx";

/** On Mondays, to valuers and office coordinators who are subscribed (M-056, AMB-G08). */

export type WeeklyLeadsProps = {
  first_name: string;
  /** Whose leads can be entered where: the reader's own, and for a coordinator those of the office's valuers. */
  forms: { whose: string; office: string; link: string }[];
};

export const weeklyLeads: Email<WeeklyLeadsProps> = {
  subject: () => "Your leads of this week",
  preview: () => "Tell us who is thinking of selling. It takes a minute a lead.",
  recurring: true,
  Body: ({ first_name, forms, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        Has anybody asked you for a valuation who is thinking of selling? Send us their details, and
        we will get in touch so that the legal work is ready when a buyer comes.
      </Paragraph>
      {forms.map(({ whose, office, link }) => (
        <LinkButton key={link} href={link}>
          {`Enter leads for ${whose}, ${office}`}
        </LinkButton>
      ))}
      <Paragraph>The page knows the valuer by the link. There is nothing to sign in to.</Paragraph>
      <Paragraph>
        To stop these emails, reply to this one or write to {context.support_email}
      </Paragraph>
    </>
  ),
};
