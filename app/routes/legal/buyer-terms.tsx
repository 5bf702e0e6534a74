import { useLoaderData } from "@remix-run/react";
import { isDraft } from "#app/domain/terms/accepted-terms.server.ts";
import { legalHandle, LegalPage } from "./legal-page.tsx";
import { buyerTerms } from "#app/domain/terms/buyer-terms.ts";

export const handle = legalHandle("Buyer Terms & Conditions");

export function loader() {
  return { text: buyerTerms, draft: isDraft() };
}

export default function BuyerTerms() {
  return <LegalPage {...useLoaderData<typeof loader>()} />;
}
