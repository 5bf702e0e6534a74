import { runInNewContext } from "node:vm";
import type { EntryContext } from "@remix-run/node";
import { useId } from "react";
import { expect, test, vi } from "vitest";
import { renderDocument } from "#app/server/render.server.tsx";

const page = vi.hoisted(() => ({ rendersScripts: true }));
vi.mock("@remix-run/react", () => ({
  RemixServer({ context }: { context: EntryContext }) {
    if (context.renderMeta) context.renderMeta.didRenderScripts = page.rendersScripts;
    return <Page />;
  },
}));

function Page() {
  return (
    <html lang="en">
      <body>
        <p id={useId()}>{"</body></html> 1 €"}</p>
      </body>
    </html>
  );
}

const DATA = 'a "b" €</script><!-- & \u2028';

async function render(nonce: string | undefined) {
  const serverHandoffStream = new Response(DATA).body;
  const staticHandlerContext = { statusCode: 200 };
  const context = {
    serverHandoffStream,
    staticHandlerContext,
    renderMeta: {},
  } as unknown as EntryContext;
  const html = await renderDocument(new Request("http://localhost:3000/"), context, nonce);
  return html.toString();
}

const before =
  '<!DOCTYPE html><html lang="en"><body><p id=":R0:">&lt;/body&gt;&lt;/html&gt; 1 €</p>';

test("a rendered document ends with a script that contains the page’s data (IN-15)", async () => {
  page.rendersScripts = true;
  const html = await render("abc");
  const [, script = ""] = /<script nonce="abc">(.*)<\/script><\/body><\/html>$/.exec(html) ?? [];
  expect(html.startsWith(`${before}<script`)).toBe(true);
  expect(script).not.toMatch(/[<>&\u2028]/);
  const sent: string[] = [];
  const streamController = {
    enqueue: (text: string) => void sent.push(text),
    close: () => void sent.push("closed"),
  };
  runInNewContext(script, { window: { __remixContext: { streamController } } });
  expect(sent).toEqual([DATA, "closed"]);
});

test("a document without scripts contains no page data", async () => {
  page.rendersScripts = false;
  expect(await render(undefined)).toBe(`${before}</body></html>`);
});
