import { describe, expect, test } from "vitest";
import { documentPolicy } from "#app/server/content-security-policy.server.ts";

function directives(path: string, dev = false, choice = {}) {
  const policy = documentPolicy({ path, nonce: "abc", dev, choice });
  return Object.fromEntries(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );
}

describe("a document's content security policy", () => {
  test("lets a usual page load its own and run what has the nonce", () => {
    expect(directives("/")).toEqual({
      "default-src": "'self'",
      "script-src": "'nonce-abc' 'strict-dynamic'",
      "style-src": "'self'",
      "img-src": "'self' data:",
      "font-src": "'self'",
      "connect-src": "'self'",
      "frame-src": "'none'",
      "object-src": "'none'",
      "base-uri": "'none'",
      "form-action": "'self'",
      "frame-ancestors": "'none'",
    });
  });

  test.each(["/sell/payment/", "/sell/about-the-property"])(
    "knows Stripe on %s, from where scripts go to the payment page in the same document",
    (path) => {
      expect(directives(path)).toMatchObject({
        "connect-src": "'self' https://api.stripe.com",
        "frame-src": "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
        "form-action": "'self' https://checkout.stripe.com",
      });
    },
  );

  test.each(["/", "/sign-in", "/welcome-back", "/admin/transactions", "/seller/terms/v1"])(
    "does not know Stripe on %s",
    (path) => {
      expect(documentPolicy({ path, nonce: "", dev: false })).not.toMatch(/stripe/);
    },
  );

  test.each(["/sign-in", "/sign-up", "/sell/get-started", "/buy/get-started"])(
    "B-059 knows reCAPTCHA on %s once it is allowed",
    (path) => {
      expect(directives(path)["frame-src"]).toBe("'none'");
      expect(directives(path, false, { bot_check: true })["frame-src"]).toBe(
        "http://localhost:3000 https://recaptcha.google.com",
      );
    },
  );

  test("B-059 AMB-G09 each page has what was allowed on it, and nothing else", () => {
    const all = { bot_check: true, partner_form: true };
    const google = {
      "connect-src": "'self' http://localhost:3000",
      "frame-src": "http://localhost:3000 https://recaptcha.google.com",
      "img-src": "'self' data: https://www.gstatic.com",
      "form-action": "'self'",
    };
    for (const path of ["/sign-in", "/sign-up/", "/sell/get-started", "/buy/get-started///"]) {
      expect(directives(path, false, all)).toMatchObject(google);
    }
    const forms = "https://*.hsforms.com https://*.hsforms.net";
    expect(directives("/partner-sign-up", false, { partner_form: true })).toMatchObject({
      "connect-src": `'self' ${forms}`,
      "frame-src": forms,
      "img-src": `'self' data: ${forms}`,
      "form-action": "'self' https://*.hsforms.com",
    });
    expect(directives("/partner-sign-up", false, all)["frame-src"]).toBe(forms);
    expect(directives("/", false, all)).toEqual(directives("/"));
    expect(directives("/admin", false, all)).toEqual(directives("/admin"));
  });

  test("the pages of staff show what an email says in a frame of ours, and no other's (IN-5)", () => {
    expect(directives("/admin/transactions/1/events")["frame-src"]).toBe("'self'");
    expect(directives("/admin")).toEqual({ ...directives("/"), "frame-src": "'self'" });
    expect(directives("/administrators")["frame-src"]).toBe("'none'");
  });

  test("the post-box of the double shows what an email says in a frame, its list shows none", () => {
    expect(directives("/mocks/post-box/1")["frame-src"]).toBe("'self'");
    expect(directives("/mocks/post-box")["frame-src"]).toBe("'none'");
  });

  test.each([
    ["/sell", true],
    ["/buy/terms-and-conditions", false],
    ["/authenticate", false],
    ["/dashboard/sell/1", false],
    ["/selling", false],
    ["/admin/sell", false],
  ])("%s leads to the payment page: %s", (path, leads) => {
    expect(directives(path)["form-action"]).toBe(
      leads ? "'self' https://checkout.stripe.com" : "'self'",
    );
  });

  test("never allows inline styles or scripts outside development", () => {
    expect(documentPolicy({ path: "/", nonce: "abc", dev: false })).not.toMatch(/unsafe/);
    expect(directives("/", true)).toMatchObject({
      "style-src": "'self' 'unsafe-inline'",
      "connect-src": "'self' ws:",
    });
  });
});
