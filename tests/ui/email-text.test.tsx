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

test("a sentence with an email address can’t break before its full stop", async () => {
  const html = await render(<EmailText>To jo@firm.example. Sent today.</EmailText>);
  expect(html).toContain("To jo<wbr/>@firm<wbr/>.example. Sent today.");
});
