import type { LegalDocument } from "#app/domain/terms/document.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { LegalPage } from "./legal-page.tsx";

export const handle: PageHandle = {
  title: "Accessibility",
  description: `How we test that everyone can use ${PRODUCT_NAME}, what does not work yet, and how to tell us about a problem.`,
  cached: true,
};

export default function Accessibility() {
  return <LegalPage text={accessibility} draft={false} />;
}

/**
 * Accessibility statement. It says what the tests cover (tests/journeys/support), so a new kind of
 * test must be added here.
 */
const accessibility: LegalDocument = {
  title: "Accessibility",
  version: "Last updated 29 November 2026",
  theme: "light",
  parts: [
    {
      sections: [
        {
          anchor: "tested",
          title: "What we test",
          blocks: [
            `We want everyone to be able to use ${PRODUCT_NAME}. We aim to meet levels A and AA of the Web Content Accessibility Guidelines, version 2.2.`,
            {
              text: "Our tests run in Chromium, the browser that Chrome and Edge are built on. They check that:",
              items: [
                "axe, a tool that finds accessibility faults, finds none on the pages that our tests visit. It checks labels, headings, colour contrast and the size of buttons, among other things;",
                "pages fit a window 320 pixels wide without scrolling sideways, even with extra space between letters, words and lines;",
                "you can sell or buy with scripts off;",
                "you can sign up and fill in your details with the keyboard alone, and always see where you are on the page;",
                "a page with errors begins with a list of them, and each error is also next to its field.",
              ],
            },
          ],
        },
        {
          anchor: "not-tested",
          title: "What we haven’t tested, and what doesn’t work yet",
          blocks: [
            {
              text: "We haven’t tested:",
              items: [
                "any page with a real screen reader, such as NVDA, JAWS, VoiceOver or TalkBack;",
                "any page in Safari or Firefox;",
                "our pages with people who use assistive technology.",
              ],
            },
            "Forced colours (such as contrast themes in Windows): our styles allow for them, but our tests don’t check them.",
            "Text at 200%: our tests check a few pages for our staff. The tables of monthly statistics for our staff don’t fit a narrow window at this size.",
            "PDF files: they have no tags that tell a screen reader what is a heading or a table. Email us if you need the text of one in another format.",
            "Other companies make Stripe’s card form, Thirdfort’s ID check, Google’s bot check and HubSpot’s form for estate agents. We don’t test these ourselves.",
          ],
        },
        {
          anchor: "contact",
          title: "How to tell us about a problem",
          blocks: [
            "If you can’t use a page, email us at {support email} or phone us on {telephone}. Tell us which page it is and what happened.",
            "We can also help you finish what you were doing by phone or email.",
          ],
        },
        {
          anchor: "complaints",
          title: "How to complain",
          blocks: [
            "If you’re not happy with our answer, you can contact the {Equality Advisory and Support Service}. It advises people in England and Wales about discrimination.",
          ],
        },
      ],
    },
  ],
};
