import type { LoaderFunctionArgs } from "@remix-run/node";
import { NotFoundError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { RolePermission } from "#app/domain/staff/roles.ts";
import { report } from "#app/observability/report.server.ts";
import { requireActor } from "./open-record.server.ts";

type Params = LoaderFunctionArgs["params"];

/**
 * Makes the loader of a file download for staff. The loader checks the permission first. `read`
 * throws NotFoundError.
 */
export function filePage(file: {
  needs: RolePermission;
  read: (
    params: Params,
    reader: StaffReader,
    request: Request,
  ) => Promise<{ bytes: Uint8Array; file_name: string; media_type?: string }>;
  failure: string;
}) {
  return async ({ request, params }: LoaderFunctionArgs) => {
    const reader = await requireActor(request, file.needs);
    try {
      const { bytes, file_name: name, media_type } = await file.read(params, reader, request);
      return fileDownload(bytes, { name, media_type });
    } catch (error) {
      if (error instanceof NotFoundError) return new Response(error.message, { status: 404 });
      report(error, { what: file.failure });
      return new Response(file.failure, { status: 500 });
    }
  };
}

/**
 * Sends a file as an attachment, so that the browser saves the file and does not render it as a
 * page of our site.
 */
export function fileDownload(
  bytes: Uint8Array,
  { name, media_type = "application/pdf" }: { name: string; media_type?: string | undefined },
): Response {
  return new Response(Buffer.from(bytes), {
    headers: {
      "Content-Type": media_type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "Cache-Control": "private, no-store",
    },
  });
}
