import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/ui/page.ts";
import { isDraft } from "./draft.server.ts";
import { LegalPage } from "./legal-page.tsx";
import { privacyPolicy } from "./text/privacy-policy.ts";

export const handle: PageHandle = {
  title: "Privacy Policy",
  scripts: false,
  robots: "noindex, nofollow",
};

export function loader() {
  return { text: privacyPolicy, draft: isDraft() };
}

export default function PrivacyPolicy() {
  return <LegalPage {...useLoaderData<typeof loader>()} />;
}
