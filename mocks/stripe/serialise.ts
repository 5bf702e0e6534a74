let last: Promise<unknown> = Promise.resolve();

/** Serialises changes, as Stripe does: a payment cancelled and paid at once is one or the other. */
export function serialise<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}
