import "./router.ts";
import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Page } from "#app/ui/page-layout.tsx";
import { DESCRIPTION_LENGTH, TITLE_LENGTH, Toast, truncate } from "#app/ui/toast.tsx";
import { Toasts } from "#app/ui/toasts.tsx";
import { render, visibleText } from "./render.tsx";

const page = <Page title="Your sale">Content</Page>;
const flash = {
  kind: "success",
  title: "We have saved what you told us about the property",
} as const;
const css = readFileSync(new URL("../../app/ui/toast.css", import.meta.url), "utf8");
const tokens = readFileSync(new URL("../../app/ui/styles/tokens.css", import.meta.url), "utf8");

describe("the flash message about the previous action (AMB-V01)", () => {
  test("a flash message without scripts is a banner above the h1 with the whole text and a link to dismiss it", async () => {
    const html = await render(page, {
      root: { flash: { ...flash, description: "d ".repeat(150) } },
      path: "/page?tab=2",
    });
    expect(html.indexOf("flash-banner")).toBeGreaterThan(-1);
    expect(html.indexOf("flash-banner")).toBeLessThan(html.indexOf("<h1"));
    expect(html).toContain('role="status"');
    expect(visibleText(html)).toContain(`Success: ${flash.title}`);
    expect(html).toContain("d ".repeat(150));
    expect(html).toContain('<a href="/page?tab=2">');
  });

  test("a flash message about an error is an alert", async () => {
    const html = await render(page, { root: { flash: { kind: "error", title: "Resend failed" } } });
    expect(html).toContain('role="alert"');
    expect(visibleText(html)).toContain("Error: Resend failed");
  });

  test("no banner is shown without a flash message", async () => {
    expect(await render(page)).not.toContain("flash-banner");
  });
});

describe("toasts", () => {
  test("the status region of toasts is in the page before the first message (V-018)", async () => {
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
  ])("the text %s, cut at %i characters, is %s (V-024, V-025, AMB-V02)", (text, length, seen) => {
    expect(truncate(text, length)).toBe(seen);
  });

  test("a toast’s title is limited to 30 characters and its description to 200 (V-024, V-025)", () => {
    expect([TITLE_LENGTH, DESCRIPTION_LENGTH]).toEqual([30, 200]);
  });

  test("screen readers get the whole title of a toast that is truncated (AMB-V02)", () => {
    const html = renderToStaticMarkup(<Toast flash={flash} onGone={() => {}} />);
    expect(html).toContain(`<span aria-hidden="true">${truncate(flash.title, 30)}</span>`);
    expect(html).toContain(`<span class="vh">${flash.title}</span>`);
    expect(visibleText(html)).toContain(`Dismiss message: ${flash.title}`);
  });

  test("toasts fade out in 200 ms (V-022)", () => {
    expect(css).toMatch(/transition:\s*opacity 200ms/);
  });

  test("toasts are stacked 100 px apart (V-023)", () => {
    expect(css).toContain("grid-auto-rows: minmax(var(--toast-step), auto)");
    expect(tokens).toContain("--toast-step: 6.25rem");
  });
});
