import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readCookieChoice } from "#app/edge/cookie-choice.server.ts";
import { CookieChoiceForm } from "./cookie-choice-form.tsx";
import { isDraft } from "#app/domain/terms/draft.server.ts";
import { legalHandle, LegalPage } from "./legal-page.tsx";
import { PlacedCookies } from "./placed-cookies.tsx";
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
