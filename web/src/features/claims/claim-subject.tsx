import type { Claim } from '@almas/contract/claims';
import { claims } from '@almas/locale/screens/claims';
import { Dotted } from '../../ui/dotted.tsx';
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
      `${claim.productName} ${claim.offerName}`,
      claims.which(claim.code),
      claims.purchase(claim.purchaseId),
    ]}
  />
);
