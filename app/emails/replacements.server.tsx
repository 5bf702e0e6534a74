/**
 * Emails when staff replace a firm: to the old and the new firm, the customers and the other side.
 */

import { ASSIGNMENT_EMAILS } from "#app/domain/assignments/emails.ts";
import {
  readEstateAgentChanged,
  readEstateAgentRelease,
  readOtherSolicitorChanged,
  readSolicitorChanged,
  readSolicitorRelease,
} from "#app/domain/assignments/assignment-emails.server.ts";
import { teamFacts } from "./contact.ts";
import { CHECK_BANK_DETAILS } from "./warnings.ts";
import { defineEmail } from "./email.ts";
import { Facts } from "./facts.tsx";
import { DashboardLink, Greeting, ReplyHint, Paragraph, Subtitle } from "./components.tsx";
import { Steps } from "./steps.tsx";
import { streetOf } from "./street.ts";

const inSentence = (names: readonly string[]) => new Intl.ListFormat("en-GB").format(names);

function peopleFact(noun: string, names: readonly string[]): [what: string, value: string][] {
  return names.length === 0 ? [] : [[names.length > 1 ? `${noun}s` : noun, inSentence(names)]];
}

export const solicitor_release = defineEmail(ASSIGNMENT_EMAILS.solicitor_release, {
  read: readSolicitorRelease,
  subject: ({ noun, property }) => `Your instruction has ended: ${noun} of ${streetOf(property)}`,
  preview: () => "Another solicitor has been instructed. Please close your file.",
  cc: ({ cc }) => cc,
  Body: ({ first_name, noun, clients, property, reference }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        You are no longer instructed {clients.length > 0 ? `by ${inSentence(clients)} ` : null}on
        the {noun} of {property}. Another solicitor has taken over. Please stop work.
      </Paragraph>
      <Paragraph>
        If you hold any client documents or money, or have given an undertaking, reply to this
        email, so that your client and the new solicitor can arrange the transfer.
      </Paragraph>
      <Facts
        facts={[
          ["Property", property],
          ...peopleFact(noun === "sale" ? "Seller" : "Buyer", clients),
          ["Our reference", reference],
        ]}
      />
      <ReplyHint />
    </>
  ),
});

export const solicitor_changed = defineEmail(ASSIGNMENT_EMAILS.solicitor_changed, {
  read: readSolicitorChanged,
  subject: ({ property }) => `Your solicitor for ${streetOf(property)} has changed`,
  preview: ({ team }) => `${team.law_firm} is now doing the legal work.`,
  Body: ({ first_name, noun, property, before, released_is_emailed, team, dashboard }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        Your solicitor for the {noun} of {property} has changed.{" "}
        {before === team.law_firm ? null : `${before} no longer acts for you. `}
        Your new solicitor is {team.solicitor.name} at {team.law_firm}.{" "}
        {released_is_emailed ? "We’ve emailed both solicitors. " : null}
        Your new solicitor will tell you their fees. If you didn’t expect this change, reply to this
        email.
      </Paragraph>
      <Facts facts={teamFacts(team)} />
      <Subtitle>What you need to do</Subtitle>
      <Steps>
        <>Sign the engagement letter from your new solicitor as soon as you have it.</>
        <>
          If you sent documents to {before === team.law_firm ? "your previous solicitor" : before},
          have copies ready for your new solicitor.
        </>
        <>{CHECK_BANK_DETAILS}</>
      </Steps>
      <DashboardLink {...{ noun, dashboard }} />
    </>
  ),
});

export const other_solicitor_changed = defineEmail(ASSIGNMENT_EMAILS.other_solicitor_changed, {
  read: readOtherSolicitorChanged,
  subject: ({ side, property }) => `The ${side}’s solicitor for ${streetOf(property)} has changed`,
  preview: ({ side, team }) => `${team.law_firm} now acts for the ${side}.`,
  cc: ({ cc }) => cc,
  Body: ({ first_name, side, property, reference, before, team }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        {before === team.law_firm
          ? `The team at ${before} that acts for the ${side} of ${property} has changed.`
          : `${before} no longer acts for the ${side} of ${property}.`}{" "}
        Please correspond with the following team from now on.
      </Paragraph>
      <Facts facts={[...teamFacts(team), ["Our reference", reference]]} />
      <ReplyHint />
    </>
  ),
});

export const estate_agent_release = defineEmail(ASSIGNMENT_EMAILS.estate_agent_release, {
  read: readEstateAgentRelease,
  subject: ({ property }) => `Estate agent changed in our records: ${streetOf(property)}`,
  preview: () => "We will not send you any more updates on this sale.",
  Body: ({ first_name, property, sellers, reference }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        We have recorded a different estate agent for {property}, so we will not send you any more
        updates on this sale.
      </Paragraph>
      <Paragraph>
        This only changes our records. It does not affect your agency agreement with the{" "}
        {sellers.length > 1 ? "sellers" : "seller"}. You don’t need to do anything. If this is
        wrong, reply to this email.
      </Paragraph>
      <Facts
        facts={[
          ["Property", property],
          ...peopleFact("Seller", sellers),
          ["Our reference", reference],
        ]}
      />
      <ReplyHint />
    </>
  ),
});

export const estate_agent_changed = defineEmail(ASSIGNMENT_EMAILS.estate_agent_changed, {
  read: readEstateAgentChanged,
  subject: ({ property }) => `We’ve updated your estate agent: ${streetOf(property)}`,
  preview: ({ now }) => `${now} is now recorded as your estate agent.`,
  Body: ({ first_name, property, before, now, valuers_are_emailed, phone, dashboard, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        We’ve changed the estate agent we have for your sale of {property}. It was {before} and is
        now {now}.{valuers_are_emailed ? " We’ve emailed them both." : null}
      </Paragraph>
      <Facts facts={[["Estate agent", { name: now, email: null, phone }]]} />
      <Paragraph>
        This only changes our records. It doesn’t affect any agreement you have with an estate
        agent. If it’s right, you don’t need to do anything. If it’s wrong, email{" "}
        {context.support_email}.
      </Paragraph>
      <DashboardLink noun="sale" dashboard={dashboard} />
    </>
  ),
});
