import '../../platform/network/later-calls.ts';
import { TillCount } from '@almas/contract/forms';
import type { TillClose } from '@almas/contract/staff';
import { staff } from '@almas/locale/screens/staff';
import { useState } from 'react';
import * as z from 'zod';
import { typedAmount } from '../../lib/typed-rules.ts';
import { api, useAction } from '../../platform/network/index.ts';
import { lostText, successToast, useCallKeys } from '../../platform/network/use-call-keys.ts';
import { Lead, Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useForm } from '../../ui/use-form.ts';
import { TillFacts } from './till-facts.tsx';

const words = staff.till;

/** The cashier counts the drawer, and only then sees what should be in it. */
export default function TillDialog({ onClose }: { readonly onClose: () => void }) {
  const [closed, setClosed] = useState<TillClose | null>(null);
  return (
    <Dialog onClose={onClose} title={closed ? words.done : words.title} size="sm" isResult={closed !== null}>
      {closed ? <Result close={closed} /> : <CountForm onCounted={setClosed} onCancel={onClose} />}
    </Dialog>
  );
}

function Result({ close }: { readonly close: TillClose }) {
  const { gap } = close;
  const title = gap === 0 ? words.exact : gap < 0 ? words.missing(-gap) : words.surplus(gap);
  return (
    <Stack>
      <Notice tone={gap === 0 ? 'info' : 'waiting'} title={title} text={words.next} />
      <TillFacts close={close} />
    </Stack>
  );
}

const rules = z.object({ counted: typedAmount(TillCount) });

interface CountFormProps {
  readonly onCounted: (close: TillClose) => void;
  readonly onCancel: () => void;
}

function CountForm({ onCounted, onCancel }: CountFormProps) {
  const keys = useCallKeys('staff.closeTill');
  const { run, busy } = useAction(
    (counted: number) =>
      keys.withKey(String(counted), (key) => api.staff.closeTill({ body: { counted }, key })),
    {
      success: (executed) => successToast(words.done, executed),
      failure: words.failed,
      lost: lostText,
      onDone: ({ result }) => onCounted(result),
    },
  );
  const form = useForm({
    initial: { counted: '' },
    rules,
    onSubmit: ({ counted }) => run(counted),
    unsaved: { draft: 'till-count' },
  });
  return (
    <Form form={form}>
      <Lead>{words.text}</Lead>
      <MoneyField
        label={words.counted}
        bounds={words.countedHint}
        required
        data-autofocus
        {...form.field('counted')}
      />
      <FormButtons submit={words.send} busy={busy} deciding onCancel={onCancel} />
    </Form>
  );
}
