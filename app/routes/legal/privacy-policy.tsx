import { useLoaderData } from "@remix-run/react";
import { isDraft } from "#app/domain/terms/accepted-terms.server.ts";
import { legalHandle, LegalPage } from "./legal-page.tsx";
import { privacyPolicy } from "./text/privacy-policy.ts";

export const handle = legalHandle("Privacy Policy");

export function loader() {
  return { text: privacyPolicy, draft: isDraft() };
}

export default function PrivacyPolicy() {
  return <LegalPage {...useLoaderData<typeof loader>()} />;
}
