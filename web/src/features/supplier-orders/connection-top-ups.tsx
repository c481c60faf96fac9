import { SupplierTopUp } from '@almas/contract/forms';
import { supplierLimits } from '@almas/contract/limits';
import { supplierOrders } from '@almas/locale/screens/supplier-orders';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { typedAmount } from '../../lib/typed-rules.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './supplier-orders.module.css';

const words = supplierOrders.connections;
export type TopUpSetting = z.output<typeof SupplierTopUp>;

interface TopUpsProps {
  readonly topUps: readonly TopUpSetting[];
}

function useFreeFireOffers(): ReadonlyMap<string, string> {
  const { data } = useQuery(apiQuery('freeFire', 'offers'));
  return new Map(data?.items.map(({ id, name }) => [id, name] as const));
}

/** The Free Fire offers that the supplier tops up; saved with the connection. */
export function TopUpList({
  topUps,
  onChange,
}: TopUpsProps & { readonly onChange: (topUps: readonly TopUpSetting[]) => void }) {
  const names = useFreeFireOffers();
  if (topUps.length === 0) return <p className="dim">{words.noTopUps}</p>;
  return (
    <ul className="column gap-6" aria-label={words.topUps}>
      {topUps.map(({ offerId, article, maxCost }) => (
        <li key={offerId} className={styles.line}>
          <span dir="auto">
            {names.get(offerId) ?? offerId} : {words.topUp(article, maxCost)}
          </span>
          <Button
            look="quiet"
            onClick={() => onChange(topUps.filter((other) => other.offerId !== offerId))}
            aria-label={`${words.removeArticle} ${names.get(offerId) ?? offerId}`}
          >
            {words.removeArticle}
          </Button>
        </li>
      ))}
    </ul>
  );
}

const rules = z.object({
  offerId: z.string().min(1, { error: 'SUPPLIER_ARTICLE_INVALID' }),
  article: SupplierTopUp.shape.article,
  maxCost: typedAmount(SupplierTopUp.shape.maxCost),
});

/** Adds what the supplier calls a Free Fire offer; the connection is saved with its own button. */
export function NewTopUp({ topUps, onAdd }: TopUpsProps & { readonly onAdd: (topUp: TopUpSetting) => void }) {
  const names = useFreeFireOffers();
  const form = useForm({
    initial: { offerId: '', article: '', maxCost: '' },
    rules,
    onSubmit: (topUp) => {
      onAdd(topUp);
      form.reset();
    },
    unsaved: { draft: 'supplier-top-up' },
  });
  const free = [...names].filter(([id]) => !topUps.some(({ offerId }) => offerId === id));
  return (
    <Form form={form}>
      <SelectField
        label={words.topUpOffer}
        options={[{ value: '', label: words.choose }, ...free.map(([value, label]) => ({ value, label }))]}
        {...form.field('offerId')}
      />
      <TextField
        label={words.articleName}
        maxLength={supplierLimits.articleLength}
        {...form.field('article')}
      />
      <MoneyField label={words.maxTopUpCost} {...form.field('maxCost')} />
      <div>
        <Button type="submit" look="secondary">
          {words.addTopUp}
        </Button>
      </div>
    </Form>
  );
}
