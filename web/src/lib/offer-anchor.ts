/** The part of the address of a product that names one of its offers. */
export const offerAnchor = (offerId: string): string => `offer-${offerId}`;
