import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { SignUpForm } from "#app/auth/forms.server.ts";
import { requireVisitor } from "#app/auth/guards.server.ts";
import { requestSignUp } from "#app/auth/request-link.server.ts";
import { pagePath } from "#app/platform/page-path.ts";
import { paths, type Role, ROLES } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { Card } from "#app/ui/card.tsx";
import { CookieBanner } from "#app/ui/cookie-banner.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";
import { ExampleQuote } from "#app/ui/example-quote.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { NameFields } from "#app/ui/forms/name-fields.tsx";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { EmailField } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { QuestionPage } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { useSupportEmail } from "#app/ui/root-data.ts";
import { db } from "#db/connection.ts";
import { BannerList } from "./banner-list.tsx";
import { BotFields } from "./bot-fields.tsx";
import { LINK_SENT, LinkSent } from "./link-sent.tsx";
import { respondToLinkForm } from "./respond-to-link-request.server.ts";
import { readVisitorPage } from "./visitor-page.server.ts";

const TITLE = "Get started in less than 5 minutes";

export const handle: PageHandle = {
  title: titleFromData(TITLE),
  part: fromData("part"),
  description:
    "Sign up to sell or buy a home in England or Wales. There’s no password. We’ll email you a link.",
};

const TEXTS = {
  failed: "Failed to sign up. Please try again later.",
  tooMany: "Too many requests. Please try again after 5 minutes.",
};

/** Returns the role in the path. The path /sign-up contains none and is for sellers (B-027). */
function readRole(request: Request): Role {
  return new URL(request.url).pathname.includes("buy") ? "buy" : "sell";
}

function signUpPage(request: Request) {
  return pagePath(new URL(request.url).pathname);
}

export async function loader({ request }: LoaderFunctionArgs) {
  const page = await readVisitorPage(request, "sign-up");
  const role = readRole(request);
  const part = role === "buy" ? "buying" : "selling";
  return { ...page, title: page.sent ? LINK_SENT : TITLE, part, role };
}

export async function action({ request }: ActionFunctionArgs) {
  await requireVisitor(request);
  const role = readRole(request);
  return respondToLinkForm(request, {
    form: "sign-up",
    page: signUpPage(request),
    texts: TEXTS,
    schema: SignUpForm,
    async ask({ first_name, middle_name, last_name, email, phone_number }, sent) {
      const customer = { first_name, middle_name, last_name, email, phone_number };
      const outcome = await requestSignUp(db, request, { customer, role, ...sent });
      if (outcome.kind !== "account-exists") return outcome;
      return redirect(paths.signIn({ account: true, role }), {
        status: 303,
        ...(outcome.setCookie && { headers: { "Set-Cookie": outcome.setCookie } }),
      });
    },
  });
}

type Fields = {
  first_name: string;
  middle_name: string;
  last_name: string;
  phone_number: string;
  phone_country: string;
  email: string;
};

export default function SignUp() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<Fields>({
    id: "sign-up",
    lastResult: result?.lastResult,
    defaultValue: { phone_country: "GB", ...page.typed },
  });

  if (page.sent) {
    return <LinkSent page={page} change={paths.getStarted(page.role)} result={result} />;
  }
  return (
    <>
      {page.askAboutCookies ? <CookieBanner /> : null}
      <QuestionPage
        title={TITLE}
        form={form}
        above={
          <>
            <BannerList page={page} />
            {page.role === "buy" ? <SellerWithUs /> : null}
          </>
        }
        aside={<Pitch pitch={PITCHES[page.role]} showExamples={page.showExamples} />}
      >
        <RoleToggle role={page.role} />
        <AppForm form={form} formKey={result?.formKey ?? page.formKey}>
          <NameFields fields={fields} own />
          <PhoneField
            {...fieldProps(fields.phone_number)}
            country={fieldProps(fields.phone_country)}
            label="Mobile number"
            hint="Thirdfort, our ID check provider, will text you a link"
          />
          <EmailField
            {...fieldProps(fields.email)}
            label="Email address"
            hint="We’ll send your sign-in link to this address"
          />
          <BotFields recaptcha={page.recaptcha} action="sign_up" />
          {page.preventEmail ? <input type="hidden" name="prevent_email" value="true" /> : null}
          <SubmitButton>Send me a magic link</SubmitButton>
        </AppForm>
      </QuestionPage>
    </>
  );
}

/** Says that a buyer can sign up only if the seller is registered with Fanlight. */
function SellerWithUs() {
  return (
    <Notification kind="info" title={`Your seller needs to be using ${PRODUCT_NAME}`}>
      <p>
        Once you’ve signed up, you can find the property by its postcode. Not sure if your seller
        uses {PRODUCT_NAME}? Ask them or their estate agent first. If your seller doesn’t use{" "}
        {PRODUCT_NAME} yet, they can <Link to={paths.getStarted("sell")}>start their sale</Link>{" "}
        with us. Or email us at <EmailLink email={useSupportEmail()} /> and we’ll contact them.
      </p>
    </Notification>
  );
}

type PitchContent = {
  benefits: readonly [string, string];
  /**
   * Quotes for demonstrations. They are fictional, labelled "Example" and never shown in production
   * (AMB-B17).
   */
  examples: readonly { quote: string; by: string }[];
};

/** Two main benefits (B-035 to B-038) and two quotes for each role. */
const PITCHES: Record<Role, PitchContent> = {
  sell: {
    benefits: ["Sell 80% faster than the market", "Sell without fear of fall throughs"],
    examples: [
      {
        quote:
          "Our solicitor and our forms were ready before we had a buyer, so there was less to wait for.",
        by: "A seller in York",
      },
      {
        quote: "I started on my phone on the train and finished at home.",
        by: "A seller in Cardiff",
      },
    ],
  },
  buy: {
    benefits: [
      "Free legals and searches worth £2,500+",
      "Buy with confidence with award-winning solicitors",
    ],
    examples: [
      {
        quote: "We could see every step of our purchase on one page.",
        by: "A buyer in Leeds",
      },
      {
        quote: "We always knew who was doing what, so we didn’t have to chase anyone.",
        by: "A buyer in Bristol",
      },
    ],
  },
};

/** Renders the reasons to sign up, next to the form (B-033, B-034). */
function Pitch({ pitch, showExamples }: { pitch: PitchContent; showExamples: boolean }) {
  return (
    <Card tone="warm">
      <h2 className="vh">Why sign up</h2>
      <ul className="pitch-benefits">
        {pitch.benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
      {showExamples
        ? pitch.examples.map(({ quote, by }) => (
            <ExampleQuote key={by} className="pitch-quote" quote={quote} by={by} />
          ))
        : null}
    </Card>
  );
}

/**
 * Renders two links that switch between selling and buying. They need no JavaScript, and each role
 * has its own URL (B-005, B-026).
 */
function RoleToggle({ role }: { role: Role }) {
  return (
    <nav aria-label="Are you selling or buying?" className="role-toggle">
      <ul>
        {ROLES.map((each) => (
          <li key={each}>
            <Link to={paths.getStarted(each)} aria-current={each === role ? "page" : undefined}>
              {each === "sell" ? "I'm selling" : "I'm buying"}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
