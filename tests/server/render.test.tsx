import type { EntryContext } from "@remix-run/node";
import { Suspense } from "react";
import { expect, test, vi } from "vitest";
import { renderDocument } from "#app/server/render.server.tsx";

const page = vi.hoisted(() => ({ start: "", words: [] as string[], isWhole: false }));
vi.mock("@remix-run/react", () => ({
  RemixServer: () => (page.isWhole ? <Whole /> : <Part />),
}));

function Part() {
  return (
    <p>
      <b>{page.start}</b>
      {page.words.map((word, index) => (
        <i key={index}>{word}</i>
      ))}
    </p>
  );
}

/** A document as Remix renders it, with the page's data after its end. */
function Whole() {
  return (
    <>
      <html lang="en">
        <body>
          <p>{"</body></html>"}</p>
        </body>
      </html>
      <Suspense>
        <script dangerouslySetInnerHTML={{ __html: "enqueue(1)" }} />
      </Suspense>
    </>
  );
}

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

test("nothing is after the end of a document: the page's data are the last of its body (IN-15)", async () => {
  page.isWhole = true;
  const request = new Request("http://localhost:3000/");
  const { html } = await renderDocument(request, {} as EntryContext, "nonce");
  expect(new TextDecoder().decode(html)).toBe(
    `<!DOCTYPE html><html lang="en"><body><p>&lt;/body&gt;&lt;/html&gt;</p><!--$--><script>enqueue(1)</script><!--/$--></body></html>`,
  );
});
