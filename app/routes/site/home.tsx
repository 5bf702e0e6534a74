import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { doubled } from "#app/env.server.ts";
import { FlashBanner } from "#app/ui/flash-banner.tsx";
import { Footer } from "#app/ui/footer.tsx";
import { Main } from "#app/ui/main.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { respondToContact, contactPage } from "./contact.server.ts";
import { CONTACT_FORM } from "./contact-form.tsx";
import { CASE_STUDIES, QUOTES } from "./content.ts";
import { Benefits } from "./home/benefits.tsx";
import { CaseStudies } from "./home/case-studies.tsx";
import { Contact } from "./home/contact.tsx";
import { Costs } from "./home/costs.tsx";
import { EveryHome } from "./home/every-home.tsx";
import { Hero } from "./home/hero.tsx";
import { LandingHeader } from "./home/landing-header.tsx";
import { OrderOfWork } from "./home/order-of-work.tsx";
import { Partners } from "./home/partners.tsx";
import { Questions } from "./home/questions.tsx";
import { Quotes } from "./home/quotes.tsx";
import { StructuredData } from "./home/structured-data.tsx";
import { ThreeSteps } from "./home/three-steps.tsx";

export const handle: PageHandle = {
  title: "Sell or buy a home in England and Wales",
  description:
    "Conveyancing for sellers and buyers in England and Wales, with the searches done before you need them. See every cost before you tell us anything.",
  scripts: false,
  kept: { form: CONTACT_FORM },
};

export function loader({ request }: LoaderFunctionArgs) {
  // Invented case studies and quotes are for demonstrations only (AMB-B17).
  const isDemonstration = doubled.size > 0;
  return {
    ...contactPage(request),
    studies: isDemonstration ? CASE_STUDIES : [],
    quotes: isDemonstration ? QUOTES : [],
  };
}

export function action({ request }: ActionFunctionArgs) {
  return respondToContact(request);
}

export default function Home() {
  const { formKey, sent, studies, quotes } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <LandingHeader />
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
        <Contact formKey={formKey} sent={sent} lastResult={answer?.lastResult} />
      </Main>
      <Footer />
      <StructuredData />
    </>
  );
}
