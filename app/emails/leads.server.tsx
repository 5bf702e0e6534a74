import { formatPounds } from "#app/domain/shared/money.ts";
import { formatPhone } from "#app/domain/shared/phone.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import {
  readSubmittedLeads,
  readWeeklyLeads,
  valuerLeadsSubmittedEmail,
  weeklyLeadsEmail,
} from "#app/domain/leads/leads.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { defineEmail } from "./email.ts";
import { Facts } from "./facts.tsx";
import { Greeting, LinkButton, Paragraph, Subtitle } from "./components.tsx";

type Contact = { name: string | null; email: string | null; phone: string | null };

type SubmittedLeads = {
  valuer: string | null;
  office: string;
  leads: {
    property_address: string;
    initial_asking_price_pounds: number;
    sellers: Contact[];
    additional_notes: string | null;
    lead_warmth: string | null;
    client_aware_of_product: string | null;
  }[];
};

function count(leads: unknown[]) {
  return pluralise(leads.length, "new lead");
}

export const valuer_leads_submitted = defineEmail(valuerLeadsSubmittedEmail, {
  read: (db, { lead_ids }): Promise<SubmittedLeads> => readSubmittedLeads(db, lead_ids),
  subject: ({ leads, office }) => `${count(leads)} from ${office}`,
  heading: ({ leads }) => count(leads),
  preview: ({ valuer, office }) => `Sent by ${valuer ?? "a valuer"} of ${office}.`,
  Body: ({ valuer, office, leads }) => (
    <>
      <Paragraph>
        Sent by {valuer ?? "a valuer"} of {office}. Please contact the{" "}
        {leads.length === 1 ? "seller" : "sellers"} about getting the legal work started.
      </Paragraph>
      {leads.map((lead, position) => (
        <section key={position}>
          <Subtitle>{lead.property_address}</Subtitle>
          <Facts facts={leadFacts(lead)} />
        </section>
      ))}
    </>
  ),
});

function leadFacts(lead: SubmittedLeads["leads"][number]): [string, string][] {
  const sellers = lead.sellers.map((seller, position): [string, string] => [
    `Seller ${position + 1}`,
    [seller.name, seller.email, seller.phone && formatPhone(seller.phone)]
      .filter(Boolean)
      .join("\n"),
  ]);
  return [
    ["Initial asking price", formatPounds(lead.initial_asking_price_pounds)],
    ...sellers,
    ["Lead warmth", lead.lead_warmth ?? "Not given"],
    [`Is the client aware of ${PRODUCT_NAME}?`, lead.client_aware_of_product ?? "Not given"],
    ["Additional notes", lead.additional_notes ?? "None"],
  ];
}

/** Email on Mondays to the valuers and office coordinators who subscribe to it (M-056, AMB-G08). */
export const weekly_leads = defineEmail(weeklyLeadsEmail, {
  read: readWeeklyLeads,
  subject: () => "Do you have any leads this week?",
  preview: () => "Tell us who is thinking of selling. Each lead takes about a minute.",
  unsubscribe: ({ context }) => `mailto:${context.support_email}?subject=Unsubscribe`,
  Body: ({ first_name, forms, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        Have you valued a property for someone who is thinking of selling? Send us their details and
        we will contact them about getting the legal work started.
      </Paragraph>
      {forms.map(({ whose, office, link }) => (
        <LinkButton key={link} href={link}>
          {`Enter leads for ${whose}, ${office}`}
        </LinkButton>
      ))}
      <Paragraph>
        Each link is for one valuer, so there is no need to sign in. If you have no leads this week,
        ignore this email.
      </Paragraph>
      <Paragraph>
        To stop these emails, reply to this one or email {context.support_email}.
      </Paragraph>
    </>
  ),
});
