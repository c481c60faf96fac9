import type { FreeFireOffer } from '@almas/contract/free-fire';
import { readTypedAmount } from '@almas/contract/typed-amount';
import { editableAmount } from '@almas/locale/formats';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { common } from '@almas/locale/screens/common';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useConfirmAbove } from '../../../lib/configuration.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmAmount } from '../../../ui/confirm-amount.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { useUnsaved } from '../../../ui/use-unsaved.ts';
import styles from './offers-panel.module.css';

const words = adminFreeFire.offers;

interface PriceFormProps {
  readonly offer: FreeFireOffer;
  readonly onClose: () => void;
}

/** Enter saves, Escape leaves the price as it is. */
export function PriceForm({ offer, onClose }: PriceFormProps) {
  const above = useConfirmAbove();
  const [text, setText] = useState(editableAmount(offer.price));
  useUnsaved({ changed: text !== editableAmount(offer.price) });
  const [asked, setAsked] = useState<number | null>(null);
  const [error, setError] = useState<string | undefined>();
  const { run, busy } = useAction(
    (price: number) => api.freeFire.updateOffer({ params: { id: offer.id }, body: { price } }),
    {
      success: [words.done],
      failure: adminFreeFire.service.failed,
      refreshes: ['freeFire'],
      onDone: onClose,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = readTypedAmount(text);
    if (typed.kind !== 'amount' || typed.amount <= 0) return setError(words.invalid);
    if (typed.amount > above) setAsked(typed.amount);
    else void run(typed.amount);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  if (asked !== null)
    return (
      <ConfirmAmount
        asked={[{ amount: asked, about: offer.name }]}
        above={above}
        confirmLabel={common.confirm}
        busy={busy}
        onConfirm={() => void run(asked)}
        onChange={() => setAsked(null)}
      />
    );
  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <div className={styles.field} role={error ? 'alert' : undefined}>
        <MoneyField
          label={words.price}
          step="0.01"
          min="0"
          autoFocus
          value={text}
          error={error}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(next) => {
            setText(next);
            setError(undefined);
          }}
        />
      </div>
      <Button look="secondary" onClick={onClose} disabled={busy}>
        {common.cancel}
      </Button>
      <Button type="submit" busy={busy}>
        {words.save}
      </Button>
    </form>
  );
}
