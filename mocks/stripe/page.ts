import type { Html } from "#mocks/html.ts";
import { standInPage } from "#mocks/stand-in-page.ts";

export function page(
  title: string,
  body: Html,
  { status = 200, leadsTo }: { status?: number; leadsTo?: string | null } = {},
): Response {
  // Also allow the origin that the page redirects to after a form, because Chrome checks it.
  const formAction = ["'self'", ...(leadsTo ? [new URL(leadsTo).origin] : [])].join(" ");
  const notice = "This is a stand-in for Stripe. No money moves.";
  return standInPage({ title, notice, body, status, formAction });
}

export function pounds(pence: number) {
  return new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" }).format(pence / 100);
}

export const stylesheet = `
:root { color: #1a1f36; background: #f6f8fa; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 2rem 1rem; }
main { max-width: 28rem; margin: 0 auto; padding: 1.5rem; background: #fff; border: 1px solid #c1c9d2; border-radius: 8px; }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
.amount { font-size: 2rem; font-weight: 600; margin: 0 0 1rem; }
.notice { margin: 0 0 1rem; padding: .5rem .75rem; background: #fff4d6; border-radius: 4px; }
.error { padding: .5rem .75rem; border-left: 4px solid #b3093c; background: #fde9ee; }
label { display: block; margin: 0 0 1rem; font-weight: 600; }
input { display: block; box-sizing: border-box; width: 100%; margin-top: .25rem; padding: .6rem; font: inherit; border: 1px solid #6c7688; border-radius: 4px; }
button { width: 100%; padding: .75rem; font: inherit; font-weight: 600; color: #fff; background: #4b45c6; border: 0; border-radius: 4px; cursor: pointer; }
button + button, form + form { margin-top: .75rem; }
button[value="fail"] { color: #1a1f36; background: #e3e8ee; }
:focus-visible { outline: 3px solid #1a1f36; outline-offset: 2px; }
a { color: #4b45c6; }
`;
