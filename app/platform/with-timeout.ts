/** Several calls of a third party in a row have a deadline each; a page that waits for all of them has one too. */
const PAGE_TIMEOUT_MS = 9_500;

/**
 * Waits for work, unless told otherwise for as long as a page may. The work itself goes on: it must do no harm
 * when nobody waits for it any more.
 *
 * @throws Error when it takes longer, and whatever the work throws.
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
