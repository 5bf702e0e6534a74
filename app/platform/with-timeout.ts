/**
 * Time limit for a page that waits for several calls to vendors, each of which has its own
 * deadline.
 */
const PAGE_TIMEOUT_MS = 9_500;

/**
 * Waits for work for up to `ms`; by default, for as long as a page may take. After a
 * timeout, the work itself continues.
 * @throws {Error} after the timeout, and any error that the work throws before it
 */
export async function withTimeout<T>(work: Promise<T>, ms = PAGE_TIMEOUT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The work took longer than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
