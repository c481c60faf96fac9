import '../../platform/network/later-calls.ts';
import { TillCount } from '@almas/contract/forms';
import type { StaffMember, TillClose } from '@almas/contract/staff';
import { staff } from '@almas/locale/screens/staff';
import { useState } from 'react';
import * as z from 'zod';
import { typedAmount } from '../../lib/typed-rules.ts';
import { api, useAction } from '../../platform/network/index.ts';
import { lostText, successToast, useCallKeys } from '../../platform/network/use-call-keys.ts';
import { useMe } from '../../platform/session/index.ts';
import { Lead, Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useForm } from '../../ui/use-form.ts';
import { TillFacts } from './till-facts.tsx';

const words = staff.till;

interface TillDialogProps {
  /** The cashier whose drawer the reseller counts; absent: the one who is signed in. */
  readonly member?: StaffMember;
  readonly onClose: () => void;
}

/** The cashier, or the reseller, counts a drawer, and only then sees what should be in it. */
export default function TillDialog({ member, onClose }: TillDialogProps) {
  const [counted, setCounted] = useState<Counted | null>(null);
  return (
    <Dialog
      // Opened anew for the result, which takes the focus and no slip of the finger.
      key={counted ? 'result' : 'count'}
      onClose={onClose}
      title={counted ? titleOf(counted) : words.title}
      size="sm"
      isResult={counted !== null}
    >
      {counted ? (
        <Result {...counted} />
      ) : (
        <CountForm member={member} onCounted={setCounted} onCancel={onClose} />
      )}
    </Dialog>
  );
}

interface Counted {
  readonly close: TillClose;
  /** The drawer was counted before, with another amount than was typed now. */
  readonly isEarlier: boolean;
}
const titleOf = ({ isEarlier }: Counted) => (isEarlier ? words.already : words.done);

function Result({ close, isEarlier }: Counted) {
  const { gap } = close;
  const title = gap === 0 ? words.exact : gap < 0 ? words.missing(-gap) : words.surplus(gap);
  return (
    <Stack>
      <Notice
        tone={gap === 0 ? 'info' : 'waiting'}
        title={title}
        text={isEarlier ? words.alreadyText : words.next}
      />
      <TillFacts close={close} />
    </Stack>
  );
}

const rules = z.object({ counted: typedAmount(TillCount) });

/**
 * The drawer that is counted, as it was when the form was opened; before it, one whose count got no response, because it may be closed
 * already. It is the subject of the key, whatever amount is typed.
 */
function useDrawer(member: StaffMember | undefined) {
  const keys = useCallKeys('staff.closeTill');
  const { cashier } = useMe();
  const { id = '', till = 0 } = member ?? cashier ?? {};
  const [subject] = useState(
    () => keys.unanswered().find((one) => one.startsWith(`${id} `)) ?? `${id} ${till}`,
  );
  const body = { till: Number(subject.split(' ')[1]), ...(member && { staffId: id }) };
  return async (typed: number) => {
    const { result: close, since } = await keys.withKey(subject, (key) =>
      api.staff.closeTill({ body: { ...body, counted: typed }, key }),
    );
    return { close, since, isEarlier: close.counted !== typed };
  };
}

interface CountFormProps {
  readonly member: StaffMember | undefined;
  readonly onCounted: (counted: Counted) => void;
  readonly onCancel: () => void;
}

function CountForm({ member, onCounted, onCancel }: CountFormProps) {
  const { run, busy } = useAction(useDrawer(member), {
    success: (counted) => successToast(titleOf(counted), counted),
    failure: words.failed,
    lost: lostText,
    // The next count is that of the next drawer.
    refreshes: ['accounts', 'staff'],
    onDone: onCounted,
  });
  const form = useForm({
    initial: { counted: '' },
    rules,
    onSubmit: ({ counted }) => run(counted),
    unsaved: { draft: member ? `till-count-${member.id}` : 'till-count' },
  });
  return (
    <Form form={form}>
      <Lead>{member ? words.textOf(member.name) : words.text}</Lead>
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
