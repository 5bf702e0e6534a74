/** The name of the service, wherever a page or an email says it. */
export const PRODUCT_NAME = "Fanlight";
