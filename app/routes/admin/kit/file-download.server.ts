import type { LoaderFunctionArgs } from "@remix-run/node";
import { NotFoundError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { RolePermission } from "#app/domain/staff/roles.ts";
import { report } from "#app/observability/report.server.ts";
import { requireActor } from "./open-record.server.ts";

type Params = LoaderFunctionArgs["params"];

/**
 * The loader of a file that staff download. Guards.
 *
 * @param file.read reads it for whoever asks; throws NotFoundError
 * @param file.failure what is said when it cannot be read
 */
export function filePage(file: {
  needs: RolePermission;
  read: (
    params: Params,
    reader: StaffReader,
  ) => Promise<{ bytes: Uint8Array; file_name: string; media_type?: string }>;
  failure: string;
}) {
  return async ({ request, params }: LoaderFunctionArgs) => {
    const reader = await requireActor(request, file.needs);
    try {
      const { bytes, file_name: name, media_type } = await file.read(params, reader);
      return fileDownload(bytes, { name, media_type });
    } catch (error) {
      if (error instanceof NotFoundError) return new Response(error.message, { status: 404 });
      report(error, { what: file.failure });
      return new Response(file.failure, { status: 500 });
    }
  };
}

/** A file for staff: saved, and never shown or run as one of our pages. */
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
