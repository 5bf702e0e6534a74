import type { Section } from "./document.ts";

/** Clauses 6 to 10: what is put into the service, who owns it, and how long it is kept. */
export const contentAndInformation: Section[] = [
  {
    anchor: "infringing-content",
    title: "Infringing content",
    blocks: [
      {
        text: "You must not upload or send through the service anything that:",
        items: [
          "belongs to somebody else, unless you are allowed to use it in this way;",
          "infringes a copyright, a trade mark, a confidence or another right;",
          "is false, misleading, defamatory, offensive or against the law;",
          "contains personal information of others that the Transaction does not need.",
        ],
      },
      "If you believe that something in the service infringes your rights, please write to us at {support email}. Say what it is, where you saw it and why you object to it.",
      "We may remove such content, or hide it while we look into the matter. Repeated or serious infringement is a breach of these terms, and {clause #registration-and-password-security} then applies.",
    ],
  },
  {
    anchor: "privacy",
    title: "Privacy",
    blocks: [
      "We use personal information as our {privacy policy} says. Our {cookie policy} says which cookies we place, and lets you choose.",
      "Our servers are in the European Union.",
      "If you give us information about somebody else, such as a joint owner, a person who gives you money or another adviser, please let that person know, and show them our {privacy policy}.",
    ],
  },
  {
    anchor: "ownership-ip",
    title: "Ownership of intellectual property",
    blocks: [
      "Your User Materials stay yours. You allow us to store, copy, adapt and share them as far as the Transaction and these terms need it, including with solicitors, estate agents, the other side and those who make checks and searches.",
      "You confirm that you have the right to give us your User Materials for this use.",
      "The service and the Platform Content belong to us or to those who license them to us. You may use, print and save Platform Content for your own Transaction. You may not sell it, publish it or use it for anything else without our written agreement.",
      "Nothing in these terms passes the ownership of our name, our design or our software to you.",
    ],
  },
  {
    anchor: "submitting-information",
    title: "Submitting information",
    blocks: [
      "Part B lists the information that you must supply. We or your solicitor may ask for more, as the Transaction needs it.",
      "The information that you supply must be accurate and complete. You must provide it within a reasonable time and without undue delay.",
      "If you cannot supply something, or cannot supply it in time, you must notify us of the reasons in writing. Failing to notify us of the reasons in writing counts as a breach of these terms.",
      "If something that you told us changes or turns out to be wrong, please correct it, or tell us, as soon as you know.",
      "Others rely on what you supply: the other side, both solicitors, lenders and estate agents. If it is wrong or late, the Transaction may be delayed or may fail.",
    ],
  },
  {
    anchor: "retention-of-property-information",
    title: "Retention of property information",
    blocks: [
      "We retain the information about a Property and its Transaction for 10 years.",
      "We may use this information in anonymised form for future transactions. Anonymised means that nobody can tell from it who you are.",
      "We keep account information for 10 years too.",
      "How long we keep personal information, and your rights in it, are described in our {privacy policy}.",
    ],
  },
];
