import { amounts } from '@almas/locale/screens/amounts';
import { common } from '@almas/locale/screens/common';
import { credit } from '@almas/locale/screens/credit';
import { toastsOf } from '../../lib/toast-store.ts';
import { messageOf, refresh, useCall } from '../../platform/network/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { moneyCallMessage, moneyCalls } from '../../platform/session/money-calls.ts';
import { useUnansweredCall } from '../../platform/session/use-money-calls.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { advanceRules } from './credit-forms.tsx';

const words = credit.advance;
const say = toastsOf('advance');

interface AdvanceDialogProps {
  readonly available: number;
  readonly onClose: () => void;
}

/** An advance that a reseller takes within the limit. */
export default function AdvanceDialog({ available, onClose }: AdvanceDialogProps) {
  return (
    <Dialog onClose={onClose} title={words.title} size="sm">
      <AdvanceForm available={available} onClose={onClose} />
    </Dialog>
  );
}

function AdvanceForm({ available, onClose }: AdvanceDialogProps) {
  const me = useMe();
  const unanswered = useUnansweredCall('credit.advance', me.id);
  const advance = useCall(
    (amount: number) => moneyCalls.start('credit.advance', me.id, { amount }, { what: words.title, amount }),
    {
      onDone: ({ result }) => {
        say.success(common.moneyCall.advanced, words.repay(result.dueOn));
        form.reset();
        onClose();
      },
      onFailed: (error) => say.error(moneyCallMessage(error) ?? messageOf(error, words.failed)),
    },
  );
  const form = useForm({
    initial: { amount: '' },
    rules: advanceRules(available),
    onSubmit: async ({ amount }) => {
      if (unanswered) return;
      await advance.run(amount);
      await refresh('credit', 'accounts', 'wallet');
    },
    unsaved: { draft: 'advance' },
  });
  return (
    <Form form={form}>
      <MoneyField
        label={words.amount}
        bounds={amounts.atMost(available)}
        required
        data-autofocus
        {...form.field('amount')}
      />
      {unanswered?.state === 'lost' && <p role="status">{words.lost}</p>}
      <FormButtons
        submit={words.submit}
        busy={advance.busy || unanswered !== undefined}
        deciding
        onCancel={onClose}
      />
    </Form>
  );
}
