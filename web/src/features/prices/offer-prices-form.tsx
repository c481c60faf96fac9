import { OfferPrice } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import type { SpecialPrice } from '@almas/contract/prices';
import type { Product } from '@almas/contract/products';
import { editableAmount, formatAmount } from '@almas/locale/formats';
import { common } from '@almas/locale/screens/common';
import { prices } from '@almas/locale/screens/prices';
import { useState } from 'react';
import * as z from 'zod';
import { typedAmountOrNone, typedCount } from '../../lib/typed-rules.ts';
import { isUnusualChange } from '../../lib/unusual-change.ts';
import { useConfirmAbove } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmAmount } from '../../ui/confirm-amount.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { useConfirmedLoss } from '../../ui/use-confirmed-loss.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './prices.module.css';

const words = prices.ofProduct;
const { min, max } = limits.purchaseQuantity;

/** A price as it is typed; an empty one is none. */
interface Row {
  readonly offerId: string;
  readonly minQuantity: string;
  readonly price: string;
}
interface Sent {
  readonly offerId: string;
  readonly minQuantity: number;
  readonly price: number | null;
}

const quantityRule = z
  .int({ error: words.quantityWrong })
  .min(min, { error: words.quantityWrong })
  .max(max, { error: words.quantityWrong });
const rules = z.object({
  rows: z.array(
    z.object({
      offerId: z.string(),
      minQuantity: typedCount(quantityRule),
      price: typedAmountOrNone(OfferPrice),
    }),
  ),
});

type Stored = readonly Pick<SpecialPrice, 'offerId' | 'minQuantity' | 'price'>[];

/** Of each offer the stored prices, and an empty one for a single code where there is none. */
const rowsOf = (product: Product, stored: Stored): Row[] =>
  product.offers.flatMap(({ id }) => {
    const own = stored
      .filter(({ offerId }) => offerId === id)
      .map(({ minQuantity, price }) => ({
        offerId: id,
        minQuantity: String(minQuantity),
        price: editableAmount(price),
      }));
    const single = own.some(({ minQuantity }) => minQuantity === String(min));
    return single ? own : [{ offerId: id, minQuantity: String(min), price: '' }, ...own];
  });

interface OfferPricesFormProps {
  readonly product: Product;
  /** The prices of the level or the reseller, of these offers. */
  readonly stored: Stored;
  /** Names the draft: whose prices. */
  readonly owner: string;
  readonly save: (body: {
    readonly offerIds: string[];
    readonly prices: { offerId: string; minQuantity: number; price: number }[];
    readonly confirmBelowCost?: true;
  }) => Promise<unknown>;
}

/** The prices of a level or a reseller for the offers of one product, with their quantity breaks. */
export function OfferPricesForm({ product, stored, owner, save }: OfferPricesFormProps) {
  const above = useConfirmAbove();
  const [asked, setAsked] = useState<Sent[] | null>(null);
  const initial = rowsOf(product, stored);
  const { run, busy, question } = useConfirmedLoss(
    (rows: readonly Sent[], confirmed) =>
      save({
        offerIds: product.offers.map(({ id }) => id),
        prices: rows.flatMap(({ price, ...row }) => (price === null ? [] : [{ ...row, price }])),
        ...confirmed,
      }),
    { success: () => words.saved, failure: words.failed },
  );
  const form = useForm<{ rows: Row[] }, { rows: Sent[] }>({
    initial: { rows: initial },
    rules: rules as unknown as z.ZodType<{ rows: Sent[] }>,
    onSubmit: ({ rows }) => (unusual(rows).length > 0 ? setAsked(rows) : void run(rows)),
    unsaved: {
      draft: `prices-${owner}-${product.id}`,
      changed: ({ rows }) => JSON.stringify(rows) !== JSON.stringify(initial),
    },
  });
  /** Against the stored price, or the one that all see. */
  const unusual = (rows: readonly Sent[]) =>
    rows.flatMap(({ offerId, minQuantity, price }) => {
      const offer = product.offers.find(({ id }) => id === offerId);
      const before = stored.find((row) => row.offerId === offerId && row.minQuantity === minQuantity);
      const from = before?.price ?? offer?.price ?? 0;
      return price !== null && isUnusualChange(from, price, above)
        ? [{ amount: price, from, about: offer?.name ?? '' }]
        : [];
    });
  const { rows } = form.values;
  const addBreak = (offerId: string) => {
    const last = rows.findLastIndex((row) => row.offerId === offerId);
    form.change('rows', rows.toSpliced(last + 1, 0, { offerId, minQuantity: '10', price: '' }));
  };
  return (
    <Form form={form}>
      {product.offers.map((offer) => (
        <fieldset
          key={offer.id}
          className={`box column gap-6 anywhere ${styles.offer}`}
          aria-label={offer.name}
        >
          <p className={styles.name}>{offer.name}</p>
          <p className="dim">{words.base(formatAmount(offer.price))}</p>
          {rows.map((row, index) =>
            row.offerId === offer.id ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the form
              <div key={index} className={styles.row}>
                <TextField
                  label={words.quantity}
                  inputMode="numeric"
                  maxLength={3}
                  {...form.field(`rows.${index}.minQuantity`)}
                />
                <MoneyField label={words.price} bounds={words.empty} {...form.field(`rows.${index}.price`)} />
              </div>
            ) : null,
          )}
          <div>
            <Button
              variant="quiet"
              aria-label={words.addBreakTo(offer.name)}
              onClick={() => addBreak(offer.id)}
            >
              {words.addBreak}
            </Button>
          </div>
        </fieldset>
      ))}
      {asked ? (
        <ConfirmAmount
          asked={unusual(asked)}
          above={above}
          confirmLabel={common.confirm}
          busy={busy}
          onConfirm={() => {
            setAsked(null);
            void run(asked);
          }}
          onChange={() => setAsked(null)}
        />
      ) : (
        <div>
          <Button type="submit" busy={busy}>
            {words.save}
          </Button>
        </div>
      )}
      {question}
    </Form>
  );
}
