/** Emails to a seller or buyer when staff assign a solicitor to their side. */

import type { z } from "zod";
import type { QueuedEmail } from "#app/queue/email.ts";
import { ASSIGNMENT_EMAILS } from "#app/domain/assignments/emails.ts";
import {
  readBuyerIntroduction,
  readSellerIntroduction,
} from "#app/domain/assignments/assignment-emails.server.ts";
import type { Db } from "#db/connection.ts";
import { teamFacts } from "./contact.ts";
import { listOwnInformationTasks } from "#app/domain/notifications/information-tasks.server.ts";
import { readOwnSteps } from "#app/domain/notifications/recipient-steps.server.ts";
import type { ListedStep, ListedSteps } from "#app/domain/stages/step-words.ts";
import { CHECK_BANK_DETAILS, NO_NEW_BANK_DETAILS } from "./warnings.ts";
import { defineEmail, type SendContext } from "./email.ts";
import { Facts } from "./facts.tsx";
import { DashboardLink, Greeting, Homes, Paragraph, Subtitle } from "./components.tsx";
import { OwnSteps, Steps } from "./steps.tsx";
import { streetOf } from "./street.ts";

type Introduction = Awaited<ReturnType<typeof readBuyerIntroduction>> & {
  homes?: string[];
  steps: ListedSteps;
  /** Tasks for us, after those for the solicitor. */
  tasks?: readonly ListedStep[];
};

function introduction<Ids extends z.ZodType>(
  email: QueuedEmail<string, Ids>,
  noun: "sale" | "purchase",
  read: (db: Db, ids: z.output<Ids>, sending: SendContext) => Promise<Introduction>,
) {
  return defineEmail(email, {
    read,
    subject: ({ property }) => `Your solicitor for ${streetOf(property)}`,
    heading: ({ team }) => `Your solicitor is ${team.law_firm}`,
    preview: ({ team }) => `${team.law_firm} is doing the legal work for your ${noun}.`,
    Body: ({ first_name, property, homes, team, steps, tasks = [], dashboard }) => (
      <>
        <Greeting name={first_name} />
        <Paragraph>
          Meet your solicitor for the {noun} of {property}. They’ll do the legal work and will be in
          touch soon.
        </Paragraph>
        <Homes homes={homes} />
        <Facts facts={teamFacts(team)} />
        <OwnSteps steps={{ ...steps, now: [...steps.now, ...tasks] }} />
        <DashboardLink {...{ noun, dashboard }} />
      </>
    ),
  });
}

export const seller_introduction = introduction(
  ASSIGNMENT_EMAILS.seller_introduction,
  "sale",
  async (db, ids, sending) => {
    const introduced = await readSellerIntroduction(db, ids, sending);
    const [transaction_id = ""] = ids.transaction_ids;
    const own = { transaction_id, recipient: sending.recipient };
    const steps = await readOwnSteps(db, own);
    return { ...introduced, steps, tasks: await listOwnInformationTasks(db, own) };
  },
);

export const buyer_introduction = introduction(
  ASSIGNMENT_EMAILS.buyer_introduction,
  "purchase",
  async (db, ids, sending) => {
    const introduced = await readBuyerIntroduction(db, ids, sending);
    const steps = await readOwnSteps(db, { ...ids, recipient: sending.recipient });
    return { ...introduced, steps };
  },
);

/** Email to a buyer that lists the documents to have ready, and says how to send them. */
export const buyer_additional_info = defineEmail(ASSIGNMENT_EMAILS.buyer_additional_info, {
  read: readBuyerIntroduction,
  subject: ({ property }) => `Documents to have ready: ${streetOf(property)}`,
  preview: () => "The documents your solicitor will need, and how to send them securely.",
  Body: ({ first_name, property, team }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        Your solicitor at {team.law_firm} will ask you for documents about your purchase of{" "}
        {property}. Having them ready saves time.
      </Paragraph>
      <Subtitle>What to have ready</Subtitle>
      <Steps>
        <>Proof of identity and proof of address for each buyer.</>
        <>Bank statements for the last 6 months showing where your money comes from.</>
        <>Your mortgage offer or agreement in principle, if you’re getting a mortgage.</>
        <>
          A signed gift letter from anyone giving you money towards the purchase, and their proof of
          identity.
        </>
      </Steps>
      <Subtitle>How to send documents securely</Subtitle>
      <Steps>
        <>Use the secure link or portal that your solicitor gives you, not an ordinary email.</>
        <>{CHECK_BANK_DETAILS}</>
        <>{NO_NEW_BANK_DETAILS}</>
      </Steps>
      <Facts facts={[["Your solicitor", team.solicitor]]} />
    </>
  ),
});
