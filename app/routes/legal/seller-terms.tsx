import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/ui/page.ts";
import { isDraft } from "./draft.server.ts";
import { LegalPage } from "./legal-page.tsx";
import { sellerTerms } from "./text/seller-terms.ts";

export const handle: PageHandle = {
  title: "Seller Terms & Conditions",
  scripts: false,
  robots: "noindex, nofollow",
};

export function loader() {
  return { text: sellerTerms, draft: isDraft() };
}

export default function SellerTerms() {
  return <LegalPage {...useLoaderData<typeof loader>()} />;
}
