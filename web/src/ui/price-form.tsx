import type { AlmasContract } from '@almas/contract';
import { editableAmount } from '@almas/locale/formats';
import { amounts } from '@almas/locale/screens/amounts';
import { common } from '@almas/locale/screens/common';
import { useContext, useState } from 'react';
import * as z from 'zod';
import { typedAmount } from '../lib/typed-rules.ts';
import { isUnusualChange } from '../lib/unusual-change.ts';
import { useConfirmAbove } from '../platform/network/index.ts';
import { useShownFigure } from '../platform/network/use-shown-figure.ts';
import { DialogContext } from '../platform/session/index.ts';
import { Button } from './button.tsx';
import { ConfirmAmount } from './confirm-amount.tsx';
import { Form } from './form.tsx';
import { MoneyField } from './money-field.tsx';
import styles from './price-form.module.css';
import { useConfirmedLoss } from './use-confirmed-loss.tsx';
import { useForm } from './use-form.ts';

interface PriceFormProps {
  /** Of the offer whose price it is. */
  readonly name: string;
  /** The stored price that the screen shows, in DA. */
  readonly price: number;
  readonly rule: z.ZodType<number, number>;
  /** Sends the new price with the one that the user has seen, and that it may be below the known cost. */
  readonly send: (change: {
    readonly price: number;
    readonly expectedPrice: number;
    readonly confirmBelowCost?: true;
  }) => Promise<unknown>;
  readonly failure: string;
  readonly refreshes: readonly (keyof AlmasContract)[];
  /** The name of the draft. */
  readonly draft: string;
  readonly onClose: () => void;
}

/** Changes one price: one field, one call. Enter saves, Escape cancels. */
export function PriceForm({
  name,
  price: stored,
  rule,
  send,
  failure,
  refreshes,
  draft,
  onClose,
}: PriceFormProps) {
  const above = useConfirmAbove();
  const isInDialog = useContext(DialogContext) !== null;
  const [toConfirm, setToConfirm] = useState<number | null>(null);
  const [expectedPrice, onFailed] = useShownFigure('price', stored);
  const { run, busy, question } = useConfirmedLoss(
    (price: number, confirmed) => send({ price, expectedPrice, ...confirmed }),
    {
      success: () => amounts.priceSaved,
      failure,
      refreshes,
      onDone: onClose,
      onFailed,
    },
  );
  const form = useForm({
    initial: { price: editableAmount(stored) },
    rules: z.object({ price: typedAmount(rule) }),
    onSubmit: ({ price }) => {
      if (isUnusualChange(expectedPrice, price, above)) setToConfirm(price);
      else return run(price);
    },
    unsaved: { draft },
  });
  if (toConfirm !== null)
    return (
      <>
        <ConfirmAmount
          asked={[{ amount: toConfirm, from: expectedPrice, about: name }]}
          above={above}
          confirmLabel={common.confirm}
          busy={busy}
          onConfirm={() => void run(toConfirm)}
          onChange={() => setToConfirm(null)}
        />
        {question}
      </>
    );
  return (
    <>
      <Form
        form={form}
        className={styles.form}
        onKeyDown={(event) => {
          // A dialog closes by itself, after the question.
          if (event.key !== 'Escape' || isInDialog) return;
          event.preventDefault();
          onClose();
        }}
      >
        <div className={styles.field} role={form.mistake('price') ? 'alert' : undefined}>
          <MoneyField
            label={amounts.price}
            step="0.01"
            min="0"
            autoFocus
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
            {...form.field('price')}
          />
        </div>
        <Button variant="secondary" onClick={onClose} disabled={busy}>
          {common.cancel}
        </Button>
        <Button type="submit" busy={busy}>
          {common.save}
        </Button>
      </Form>
      {question}
    </>
  );
}
