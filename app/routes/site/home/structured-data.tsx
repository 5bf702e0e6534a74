import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { useRootData } from "#app/ui/root-data.ts";
import { QUESTIONS } from "../content.ts";

/** What search engines read: who we are, and the questions with their answers. Data, so no policy on scripts holds it. */
export function StructuredData() {
  const root = useRootData();
  if (!root) return null;
  const { appUrl, supportEmail } = root;
  const url = new URL(paths.home(), appUrl).href;
  const graph = [
    {
      "@type": "Organization",
      "@id": `${url}#organisation`,
      name: PRODUCT_NAME,
      url,
      logo: new URL("/icon-512.png", appUrl).href,
      email: supportEmail,
      areaServed: ["England", "Wales"],
    },
    {
      "@type": "FAQPage",
      mainEntity: QUESTIONS.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer.join(" ") },
      })),
    },
  ];
  // The only character that could end the element early.
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": graph }).replaceAll(
    "<",
    "\\u003c",
  );
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
