import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { NonceContext } from "#app/ui/nonce.ts";
import { UnauthenticatedFormContext } from "#app/ui/unauthenticated-form.ts";

/**
 * Renders a document to one string, because React's stream renderer takes twice as long for a list.
 * The string renderer can't wait for Remix's stream of data, so this function writes the data into
 * the document as Remix does (`StreamTransfer` of @remix-run/react).
 */
export async function renderDocument(
  request: Request,
  context: EntryContext,
  nonce: string | undefined,
): Promise<Buffer<ArrayBuffer>> {
  const { serverHandoffStream: data, ...rest } = context;
  const html = renderToString(
    <NonceContext.Provider value={nonce}>
      <UnauthenticatedFormContext.Provider value={rest.staticHandlerContext.statusCode === 401}>
        <RemixServer context={rest} url={request.url} nonce={nonce} />
      </UnauthenticatedFormContext.Provider>
    </NonceContext.Provider>,
  );
  const scripts = data && rest.renderMeta?.didRenderScripts ? await dataScripts(data, nonce) : "";
  // Insert the scripts before the last tag, because HTML must end with it (IN-15).
  return Buffer.from(`<!DOCTYPE html>${html.replace(END, (end) => scripts + end)}`);
}

const END = /<\/body><\/html>$/;

async function dataScripts(data: ReadableStream<Uint8Array>, nonce: string | undefined) {
  const text = JSON.stringify(await new Response(data).text()).replace(UNSAFE, escapeUnicode);
  const open = nonce ? `<script nonce="${nonce}">` : "<script>";
  const stream = "window.__remixContext.streamController";
  return `${open}${stream}.enqueue(${text});${stream}.close();</script>`;
}

/** Characters that could end a script or a line in JavaScript. */
const UNSAFE = /[&><\u2028\u2029]/g;

const escapeUnicode = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
