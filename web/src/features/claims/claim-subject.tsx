import type { Claim } from '@almas/contract/claims';
import { claims } from '@almas/locale/screens/claims';
import { Dotted } from '../../ui/dotted.tsx';
import { OfferName } from '../../ui/offer-name.tsx';
import type { Tone } from '../../ui/status-badge.tsx';

export const claimTones: Readonly<Record<Claim['status'], Tone>> = {
  open: 'waiting',
  replaced: 'done',
  credited: 'done',
  refused: 'failed',
};

/** What was claimed: the offer, which code, and of which purchase. */
export const ClaimSubject = ({ claim }: { readonly claim: Claim }) => (
  <Dotted
    parts={[
      <OfferName key="offer" {...claim} between=" " />,
      claims.which(claim.code),
      claims.purchase(claim.purchaseId),
    ]}
  />
);
