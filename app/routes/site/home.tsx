import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, Link } from "@remix-run/react";
import { formatPence } from "#app/domain/shared/money.ts";
import { SERVICE_FEE_PENCE, withVat } from "#app/domain/payments/costs.ts";
import { vendorsWithDouble } from "#app/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FlashBanner } from "#app/ui/flash-banner.tsx";
import { Footer } from "#app/ui/footer.tsx";
import { FrontDoor } from "#app/ui/front-door.tsx";
import { Main } from "#app/ui/main.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { useRootData } from "#app/ui/root-data.ts";
import { VisitorHeader } from "#app/ui/visitor-header.tsx";
import { respondToContact } from "./contact.server.ts";
import { CASE_STUDIES, QUOTES, QUESTIONS } from "./content.ts";
import { Benefits, EveryHome, OrderOfWork, ThreeSteps } from "./home/how-it-works.tsx";
import { CaseStudies, Quotes, Questions } from "./home/questions.tsx";
import { Contact, Partners } from "./home/contact.tsx";
import { Costs } from "./home/costs.tsx";
import { CLAIMS } from "./claims.ts";

export const handle: PageHandle = {
  title: "Sell or buy a home in England and Wales",
  description:
    "Conveyancing for sellers and buyers in England and Wales. See our prices, including VAT, before you sign up.",
  cached: true,
};

export function loader({ request }: LoaderFunctionArgs) {
  // The case studies and quotes are fictional, so they are shown only in demonstrations (AMB-B17).
  const isDemonstration = vendorsWithDouble.size > 0;
  return {
    sent: new URL(request.url).searchParams.get("contact") === "sent",
    studies: isDemonstration ? CASE_STUDIES : [],
    quotes: isDemonstration ? QUOTES : [],
  };
}

export function action({ request }: ActionFunctionArgs) {
  return respondToContact(request);
}

export default function Home() {
  const { sent, studies, quotes } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <VisitorHeader follows />
      <Main>
        <FlashBanner />
        <Hero />
        <Benefits />
        <ThreeSteps />
        <OrderOfWork />
        <EveryHome />
        <Costs />
        <CaseStudies studies={studies} />
        <Quotes quotes={quotes} />
        <Questions />
        <Partners />
        <Contact sent={sent} lastResult={answer?.lastResult} />
      </Main>
      <Footer />
      <StructuredData />
    </>
  );
}

function Hero() {
  return (
    <section className="hero">
      <div className="wrap">
        <div className="hero-words">
          <p className="hero-claim">{CLAIMS.hero}</p>
          <h1>The only quick &amp; easy way to sell your home</h1>
          <p className="page-lead">
            Get your solicitor, searches and forms ready before you have a buyer, so there’s less to
            wait for when you find one.
          </p>
          <p className="cluster">
            <ButtonLink kind="amber" to={paths.getStarted("sell")}>
              Sell your home
            </ButtonLink>
            <Link to={paths.getStarted("buy")}>Buying? Start here</Link>
          </p>
          <p className="hero-note">
            You can buy with us if your seller is selling with {PRODUCT_NAME}. If they haven’t
            signed up yet, ask them or their estate agent to do so, or{" "}
            <a href="#contact">contact us</a>.
          </p>
          <p className="hero-note">
            Signing up takes less than 5 minutes. Our service fee is{" "}
            {formatPence(SERVICE_FEE_PENCE)} plus VAT ({formatPence(withVat(SERVICE_FEE_PENCE))}{" "}
            including VAT). <a href="#costs">See all costs</a>
          </p>
        </div>
        <FrontDoor />
      </div>
    </section>
  );
}

/**
 * Renders JSON-LD for search engines. It is data and not code, so the script policy does not apply
 * to it.
 */
function StructuredData() {
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
  // This escapes "<", the only character with which text could close the script element early.
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": graph }).replaceAll(
    "<",
    "\\u003c",
  );
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
