interface OfferNameProps {
  readonly productName: string;
  readonly offerName: string;
  readonly between?: string;
}

/** `Free Fire – 110 Diamants`. Each reads in its own direction: an offer that begins with a figure is not turned around by an Arabic name. */
export const OfferName = ({ productName, offerName, between = ' – ' }: OfferNameProps) => (
  <>
    <bdi>{productName}</bdi>
    {between}
    <bdi>{offerName}</bdi>
  </>
);
