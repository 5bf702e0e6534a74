import { paths } from "#app/paths.ts";
import { HouseForm, SubmitButton, useHouseForm } from "#app/ui/forms/house-form.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";

type Choice = "all" | "necessary";

const now: Record<Choice, string> = {
  all: "You have allowed the cookies of Google's bot check and of HubSpot's partner form.",
  necessary: "You have allowed only what is needed.",
};

/** The choice of the banner, to be made or changed at any time (AMB-H04). */
export function CookieChoiceForm({ choice }: { choice: Choice | null }) {
  const [form, fields] = useHouseForm<{ choice: string }>({
    id: "cookies-allowed",
    defaultValue: { choice: choice ?? "necessary" },
  });
  return (
    <div className="card legal-choice">
      <p>
        <strong>Your choice now:</strong>{" "}
        {choice
          ? now[choice]
          : "You have not chosen yet. Until you do, only what is needed is used."}
      </p>
      <HouseForm form={form} action={paths.cookieChoice()} reloadDocument>
        <input type="hidden" name="from" value={`${paths.legal.cookies()}#enabling-disabling`} />
        <Radios
          field={fields.choice}
          legend="May Google's bot check and HubSpot's partner form place their own cookies?"
          options={[
            { value: "all", label: "Yes, allow them" },
            { value: "necessary", label: "No, only what is needed" },
          ]}
        />
        <SubmitButton>Save my choice</SubmitButton>
      </HouseForm>
    </div>
  );
}
