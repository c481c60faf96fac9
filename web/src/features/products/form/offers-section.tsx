import { productForm as words } from '@almas/locale/screens/product-form';
import { useState } from 'react';
import { useMayCall } from '../../../platform/session/may-call.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Section } from '../../../ui/card.tsx';
import { FormError } from '../../../ui/field.tsx';
import { IconText } from '../../../ui/icon-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PlusIcon } from '../../../ui/work-icons.tsx';
import { type OfferDraft, storedOffer } from './draft.ts';
import { OfferCard } from './offer-card.tsx';
import type { ProductForm } from './use-product-form.tsx';

interface OffersSectionProps {
  readonly form: ProductForm;
  readonly productId: string | null;
  readonly stockOf: (offer: OfferDraft) => number;
  /** Offers whose rule of case an import has fixed, also when its codes are gone. */
  readonly caseFixed?: (offer: OfferDraft) => boolean;
  readonly onRemove: (offer: OfferDraft) => void;
  /** The new form keeps at least one offer; the edit form says so when it saves (AMB-60). */
  readonly keepsOne: boolean;
}

export function OffersSection({
  form,
  productId,
  stockOf,
  caseFixed,
  onRemove,
  keepsOne,
}: OffersSectionProps) {
  const { offers } = form.draft;
  const add = useMayCall('products', 'update') && (
    <Button variant="secondary" onClick={() => form.addOffer()}>
      <IconText icon={<PlusIcon size={18} />}>{words.addOffer}</IconText>
    </Button>
  );
  return (
    <Section
      title={words.offers}
      note={words.offersNote}
      action={offers.length > 0 && add ? <div>{add}</div> : undefined}
    >
      {form.draft.lostCodes !== undefined && (
        <Notice tone="waiting" title={words.lostCodes(form.draft.lostCodes)} />
      )}
      <FormError text={form.mistake('offers')} />
      {offers.length === 0 ? (
        <Card flush>
          <EmptyState
            title={words.noOffer}
            text={productId === null ? words.noOfferText : undefined}
            action={add}
          />
        </Card>
      ) : (
        <ol className="column gap-12">
          {offers.map((offer, index) => (
            <OfferCard
              key={offer.key}
              form={form}
              offer={offer}
              position={index + 1}
              productId={productId}
              stock={stockOf(offer)}
              caseFixed={caseFixed?.(offer) ?? false}
              onRemove={() => onRemove(offer)}
              removable={!keepsOne || offers.length > 1}
            />
          ))}
        </ol>
      )}
    </Section>
  );
}

interface RemovedOffer {
  readonly offer: OfferDraft;
  readonly id: string;
  readonly codes: number;
}

/** The offers that a restored draft had removed, with the number of codes they had when the form was opened. */
const leftOut = ({ draft }: ProductForm): RemovedOffer[] =>
  (draft.opened?.offers ?? [])
    .filter(({ id }) => !draft.offers.some((offer) => offer.id === id))
    .map((offer) => ({ offer: storedOffer(offer), id: offer.id, codes: offer.stock }));

/** Offers leave the list immediately but the product only with the full save; removing one with stock asks first (AMB-11). */
export function useRemoval(form: ProductForm, stockOf: (offer: OfferDraft) => number) {
  const [asked, setToConfirm] = useState<OfferDraft | null>(null);
  const [removed, setRemoved] = useState<readonly RemovedOffer[]>(() => leftOut(form));
  const codesOf = (offer: OfferDraft) => stockOf(offer) + offer.waiting.codes.length;
  const remove = (offer: OfferDraft) => {
    setToConfirm(null);
    form.removeOffer(offer.key);
    const { id } = offer;
    if (id !== null) setRemoved((before) => [...before, { offer, id, codes: stockOf(offer) }]);
  };
  return {
    removed: removed.map(({ offer }) => offer),
    /** As sent with the save: with the number of codes that the question showed. */
    accepted: removed.map(({ id, codes }) => ({ id, codes })),
    clear: () => setRemoved([]),
    asked,
    askedStock: asked ? codesOf(asked) : 0,
    ask: (offer: OfferDraft) => (codesOf(offer) > 0 ? setToConfirm(offer) : remove(offer)),
    confirm: () => asked && remove(asked),
    forget: () => setToConfirm(null),
    restore: (offer: OfferDraft) => {
      setRemoved((before) => before.filter(({ offer: { key } }) => key !== offer.key));
      form.addOffer(offer);
    },
  };
}

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
      title={words.removal.leaves(offer.name)}
      action={
        <Button variant="quiet" onClick={() => onRestore(offer)}>
          {words.removal.undo}
        </Button>
      }
    />
  ));
