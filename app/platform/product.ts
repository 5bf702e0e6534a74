export const PRODUCT_NAME = "Fanlight";
