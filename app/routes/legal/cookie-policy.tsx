import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isDraft } from "#app/domain/terms/accepted-terms.server.ts";
import type { LegalDocument } from "#app/domain/terms/document.ts";
import { readCookieChoice } from "#app/server/cookie-choice.server.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
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

/** Every cookie that the code sets. A test compares this list with the code. */
const cookies = [
  {
    name: "sid",
    purpose: "Keeps you signed in and recognises the browser that requested a sign-in link",
    lifetime: "1 year",
  },
  {
    name: "browser",
    purpose: "Stops anyone else from using your sign-in link",
    lifetime: "30 minutes",
  },
  {
    name: "flash",
    purpose: "Carries a message, such as “saved”, to the next page",
    lifetime: "5 minutes",
  },
  {
    name: "cookie-choice",
    purpose: "Remembers your choice about cookies",
    lifetime: "180 days",
  },
  {
    name: "answer",
    purpose:
      "Solicitors and estate agents only: opens our question to a firm, if you have a link to it",
    lifetime: "30 days",
  },
  {
    name: "firm",
    purpose: "Solicitors only: keeps you signed in to your firm’s page of a sale or purchase",
    lifetime: "12 hours",
  },
  {
    name: "agent",
    purpose: "Estate agents only: keeps you signed in to your office’s page",
    lifetime: "12 hours",
  },
  {
    name: "ready",
    purpose: "Opens the page that shows how ready a home is for a buyer, if you have a link to it",
    lifetime: "90 days",
  },
  {
    name: "search-shortcut",
    purpose: "Staff only: remembers whether the search keyboard shortcut is on",
    lifetime: "1 year",
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
        { key: "purpose", title: "What it’s for", cell: ({ purpose }) => purpose },
        { key: "kept", title: "How long it lasts", cell: ({ lifetime }) => lifetime },
      ]}
    />
  );
}

type Choice = { bot_check?: boolean | undefined; partner_form?: boolean | undefined };

const OPTIONS = [
  { value: "yes", label: "Yes, allow it" },
  { value: "no", label: "No" },
];

/**
 * Renders the form to allow or refuse optional cookies. Visitors can change their choice at any
 * time (AMB-H04).
 */
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
          <strong>Your current choice</strong>
        </p>
        <ul>
          <li>Google’s bot check: {choiceText(choice.bot_check)}</li>
          <li>HubSpot’s partner form: {choiceText(choice.partner_form)}</li>
        </ul>
      </div>
      <AppForm form={form} action={paths.cookieChoice()} reloadDocument>
        <input type="hidden" name="from" value={`${paths.legal.cookies()}#enabling-disabling`} />
        <Radios
          {...fieldProps(fields.bot_check)}
          legend="Can Google’s bot check (reCAPTCHA) set its own cookies when you sign in or sign up?"
          options={OPTIONS}
        />
        <Radios
          {...fieldProps(fields.partner_form)}
          legend="Can HubSpot’s partner form for estate agents set its own cookies?"
          options={OPTIONS}
        />
        <SubmitButton>Save choice</SubmitButton>
      </AppForm>
    </div>
  );
}

function answer(allowed: boolean | undefined) {
  return allowed ? "yes" : "no";
}

function choiceText(allowed: boolean | undefined) {
  if (allowed === undefined) return "you haven’t chosen yet, so it’s off";
  return allowed ? "allowed" : "not allowed";
}

/**
 * Text of the policy, in nine sections (H-081 to H-090). The page adds the table of cookies and the
 * form.
 */
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
            `This policy explains which cookies and scripts ${PRODUCT_NAME} uses, what they’re for and how to choose which ones to allow. Our {privacy policy} explains how we handle personal information.`,
            "We only set cookies that the service needs to work. Stripe may set its own cookies on the payment page. Google and HubSpot will only set cookies if you allow them. We don’t use cookies for advertising, or to count or track visitors.",
          ],
        },
        {
          anchor: "cookies",
          title: "What are cookies?",
          blocks: [
            "A cookie is a small piece of text that a site asks your browser to store. Your browser sends it back with each request, so the site knows that the requests come from the same browser.",
            "Some cookies last until you close your browser, and others until a set date. A cookie is set either by the site you visit or by another service that the site uses.",
          ],
        },
        {
          anchor: "scripts",
          title: "What are scripts?",
          blocks: [
            "A script is a small program that a page sends to your browser to make the page work better.",
            "Our own pages work without scripts, and this page has none. Some pages also use scripts from other services. Google’s bot check (reCAPTCHA) and HubSpot’s partner form will only run if you allow them.",
          ],
        },
        {
          anchor: "functional-cookies",
          title: "Functional cookies",
          blocks: [
            "Functional cookies make the service work. They keep you signed in as you move between pages. They also carry messages to the next page and remember your choice about cookies.",
            "The law allows us to set cookies without your consent if they’re strictly necessary for a service you’ve requested. All our own cookies are strictly necessary.",
          ],
        },
        {
          anchor: "placed-cookies",
          title: "Cookies we set",
          blocks: [
            "We set these cookies ourselves. On a secure connection, some of their names start with __Host- or __Secure-. Scripts can’t read any of them.",
            "On the payment page, Stripe may set its own cookies. Stripe takes our card payments and needs these cookies to take the payment safely.",
            "If you allow it, Google’s bot check (reCAPTCHA) may set its own cookies on the sign-in and sign-up pages. It uses them to tell people and bots apart.",
            "If you allow it, HubSpot’s partner form may set its own cookies on the sign-up page for estate agents. HubSpot uses them to recognise people who have filled in its forms.",
          ],
        },
        {
          anchor: "consent",
          title: "Consent",
          blocks: [
            "We ask for your consent to cookies that aren’t strictly necessary. We ask about each service separately, on the pages that use it. We won’t load a service that sets these cookies until you’ve allowed it.",
            "You’re free to say no. You can still sign in and sign up without the bot check. Estate agents can use the partner form on HubSpot’s own site.",
            "You can withdraw your consent at any time in {section #enabling-disabling}. Withdrawing it is as easy as giving it.",
          ],
        },
        {
          anchor: "enabling-disabling",
          title: "Enabling and disabling cookies",
          blocks: [
            "Choose here whether to allow each service. We’ll remember your choice in this browser for 180 days.",
            "You can also view, delete and block cookies in your browser settings. If you block the necessary cookies, you won’t be able to sign in.",
            "If you withdraw your consent, we’ll stop loading the service that sets those cookies. Cookies that the service has already set will stay in your browser until they expire or you delete them.",
          ],
        },
        {
          anchor: "data-rights",
          title: "Your data rights",
          blocks: [
            {
              text: "Information from cookies can be personal information. You have the right to:",
              items: [
                "know what information we have about you, and get a copy of it;",
                "have it corrected or deleted, or its use restricted;",
                "object to how we use it, and withdraw your consent.",
              ],
            },
            "Our {privacy policy} explains these rights and how to use them.",
            "You can also make a complaint to the Information Commissioner’s Office, the UK’s data protection regulator.",
          ],
        },
        {
          anchor: "contact-details",
          title: "Contact details",
          blocks: [
            "If you have questions about cookies or this policy, email us at {support email} or use our {contact form}.",
            "{company} You can phone us on {telephone}.",
          ],
        },
      ],
    },
  ],
};
