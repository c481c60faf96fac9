import { SupplierTopUp } from '@almas/contract/forms';
import { supplierOrders } from '@almas/locale/screens/supplier-orders';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { typedAmount } from '../../lib/typed-rules.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import {
  type NamedLine,
  type NewLine,
  NewOfferFields,
  namesWith,
  OfferLines,
  useBegun,
} from './offer-lines.tsx';

const words = supplierOrders.connections;
export type TopUpSetting = z.output<typeof SupplierTopUp>;

interface TopUpsProps {
  readonly topUps: readonly TopUpSetting[];
}

export function useFreeFireOffers(): ReadonlyMap<string, string> {
  const { data } = useQuery(apiQuery('freeFire', 'offers'));
  return new Map(data?.items.map(({ id, name }) => [id, name] as const));
}

interface TopUpListProps extends TopUpsProps {
  /** The lines of the connection as it was read. */
  readonly known: readonly NamedLine[];
  readonly onChange: (topUps: readonly TopUpSetting[]) => void;
}

/** The Free Fire offers that the supplier tops up; saved with the connection. */
export function TopUpList({ topUps, known, onChange }: TopUpListProps) {
  return (
    <OfferLines
      entries={topUps}
      names={namesWith(known, useFreeFireOffers())}
      label={words.topUps}
      empty={words.noTopUps}
      text={({ article, maxCost }) => words.topUp(article, maxCost)}
      onChange={onChange}
    />
  );
}

const rules = z.object({
  offerId: z.string().min(1, { error: 'SUPPLIER_ARTICLE_INVALID' }),
  article: SupplierTopUp.shape.article,
  maxCost: typedAmount(SupplierTopUp.shape.maxCost),
});

/** Adds what the supplier calls a Free Fire offer; the connection is saved with its own button. */
export function NewTopUp({ connectionId, topUps, onAdd, onBegun }: TopUpsProps & NewLine<TopUpSetting>) {
  const names = useFreeFireOffers();
  const form = useForm({
    initial: { offerId: '', article: '', maxCost: '' },
    rules,
    onSubmit: (topUp) => {
      onAdd(topUp);
      form.reset();
    },
    unsaved: { draft: `supplier-top-up-${connectionId}` },
  });
  useBegun(form, onBegun);
  return (
    <Form form={form}>
      <NewOfferFields
        label={words.topUpOffer}
        names={names}
        entries={topUps}
        offer={form.field('offerId')}
        article={form.field('article')}
      />
      <MoneyField label={words.maxTopUpCost} {...form.field('maxCost')} />
      <div>
        <Button type="submit" variant="secondary">
          {words.addTopUp}
        </Button>
      </div>
    </Form>
  );
}
