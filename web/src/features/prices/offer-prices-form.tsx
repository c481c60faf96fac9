import { OfferPrice } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import type { SpecialPrice } from '@almas/contract/prices';
import type { Product } from '@almas/contract/products';
import { comma, formatAmount } from '@almas/locale/formats';
import { common } from '@almas/locale/screens/common';
import { prices } from '@almas/locale/screens/prices';
import { useEffect, useState } from 'react';
import * as z from 'zod';
import { typedAmountOrNone, typedCount } from '../../lib/typed-rules.ts';
import { isUnusualChange } from '../../lib/unusual-change.ts';
import { useConfirmAbove } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmAmount } from '../../ui/confirm-amount.tsx';
import { TextField } from '../../ui/field.tsx';
import { Money } from '../../ui/figures.tsx';
import { Form } from '../../ui/form.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { StoredMeanwhile, sendOrTakeOver } from '../../ui/stale-form.tsx';
import { useConfirmedLoss } from '../../ui/use-confirmed-loss.tsx';
import { useForm } from '../../ui/use-form.ts';
import {
  changedPrices,
  changesBetween,
  mergedRows,
  type PriceRow,
  priceRows,
  type SentPrice,
  type StoredPrice,
} from './offer-price-rows.ts';
import styles from './prices.module.css';

const words = prices.ofProduct;
const { min, max } = limits.purchaseQuantity;

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
  opened: z.array(z.object({ offerId: z.string(), minQuantity: z.number(), price: z.number() })),
});

interface Typed {
  rows: PriceRow[];
  /** What the form was opened on, or has taken over since. */
  opened: StoredPrice[];
}
interface Sent {
  readonly rows: readonly SentPrice[];
  readonly opened: readonly StoredPrice[];
}
const isPrice = (row: SentPrice): row is StoredPrice => row.price !== null;

interface OfferPricesFormProps {
  readonly product: Product;
  /** The prices of the level or the reseller, of these offers. */
  readonly stored: readonly StoredPrice[];
  /** Names the draft: whose prices. */
  readonly owner: string;
  readonly save: (
    body: ReturnType<typeof changedPrices> & { readonly confirmBelowCost?: true },
  ) => Promise<AllPrices>;
  /** Reads what is stored now. */
  readonly read: () => Promise<AllPrices>;
}
/** Of the level or the reseller, for the offers of every product. */
interface AllPrices {
  readonly items: readonly SpecialPrice[];
}

/** The prices of a level or a reseller for the offers of one product, with their quantity breaks. */
export function OfferPricesForm({ product, stored, owner, save, read }: OfferPricesFormProps) {
  const above = useConfirmAbove();
  /** About these rows: about others the question is not there any more. */
  const [asked, setAsked] = useState<{ readonly sent: Sent; readonly rows: string } | null>(null);
  const [meanwhile, setMeanwhile] = useState<readonly SentPrice[]>([]);
  const ownOf = ({ items }: AllPrices) => items.filter(({ productId }) => productId === product.id);
  const typedOf = (prices: readonly StoredPrice[]): Typed => ({
    rows: priceRows(product, prices),
    opened: prices.map(({ offerId, minQuantity, price }) => ({ offerId, minQuantity, price })),
  });
  const isTyped = ({ rows, opened }: Typed) =>
    JSON.stringify(rows) !== JSON.stringify(priceRows(product, opened));
  const { run, busy, question } = useConfirmedLoss(
    async ({ rows, opened }: Sent, confirmed) => {
      const send = () => save({ ...changedPrices(rows, opened), ...confirmed });
      const saved = await sendOrTakeOver('PRICE_LIST_STALE', send, takeOver);
      return { saved, rows };
    },
    {
      success: () => words.saved,
      failure: words.failed,
      onDone: ({ saved, rows }) => {
        setMeanwhile([]);
        follow(ownOf(saved), rows.filter(isPrice));
      },
    },
  );
  const form = useForm<Typed, Sent>({
    initial: typedOf(stored),
    rules: rules as unknown as z.ZodType<Sent>,
    onSubmit: (sent) => {
      if (unusual(sent).length === 0) void run(sent);
      else setAsked({ sent, rows: JSON.stringify(form.fields.getValues().rows) });
    },
    unsaved: { draft: `prices-${owner}-${product.id}`, changed: isTyped },
  });
  /** What was typed since the form held these prices stays, over what is stored now. */
  const follow = (stored: readonly StoredPrice[], since: readonly StoredPrice[]) => {
    const now = typedOf(stored);
    const { rows } = form.fields.getValues();
    form.set({ ...now, rows: mergedRows(product, rows, since, now.opened) });
  };
  const takeOver = async () => {
    const now = ownOf(await read());
    const { opened } = form.fields.getValues();
    setMeanwhile(changesBetween(opened, now));
    follow(now, opened);
  };
  // A form in which nothing is typed shows what is stored. Any other one keeps what it was opened on, which is compared when it is sent.
  const content = JSON.stringify(typedOf(stored));
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what is stored, which each reading gives anew
  useEffect(() => {
    if (!isTyped(form.fields.getValues())) form.set(JSON.parse(content));
  }, [content]);
  /** Against the stored price, or the one that all see. */
  const unusual = ({ rows, opened }: Sent) =>
    changedPrices(rows, opened).prices.flatMap(({ offerId, minQuantity, price }) => {
      const offer = product.offers.find(({ id }) => id === offerId);
      const before = opened.find((row) => row.offerId === offerId && row.minQuantity === minQuantity);
      const from = before?.price ?? offer?.price ?? 0;
      return isUnusualChange(from, price, above) ? [{ amount: price, from, about: offer?.name ?? '' }] : [];
    });
  const nameOf = (offerId: string) => product.offers.find(({ id }) => id === offerId)?.name ?? '';
  const { rows } = form.values;
  const toConfirm = asked?.rows === JSON.stringify(rows) ? asked.sent : null;
  const addBreak = (offerId: string) => {
    const last = rows.findLastIndex((row) => row.offerId === offerId);
    form.change('rows', rows.toSpliced(last + 1, 0, { offerId, minQuantity: '10', price: '' }));
  };
  return (
    <Form form={form}>
      {meanwhile.length > 0 && (
        <StoredMeanwhile
          reading={meanwhile}
          items={meanwhile.map(({ offerId, minQuantity, price }) => [
            `${nameOf(offerId)}${comma}${prices.from(minQuantity)}`,
            price === null ? prices.history.none : <Money key="price" amount={price} />,
          ])}
        />
      )}
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
      {toConfirm ? (
        <ConfirmAmount
          asked={unusual(toConfirm)}
          above={above}
          confirmLabel={common.confirm}
          busy={busy}
          onConfirm={() => {
            setAsked(null);
            void run(toConfirm);
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
