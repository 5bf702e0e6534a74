/** While Stripe's code is on its way. */
export function CardFormLoading() {
  return <p role="status">Loading the payment form</p>;
}

/** Why there is no card form, when the server has said why. */
export type LoadProblem = { message?: string };
