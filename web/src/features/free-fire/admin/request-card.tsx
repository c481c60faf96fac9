import type { FreeFireRequest } from '@almas/contract/free-fire';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Money } from '../../../ui/figures.tsx';
import { amountOf, offerNameOf, playerIdOf } from '../request-fields.ts';

const words = adminFreeFire.detail;

/** The request that a dialog decides. */
export const RequestCard = ({ request }: { readonly request: FreeFireRequest }) => (
  <DescriptionList
    items={[
      [words.reseller, request.resellerName || request.userEmail],
      [words.playerId, playerIdOf(request)],
      [words.offer, offerNameOf(request)],
      [words.amount, <Money key="amount" amount={amountOf(request)} />],
    ]}
  />
);
