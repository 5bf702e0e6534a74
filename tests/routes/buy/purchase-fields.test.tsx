import "#tests/ui/router.ts";
import type { ComponentProps } from "react";
import { describe, expect, test, vi } from "vitest";
import {
  HIGHLIGHTED_LENDERS,
  NOT_SURE_YET,
  OTHER_LENDER,
  OTHER_LENDERS,
} from "#app/domain/shared/lenders.ts";
import { PurchaseFields, type PurchaseForm } from "#app/routes/buy/purchase-fields.tsx";
import { AppForm, useAppForm } from "#app/ui/forms/app-form.tsx";
import { attribute, byId, render, tags, visibleText } from "#tests/ui/render.tsx";

vi.mock("#app/ui/hydrated.ts", () => ({ useHydrated: () => hydrated }));
let hydrated = false;

type Shown = Partial<Omit<ComponentProps<typeof PurchaseFields>, "fields">> & {
  answers?: Partial<PurchaseForm>;
};

function Questions({ answers, ...shown }: Shown) {
  const [form, fields] = useAppForm<PurchaseForm>({ id: "purchase", defaultValue: answers });
  return (
    <AppForm form={form}>
      <PurchaseFields
        fields={fields}
        properties={[]}
        buyers={[]}
        giftors={[]}
        storedProvider={null}
        partner={null}
        {...shown}
      />
    </AppForm>
  );
}

const page = (shown: Shown = {}) => render(<Questions {...shown} />);

function revealedBy(html: string, name: string, value: string) {
  const option = new RegExp(`<input[^>]*name="${name}"[^>]*value="${value}"[^>]*>`);
  const [before = "", inside = ""] = (html.split(option)[1] ?? "").split(
    '<div class="choice-reveal">',
  );
  return before.includes("<input") ? "" : (inside.split('<div class="choice">')[0] ?? "");
}

describe("the currency partner on the purchase page (D-044 C-054 AMB-C20)", () => {
  const partner = {
    name: "Harbour Exchange",
    url: "https://currency.example",
    text: "They hold a rate.",
  };

  test("the link to the currency partner is shown only for the answer “yes”", async () => {
    const html = await page({ partner });
    expect(visibleText(revealedBy(html, "is_using_foreign_currency", "yes"))).toContain(
      "Harbour Exchange They hold a rate. Visit Harbour Exchange",
    );
    expect(visibleText(html).match(/They hold a rate/g)).toHaveLength(1);
  });

  test("the currency partner is not mentioned if none is configured", async () => {
    expect(revealedBy(await page(), "is_using_foreign_currency", "yes")).toBe("");
  });
});

describe("the list of lenders without scripts (D-030 D-032 to D-035 AMB-D08)", () => {
  const listLenders = async (shown: Shown = {}) => {
    const inside = revealedBy(await page(shown), "mortgage_required_for_purchase", "yes");
    return {
      groups: tags(inside, "optgroup").map((tag) => attribute(tag, "label")),
      options: [...inside.matchAll(/<option [^>]*>([^<]*)/g)].map(([, label]) =>
        visibleText(label ?? ""),
      ),
      chosen: tags(inside, "option").find((tag) => tag.includes(" selected")),
    };
  };

  test("the mortgage answer “yes” shows a select with “not sure yet”, common lenders, all lenders and “other”", async () => {
    const { groups, options } = await listLenders();
    expect(groups).toEqual(["Not sure yet", "Common lenders", "All lenders"]);
    expect(options).toEqual([
      "Choose a lender",
      NOT_SURE_YET,
      ...HIGHLIGHTED_LENDERS,
      ...OTHER_LENDERS,
      OTHER_LENDER,
    ]);
  });

  test("the list of lenders keeps a stored lender that we no longer list", async () => {
    const storedProvider = "Gone Bank";
    const { options, chosen } = await listLenders({
      storedProvider,
      answers: { mortgage_provider: storedProvider },
    });
    expect(options.slice(1, 3)).toEqual([NOT_SURE_YET, storedProvider]);
    expect(attribute(chosen, "value")).toBe(storedProvider);
  });
});

describe("the button of the property lookup (D-011 AMB-D03)", () => {
  const button = async (postcode: string) => {
    const html = await page({ answers: { postcode } });
    return tags(html, "button").find((tag) => attribute(tag, "value") === "property.find");
  };

  test("the lookup button is disabled if scripts run and the postcode is empty", async () => {
    hydrated = true;
    expect(attribute(await button("  "), "disabled")).toBe("");
    expect(attribute(await button("YO1"), "disabled")).toBeUndefined();
  });

  test("the lookup button is always enabled if scripts are disabled", async () => {
    hydrated = false;
    expect(attribute(await button(""), "disabled")).toBeUndefined();
  });
});

describe("results of the property lookup (D-016)", () => {
  const properties = [{ property_id: "a".repeat(24), address: "2 Arch Street, York, YO1 7HZ" }];

  test("the purchase page lists no properties before a lookup", async () => {
    expect(visibleText(await page())).not.toContain("Property not listed");
  });

  test("the purchase page lists the properties that a lookup found, and “Property not listed”", async () => {
    const html = await page({ properties });
    expect(visibleText(html)).toContain(
      "1 property found Choose the property 2 Arch Street, York, YO1 7HZ Property not listed",
    );
    const choices = tags(html, "input").filter((tag) => attribute(tag, "name") === "property_id");
    expect(choices.map((tag) => attribute(tag, "value"))).toEqual([
      "a".repeat(24),
      "property_not_listed",
    ]);
  });
});

describe("the source of funds (D-036 AMB-D04)", () => {
  test("the question about funding sources has eight boxes, and a details field for “Other”", async () => {
    const html = await page({ answers: { funding: ["inheritance", "other_funding"] } });
    const boxes = tags(html, "input").filter((tag) => attribute(tag, "name") === "funding");
    expect(boxes.map((tag) => attribute(tag, "type"))).toEqual(Array(8).fill("checkbox"));
    const ticked = boxes.filter((tag) => tag.includes(" checked"));
    expect(ticked.map((tag) => attribute(tag, "value"))).toEqual(["inheritance", "other_funding"]);
    expect(revealedBy(html, "funding", "other_funding")).toContain('name="other_funding_comments"');
  });
});

test("the purchase questions are worded for buyers with or without a mortgage or co-buyer", async () => {
  const text = visibleText(await page());
  expect(text).toContain(
    "Where does your own money come from? Don’t include your mortgage or gifts",
  );
  expect(text).toContain("none of the buyers has ever owned a home");
  expect(text).not.toMatch(/rest of the money|For Joint|For yes/);
});

test("the first-time buyer question offers “not sure” (C05)", async () => {
  const html = await page();
  const values = tags(html, "input")
    .filter((tag) => attribute(tag, "name") === "first_time_buyer")
    .map((tag) => attribute(tag, "value"));
  expect(values).toEqual(["yes", "no", "not_sure"]);
});

describe("lists of other people on a purchase (D-037 D-040 AMB-C21)", () => {
  test.each([
    ["ownership_type", "Joint", "Other buyers", "buyers"],
    ["gifts", "yes", "Giftors", "giftors"],
  ])(
    "answering %s with “%s” shows the list “%s” and its button",
    async (field, value, legend, list) => {
      const inside = revealedBy(await page(), field, value);
      expect(visibleText(inside)).toContain(legend);
      expect(inside).toContain(`name="intent" value="${list}.add"`);
    },
  );

  test("hints on the purchase form say which answers lead to further questions (WCAG 3.2.2)", async () => {
    const html = await page();
    for (const [id, hint] of [
      [
        "purchase-ownership_type-hint",
        "If you’re buying with someone else, choose Joint and we’ll ask for their details",
      ],
      ["purchase-gifts-hint", "If yes, we’ll ask for their details"],
    ] as const) {
      expect(byId(html, id)).toBeDefined();
      expect(visibleText(html)).toContain(hint);
    }
  });
});
