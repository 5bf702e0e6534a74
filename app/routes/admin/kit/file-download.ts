/** A file for staff: saved, and never shown or run as a page of ours. */
export function fileDownload(
  bytes: Uint8Array,
  { name, media_type = "application/pdf" }: { name: string; media_type?: string },
): Response {
  return new Response(Buffer.from(bytes), {
    headers: {
      "Content-Type": media_type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "Cache-Control": "private, no-store",
    },
  });
}
