import { Link, useLoaderData } from "@remix-run/react";
import { capitalise } from "#app/domain/shared/format.ts";
import { type HeldLine, listHeld } from "#app/domain/privacy/notice.server.ts";
import { listServices, type Service } from "#app/domain/privacy/services.server.ts";
import { isDraft } from "#app/domain/terms/accepted-terms.server.ts";
import type { LegalDocument, Section } from "#app/domain/terms/document.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { legalHandle, LegalPage } from "./legal-page.tsx";

export const handle = legalHandle("Privacy Policy");

export function loader() {
  return { text: privacyPolicy, draft: isDraft(), held: listHeld(), services: listServices() };
}

export default function PrivacyPolicy() {
  const { held, services, ...page } = useLoaderData<typeof loader>();
  return (
    <LegalPage
      {...page}
      below={{
        general: <WhatWeHold held={held} />,
        "third-party-services": <WhoWorksForUs services={services} />,
      }}
    />
  );
}

/**
 * Lists the data that we store, and how long we store it. The periods come from the tables that
 * data copies and deletion use, so they are always correct.
 */
function WhatWeHold({ held }: { held: readonly HeldLine[] }) {
  return (
    <>
      <h3>What we hold, why, and how long we keep it</h3>
      <p>
        When you’re signed in, you can see what we hold about you on the{" "}
        <Link to={paths.yourData.page()}>Your data</Link> page. You can also get a copy of your data
        there, and ask us to correct or delete it.
      </p>
      <DataTable
        caption="What we hold, whose data it is, why, our legal basis and how long we keep it"
        hideCaption
        list="held"
        rows={held}
        rowKey={({ what, why }) => `${what} ${why}`}
        columns={[
          {
            key: "what",
            title: "What we hold, and about whom",
            cell: ({ what, whose }) => <Two first={what} second={whose} />,
          },
          {
            key: "why",
            title: "Why, and our legal basis",
            cell: ({ why, basis }) => <Two first={why} second={basis} />,
          },
          { key: "kept", title: "How long we keep it", cell: ({ retention }) => retention },
        ]}
      />
    </>
  );
}

function Two({ first, second }: { first: string; second: string }) {
  return (
    <>
      {first}
      <br />
      <small>{second}</small>
    </>
  );
}

function WhoWorksForUs({ services }: { services: readonly Service[] }) {
  return (
    <>
      <h3>Our service providers</h3>
      <DataTable
        caption="Our service providers, and what they receive"
        hideCaption
        list="services"
        rows={services}
        rowKey={({ name }) => name}
        columns={[
          { key: "name", title: "Provider", cell: ({ name }) => name },
          { key: "does", title: "What it does", cell: ({ does }) => capitalise(does) },
          {
            key: "gets",
            title: "What it receives",
            cell: ({ gets }) => capitalise(gets),
          },
        ]}
      />
    </>
  );
}

const general: Section = {
  anchor: "general",
  title: "General",
  blocks: [
    { heading: "About this policy" },
    `This policy explains what personal information ${PRODUCT_NAME} collects and what we use it for. It also explains who we share it with and how long we keep it. Personal information is any information about a person who can be identified from it.`,
    "{Section #individuals} is for Individuals: people who sell or buy a home with us, and people who give money towards a purchase (giftors). {Section #partners} is for Partners: estate agents, solicitors and conveyancers. This section and {section #third-party-services} are for everyone.",
    "We are the data controller for the information described here, under UK data protection law.",
    { heading: "Where we store it and how we protect it" },
    "Our servers are in the European Union.",
    "Everything you send us through our pages is encrypted in transit. No service can promise perfect security. Please do not share your sign-in links, and tell us if you think something is wrong.",
    { heading: "How long we keep it" },
    "We keep account information for 10 years. We retain information about a Property and its Transaction for 10 years, and may use it in anonymised form for future transactions.",
    "The table below gives the period for each kind of information. It also shows what happens to the information after that.",
    { heading: "Your rights" },
    {
      text: "Under data protection law you have the right to:",
      items: [
        "know what information we have about you, and get a copy of it;",
        "have wrong information corrected, and missing information added;",
        "have information deleted, or its use restricted, in certain cases;",
        "object to how we use it;",
        "receive the information you gave us in a format that you can pass on to another service;",
        "withdraw your consent at any time. This doesn’t affect anything we did lawfully before you withdrew it.",
      ],
    },
    "To use any of these rights, email us at {support email}. We may ask you to prove your identity before we reply.",
    "If you’re unhappy with how we handle your information, please tell us first, so we can correct it. You can also complain to the Information Commissioner’s Office, the UK’s data protection regulator.",
    { heading: "Cookies" },
    "Our {cookie policy} explains which cookies we set. It also lets you choose which services to allow, and change your choice at any time.",
    { heading: "Changes and contact" },
    "We may change this policy. The date under its title shows when we last updated it.",
    "If you have questions about this policy or your information, email us at {support email} or use our {contact form}.",
    "{company} You can phone us on {telephone}.",
  ],
};

const thirdPartyServices: Section = {
  anchor: "third-party-services",
  title: "Third Party Services",
  blocks: [
    "On the pages where you sign in or sign up, we use a bot-check service, Google reCAPTCHA. It helps us stop bots from misusing our forms.",
    "The bot check works in the background. Google receives technical information from your browser, such as your IP address and how you use the page. It may also set its own cookies. Google handles this information under its own privacy policy and terms.",
    "We’ll only load the bot check if you allow it. If you don’t, you can still sign in and sign up. Our {cookie policy} explains how to choose and how to change your choice.",
    "Estate agents sign up as our partners with a HubSpot form, in HubSpot’s European region. We’ll only load that form if you allow it. HubSpot stores the information entered in the form for us.",
    "We also use other service providers. Some work behind the scenes, and others only on the pages that need them. The table below shows what each of them receives. {Section #individuals} and {section #partners} explain who else we share information with.",
  ],
};

const individuals: Section = {
  anchor: "individuals",
  title: "Individuals",
  blocks: [
    { heading: "What we collect" },
    {
      text: "For an Individual account and its Transactions, we collect:",
      items: [
        "your full name;",
        "your email address;",
        "your username and password, if you have them;",
        "your postal address;",
        "your phone number;",
        "transaction details, such as the Property, its price, your answers to our questions and what you have paid;",
        "employment details;",
        "third-party contacts: people you tell us about, such as a joint owner, a giftor or an adviser;",
        "photo ID, such as a passport or a driving licence;",
        "financial details, such as where your money comes from and your mortgage.",
      ],
    },
    "We get most of it from you. Some comes from the other side of the Transaction, your estate agent and your solicitor. The rest comes from public registers, and from our check and search providers.",
    { heading: "What we use it for" },
    {
      text: "We use this information:",
      items: [
        "to open and run your account, and to sign you in;",
        "to prepare and progress your Transaction, and to keep you up to date;",
        "to check your identity and the source of your funds;",
        "to take payments;",
        "to contact you about your Transaction and answer your questions;",
        "to prevent fraud and misuse, and to meet our legal obligations;",
        "in anonymised form, to understand and improve our service.",
      ],
    },
    "Our legal bases are our contract with you, our legal obligations, and our legitimate interest in running a safe service. Where we ask for your consent, we rely on that.",
    { heading: "Identity and source-of-funds checks" },
    "A third-party identity provider checks your identity documents. We share the documents and the result with the assigned solicitor.",
    "Source-of-funds checks use open banking data. With your permission, the check provider reads the account information that your bank holds.",
    "Our own checks do not replace the solicitor’s anti-money-laundering checks. The solicitor may ask you for information directly.",
    { heading: "Who we share it with" },
    {
      text: "We share information with these people and organisations, as far as each of them needs it:",
      items: [
        "the solicitors in the Transaction, to whom we also introduce you by email;",
        "the estate agents in the Transaction;",
        "the other side of the Transaction, as far as they need to know about the Property and the sale;",
        "the providers of identity checks, of searches and of address look-ups;",
        "the provider that takes card payments (your card number goes to that provider, not to us);",
        "the providers that send our emails and run our servers;",
        "authorities and courts, when the law requires us to.",
      ],
    },
    "You may give designated third parties access to your Transaction through your account. They can then see everything you can see.",
    "An AI assistant may draft some of our team’s reports and summaries, such as the report on property searches.",
  ],
};

const partners: Section = {
  anchor: "partners",
  title: "Partners",
  blocks: [
    "Partners are estate agents, solicitors and conveyancers. This section is about the people who work for them.",
    { heading: "What we collect" },
    {
      text: "We collect this information about a person who works for a Partner:",
      items: [
        "the person’s name;",
        "the person’s work email address and phone number;",
        "the firm, brand and office, and the office address;",
        "the person’s role in a Transaction;",
        "messages between the person and us.",
      ],
    },
    "We get it from the person, the firm and customers who tell us who acts for them. We also use information that the firm publishes.",
    { heading: "What we use it for" },
    {
      text: "We use this information:",
      items: [
        "to assign estate agents and solicitors to Transactions, and to introduce them to customers by email;",
        "to exchange the information that a Transaction needs, and to report on its progress;",
        "to carry out our contract with the firm;",
        "to keep statistics on the Transactions that we handle with a Partner;",
        "to prevent fraud and misuse, and to meet our legal obligations.",
      ],
    },
    "Our legal bases are our contract with the firm and our legal obligations. We and the firm also have a legitimate interest in progressing our customers’ Transactions.",
    { heading: "Who we share it with" },
    "The customers and the other Partners in a Transaction receive the names and contact details of its estate agent and solicitors. The providers that send our emails and run our servers also handle these details for us.",
    { heading: "What Partners receive from us" },
    "A Partner who receives information about our customers must use it only for the Transaction. The Partner must keep it safe and comply with data protection law.",
  ],
};

/** Text of the policy, in three parts for different readers (H-075 to H-080). */
const privacyPolicy: LegalDocument = {
  title: "Privacy Policy",
  version: "Last updated July 2023",
  theme: "light",
  parts: [{ sections: [general, individuals, partners, thirdPartyServices] }],
};
