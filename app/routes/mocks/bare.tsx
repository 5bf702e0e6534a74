import { Form } from "@remix-run/react";
import type { PageHandle } from "#app/ui/page.ts";
import { requireDoubles } from "./doubles.server.ts";

/**
 * Page that the benchmark compares others with: a form that has ten fields and no other content.
 */
export const handle: PageHandle = { title: "Ten fields" };

export function loader() {
  requireDoubles();
  return null;
}

export default function Bare() {
  return (
    <main id="main">
      <h1>Ten fields</h1>
      <Form method="post">
        {["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"].map((number) => (
          <p key={number}>
            <label htmlFor={`field-${number}`}>Field {number}</label>
            <input id={`field-${number}`} name={`field-${number}`} type="text" />
          </p>
        ))}
        <button type="submit">Send</button>
      </Form>
    </main>
  );
}
