import { paths } from "#app/paths.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";

type Choice = { bot_check?: boolean | undefined; partner_form?: boolean | undefined };

const OPTIONS = [
  { value: "yes", label: "Yes, allow it" },
  { value: "no", label: "No" },
];

/** What the pages ask one by one, to be made or changed at any time (AMB-H04). */
export function CookieChoiceForm({ choice }: { choice: Choice }) {
  const [form, fields] = useAppForm<{ bot_check: string; partner_form: string }>({
    id: "cookies-allowed",
    defaultValue: {
      bot_check: answer(choice.bot_check),
      partner_form: answer(choice.partner_form),
    },
  });
  return (
    <div className="card legal-choice">
      <div>
        <p>
          <strong>Your choice now</strong>
        </p>
        <ul>
          <li>Google's bot check: {said(choice.bot_check)}</li>
          <li>HubSpot's partner form: {said(choice.partner_form)}</li>
        </ul>
      </div>
      <AppForm form={form} action={paths.cookieChoice()} reloadDocument>
        <input type="hidden" name="from" value={`${paths.legal.cookies()}#enabling-disabling`} />
        <Radios
          field={fields.bot_check}
          legend="May Google's bot check place its own cookies when you sign in or sign up?"
          options={OPTIONS}
        />
        <Radios
          field={fields.partner_form}
          legend="May HubSpot's form for estate agents place its own cookies?"
          options={OPTIONS}
        />
        <SubmitButton>Save my choice</SubmitButton>
      </AppForm>
    </div>
  );
}

function answer(allowed: boolean | undefined) {
  return allowed ? "yes" : "no";
}

function said(allowed: boolean | undefined) {
  if (allowed === undefined) return "you have not chosen yet, so it is not used";
  return allowed ? "allowed" : "not allowed";
}
