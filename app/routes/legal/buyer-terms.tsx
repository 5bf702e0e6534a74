import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/ui/page.ts";
import { isDraft } from "./draft.server.ts";
import { LegalPage } from "./legal-page.tsx";
import { buyerTerms } from "./text/buyer-terms.ts";

export const handle: PageHandle = {
  title: "Buyer Terms & Conditions",
  scripts: false,
  robots: "noindex, nofollow",
};

export function loader() {
  return { text: buyerTerms, draft: isDraft() };
}

export default function BuyerTerms() {
  return <LegalPage {...useLoaderData<typeof loader>()} />;
}
