import { report, type ReportContext } from "./report.server.ts";

/** For what can be done without: a failure is reported, as `report` says, and null is returned. */
export async function nullIfFailed<T>(work: Promise<T>, context: ReportContext): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    report(error, context);
    return null;
  }
}
