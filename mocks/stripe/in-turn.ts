let last: Promise<unknown> = Promise.resolve();

/**
 * What changes a payment or a checkout page is done one after the other, as Stripe does it: a payment that is cancelled
 * and paid at the same moment is one or the other.
 */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}
