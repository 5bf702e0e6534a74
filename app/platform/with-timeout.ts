/** Limit of a page that waits for several vendor calls, each with its own deadline. */
const PAGE_TIMEOUT_MS = 9_500;

/**
 * Waits for work up to `ms`, by default as long as a page may. After that, the work itself
 * continues.
 * @throws {Error} after the timeout, and any error of the work
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
