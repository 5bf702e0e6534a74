let last: Promise<unknown> = Promise.resolve();

/**
 * Runs one change after the other, as Stripe does. A payment that is cancelled and paid at the same
 * time is then either cancelled or paid.
 */
export function serialise<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}
