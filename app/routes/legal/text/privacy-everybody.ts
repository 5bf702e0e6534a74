import { PRODUCT_NAME } from "#app/product.ts";
import type { Section } from "#app/domain/terms/document.ts";

/** What holds for Individuals and Partners alike. */
export const general: Section = {
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

export const thirdPartyServices: Section = {
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
