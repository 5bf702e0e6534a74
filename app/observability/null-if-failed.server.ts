import { report, type ReportContext } from "./report.server.ts";

/** Returns the result of work that may fail. If it fails, reports the error and returns null. */
export async function nullIfFailed<T>(work: Promise<T>, context: ReportContext): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    report(error, context);
    return null;
  }
}
