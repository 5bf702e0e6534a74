import type { FieldMetadata } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import {
  CLIENT_AWARENESS,
  LEAD_WARMTHS,
  MAX_LEADS,
  SELECT_AWARENESS,
  SELECT_WARMTH,
} from "#app/domain/leads/lead-choices.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { CurrencyField } from "#app/ui/forms/currency-field.tsx";
import { fieldProps, rowsOf } from "#app/ui/forms/field-props.ts";
import { labelByPart } from "#app/ui/forms/form-types.ts";
import { AddRowButton, RemoveRowButton } from "#app/ui/forms/row-buttons.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { EmailField, TextArea, TextField } from "#app/ui/forms/text-fields.tsx";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { respondToLeads, isOurForm, leadsKey, type Lookup, lookUp } from "./leads.server.ts";
import { LeadsProblem } from "./leads-problem.tsx";

const TITLE = "Tell us about your leads";
const NOT_SHOWN = "We can’t show this page";

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
  if (!found.valuer)
    return data({ lastResult: null, formKey: undefined }, { status: found.status });
  return respondToLeads(request, { form, email, valuer: found.valuer });
}

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
      questionNames={labelByPart({ leads: "Lead" })}
      lead={`Hello ${first_name}. We’ll save these leads under ${office}.`}
      aside={
        <WhyWeAsk title="What happens next">
          We’ll contact each seller about {PRODUCT_NAME}. If they go ahead, their legal work can
          start before you find a buyer.
        </WhyWeAsk>
      }
    >
      <AppForm form={form} formKey={result?.formKey ?? formKey}>
        <LeadList leads={fields.leads} />
        <p>
          Our{" "}
          <Link to={paths.legal.privacy()} target="_blank">
            privacy policy (opens in a new tab)
          </Link>{" "}
          explains how we use the information you give us about your sellers.
        </p>
        <SubmitButton>Submit leads</SubmitButton>
      </AppForm>
    </QuestionPage>
  );
}

type TypedLead = {
  property_address?: string;
  initial_asking_price?: string;
  seller_1_name?: string;
  seller_1_email?: string;
  seller_1_phone?: string;
  seller_2_name?: string;
  seller_2_email?: string;
  seller_2_phone?: string;
  lead_warmth?: string;
  client_aware_of_product?: string;
  additional_notes?: string;
};
type LeadsFields = { leads: TypedLead[] };

/** Lists the leads, with buttons that add a lead and remove one (G-040, G-041, AMB-G10). */
function LeadList({ leads }: { leads: FieldMetadata<TypedLead[]> }) {
  const list = rowsOf(leads);
  const { id } = fieldProps(leads);
  return (
    <div className="lead-list" id={id} tabIndex={-1}>
      {leads.errors?.map((error) => (
        <p className="error" id={`${id}-error`} key={error}>
          {error}
        </p>
      ))}
      {list.map((lead, index) => (
        <Lead
          key={lead.key ?? lead.name}
          lead={lead}
          number={index + 1}
          only={list.length === 1}
          leads={leads}
        />
      ))}
      {list.length < MAX_LEADS ? (
        <AddRowButton list={leads.name} target={`lead-${list.length + 1}`}>
          Add another lead
        </AddRowButton>
      ) : (
        <p className="hint">You’ve added {MAX_LEADS} leads. That’s the maximum at one time.</p>
      )}
    </div>
  );
}

function Lead({
  lead,
  number,
  only,
  leads,
}: {
  lead: FieldMetadata<TypedLead>;
  number: number;
  only: boolean;
  leads: FieldMetadata<TypedLead[]>;
}) {
  const fields = lead.getFieldset();
  return (
    <fieldset className="card lead-list-card" id={`lead-${number}`}>
      <legend tabIndex={-1}>Lead {number}</legend>
      <TextField
        {...fieldProps(fields.property_address)}
        label="Property address"
        autoComplete="off"
      />
      <CurrencyField {...fieldProps(fields.initial_asking_price)} label="Initial asking price" />
      <TextField {...fieldProps(fields.seller_1_name)} label="Seller 1 name" autoComplete="off" />
      <div className="lead-list-pair">
        <EmailField
          {...fieldProps(fields.seller_1_email)}
          label="Seller 1 email"
          autoComplete="off"
        />
        <TextField
          {...fieldProps(fields.seller_1_phone)}
          label="Seller 1 phone"
          type="tel"
          autoComplete="off"
        />
      </div>
      <TextField
        {...fieldProps(fields.seller_2_name)}
        label="Seller 2 name"
        optional
        autoComplete="off"
      />
      <div className="lead-list-pair">
        <EmailField
          {...fieldProps(fields.seller_2_email)}
          label="Seller 2 email"
          optional
          autoComplete="off"
        />
        <TextField
          {...fieldProps(fields.seller_2_phone)}
          label="Seller 2 phone"
          optional
          type="tel"
          autoComplete="off"
        />
      </div>
      <SelectField
        {...fieldProps(fields.lead_warmth)}
        label="How warm is this lead?"
        optional
        empty={SELECT_WARMTH}
        options={LEAD_WARMTHS.map(asOption)}
        width="20"
      />
      <SelectField
        {...fieldProps(fields.client_aware_of_product)}
        label={`Is the client aware of ${PRODUCT_NAME}?`}
        optional
        empty={SELECT_AWARENESS}
        options={CLIENT_AWARENESS.map(asOption)}
        width="20"
      />
      <TextArea
        {...fieldProps(fields.additional_notes)}
        label="Additional notes"
        optional
        rows={3}
      />
      {only ? null : (
        <p>
          <RemoveRowButton
            list={leads.name}
            index={number - 1}
            target={`lead-${Math.max(1, number - 1)}`}
          >
            lead {number}
          </RemoveRowButton>
        </p>
      )}
    </fieldset>
  );
}

const asOption = (value: string) => ({ value, label: value });
