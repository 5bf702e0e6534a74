import { expect, test } from "vitest";
import { plainPage } from "#app/server/plain-page.server.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { attribute, tags, visibleText } from "#tests/ui/render.tsx";

const page = plainPage({ title: "Too much", text: "Send less.", more: { Allow: "GET" } });

test("the plain page shows the error, a link home, the support contacts and the company (A-042)", () => {
  expect(visibleText(page.body.replace(/<style>.*<\/style>/, ""))).toBe(
    "Too much - Fanlight Fanlight Too much Send less. Go to homepage " +
      "Help: support@fanlight.example or 020 7946 0000 " +
      "Fanlight is a service of Demonstration Conveyancing Limited, registered in England and Wales, company number 00000000. " +
      "Registered office: 1 Demonstration Street, London EC1A 1AA. Regulated by the Demonstration Regulator, licence 00000.",
  );
  expect(tags(page.body, "a").map((tag) => attribute(tag, "href"))).toEqual([
    "/",
    "/",
    "mailto:support@fanlight.example",
    "tel:02079460000",
  ]);
  expect(page.body).toMatch(/^<!DOCTYPE html>\n<html lang="en-GB">/);
  expect(page.body).toContain('<meta name="robots" content="noindex">');
});

test("the plain page omits the link home if the homepage would show the same error (A-042)", () => {
  const home = plainPage({ title: "Down", text: "Wait.", isHomeUp: false });
  expect(visibleText(home.body)).not.toContain("Go to homepage");
  expect(home.headers).not.toHaveProperty("Allow");
});

test("the plain page’s security policy allows only its own style", () => {
  const [, style = ""] = /<style>(.*)<\/style>/.exec(page.body) ?? [];
  expect(style).toContain(".button{");
  expect(page.headers).toEqual({
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${sha256(style, "base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    Allow: "GET",
  });
});
