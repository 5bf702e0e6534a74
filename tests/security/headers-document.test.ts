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

describe("content security policy of a document", () => {
  test("the security policy of an ordinary page allows our own files, and scripts with the nonce", () => {
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
    "the security policy allows Stripe on %s, because the payment page can open from there without a new document",
    (path) => {
      expect(directives(path)).toMatchObject({
        "connect-src": "'self' https://api.stripe.com",
        "frame-src": "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
        "form-action": "'self' https://checkout.stripe.com",
      });
    },
  );

  test.each(["/", "/sign-in", "/welcome-back", "/admin/transactions", "/seller/terms/v1"])(
    "the security policy does not allow Stripe on %s",
    (path) => {
      expect(documentPolicy({ path, nonce: "", dev: false })).not.toMatch(/stripe/);
    },
  );

  test.each(["/sign-in", "/sign-up", "/sell/get-started", "/buy/get-started"])(
    "the security policy allows reCAPTCHA on %s only after consent (B-059)",
    (path) => {
      expect(directives(path)["frame-src"]).toBe("'none'");
      expect(directives(path, false, { bot_check: true })["frame-src"]).toBe(
        "http://localhost:3000 https://recaptcha.google.com",
      );
    },
  );

  test("the security policy allows Google and HubSpot only on the pages that use them, even if the visitor has consented to both (B-059, AMB-G09)", () => {
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

  test("the security policy of staff pages allows frames, which show emails, from our site only (IN-5)", () => {
    expect(directives("/admin/transactions/1/events")["frame-src"]).toBe("'self'");
    expect(directives("/admin")).toEqual({ ...directives("/"), "frame-src": "'self'" });
    expect(directives("/administrators")["frame-src"]).toBe("'none'");
  });

  test("the security policy allows a frame for an email in the doubles’ post-box, but not for the list of emails", () => {
    expect(directives("/mocks/post-box/1")["frame-src"]).toBe("'self'");
    expect(directives("/mocks/post-box")["frame-src"]).toBe("'none'");
  });

  test.each([
    ["/sell", "lets", true],
    ["/buy/terms-and-conditions", "does not let", false],
    ["/authenticate", "does not let", false],
    ["/dashboard/sell/1", "does not let", false],
    ["/selling", "does not let", false],
    ["/admin/sell", "does not let", false],
  ])("the security policy of %s %s forms submit to Stripe", (path, _verb, leads) => {
    expect(directives(path)["form-action"]).toBe(
      leads ? "'self' https://checkout.stripe.com" : "'self'",
    );
  });

  test("the security policy allows inline styles only in development", () => {
    expect(documentPolicy({ path: "/", nonce: "abc", dev: false })).not.toMatch(/unsafe/);
    expect(directives("/", true)).toMatchObject({
      "style-src": "'self' 'unsafe-inline'",
      "connect-src": "'self' ws:",
    });
  });
});
