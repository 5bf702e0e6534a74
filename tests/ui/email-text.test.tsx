import "./router.ts";
import { expect, test } from "vitest";
import { ContactLink } from "#app/ui/contact-link.tsx";
import { EmailText } from "#app/ui/email-text.tsx";
import { render } from "./render.tsx";

test("a link to an email address can break before the @ and the dots", async () => {
  const html = await render(<ContactLink by="email" value="jo.may@firm.example" />);
  expect(html).toContain("jo<wbr/>.may<wbr/>@firm<wbr/>.example");
  expect(html).toContain('href="mailto:jo.may@firm.example"');
});

test("a text with an email address can’t break before its other dots", async () => {
  const html = await render(<EmailText>£1.50 to jo@firm.example. Sent at 2.09pm.</EmailText>);
  expect(html).toContain("£1.50 to jo<wbr/>@firm<wbr/>.example. Sent at 2.09pm.");
});
