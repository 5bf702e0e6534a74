import { NotFoundError } from "#app/domain/errors.ts";

/** What is read, or null when it is not there. */
export async function nullIfNotFound<Found>(reading: Promise<Found>): Promise<Found | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof NotFoundError) return null;
    throw error;
  });
}
