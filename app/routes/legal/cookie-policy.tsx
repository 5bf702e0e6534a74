import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isDraft } from "#app/domain/terms/accepted-terms.server.ts";
import type { LegalDocument } from "#app/domain/terms/document.ts";
import { readCookieChoice } from "#app/edge/cookie-choice.server.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";
import { legalHandle, LegalPage } from "./legal-page.tsx";

export const handle = legalHandle("Cookie Policy");

export async function loader({ request }: LoaderFunctionArgs) {
  return { text: cookiePolicy, draft: isDraft(), choice: await readCookieChoice(request) };
}

export default function CookiePolicy() {
  const { text, draft, choice } = useLoaderData<typeof loader>();
  return (
    <LegalPage
      text={text}
      draft={draft}
      inside={{
        "placed-cookies": <PlacedCookies />,
        "enabling-disabling": <CookieChoiceForm choice={choice} />,
      }}
    />
  );
}

/** Every cookie that the code makes, and no other; a test holds the two together. */
const cookies = [
  {
    name: "sid",
    purpose: "Keeps you signed in, and knows again the browser that asked for a sign-in link",
    kept: "1 year",
  },
  {
    name: "browser",
    purpose: "Tells a second press of a sign-in link in your browser from somebody else's",
    kept: "30 minutes",
  },
  {
    name: "flash",
    purpose: 'Carries a message, such as "saved", to the page you see next',
    kept: "5 minutes",
  },
  {
    name: "stash",
    purpose: "Finds what you typed again when you were signed out in the middle of a form",
    kept: "1 hour",
  },
  {
    name: "cookie-choice",
    purpose: "Remembers what you chose about cookies, on this page or another",
    kept: "Half a year",
  },
  {
    name: "search-shortcut",
    purpose: "Remembers, for our staff only, whether a key leads to the search box",
    kept: "1 year",
  },
];

function PlacedCookies() {
  return (
    <DataTable
      caption="Our cookies"
      rows={cookies}
      rowKey={({ name }) => `cookie-${name}`}
      columns={[
        { key: "name", title: "Name", cell: ({ name }) => <code>{name}</code> },
        { key: "purpose", title: "What it is for", cell: ({ purpose }) => purpose },
        { key: "kept", title: "Kept for", cell: ({ kept }) => kept },
      ]}
    />
  );
}

type Choice = { bot_check?: boolean | undefined; partner_form?: boolean | undefined };

const OPTIONS = [
  { value: "yes", label: "Yes, allow it" },
  { value: "no", label: "No" },
];

/** What the pages ask one by one, to be made or changed at any time (AMB-H04). */
function CookieChoiceForm({ choice }: { choice: Choice }) {
  const [form, fields] = useAppForm<{ bot_check: string; partner_form: string }>({
    id: "cookies-allowed",
    defaultValue: {
      bot_check: answer(choice.bot_check),
      partner_form: answer(choice.partner_form),
    },
  });
  return (
    <div className="card legal-choice">
      <div>
        <p>
          <strong>Your choice now</strong>
        </p>
        <ul>
          <li>Google's bot check: {said(choice.bot_check)}</li>
          <li>HubSpot's partner form: {said(choice.partner_form)}</li>
        </ul>
      </div>
      <AppForm form={form} action={paths.cookieChoice()} reloadDocument>
        <input type="hidden" name="from" value={`${paths.legal.cookies()}#enabling-disabling`} />
        <Radios
          field={fields.bot_check}
          legend="May Google's bot check place its own cookies when you sign in or sign up?"
          options={OPTIONS}
        />
        <Radios
          field={fields.partner_form}
          legend="May HubSpot's form for estate agents place its own cookies?"
          options={OPTIONS}
        />
        <SubmitButton>Save my choice</SubmitButton>
      </AppForm>
    </div>
  );
}

function answer(allowed: boolean | undefined) {
  return allowed ? "yes" : "no";
}

function said(allowed: boolean | undefined) {
  if (allowed === undefined) return "you have not chosen yet, so it is not used";
  return allowed ? "allowed" : "not allowed";
}

/** H-081 to H-090: nine sections. The table of cookies and the form stand in their sections, put there by the page. */
const cookiePolicy: LegalDocument = {
  title: "Cookie Policy",
  theme: "light",
  parts: [
    {
      sections: [
        {
          anchor: "intro",
          title: "Introduction",
          blocks: [
            `This policy says which cookies and scripts ${PRODUCT_NAME} uses, what they are for and how you choose. How we handle personal information is in our {privacy policy}.`,
            "In short: our own cookies are only those that the service cannot do without. Two services of others may place more, each on its own pages only, if you allow it. We use no cookies for advertising and none to count or follow visitors.",
          ],
        },
        {
          anchor: "cookies",
          title: "What are cookies?",
          blocks: [
            "A cookie is a small piece of text that a site asks your browser to keep. The browser sends it back with your next requests, so that the site knows that they come from the same browser.",
            "Some cookies are kept until you close the browser, others until a date. A cookie is placed either by the site you visit or by another service that the site uses.",
          ],
        },
        {
          anchor: "scripts",
          title: "What are scripts?",
          blocks: [
            "A script is a small program that a page sends to your browser, to make the page work better.",
            "Our pages work without scripts. This page has none. A script of somebody else runs only on a page that needs it, and the bot check and the partner form only if you allow them.",
          ],
        },
        {
          anchor: "functional-cookies",
          title: "Functional cookies",
          blocks: [
            "Functional cookies make the service work: they keep you signed in from page to page, carry a message to the next page and remember your choice about cookies.",
            "The law lets us place cookies that are strictly necessary for what you ask for without asking you first. All our own cookies are of this kind.",
          ],
        },
        {
          anchor: "placed-cookies",
          title: "Cookies we place",
          blocks: [
            "These are the cookies that we place ourselves. On a secure connection the names of some of them start with __Host-. None of them can be read by scripts.",
            "On the payment page, the service that takes card payments may place cookies of its own, which it needs to take the payment safely.",
            "If you allow it, Google's bot check on the pages where you sign in or sign up may place cookies of its own. It uses them to tell people from programs.",
            "If you allow it, HubSpot's form on the page where estate agents sign up as partners may place cookies of its own. HubSpot uses them to recognise who has filled in its forms.",
          ],
        },
        {
          anchor: "consent",
          title: "Consent",
          blocks: [
            "For cookies that are not strictly necessary we ask for your consent. We ask about each service by itself, on the pages that use it, and do not load what would place them until you have allowed it.",
            "You are free to say no. The service then works as well: you can sign in and sign up without the bot check, and estate agents can reach the partner form on a page of HubSpot.",
            "You can withdraw your consent at any time, as easily as you gave it, in {section #enabling-disabling}.",
          ],
        },
        {
          anchor: "enabling-disabling",
          title: "Enabling and disabling cookies",
          blocks: [
            "Choose here what each service may do. We remember your choice for half a year, in this browser.",
            "You can also see, delete and block cookies in the settings of your browser. If you block the necessary ones, you cannot sign in.",
            "When you withdraw your consent, we no longer load what places those cookies. Cookies that others have placed already stay until they expire or you delete them in your browser.",
          ],
        },
        {
          anchor: "data-rights",
          title: "Your data rights",
          blocks: [
            {
              text: "What a cookie tells about you is personal information. You have the right to:",
              items: [
                "be told which information we have about you, and get a copy of it;",
                "have it corrected or erased, or its use limited;",
                "object to a use of it, and withdraw a consent.",
              ],
            },
            "Our {privacy policy} says more about these rights and how to use them.",
            "You may also make a complaint to the data regulator of the United Kingdom, the Information Commissioner's Office.",
          ],
        },
        {
          anchor: "contact-details",
          title: "Contact details",
          blocks: [
            "For questions about cookies or about this policy, write to us at {support email}, or use our {contact form}.",
            "{company} You can telephone us on {telephone}.",
          ],
        },
      ],
    },
  ],
};
