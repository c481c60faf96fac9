import type { FreeFireOffer } from '@almas/contract/free-fire';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { common } from '@almas/locale/screens/common';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import styles from './offers-panel.module.css';

const words = adminFreeFire.offers;

interface PriceFormProps {
  readonly offer: FreeFireOffer;
  readonly onClose: () => void;
}

/** Enter saves, Escape leaves the price as it is. */
export function PriceForm({ offer, onClose }: PriceFormProps) {
  const [text, setText] = useState(String(offer.price));
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
    const price = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
    if (!(price > 0)) return setError(words.invalid);
    void run(price);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <div className={styles.field} role={error ? 'alert' : undefined}>
        <TextField
          label={words.price}
          type="number"
          inputMode="decimal"
          step="0.01"
          min="0"
          autoFocus
          value={text}
          error={error}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(undefined);
          }}
        />
      </div>
      <Button type="submit" busy={busy}>
        {words.save}
      </Button>
      <Button look="secondary" onClick={onClose} disabled={busy}>
        {common.cancel}
      </Button>
    </form>
  );
}
