/** The version of the product, as in package.json (a convention test compares them). */
export const version = '1.2.0';
