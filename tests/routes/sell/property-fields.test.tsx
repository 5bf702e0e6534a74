import "#tests/ui/router.ts";
import type { ComponentProps } from "react";
import { describe, expect, test } from "vitest";
import { PropertyFields, type PropertyForm } from "#app/routes/sell/property-fields.tsx";
import { AppForm, useAppForm } from "#app/ui/forms/app-form.tsx";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { render, words } from "#tests/ui/render.tsx";

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

/** The words of an option's reveal: what CSS shows when it is chosen. */
function revealedBy(html: string, value: string, name: string) {
  const [, after = ""] = html.split(
    new RegExp(`<input[^>]*name="${name}"[^>]*value="${value}"[^>]*>`),
  );
  const [before = "", inside = ""] = after.split('<div class="choice-reveal">');
  return before.includes("<input") ? "" : words(inside.split("<input")[0] ?? "");
}

describe("C-078 WCAG 3.3.7 the home of the seller, who has given its address already", () => {
  const mine = "Use my address, 4 Castle Lane, York, YO1 7HZ";

  test("can be chosen with one press", async () => {
    expect(words(await page({ home: "4 Castle Lane, York, YO1 7HZ" }))).toContain(mine);
  });

  test("is not offered where it is not known", async () => {
    expect(words(await page({}))).not.toContain("Use my address");
  });
});

describe("C-054 AMB-C20 the currency partner", () => {
  const partner = {
    name: "Harbour Exchange",
    url: "https://currency.example",
    text: "They hold a rate.",
  };

  test("stands behind yes, and nowhere else", async () => {
    const html = await page({ partner });
    expect(revealedBy(html, "yes", "is_using_foreign_currency")).toContain(
      "Harbour Exchange They hold a rate. Visit Harbour Exchange",
    );
    expect(words(html).match(/They hold a rate/g)).toHaveLength(1);
  });

  test("is not there when there is none", async () => {
    expect(revealedBy(await page({}), "yes", "is_using_foreign_currency")).toBe("");
  });
});

describe("C-065 AMB-C13 the estate agents", () => {
  const agents = [
    { brand_name: "Northgate", offices: [{ id: "a".repeat(24), office_name: "York" }] },
  ];

  test("two answers that are no agent come first, then the brands", async () => {
    const html = await page({ agents });
    const options = [...html.matchAll(/<option value="([^"]*)">([^<]*)/g)].slice(-4);
    expect(options.map(([, value, label]) => [value, words(label ?? "")])).toEqual([
      ["", "Choose an estate agent"],
      ["not_listed", "My estate agent is not listed"],
      ["no_agent", "I don't have an estate agent yet"],
      ["a".repeat(24), "York"],
    ]);
    expect(html).toContain('<optgroup label="Northgate">');
    expect(words(html)).not.toContain("Failed to fetch estate agents");
  });

  test("the list could not be had", async () => {
    const html = await page({ agents: null });
    expect(words(html)).toContain("Failed to fetch estate agents");
    expect(html).toContain('value="no_agent"');
  });
});

test("C-080 an address that is not found: whom to ask", async () => {
  const html = await page({ finder: { state: "NotFound", query: "ZZ1" } });
  expect(words(html)).toContain(
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
])("the warning about %s names the place (AMB-C19)", async (postcode, title) => {
  expect(words(await page({ postcode }))).toContain(
    `${title} We only cover property in England and Wales. Please contact us before you go any further: support@fanlight.example`,
  );
});

test("the answer that a company owns the property says how to go on (C10)", async () => {
  expect(revealedBy(await page({}), "company", "customer_type")).toContain(
    "You can’t use our online form for a property owned by a company yet. Email us at support@fanlight.example with the company’s name and the property’s address, and we’ll set it up for you.",
  );
});

test("another seller is asked of who owns the home and of who acts for the owner", async () => {
  const text = words(await page({}));
  expect(text).toContain("If anyone else owns the property with you, select yes and add them.");
  expect(text).toContain("If you’re acting for the seller, select yes and add every owner.");
});

test("AMB-C19 a warning for a home in Scotland", async () => {
  expect(words(await page({ postcode: "EH1 1AA" }))).toContain("This property is in Scotland");
  for (const postcode of ["YO1 7HZ", ""]) {
    expect(await page({ postcode })).not.toContain("This property is in");
  }
});

test("AMB-V07 an address to write to is a link", async () => {
  const html = await render(
    <LinkedText>
      {"There was an error. Please contact support at help@fanlight.example"}
    </LinkedText>,
  );
  expect(html).toBe(
    'There was an error. Please contact support at <a href="mailto:help@fanlight.example">help@fanlight.example</a>',
  );
});
