import type { Section } from "#app/domain/terms/document.ts";

export const individuals: Section = {
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
