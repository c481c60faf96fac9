import { BalanceBound } from '@almas/contract/forms';
import type { BalanceThreshold } from '@almas/contract/shop';
import { editableAmount } from '@almas/locale/formats';
import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { typedAmountOrNone } from '../../lib/typed-rules.ts';
import { api, apiQuery, useAction } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { useForm } from '../../ui/use-form.ts';

const words = rechargeRequests.threshold;
const thresholdQuery = apiQuery('shop', 'balanceThreshold');
const rules = z.object({ threshold: typedAmountOrNone(BalanceBound) });

/** The balance below which this reseller is warned. Absent while it is not known. */
export function BalanceThresholdForm() {
  const client = useQueryClient();
  const { data } = useQuery(thresholdQuery);
  const [saves, setSaves] = useState(0);
  // Anew with what was saved, which is then no change.
  const key = `${saves} ${data?.threshold}`;
  const onSaved = (saved: BalanceThreshold) => {
    // It is read again only afterwards.
    client.setQueryData(thresholdQuery.queryKey, saved);
    setSaves(saves + 1);
  };
  return data ? <ThresholdForm key={key} before={data.threshold} onSaved={onSaved} /> : null;
}

interface ThresholdFormProps {
  readonly before: number | null;
  readonly onSaved: (saved: BalanceThreshold) => void;
}

function ThresholdForm({ before, onSaved }: ThresholdFormProps) {
  const { run, busy } = useAction(
    (threshold: number | null) => api.shop.saveBalanceThreshold({ body: { threshold } }),
    { success: [words.saved], failure: words.failed, refreshes: ['shop'], onDone: onSaved },
  );
  const form = useForm({
    initial: { threshold: before === null ? '' : editableAmount(before) },
    rules,
    onSubmit: ({ threshold }) => run(threshold),
    unsaved: { draft: 'balance-threshold' },
  });
  return (
    <Form form={form} aria-label={words.title}>
      <MoneyField label={words.label} bounds={words.hint} {...form.field('threshold')} />
      <Button type="submit" variant="secondary" busy={busy}>
        {words.save}
      </Button>
    </Form>
  );
}
