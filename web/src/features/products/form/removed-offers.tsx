import { productForm } from '@almas/locale/screens/product-form';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { OfferDraft } from './draft.ts';

const words = productForm.removal;

interface RemovedOffersProps {
  readonly offers: readonly OfferDraft[];
  readonly onRestore: (offer: OfferDraft) => void;
}

/** The offers that the full save will delete; until then they can be restored. */
export const RemovedOffers = ({ offers, onRestore }: RemovedOffersProps) =>
  offers.map((offer) => (
    <Notice
      key={offer.key}
      tone="waiting"
      title={words.leaves(offer.name)}
      action={
        <Button look="quiet" onClick={() => onRestore(offer)}>
          {words.undo}
        </Button>
      }
    />
  ));
