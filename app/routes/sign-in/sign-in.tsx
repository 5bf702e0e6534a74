import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { SignInForm } from "#app/auth/forms.server.ts";
import { isSigningInAgain, requireVisitor, safePath } from "#app/auth/guards.server.ts";
import { requestSignIn } from "#app/auth/request-link.server.ts";
import { LINK_MINUTES } from "#app/domain/shared/invitations.ts";
import { errorTexts } from "#app/observability/errors.ts";
import { paths, ROLES } from "#app/paths.ts";
import { CookieBanner } from "#app/ui/cookie-banner.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { EmailField } from "#app/ui/forms/text-fields.tsx";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { BannerList } from "./banner-list.tsx";
import { BotFields } from "./bot-fields.tsx";
import { LINK_SENT, LinkSent } from "./link-sent.tsx";
import { respondToLinkForm } from "./respond-to-link-request.server.ts";
import { readVisitorPage } from "./visitor-page.server.ts";

const TITLE = "Sign in";

export const handle: PageHandle = {
  title: titleFromData(TITLE),
  part: fromData("part"),
  description: "Sign in to follow your sale or purchase. We’ll email you a link.",
};

const TEXTS = {
  failed: "Failed to sign in. Please try again later.",
  tooMany: errorTexts["too-many"],
};

const SIGN_IN_AGAIN = "To keep your data safe, please sign in again. We’ll email you a new link.";

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const role = query.get("role");
  const page = await readVisitorPage(request, "sign-in");
  return {
    ...page,
    title: page.sent ? LINK_SENT : TITLE,
    part: page.sent ? "signing in" : "",
    lead: isSigningInAgain(request) ? SIGN_IN_AGAIN : null,
    here: ownPage(request),
    role: ROLES.find((known) => known === role),
  };
}

function ownPage(request: Request) {
  const redirectTo = safePath(new URL(request.url).searchParams.get("redirectTo"));
  return paths.signIn(isSigningInAgain(request) ? { again: true, redirectTo } : {});
}

export async function action({ request }: ActionFunctionArgs) {
  await requireVisitor(request);
  return respondToLinkForm(request, {
    form: "sign-in",
    page: ownPage(request),
    texts: TEXTS,
    schema: SignInForm,
    ask: ({ email, role, redirect_to }, sent) =>
      requestSignIn(db, request, { email, role, redirectTo: safePath(redirect_to), ...sent }),
  });
}

export default function SignIn() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<{ email: string }>({
    id: "sign-in",
    lastResult: result?.lastResult,
    defaultValue: page.typed,
  });

  if (page.sent) {
    return <LinkSent page={page} change={page.here} result={result} />;
  }
  return (
    <>
      {page.askAboutCookies ? <CookieBanner /> : null}
      <QuestionPage
        title="Sign in"
        lead={page.lead}
        form={form}
        above={<BannerList page={page} />}
        aside={
          <WhyWeAsk title="Sign in without a password">
            We’ll email you a link instead. You can use it once, within {LINK_MINUTES} minutes.
          </WhyWeAsk>
        }
      >
        <AppForm form={form} formKey={result?.formKey ?? page.formKey}>
          <EmailField
            {...fieldProps(fields.email)}
            label="Email address"
            hint="Use the email address you signed up with"
          />
          <BotFields recaptcha={page.recaptcha} action="sign_in" />
          {page.role ? <input type="hidden" name="role" value={page.role} /> : null}
          {page.redirectTo ? (
            <input type="hidden" name="redirect_to" value={page.redirectTo} />
          ) : null}
          {page.preventEmail ? <input type="hidden" name="prevent_email" value="true" /> : null}
          <SubmitButton
            after={
              <span>
                New here? <Link to={paths.signUp()}>Create an account</Link>
              </span>
            }
          >
            Send me a magic link
          </SubmitButton>
        </AppForm>
      </QuestionPage>
    </>
  );
}
