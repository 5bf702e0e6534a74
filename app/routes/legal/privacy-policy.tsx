import { Link, useLoaderData } from "@remix-run/react";
import { capital } from "#app/domain/fields/words.ts";
import { type HeldLine, listHeld } from "#app/domain/privacy/notice.server.ts";
import { listServices, type Service } from "#app/domain/privacy/services.server.ts";
import { isDraft } from "#app/domain/terms/accepted-terms.server.ts";
import type { LegalDocument, Section } from "#app/domain/terms/document.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/product.ts";
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

/** From the tables by which copies are made and the nights delete, so that it is what we do (23). */
function WhatWeHold({ held }: { held: readonly HeldLine[] }) {
  return (
    <>
      <h3>What we hold, why and how long</h3>
      <p>
        Signed in, you find what this is for you, and a copy of it, at{" "}
        <Link to={paths.yourData.page()}>your data</Link>.
      </p>
      <DataTable
        caption="What we hold, why, on what basis and how long"
        hideCaption
        list="held"
        rows={held}
        rowKey={({ what, why }) => `${what} ${why}`}
        columns={[
          {
            key: "what",
            title: "What, and whose",
            cell: ({ what, whose }) => <Two first={what} second={whose} />,
          },
          {
            key: "why",
            title: "Why, and on what basis",
            cell: ({ why, basis }) => <Two first={why} second={basis} />,
          },
          { key: "kept", title: "How long", cell: ({ kept }) => kept },
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
      <h3>Services that work for us</h3>
      <DataTable
        caption="Services that work for us, and what they are given"
        hideCaption
        list="services"
        rows={services}
        rowKey={({ name }) => name}
        columns={[
          { key: "name", title: "Service", cell: ({ name }) => name },
          { key: "does", title: "What it does", cell: ({ does }) => capital(does) },
          {
            key: "gets",
            title: "What it is given",
            cell: ({ gets }) => capital(gets),
          },
        ]}
      />
    </>
  );
}

/** What holds for Individuals and Partners alike. */
const general: Section = {
  anchor: "general",
  title: "General",
  blocks: [
    { heading: "What this policy is about" },
    `This policy says which personal information ${PRODUCT_NAME} collects, what we use it for, with whom we share it and how long we keep it. Personal information is anything that says something about a person who can be identified.`,
    "{Section #individuals} is for Individuals: people who sell or buy a home with us, and people who give money towards a purchase. {Section #partners} is for Partners: estate agents, solicitors and conveyancers. This section and {section #third-party-services} are for everybody.",
    "We decide how and why the information described here is used, and answer for it under the data protection law of the United Kingdom.",
    { heading: "Where we keep it and how we protect it" },
    "Our servers are in the European Union.",
    "What you send to our pages is sent encrypted. No service can promise perfect security: please keep your sign-in links to yourself, and tell us if you think that something is wrong.",
    { heading: "How long we keep it" },
    "We keep account information for 10 years. We retain information about a Property and its Transaction for 10 years, and may use it in anonymised form for future transactions.",
    { heading: "Your rights" },
    {
      text: "Under data protection law you have the right to:",
      items: [
        "be told which information we have about you, and get a copy of it;",
        "have what is wrong corrected, and what is missing added;",
        "have information erased, or its use limited, in the cases that the law describes;",
        "object to a use of it;",
        "receive what you gave us in a form that can be passed on to another service;",
        "withdraw a consent at any time. What we did before you withdrew it stays lawful.",
      ],
    },
    "To use a right, write to {support email}. We may ask you to show who you are before we answer.",
    "If you are unhappy with how we handle your information, please tell us first, so that we can put it right. You may also complain to the data regulator of the United Kingdom, the Information Commissioner's Office.",
    { heading: "Cookies" },
    "Our {cookie policy} says which cookies we place. You can make and change your choice there.",
    { heading: "Changes and contact" },
    "We may change this policy. The line under its title says when it was last updated.",
    "For questions about this policy or your information, write to {support email}, or use our {contact form}.",
    "{company} You can telephone us on {telephone}.",
  ],
};

const thirdPartyServices: Section = {
  anchor: "third-party-services",
  title: "Third Party Services",
  blocks: [
    "On the pages where you sign in or sign up we use a bot-check service, Google reCAPTCHA. It helps us to tell people from programs that try to misuse our forms.",
    "The bot check works in the background. To do so, the service receives technical information from your browser, such as its internet address and how the page is used, and may place cookies of its own. Google handles this information under its own privacy policy and terms.",
    "We load the bot check only if you allow it. If you do not, you can still sign in and sign up. Our {cookie policy} says how to choose and how to change your mind.",
    "Estate agents sign up as our partners in a form of HubSpot, in its European region. We load that form only if you allow it. What is typed into it goes to HubSpot, which keeps it for us.",
    "Other services work for us without being part of our pages, or only on the page where they are needed. {Section #individuals} and {section #partners} say which information they receive.",
  ],
};

const individuals: Section = {
  anchor: "individuals",
  title: "Individuals",
  blocks: [
    { heading: "What we collect" },
    {
      text: "For an Individual account and its Transactions we collect:",
      items: [
        "your full name;",
        "your email address;",
        "your username and password, if you have them;",
        "your postal address;",
        "your telephone number;",
        "transaction details, such as the Property, its price, your answers to our questions and what you have paid;",
        "employment details;",
        "third-party contacts: people whom you name to us, such as a joint owner, a person who gives you money or an adviser;",
        "photo ID, such as a passport or a driving licence;",
        "financial details, such as your sources of financing and your mortgage.",
      ],
    },
    "Most of it comes from you. Some comes from others: the other side of the Transaction, your estate agent, your solicitor, public registers, and those who make checks and searches for us.",
    { heading: "What we use it for" },
    {
      text: "We use this information:",
      items: [
        "to open and run your account, and to sign you in;",
        "to prepare and carry on your Transaction, and to show you how it stands;",
        "to check your identity and the source of your funds;",
        "to take payments;",
        "to write to you about your Transaction and answer your questions;",
        "to prevent fraud and misuse, and to meet the duties that the law puts on us;",
        "in anonymised form, to understand and improve our service.",
      ],
    },
    "We do this because our agreement with you needs it, because the law requires it, because we have a fair interest in running a safe service, or, where we ask for it, because you consent.",
    { heading: "Identity and source-of-funds checks" },
    "Your identity documents are checked by a third-party identity provider. The documents and the result are shared with the assigned solicitor.",
    "Source-of-funds checks use open banking data: with your permission, the provider of the check reads the account information that your bank holds.",
    "Our own checks do not replace the anti-money-laundering checks of the solicitor, who may ask you for information directly.",
    { heading: "With whom we share it" },
    {
      text: "As far as each of them needs it, we share information with:",
      items: [
        "the solicitors in the Transaction, to whom we also introduce you by email;",
        "the estate agents in the Transaction;",
        "the other side of the Transaction, for what it has to know about the Property and the sale;",
        "the providers of identity checks, of searches and of address look-ups;",
        "the provider that takes card payments: your card number goes to that provider and not to us;",
        "the providers that send our emails and run our servers;",
        "authorities and courts, when the law obliges us to.",
      ],
    },
    "You may give designated third parties access to your Transaction through your account. They then see what you see.",
    "An AI assistant drafts some of the reports and summaries that our staff use, such as the report on property searches.",
  ],
};

const partners: Section = {
  anchor: "partners",
  title: "Partners",
  blocks: [
    "Partners are estate agents, solicitors and conveyancers. This section is about the people who work for them.",
    { heading: "What we collect" },
    {
      text: "Of a person who works for a Partner we collect:",
      items: [
        "the name;",
        "the email address and telephone number used for work;",
        "the firm, brand and office, with its address;",
        "the part that the person has in a Transaction;",
        "what the person writes to us, and what we write back.",
      ],
    },
    "It comes from that person, from the firm, from our customers, who tell us who acts for them, and from what the firm publishes.",
    { heading: "What we use it for" },
    {
      text: "We use this information:",
      items: [
        "to assign estate agents and solicitors to Transactions, and to introduce them to customers by email;",
        "to exchange what a Transaction needs, and to report on how it stands;",
        "to run our agreement with the firm;",
        "to keep statistics of the Transactions that we handle with a Partner;",
        "to prevent fraud and misuse, and to meet the duties that the law puts on us.",
      ],
    },
    "We do this because we and the firm have a fair interest in carrying on the Transactions of our customers, because our agreement with the firm needs it, or because the law requires it.",
    { heading: "With whom we share it" },
    "The customers and the other Partners in a Transaction receive the names and the contact details of the estate agent and the solicitor in it. The providers that send our emails and run our servers handle them for us.",
    { heading: "What Partners receive from us" },
    "A Partner who receives information about our customers uses it for the Transaction only, answers for it under data protection law and keeps it safe.",
  ],
};

/** The privacy policy, in three parts by whom it is for (H-075 to H-080). */
const privacyPolicy: LegalDocument = {
  title: "Privacy Policy",
  version: "Last updated July 2023",
  theme: "light",
  parts: [{ sections: [general, individuals, partners, thirdPartyServices] }],
};
