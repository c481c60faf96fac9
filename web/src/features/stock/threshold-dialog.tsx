import { coverLimits } from '@almas/contract/limits';
import type { OfferCover } from '@almas/contract/stock';
import { common } from '@almas/locale/screens/common';
import { stock as words } from '@almas/locale/screens/stock';
import * as z from 'zod';
import { typedCount } from '../../lib/typed-rules.ts';
import { api, useAction } from '../../platform/network/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { isChanged, useForm } from '../../ui/use-form.ts';

/** An empty field is 0. */
const countUpTo = (max: number, error: string) =>
  z
    .string()
    .transform((text) => text.trim() || '0')
    .pipe(typedCount(z.int({ error }).min(0, { error }).max(max, { error })));
const rules = z.object({
  minStock: countUpTo(coverLimits.minStockMax, words.countWrong),
  withholdDays: countUpTo(coverLimits.withholdDaysMax, words.daysWrong),
  /** What the form was opened on. */
  opened: z.object({ minStock: z.number(), withholdDays: z.number() }),
});

const typedOf = ({ minStock, withholdDays }: Pick<OfferCover, 'minStock' | 'withholdDays'>) => ({
  minStock: String(minStock),
  withholdDays: String(withholdDays),
});

interface ThresholdDialogProps {
  readonly offer: OfferCover;
  readonly onClose: () => void;
}

/** Below which stock an offer is to be bought again, and how early its codes leave the sale. */
export const ThresholdDialog = ({ offer, onClose }: ThresholdDialogProps) => (
  <Dialog
    onClose={onClose}
    title={words.thresholdTitle(`${offer.productName} – ${offer.offerName}`)}
    size="sm"
  >
    <ThresholdForm offer={offer} onClose={onClose} />
  </Dialog>
);

function ThresholdForm({ offer, onClose }: ThresholdDialogProps) {
  const { run, busy } = useAction(
    // Only what was changed here: what a colleague has set meanwhile stays.
    ({ minStock, withholdDays, opened }: z.output<typeof rules>) =>
      api.stock.setThreshold({
        params: { id: offer.productId, offerId: offer.offerId },
        body: {
          ...(minStock !== opened.minStock && { minStock }),
          ...(withholdDays !== opened.withholdDays && { withholdDays }),
        },
      }),
    {
      success: [words.thresholdSaved],
      failure: words.thresholdFailed,
      refreshes: ['stock', 'codeBatches', 'products', 'auditTrail'],
      onDone: onClose,
    },
  );
  const form = useForm({
    initial: { ...typedOf(offer), opened: { minStock: offer.minStock, withholdDays: offer.withholdDays } },
    rules,
    onSubmit: run,
    unsaved: {
      draft: `threshold-${offer.offerId}`,
      changed: ({ opened, ...typed }) => isChanged(typed, typedOf(opened)),
    },
  });
  return (
    <Form form={form}>
      <TextField
        label={words.minStock}
        hint={words.minStockHint}
        inputMode="numeric"
        data-autofocus
        {...form.field('minStock')}
      />
      <TextField
        label={words.withholdDays}
        hint={words.withholdDaysHint}
        inputMode="numeric"
        {...form.field('withholdDays')}
      />
      <FormButtons submit={common.save} busy={busy} onCancel={onClose} />
    </Form>
  );
}
