import type { PurchaseLimit, User } from '@almas/contract/accounts';
import { ownPurchaseLimit } from '@almas/contract/limits';
import { personName } from '@almas/contract/person-name';
import { common } from '@almas/locale/screens/common';
import { purchaseLimit as words } from '@almas/locale/screens/purchase-limit';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api.ts';
import { apiQuery } from '../../lib/queries.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { LoadError, SkeletonList } from '../../ui/states.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';

const { min, max } = ownPurchaseLimit;

/** Opens the purchase limit of a reseller. */
export function PurchaseLimitAction({ user }: { readonly user: User }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button look="secondary" onClick={() => setOpened(true)}>
        {words.action}
      </Button>
      <Dialog opened={opened} onClose={close} title={words.title(personName(user))} size="sm">
        <Loaded userId={user.id} onClose={close} />
      </Dialog>
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
  if (limit.error) return <LoadError error={limit.error} onRetry={() => void limit.refetch()} />;
  return <SkeletonList count={1} height={72} />;
}

/** « 60 », « 1 000 »; null: not a number of purchases. */
function readCount(text: string): number | null {
  const digits = text.replace(/\s/g, '');
  const count = /^\d{1,4}$/.test(digits) ? Number(digits) : 0;
  return count >= min && count <= max ? count : null;
}

function LimitForm({ userId, onClose, limit }: FormProps & { readonly limit: PurchaseLimit }) {
  const [initial] = useState(limit.isOwn ? String(limit.perHour) : '');
  const [text, setText] = useState(initial);
  const [error, setError] = useState<string | undefined>();
  useUnsaved({ changed: text !== initial });
  const { run, busy } = useAction(
    (perHour: number | null) => api.users.setPurchaseLimit({ params: { id: userId }, body: { perHour } }),
    { success: [words.done], failure: words.failed, refreshes: ['users', 'auditTrail'], onDone: onClose },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const perHour = readCount(text);
    if (perHour === null) return setError(words.invalid(min, max));
    void run(perHour);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <TextField
          label={words.label}
          hint={words.hint(min, max, limit.byDefault)}
          error={error}
          urgent
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          placeholder={String(limit.byDefault)}
          value={text}
          data-autofocus
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, justifyContent: 'flex-end' }}>
          {limit.isOwn ? (
            <DecidingButton look="secondary" onClick={() => void run(null)} busy={busy}>
              {words.reset(limit.byDefault)}
            </DecidingButton>
          ) : (
            <Button look="secondary" onClick={onClose} disabled={busy}>
              {common.cancel}
            </Button>
          )}
          <DecidingButton type="submit" busy={busy}>
            {words.save}
          </DecidingButton>
        </div>
      </Stack>
    </form>
  );
}
