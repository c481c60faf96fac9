import { BalanceBound } from '@almas/contract/forms';
import { editableAmount } from '@almas/locale/formats';
import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { typedAmountOrNone } from '../../lib/typed-rules.ts';
import { api, apiQuery, useAction } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { useForm } from '../../ui/use-form.ts';

const words = rechargeRequests.threshold;
const rules = z.object({ threshold: typedAmountOrNone(BalanceBound) });

/** The balance below which this reseller is warned. Absent while it is not known. */
export function BalanceThresholdForm() {
  const { data } = useQuery(apiQuery('shop', 'balanceThreshold'));
  const [saves, setSaves] = useState(0);
  // Anew with what was saved, which is then no change.
  const key = `${saves} ${data?.threshold}`;
  return data ? (
    <ThresholdForm key={key} before={data.threshold} onSaved={() => setSaves(saves + 1)} />
  ) : null;
}

interface ThresholdFormProps {
  readonly before: number | null;
  readonly onSaved: () => void;
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
