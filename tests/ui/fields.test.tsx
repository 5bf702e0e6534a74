import type { SubmissionResult } from "@conform-to/dom";
import { describe, expect, test } from "vitest";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { CurrencyField } from "#app/ui/forms/currency-field.tsx";
import { DateField } from "#app/ui/forms/date-field.tsx";
import { COUNTRIES } from "#app/domain/shared/countries.ts";
import { DIAL_CODE_CHOICES, PhoneField } from "#app/ui/forms/phone-field.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { dateProps, fieldProps } from "#app/ui/forms/field-props.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { EmailField, TextArea, TextField } from "#app/ui/forms/text-fields.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import "./router.ts";
import { attribute, byId, render, tags, visibleText } from "./render.tsx";

type Sample = {
  name: string;
  email: string;
  mobile: string;
  mobile_country: string;
  price: string;
  born: { day: string; month: string; year: string };
  owns: string;
  other: string;
  lender: string;
  notes: string;
  agree: string;
};

const WRONG = {
  name: ["Enter your name"],
  email: ["Please enter a valid email address"],
  mobile: ["Enter a mobile number"],
  price: ["Invalid price format"],
  "born.month": ["Month must be between 1 and 12"],
  owns: ["Select if you own it on your own"],
  other: ["Enter the other owner's name"],
  lender: ["Choose a lender"],
  notes: ["Enter a note"],
  agree: ["Tick the box"],
};

const clean = await render(<SampleForm />);
const wrong = await render(<SampleForm lastResult={refused(WRONG)} />);

describe("a form as a whole", () => {
  test("a form has a hidden primary submit button before all other buttons (V-029)", () => {
    const [first] = tags(clean.slice(clean.indexOf("<form")), "button");
    expect(attribute(first, "type")).toBe("submit");
    expect(attribute(first, "class")).toBe("vh");
    expect(attribute(first, "aria-hidden")).toBe("true");
    expect(attribute(first, "tabindex")).toBe("-1");
    expect(attribute(first, "name")).toBeUndefined();
  });

  test("a form has novalidate and no attributes that make the browser validate", () => {
    const [form] = tags(clean, "form");
    expect(form).toContain("novalidate");
    expect(attribute(form, "method")).toBe("post");
    expect(attribute(form, "id")).toBe("f");
    for (const rule of [
      "required",
      "maxlength",
      "pattern",
      "placeholder",
      "style",
      'type="number"',
    ]) {
      expect(clean, rule).not.toMatch(new RegExp(`<[^>]* ${rule}[=> ]`, "i"));
    }
  });

  test("a form contains its idempotency key in a hidden field", () => {
    expect(clean).toContain('<input type="hidden" name="form_key" value="key-1"/>');
  });

  test("a form has one alert, the error summary, which is before the h1 and links to each wrong field (V-001)", () => {
    expect(wrong.match(/role="alert"/g)).toHaveLength(1);
    expect(wrong.indexOf('class="error-summary"')).toBeLessThan(wrong.indexOf("<h1"));
    const links = [...wrong.matchAll(/<a href="#([^"]+)">([^<]+)<\/a>/g)].slice(0, 10);
    expect(links.map(([, , text]) => visibleText(text ?? ""))).toEqual(Object.values(WRONG).flat());
    for (const [, id = ""] of links) {
      expect(byId(wrong, id), id).toMatch(/^<(input|select|textarea)/);
    }
  });

  test("a form repeats each error next to its field, after a hidden “Error:”", () => {
    for (const text of Object.values(WRONG).flat()) {
      expect(visibleText(wrong)).toContain(`Error: ${text}`);
    }
  });

  test("a form outside a page shows an error summary above it, in which an error about the whole form is no link", async () => {
    const html = await render(
      <SampleForm
        inPage={false}
        lastResult={refused({ "": ["We could not save this"], name: ["Enter your name"] })}
      />,
    );
    expect(html.indexOf('class="error-summary"')).toBeLessThan(html.indexOf("<form"));
    expect(html).toContain("<li>We could not save this</li>");
    expect(html).toContain('<a href="#f-name">Enter your name</a>');
  });

  test("a form with errors keeps the typed values", () => {
    expect(attribute(byId(wrong, "f-name"), "value")).toBe("Ada &lt;Lovelace&gt;");
    expect(attribute(byId(wrong, "f-price"), "value")).toBe("3,5x");
  });
});

describe("a form field", () => {
  test.each([
    ["f-name", "f-name-hint", "f-name-hint f-name-error"],
    ["f-email", undefined, "f-email-error"],
    ["f-mobile", undefined, "f-mobile-error"],
    ["f-price", "f-price-hint", "f-price-hint f-price-error"],
    ["f-lender", undefined, "f-lender-error"],
    ["f-notes", undefined, "f-notes-error"],
    ["f-agree", undefined, "f-agree-error"],
  ])(
    "the field %s has a label, is described by its hint and error, and is invalid only if it has an error",
    (id, right, refusedAs) => {
      expect(clean).toContain(`for="${id}"`);
      expect(attribute(byId(clean, id), "aria-describedby")).toBe(right);
      expect(attribute(byId(clean, id), "aria-invalid")).toBeUndefined();
      expect(attribute(byId(wrong, id), "aria-describedby")).toBe(refusedAs);
      expect(attribute(byId(wrong, id), "aria-invalid")).toBe("true");
      for (const described of refusedAs.split(" "))
        expect(byId(wrong, described), described).toBeDefined();
    },
  );

  test("a field has its label, hint, error and control in this order", () => {
    const places = ['for="f-name"', 'id="f-name-hint"', 'id="f-name-error"', 'id="f-name"'].map(
      (part) => wrong.indexOf(part),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test("only optional fields are marked", () => {
    expect(visibleText(clean)).toContain("Notes (optional)");
    expect(clean.match(/\(optional\)/g)).toHaveLength(1);
  });

  test("every id in a form is unique", () => {
    const ids = [...wrong.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });
});

describe("a date field", () => {
  test("a date field marks only the wrong input as invalid, and its hint and error describe the whole date (V-035, V-036, V-037)", () => {
    const group = tags(wrong, "fieldset").find((tag) => attribute(tag, "role") === "group");
    expect(attribute(group, "aria-describedby")).toBe("f-born-hint f-born-error");
    expect(attribute(byId(wrong, "f-born-month"), "aria-invalid")).toBe("true");
    expect(attribute(byId(wrong, "f-born-day"), "aria-invalid")).toBeUndefined();
  });

  test("an error about the whole date is shown once, and belongs to the day", async () => {
    const html = await render(
      <SampleForm
        lastResult={refused({ born: ["Enter a date"], "born.year": ["Enter a date"] })}
      />,
    );
    expect(attribute(byId(html, "f-born"), "name")).toBe("born.day");
    expect(html.match(/class="error"/g)).toHaveLength(1);
  });

  test("a date field has inputs for two, two and four digits, with autocomplete (V-038)", () => {
    expect(
      ["day", "month", "year"].map((part) =>
        attribute(byId(clean, `f-born-${part}`), "data-width"),
      ),
    ).toEqual(["2", "2", "4"]);
    expect(attribute(byId(clean, "f-born-year"), "autoComplete")).toBe("bday-year");
    expect(attribute(byId(clean, "f-born-day"), "value")).toBe("27");
  });
});

describe("choice fields", () => {
  test("the first radio has the field's id, and no radio is selected", () => {
    expect(attribute(byId(clean, "f-owns"), "value")).toBe("sole");
    expect(attribute(byId(clean, "f-owns-joint"), "value")).toBe("joint");
    expect(clean).not.toContain(" checked");
  });

  test("radios can have a hint for the question and for each option", () => {
    const [group] = tags(clean, "fieldset").filter((tag) => tag.includes("f-owns"));
    expect(attribute(group, "aria-describedby")).toBe("f-owns-hint");
    expect(attribute(byId(clean, "f-owns"), "aria-describedby")).toBe("f-owns-sole-hint");
    expect(clean).toContain('<span class="hint" id="f-owns-sole-hint">You alone</span>');
  });

  test("a conditional question follows the radio that reveals it, which has no aria-expanded", () => {
    expect(byId(clean, "f-owns-joint")).toContain('data-reveals=""');
    expect(byId(clean, "f-owns")).not.toContain("data-reveals");
    expect(clean.indexOf('class="choice-reveal"')).toBeGreaterThan(
      clean.indexOf('id="f-owns-joint"'),
    );
    expect(clean).not.toContain("aria-expanded");
  });

  test("the United Kingdom's dial code is the first and the default (AMB-B15, V-053)", () => {
    const select = clean.slice(clean.indexOf('id="f-mobile_country"'));
    expect(visibleText(select.slice(select.indexOf("<option"), select.indexOf("</option>")))).toBe(
      "United Kingdom +44",
    );
    expect(select).toMatch(/<option value="GB" selected="">/);
    expect(attribute(byId(clean, "f-mobile"), "type")).toBe("tel");
  });
});

test("browsers autofill the whole number into a phone field, and nothing into its country (AMB-B15)", () => {
  expect(attribute(byId(clean, "f-mobile"), "type")).toBe("tel");
  expect(attribute(byId(clean, "f-mobile"), "autoComplete")).toBe("tel");
  expect(attribute(byId(clean, "f-mobile_country"), "autoComplete")).toBe("off");
});

test("dial codes and addresses use the same country names, in alphabetical order (V-053, AMB-B15)", () => {
  const names = new Map(COUNTRIES.map(({ code, name }) => [code, name]));
  const called = DIAL_CODE_CHOICES.map(({ value, label }) => ({
    value,
    name: label.replace(/ \+\d+$/, ""),
  }));
  for (const { value, name } of called) expect(names.get(value) ?? name).toBe(name);
  const [, ...others] = called.map(({ name }) => name);
  expect(others).toEqual(others.toSorted((a, b) => a.localeCompare(b, "en")));
});

test("a price field shows a stored price with separators (V-028)", () => {
  expect(attribute(byId(clean, "f-price"), "value")).toBe("350,000");
  expect(attribute(byId(clean, "f-price"), "inputMode")).toBe("numeric");
});

function SampleForm({
  lastResult,
  inPage = true,
}: {
  lastResult?: SubmissionResult;
  inPage?: boolean;
}) {
  const [form, fields] = useAppForm<Sample>({
    id: "f",
    lastResult,
    defaultValue: { name: "Ada", price: "350000", born: { day: "27" }, owns: "" },
  });
  const house = (
    <AppForm form={form} formKey="key-1">
      <TextField {...fieldProps(fields.name)} label="Name" hint="As on your passport" />
      <EmailField {...fieldProps(fields.email)} label="Email" />
      <PhoneField
        {...fieldProps(fields.mobile)}
        country={fieldProps(fields.mobile_country)}
        label="Mobile number"
      />
      <CurrencyField
        {...fieldProps(fields.price)}
        label="Asking price"
        hint="For example, £325,000"
      />
      <DateField
        {...dateProps(fields.born)}
        legend="Date of birth"
        hint="For example, 27 3 1985"
        autoComplete="bday"
      />
      <Radios
        {...fieldProps(fields.owns)}
        legend="Do you own it on your own?"
        hint="As the register says"
        options={[
          { value: "sole", label: "Yes", hint: "You alone" },
          {
            value: "joint",
            label: "No",
            reveals: <TextField {...fieldProps(fields.other)} label="Other owner" />,
          },
        ]}
      />
      <SelectField
        {...fieldProps(fields.lender)}
        label="Lender"
        empty="Choose a lender"
        options={[{ value: "a", label: "A" }]}
      />
      <TextArea {...fieldProps(fields.notes)} label="Notes" optional />
      <Checkbox {...fieldProps(fields.agree)}>I agree</Checkbox>
      <SubmitButton>Continue</SubmitButton>
    </AppForm>
  );
  return inPage ? (
    <Page title="About you" form={form}>
      {house}
    </Page>
  ) : (
    house
  );
}

function refused(error: Record<string, string[]>): SubmissionResult {
  return { status: "error", error, initialValue: { name: "Ada <Lovelace>", price: "3,5x" } };
}
