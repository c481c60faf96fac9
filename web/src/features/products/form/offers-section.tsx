import { productForm as words } from '@almas/locale/screens/product-form';
import { Button } from '../../../ui/button.tsx';
import { Card, Section } from '../../../ui/card.tsx';
import { FormError } from '../../../ui/field.tsx';
import { IconText } from '../../../ui/icon-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PlusIcon } from '../../../ui/work-icons.tsx';
import type { OfferDraft } from './draft.ts';
import styles from './form.module.css';
import { OfferCard } from './offer-card.tsx';
import type { ProductForm } from './use-product-form.ts';

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
  const add = (
    <Button look="secondary" onClick={() => form.addOffer()}>
      <IconText icon={<PlusIcon size={18} />}>{words.addOffer}</IconText>
    </Button>
  );
  return (
    <Section
      title={words.offers}
      note={words.offersNote}
      action={offers.length > 0 ? <div>{add}</div> : undefined}
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
        <ol className={styles.offers}>
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
