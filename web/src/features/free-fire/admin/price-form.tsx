import { FreeFirePrice } from '@almas/contract/forms';
import type { FreeFireOffer } from '@almas/contract/free-fire';
import { editableAmount } from '@almas/locale/formats';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { common } from '@almas/locale/screens/common';
import { useState } from 'react';
import * as z from 'zod';
import { fallsByMoreThanHalf } from '../../../lib/price-fall.ts';
import { typedAmount } from '../../../lib/typed-rules.ts';
import { ApiError, api, useAction, useConfirmAbove } from '../../../platform/network/index.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmAmount } from '../../../ui/confirm-amount.tsx';
import { Form } from '../../../ui/form.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import styles from './offers-panel.module.css';

const words = adminFreeFire.offers;

interface PriceFormProps {
  readonly offer: FreeFireOffer;
  readonly onClose: () => void;
}

const rules = z.object({ price: typedAmount(FreeFirePrice) });

/** Enter saves, Escape cancels. */
export function PriceForm({ offer, onClose }: PriceFormProps) {
  const above = useConfirmAbove();
  const [toConfirm, setToConfirm] = useState<number | null>(null);
  // The price that the user has seen, on opening or in the last refusal: a colleague's newer price is not overwritten unseen.
  const [expectedPrice, setExpectedPrice] = useState(offer.price);
  const { run, busy } = useAction(
    (price: number) => api.freeFire.updateOffer({ params: { id: offer.id }, body: { price, expectedPrice } }),
    {
      success: [words.done],
      failure: adminFreeFire.service.failed,
      refreshes: ['freeFire'],
      onDone: onClose,
      onFailed: (error) => {
        const current = error instanceof ApiError ? error.figures.price : undefined;
        if (current !== undefined) setExpectedPrice(current);
      },
    },
  );
  const form = useForm({
    initial: { price: editableAmount(offer.price) },
    rules,
    onSubmit: ({ price }) => {
      if (price > above || fallsByMoreThanHalf(expectedPrice, price)) setToConfirm(price);
      else return run(price);
    },
    unsaved: { draft: `free-fire-price-${offer.id}` },
  });
  if (toConfirm !== null)
    return (
      <ConfirmAmount
        asked={[{ amount: toConfirm, from: expectedPrice, about: offer.name }]}
        above={above}
        confirmLabel={common.confirm}
        busy={busy}
        onConfirm={() => void run(toConfirm)}
        onChange={() => setToConfirm(null)}
      />
    );
  return (
    <Form
      form={form}
      className={styles.form}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className={styles.field} role={form.mistake('price') ? 'alert' : undefined}>
        <MoneyField
          label={words.price}
          step="0.01"
          min="0"
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          {...form.field('price')}
        />
      </div>
      <Button look="secondary" onClick={onClose} disabled={busy}>
        {common.cancel}
      </Button>
      <Button type="submit" busy={busy}>
        {words.save}
      </Button>
    </Form>
  );
}
