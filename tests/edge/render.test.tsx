import type { EntryContext } from "@remix-run/node";
import { expect, test, vi } from "vitest";
import { renderDocument } from "#app/edge/render.server.tsx";

const page = vi.hoisted(() => ({ start: "", words: [] as string[] }));
vi.mock("@remix-run/react", () => ({
  RemixServer: () => (
    <p>
      <b>{page.start}</b>
      {page.words.map((word, index) => (
        <i key={index}>{word}</i>
      ))}
    </p>
  ),
}));

test("a document has no zeros in it, wherever React's blocks of 2 KB end", async () => {
  // React cuts only short texts up into blocks.
  page.words = Array<string>(300).fill("\u20ac".repeat(50));
  for (const start of ["", "a", "ab"]) {
    page.start = start;
    const request = new Request("http://localhost:3000/");
    const { html } = await renderDocument(request, {} as EntryContext, "nonce");
    const words = page.words.map((word) => `<i>${word}</i>`).join("");
    expect(new TextDecoder().decode(html)).toBe(`<p><b>${start}</b>${words}</p>`);
  }
});
