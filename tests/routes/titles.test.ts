import "#tests/ui/router.ts";
import { expect, test } from "vitest";

const STEPS = [
  ["sell/welcome", "Sell your home", "selling, step 1 of 5"],
  ["sell/about-you", "About you", "selling, step 2 of 5"],
  ["sell/about-the-property", "About the property", "selling, step 3 of 5"],
  ["sell/terms-and-conditions", "Terms and conditions", "selling, step 4 of 5"],
  ["sell/payment", "Payment", "selling, step 5 of 5"],
  ["buy/welcome", "Buy a home", "buying, step 1 of 5"],
  ["buy/about-you", "About you", "buying, step 2 of 5"],
  ["buy/about-the-property", "About the property", "buying, step 3 of 5"],
  ["buy/terms-and-conditions", "Terms and conditions", "buying, step 4 of 5"],
  ["buy/whats-included", "What's included", "buying, step 5 of 5"],
] as const;

test.each(STEPS)(
  "the page at /%s has the title “%s” and the part “%s”",
  async (path, title, part) => {
    const file = new URL(`../../app/routes/${path}.tsx`, import.meta.url).pathname;
    const { handle } = (await import(/* @vite-ignore */ file)) as { handle: unknown };
    expect(handle).toMatchObject({ title, part });
  },
);
