import "./router.ts";
import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Page } from "#app/ui/page-layout.tsx";
import { DESCRIPTION_LENGTH, TITLE_LENGTH, Toast, truncate } from "#app/ui/toast.tsx";
import { Toasts } from "#app/ui/toasts.tsx";
import { render, words } from "./render.tsx";

const page = <Page title="Your sale">Content</Page>;
const flash = {
  kind: "success",
  title: "We have saved what you told us about the property",
} as const;
const css = readFileSync(new URL("../../app/ui/toast.css", import.meta.url), "utf8");
const tokens = readFileSync(new URL("../../app/ui/styles/tokens.css", import.meta.url), "utf8");

describe("AMB-V01 the message of the last step", () => {
  test("without scripts it is a banner above the h1, whole, with a link that dismisses it", async () => {
    const html = await render(page, {
      root: { flash: { ...flash, description: "d ".repeat(150) } },
      path: "/page?tab=2",
    });
    expect(html.indexOf("flash-banner")).toBeGreaterThan(-1);
    expect(html.indexOf("flash-banner")).toBeLessThan(html.indexOf("<h1"));
    expect(html).toContain('role="status"');
    expect(words(html)).toContain(`Success: ${flash.title}`);
    expect(html).toContain("d ".repeat(150));
    expect(html).toContain('<a href="/page?tab=2">');
  });

  test("an error or a warning is an alert", async () => {
    const html = await render(page, { root: { flash: { kind: "error", title: "Resend failed" } } });
    expect(html).toContain('role="alert"');
    expect(words(html)).toContain("Error: Resend failed");
  });

  test("without a message there is no banner", async () => {
    expect(await render(page)).not.toContain("flash-banner");
  });
});

describe("toasts", () => {
  test("V-018 the status region is in the page before any message", async () => {
    expect(await render(<Toasts />, { root: { flash } })).toBe(
      '<div class="toasts" role="status" aria-live="polite"></div>',
    );
  });

  test.each([
    ["a".repeat(30), TITLE_LENGTH, "a".repeat(30)],
    ["a".repeat(31), TITLE_LENGTH, `${"a".repeat(30)}…`],
    ["We have saved what you told us about", TITLE_LENGTH, "We have saved what you told us…"],
    ["a".repeat(200), DESCRIPTION_LENGTH, "a".repeat(200)],
    ["a".repeat(201), DESCRIPTION_LENGTH, `${"a".repeat(200)}…`],
    ["é".repeat(31), TITLE_LENGTH, `${"é".repeat(30)}…`],
  ])("V-024 V-025 AMB-V02 %s cut at %i is %s", (text, length, seen) => {
    expect(truncate(text, length)).toBe(seen);
  });

  test("V-024 V-025 the lengths are 30 and 200", () => {
    expect([TITLE_LENGTH, DESCRIPTION_LENGTH]).toEqual([30, 200]);
  });

  test("AMB-V02 what is cut for the eye is whole for the ear", () => {
    const html = renderToStaticMarkup(<Toast flash={flash} onGone={() => {}} />);
    expect(html).toContain(`<span aria-hidden="true">${truncate(flash.title, 30)}</span>`);
    expect(html).toContain(`<span class="vh">${flash.title}</span>`);
    expect(words(html)).toContain(`Dismiss message: ${flash.title}`);
  });

  test("V-022 they leave in 200 ms", () => {
    expect(css).toMatch(/transition:\s*opacity 200ms/);
  });

  test("V-023 they sit 100 px apart", () => {
    expect(css).toContain("grid-auto-rows: minmax(var(--toast-step), auto)");
    expect(tokens).toContain("--toast-step: 6.25rem");
  });
});
