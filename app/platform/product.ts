/** Product name on pages and in emails. */
export const PRODUCT_NAME = "Fanlight";
