import type { PurchaseLimit, User } from '@almas/contract/accounts';
import { PurchasesPerHour } from '@almas/contract/forms';
import { apiLimits, ownPurchaseLimit } from '@almas/contract/limits';
import { personName } from '@almas/contract/person-name';
import { purchaseLimit as words } from '@almas/locale/screens/purchase-limit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { typedCount } from '../../lib/typed-rules.ts';
import { api, apiQuery, useAction, useFeature } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { useForm } from '../../ui/use-form.ts';

const { min, max } = ownPurchaseLimit;
const rules = z.object({ perHour: typedCount(PurchasesPerHour) });

/** Opens the dialog for the purchase limit of a reseller. */
export function PurchaseLimitAction({ user }: { readonly user: User }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpened(true)}>
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
  const limit = useQuery(apiQuery('users', 'purchaseLimit', { params: { id: props.userId } }));
  if (limit.data) return <LimitForm {...props} limit={limit.data} />;
  return <Unloaded query={limit} count={1} height={72} />;
}

function LimitForm({ userId, onClose, limit }: FormProps & { readonly limit: PurchaseLimit }) {
  const { run, busy } = useAction(
    (perHour: number | null) => api.users.setPurchaseLimit({ params: { id: userId }, body: { perHour } }),
    { success: [words.done], failure: words.failed, refreshes: ['users', 'auditTrail'], onDone: onClose },
  );
  const hasApi = useFeature('reseller-api');
  const form = useForm({
    initial: { perHour: limit.isOwn ? String(limit.perHour) : '' },
    rules,
    words: { PURCHASE_LIMIT_INVALID: words.invalid(min, max) },
    onSubmit: ({ perHour }) => run(perHour),
    unsaved: { draft: `purchase-limit-${userId}` },
  });
  return (
    <Form form={form}>
      <TextField
        label={words.label}
        hint={words.hint(min, max, limit.byDefault)}
        urgent
        inputMode="numeric"
        maxLength={6}
        placeholder={String(limit.byDefault)}
        data-autofocus
        {...form.field('perHour')}
      />
      {hasApi && <p className="dim">{words.apiOrders(apiLimits.ordersPerMinute)}</p>}
      <FormButtons submit={words.save} busy={busy} deciding onCancel={limit.isOwn ? undefined : onClose}>
        {limit.isOwn && (
          <DecidingButton variant="secondary" onClick={() => void run(null)} busy={busy}>
            {words.reset(limit.byDefault)}
          </DecidingButton>
        )}
      </FormButtons>
    </Form>
  );
}
