import { useLoaderData } from "@remix-run/react";
import { isDraft } from "#app/domain/terms/accepted-terms.server.ts";
import { legalHandle, LegalPage } from "./legal-page.tsx";
import { sellerTerms } from "#app/domain/terms/seller-terms.ts";

export const handle = legalHandle("Seller Terms & Conditions");

export function loader() {
  return { text: sellerTerms, draft: isDraft() };
}

export default function SellerTerms() {
  return <LegalPage {...useLoaderData<typeof loader>()} />;
}
