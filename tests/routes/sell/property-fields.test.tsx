import "#tests/ui/router.ts";
import type { ComponentProps } from "react";
import { describe, expect, test } from "vitest";
import { PropertyFields, type PropertyForm } from "#app/routes/sell/property-fields.tsx";
import { AppForm, useAppForm } from "#app/ui/forms/app-form.tsx";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { render, visibleText } from "#tests/ui/render.tsx";

type Shown = Partial<Omit<ComponentProps<typeof PropertyFields>, "fields">>;

function Questions({ postcode, ...shown }: Shown & { postcode?: string }) {
  const [form, fields] = useAppForm<PropertyForm>({
    id: "property",
    defaultValue: { address: { postcode } },
  });
  return (
    <AppForm form={form}>
      <PropertyFields
        fields={fields}
        finder={undefined}
        home={null}
        sellers={[]}
        agents={[]}
        partner={null}
        {...shown}
      />
    </AppForm>
  );
}

const page = async (shown: Shown & { postcode?: string }) => render(<Questions {...shown} />);

function revealedBy(html: string, value: string, name: string) {
  const [, after = ""] = html.split(
    new RegExp(`<input[^>]*name="${name}"[^>]*value="${value}"[^>]*>`),
  );
  const [before = "", inside = ""] = after.split('<div class="choice-reveal">');
  return before.includes("<input") ? "" : visibleText(inside.split("<input")[0] ?? "");
}

describe("the seller’s own address on the property page (C-078, WCAG 3.3.7)", () => {
  const mine = "Use my address, 4 Castle Lane, York, YO1 7HZ";

  test("the property page offers the seller’s own address with one click", async () => {
    expect(visibleText(await page({ home: "4 Castle Lane, York, YO1 7HZ" }))).toContain(mine);
  });

  test("the property page does not offer the seller’s own address if we have none", async () => {
    expect(visibleText(await page({}))).not.toContain("Use my address");
  });
});

describe("the currency partner on the sale page (C-054 AMB-C20)", () => {
  const partner = {
    name: "Harbour Exchange",
    url: "https://currency.example",
    text: "They hold a rate.",
  };

  test("the link to the currency partner is shown to sellers only for the answer “yes”", async () => {
    const html = await page({ partner });
    expect(revealedBy(html, "yes", "is_using_foreign_currency")).toContain(
      "Harbour Exchange They hold a rate. Visit Harbour Exchange",
    );
    expect(visibleText(html).match(/They hold a rate/g)).toHaveLength(1);
  });

  test("the currency partner is not mentioned to sellers if none is configured", async () => {
    expect(revealedBy(await page({}), "yes", "is_using_foreign_currency")).toBe("");
  });
});

describe("the estate agent question (C-065 AMB-C13)", () => {
  const agents = [
    { brand_name: "Northgate", offices: [{ id: "a".repeat(24), office_name: "York" }] },
  ];

  test("the estate agent question lists the two answers without an agent first, then offices by brand", async () => {
    const html = await page({ agents });
    const options = [...html.matchAll(/<option value="([^"]*)">([^<]*)/g)].slice(-4);
    expect(options.map(([, value, label]) => [value, visibleText(label ?? "")])).toEqual([
      ["", "Choose an estate agent"],
      ["not_listed", "My estate agent is not listed"],
      ["no_agent", "I don't have an estate agent yet"],
      ["a".repeat(24), "York"],
    ]);
    expect(html).toContain('<optgroup label="Northgate">');
    expect(visibleText(html)).not.toContain("Failed to fetch estate agents");
  });

  test("the estate agent question shows an error if agents cannot be read, and still offers “no agent”", async () => {
    const html = await page({ agents: null });
    expect(visibleText(html)).toContain("Failed to fetch estate agents");
    expect(html).toContain('value="no_agent"');
  });
});

test("the address finder shows how to contact us if it finds no address (C-080)", async () => {
  const html = await page({ finder: { state: "NotFound", query: "ZZ1" } });
  expect(visibleText(html)).toContain(
    "We couldn't find that address. Please check for any typos and try again. If you're sure the address is right, then before continuing, please contact our team at support@fanlight.example",
  );
  expect(html).toContain('<a href="mailto:support@fanlight.example">');
});

test.each([
  ["EH1 1AA", "This property is in Scotland"],
  ["BT15 1AA", "This property is in Northern Ireland"],
  ["IM1 1AA", "This property is on the Isle of Man"],
  ["JE2 3AB", "This property is in Jersey"],
  ["GY1 1AA", "This property is in Guernsey"],
])("the warning about the postcode %s says “%s” (AMB-C19)", async (postcode, title) => {
  expect(visibleText(await page({ postcode }))).toContain(
    `${title} We only cover property in England and Wales. Please contact us before you go any further: support@fanlight.example`,
  );
});

test("the answer “company” shows how a company can sell", async () => {
  expect(revealedBy(await page({}), "company", "customer_type")).toContain(
    "You can’t use our online form for a property owned by a company yet. Email us at support@fanlight.example with the company’s name and the property’s address, and we’ll set it up for you.",
  );
});

test("the question about other sellers has instructions for owners and for representatives", async () => {
  const text = visibleText(await page({}));
  expect(text).toContain("If anyone else owns the property with you, select yes and add them.");
  expect(text).toContain("If you’re acting for the seller, select yes and add every owner.");
});

test("the property page warns about a Scottish postcode, but not about an English or empty one (AMB-C19)", async () => {
  expect(visibleText(await page({ postcode: "EH1 1AA" }))).toContain(
    "This property is in Scotland",
  );
  for (const postcode of ["YO1 7HZ", ""]) {
    expect(await page({ postcode })).not.toContain("This property is in");
  }
});

test("LinkedText turns an email address into a link (AMB-V07)", async () => {
  const html = await render(
    <LinkedText>
      {"There was an error. Please contact support at help@fanlight.example"}
    </LinkedText>,
  );
  expect(html).toBe(
    'There was an error. Please contact support at <a href="mailto:help@fanlight.example">help@fanlight.example</a>',
  );
});
