import type { DailyCeiling, User } from '@almas/contract/accounts';
import { DailyCeilingAmount } from '@almas/contract/forms';
import { personName } from '@almas/contract/person-name';
import { editableAmount } from '@almas/locale/formats';
import { brakes } from '@almas/locale/screens/brakes';
import { common } from '@almas/locale/screens/common';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { typedAmountOrNone } from '../../lib/typed-rules.ts';
import { api, apiQuery, useAction } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { useForm } from '../../ui/use-form.ts';

const refreshes = ['users', 'auditTrail'] as const;

/** Freezes an account in one tap, or ends it; the balance stays. */
export function FreezeAction({ user: { id, frozenAt } }: { readonly user: User }) {
  const isFrozen = frozenAt !== undefined;
  const { run, busy } = useAction(
    (frozen: boolean) => api.users.freeze({ params: { id }, body: { frozen } }),
    {
      success: (after) => [after.frozenAt === undefined ? brakes.unfrozen : brakes.frozen],
      failure: brakes.freezeFailed,
      refreshes,
    },
  );
  const label = isFrozen ? brakes.unfreeze : brakes.freeze;
  return (
    <DecidingButton variant="secondary" subject={label} busy={busy} onClick={() => void run(!isFrozen)}>
      {label}
    </DecidingButton>
  );
}

const query = (userId: string) => apiQuery('users', 'dailyCeiling', { params: { id: userId } });
const words = brakes.ceiling;

/** The ceiling of the day and what is spent of it. */
export function AccountDailyCeiling({ userId }: { readonly userId: string }) {
  const { data, isError } = useQuery(query(userId));
  if (isError) return common.none;
  return data ? words.value(data.ceiling, data.spentToday) : <Skeleton width={120} />;
}

/** Opens the dialog for the ceiling of the day of a reseller. */
export function DailyCeilingAction({ user }: { readonly user: User }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {words.action}
      </Button>
      {opened && (
        <Dialog onClose={close} title={words.title(personName(user))} size="sm">
          <Loaded userId={user.id} onClose={close} />
        </Dialog>
      )}
    </>
  );
}

interface FormProps {
  readonly userId: string;
  readonly onClose: () => void;
}

function Loaded(props: FormProps) {
  const found = useQuery(query(props.userId));
  if (found.data) return <CeilingForm {...props} found={found.data} />;
  return <Unloaded query={found} count={1} height={72} />;
}

const rules = z.object({ ceiling: typedAmountOrNone(DailyCeilingAmount) });

function CeilingForm({ userId, onClose, found }: FormProps & { readonly found: DailyCeiling }) {
  const { run, busy } = useAction(
    (ceiling: number | null) => api.users.setDailyCeiling({ params: { id: userId }, body: { ceiling } }),
    { success: [words.saved], failure: words.failed, refreshes, onDone: onClose },
  );
  const form = useForm({
    initial: { ceiling: found.ceiling === null ? '' : editableAmount(found.ceiling) },
    rules,
    onSubmit: ({ ceiling }) => run(ceiling),
    unsaved: { draft: `daily-ceiling-${userId}` },
  });
  return (
    <Form form={form}>
      <MoneyField label={words.label} bounds={words.hint} data-autofocus {...form.field('ceiling')} />
      <FormButtons submit={words.save} busy={busy} deciding onCancel={onClose} />
    </Form>
  );
}
