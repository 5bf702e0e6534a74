import type { EntryContext } from "@remix-run/node";
import { expect, test, vi } from "vitest";
import { renderDocument } from "#app/http/render.server.tsx";

const page = vi.hoisted(() => ({ text: "" }));
vi.mock("@remix-run/react", () => ({ RemixServer: () => <p>{page.text}</p> }));

test("a document has no zeros in it, wherever React's blocks of 2 KB end", async () => {
  for (const before of ["", "a", "ab"]) {
    page.text = before + "\u20ac".repeat(3_000);
    const request = new Request("http://localhost:3000/");
    const { html } = await renderDocument(request, {} as EntryContext, "nonce");
    expect(new TextDecoder().decode(html)).toBe(`<p>${page.text}</p>`);
  }
});
