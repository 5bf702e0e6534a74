import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isDraft } from "#app/domain/terms/accepted-terms.server.ts";
import { readCookieChoice } from "#app/edge/cookie-choice.server.ts";
import { paths } from "#app/paths.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";
import { legalHandle, LegalPage } from "./legal-page.tsx";
import { cookiePolicy } from "./text/cookie-policy.ts";

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
