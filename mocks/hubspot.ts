/**
 * HubSpot's double, for browsers, at paths under /mocks/hubspot/. It discards what is typed into
 * its form.
 */

import { html } from "./html.ts";
import { standInPage } from "./stand-in-page.ts";

const script = `window.hbspt = {
  forms: {
    create({ region, portalId, formId, target }) {
      const form = document.createElement("form");
      form.className = "hs-form";
      Object.assign(form.dataset, { region, portalId, formId });
      for (const [name, label, type] of [
        ["company", "Estate agency", "text"],
        ["email", "Work email", "email"],
      ]) {
        const row = document.createElement("div");
        row.className = "hs-form-field";
        const caption = document.createElement("label");
        caption.htmlFor = "hs-" + name;
        caption.textContent = label;
        const input = document.createElement("input");
        Object.assign(input, { id: "hs-" + name, name, type, className: "hs-input" });
        row.append(caption, input);
        form.append(row);
      }
      const button = document.createElement("input");
      Object.assign(button, { type: "submit", value: "Sign up", className: "hs-button" });
      form.append(button);
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const thanks = document.createElement("p");
        thanks.className = "submitted-message";
        thanks.setAttribute("role", "status");
        thanks.textContent = "Thank you. This is a stand-in for HubSpot: nothing was sent.";
        form.replaceWith(thanks);
      });
      document.querySelector(target).replaceChildren(form);
    },
  },
};
`;

function hostedPage(submitted: boolean) {
  const body = submitted
    ? html`<h1>Thank you</h1>`
    : html`<h1>Sign-up as a partner</h1>
        <form method="post">
          <label>Estate agency <input name="company" /></label>
          <label>Work email <input name="email" type="email" /></label>
          <button>Sign up</button>
        </form>`;
  return standInPage({
    title: "Sign-up as a partner",
    notice: "This is a stand-in for HubSpot. Nothing is sent.",
    body,
  });
}

export function hubspotPage(request: Request): Response {
  const [, what = ""] = new URL(request.url).pathname.split("/mocks/hubspot/");
  switch (what) {
    case "script":
      return new Response(script, {
        headers: { "content-type": "text/javascript; charset=utf-8" },
      });
    case "form":
      return hostedPage(request.method === "POST");
    default:
      return new Response("Not found", { status: 404 });
  }
}
