import { formatPhone } from "#app/domain/fields/phone.ts";
import {
  readEstateAgentChanged,
  readEstateAgentRelease,
  readOtherSolicitorChanged,
  readSolicitorChanged,
  readSolicitorRelease,
} from "#app/domain/assignments/assignment-emails.server.ts";
import { teamFacts } from "./contact.ts";
import { SIGN_ENGAGEMENT_LETTER } from "./customer-steps.ts";
import { defineEmail } from "./email.ts";
import {
  DashboardLink,
  Facts,
  Greeting,
  JustAnswer,
  Paragraph,
  Steps,
  Subtitle,
} from "./pieces.tsx";

/** When staff have replaced a solicitor or an estate agent: to those replaced, to the customers, and to the other side. */

export const solicitor_release = defineEmail({
  read: readSolicitorRelease,
  subject: ({ noun, property }) => `You no longer act in the ${noun} of ${property}`,
  preview: () => "Another solicitor acts now. Please close your file.",
  cc: ({ cc }) => cc,
  Body: ({ first_name, noun, clients, property, reference, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        You no longer act for {clients} in the {noun} of {property}. Another solicitor does the
        legal work now. Please stop work on it and close your file.
      </Paragraph>
      <Paragraph>
        If you hold papers or money of your client, tell us, so that they reach whoever acts now.
      </Paragraph>
      <Facts
        facts={[
          ["Property", property],
          [noun === "sale" ? "Sellers" : "Buyers", clients],
          ["Our reference", reference],
        ]}
      />
      <JustAnswer context={context} />
    </>
  ),
});

export const solicitor_changed = defineEmail({
  read: readSolicitorChanged,
  subject: ({ property }) => `Your solicitor for ${property} has changed`,
  preview: ({ team }) => `${team.law_firm} does the legal work now.`,
  cc: ({ cc }) => cc,
  Body: ({ first_names, cc, noun, property, before, before_is_told, team, dashboard }) => (
    <>
      <Greeting name={first_names} />
      <Paragraph>
        Your solicitor for the {noun} of {property} has changed. {before} no longer acts for you:
        this team does the legal work now. {before_is_told ? "We have told both. " : null}
        Nothing else of your {noun} changes.
      </Paragraph>
      <Facts facts={teamFacts(team)} />
      <Subtitle>What happens next</Subtitle>
      <Steps>
        <>{SIGN_ENGAGEMENT_LETTER}</>
        <>If you have sent papers to {before}, have copies ready for your new solicitor.</>
        <>Before you pay a solicitor anything, check their bank details by phone.</>
      </Steps>
      <DashboardLink {...{ noun, cc, dashboard }} />
    </>
  ),
});

export const other_solicitor_changed = defineEmail({
  read: readOtherSolicitorChanged,
  subject: ({ side, property }) => `The ${side}’s solicitor for ${property} has changed`,
  preview: ({ team }) => `${team.law_firm} acts for the other side now.`,
  cc: ({ cc }) => cc,
  Body: ({ first_name, side, property, reference, before, team, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        {before} no longer acts for the {side} of {property}. Please write to this team from now on.
      </Paragraph>
      <Facts facts={[...teamFacts(team), ["Our reference", reference]]} />
      <JustAnswer context={context} />
    </>
  ),
});

export const estate_agent_release = defineEmail({
  read: readEstateAgentRelease,
  subject: ({ property }) => `You are no longer the estate agent for ${property}`,
  preview: () => "Another estate agent is named now. Please close your file with us.",
  Body: ({ first_name, property, sellers, reference, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        With us you are no longer the estate agent for {property}: another one is named now. Please
        close your file with us. We send you nothing more about this sale.
      </Paragraph>
      <Paragraph>
        This is about our records alone. What you have agreed with the seller is between you and
        them.
      </Paragraph>
      <Facts
        facts={[
          ["Property", property],
          ["Sellers", sellers],
          ["Our reference", reference],
        ]}
      />
      <JustAnswer context={context} />
    </>
  ),
});

export const estate_agent_changed = defineEmail({
  read: readEstateAgentChanged,
  subject: ({ property }) => `Your estate agent for ${property} has changed`,
  preview: ({ now }) => `${now} is the estate agent of your sale now.`,
  cc: ({ cc }) => cc,
  Body: ({ first_names, cc, property, before, now, are_told, phone, dashboard, context }) => (
    <>
      <Greeting name={first_names} />
      <Paragraph>
        We have corrected who your estate agent is for the sale of {property}. It was {before}, and
        is {now} now. {are_told ? "We have told both." : null}
      </Paragraph>
      <Facts
        facts={[["Estate agent", [now, phone && formatPhone(phone)].filter(Boolean).join("\n")]]}
      />
      <Paragraph>
        This changes our records and nothing that you have agreed with an estate agent. If it is
        wrong, write to {context.support_email}.
      </Paragraph>
      <DashboardLink {...{ noun: "sale", cc, dashboard }} />
    </>
  ),
});
