import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import {
  Link,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
} from "@remix-run/react";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { namePart } from "#app/ui/forms/form-types.ts";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { respondToLeads, isOurForm, leadsKey } from "./respond-to-leads.server.ts";
import { type LeadsFields, LeadList } from "./lead-list.tsx";
import { LeadsProblem } from "./leads-problem.tsx";
import { type Lookup, lookUp } from "./valuer.server.ts";

const TITLE = "Tell us about your leads";
const NOT_SHOWN = "We cannot show this page";

export const handle: PageHandle = {
  title: titleFromData(TITLE),
  part: fromData("part"),
  robots: "noindex, nofollow",
};

const readEmail = (params: LoaderFunctionArgs["params"]) => (params.email ?? "").trim();

export async function loader({ request, params }: LoaderFunctionArgs) {
  const email = readEmail(params);
  const found = await lookUp(request, email, { counted: true });
  if (!found.valuer) return notShown(found);
  const { first_name, office } = found.valuer;
  const shown = { first_name, office, formKey: leadsKey(email) };
  return data({ title: TITLE, part: office, shown, problem: "" });
}

function notShown({ status, problem, retryAfterSeconds }: Extract<Lookup, { valuer: null }>) {
  const headers: HeadersInit = retryAfterSeconds
    ? { "Retry-After": String(retryAfterSeconds) }
    : {};
  return data({ title: NOT_SHOWN, part: "", shown: null, problem }, { status, headers });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const email = readEmail(params);
  const form = await readForm(request);
  const found = await lookUp(request, email, { counted: !isOurForm(form, email) });
  // The page says why, as it does when it is opened.
  if (!found.valuer)
    return data({ lastResult: null, formKey: undefined }, { status: found.status });
  return respondToLeads(request, { form, email, valuer: found.valuer });
}

/** A lead that is added or removed changes nothing about the valuer, and looking up is counted. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  defaultShouldRevalidate,
}) => (formMethod ? false : defaultShouldRevalidate);

export default function Leads() {
  const { shown, problem } = useLoaderData<typeof loader>();
  return shown ? (
    <LeadsPage {...shown} />
  ) : (
    <LeadsProblem title={NOT_SHOWN}>{problem}</LeadsProblem>
  );
}

function LeadsPage({
  first_name,
  office,
  formKey,
}: {
  first_name: string;
  office: string;
  formKey: string;
}) {
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<LeadsFields>({
    id: "new-leads",
    lastResult: result?.lastResult ?? null,
    defaultValue: { leads: [{}] },
  });
  return (
    <QuestionPage
      title={TITLE}
      form={form}
      questionNames={namePart({ leads: "Lead" })}
      lead={`Hello ${first_name}. The leads you enter here are kept for ${office}.`}
      aside={
        <WhyWeAsk title="What happens next">
          We get in touch with each seller about {PRODUCT_NAME}. When they go ahead, the legal work
          is ready before you have found a buyer.
        </WhyWeAsk>
      }
    >
      <AppForm form={form} formKey={result?.formKey ?? formKey} preventScrollReset>
        <LeadList leads={fields.leads} />
        <p>
          Our{" "}
          <Link to={paths.legal.privacy()} target="_blank">
            privacy policy (opens in a new tab)
          </Link>{" "}
          says how we keep and use what you tell us about your sellers.
        </p>
        <SubmitButton>Submit leads</SubmitButton>
      </AppForm>
    </QuestionPage>
  );
}
