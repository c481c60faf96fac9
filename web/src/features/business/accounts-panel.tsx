import { PaymentAccount } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import { business } from '@almas/locale/screens/business';
import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useToasts } from '../../lib/use-toasts.ts';
import { upload } from '../../platform/network/api-upload.ts';
import { api, apiQuery, useAction } from '../../platform/network/index.ts';
import { ConfirmDialog } from '../../ui/ask-dialogs.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { optionalLabel, SelectField, TextField } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { isChanged, useForm } from '../../ui/use-form.ts';
import { useUpload } from '../../ui/use-upload.ts';
import { TrashIcon } from '../../ui/work-icons.tsx';
import styles from './business.module.css';

const words = business.accounts;
const methods = (['ccp', 'baridimob', 'bank_transfer'] as const).map((value) => ({
  value,
  label: rechargeRequests.methods[value],
}));
const blank: PaymentAccount = { method: 'ccp', holder: '', number: '', bank: '', qrCode: '' };

/** An account that is changed (null: a new one) or removed, and the list in which it was pressed. */
interface Chosen {
  readonly account: PaymentAccount | null;
  readonly removes?: boolean;
  readonly among: readonly PaymentAccount[];
}

/** The list with `account` in the place of the chosen one; null: without it. undefined: the chosen one is no longer in the list. */
function withChanged(
  { account: before, among }: Chosen,
  account: PaymentAccount | null,
): readonly PaymentAccount[] | undefined {
  const at = among.findIndex(({ method, number }) => method === before?.method && number === before?.number);
  if (at !== -1) return among.toSpliced(at, 1, ...(account ? [account] : []));
  // Of an earlier press whose answer was lost.
  const isStored = !account || among.some((known) => !isChanged(known, account));
  if (isStored) return among;
  return before ? undefined : [...among, account];
}

/** The accounts to which resellers pay. */
export function AccountsPanel() {
  const found = useQuery({ ...apiQuery('business', 'paymentAccounts'), staleTime: 0 });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { say } = useToasts();
  const { run, busy } = useAction(
    (items: readonly PaymentAccount[], expected: readonly PaymentAccount[]) =>
      api.business.changePaymentAccounts({ body: { items: [...items], expected: [...expected] } }),
    {
      success: [business.saved],
      failure: business.notSaved,
      refreshes: ['business', 'auditTrail'],
      onDone: () => setChosen(null),
      // A colleague has changed the list: the next press is about the list as it is now.
      onFailed: async () => {
        const { data: now } = await found.refetch();
        if (now) setChosen((pressed) => pressed && { ...pressed, among: now.items });
      },
    },
  );
  if (!found.data) return <Unloaded query={found} text={business.failed} count={2} height={64} />;
  const { items } = found.data;
  const close = () => setChosen(null);
  const change = (pressed: Chosen, account: PaymentAccount | null) => {
    const changed = withChanged(pressed, account);
    if (changed) return void run(changed, pressed.among);
    say.error(words.gone);
    close();
  };
  if (chosen && !chosen.removes) {
    return (
      <AccountForm
        account={chosen.account ?? blank}
        busy={busy}
        onSave={(account) => change(chosen, account)}
        onCancel={close}
      />
    );
  }
  return (
    <Stack gap={12}>
      <p className="dim">{words.text}</p>
      {items.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul className="lines box" aria-label={words.list}>
          {items.map((account) => (
            <li key={`${account.method} ${account.number}`} className={`row wrap ${styles.account}`}>
              <div>
                <p className={styles.number}>{account.number}</p>
                <Facts account={account} />
              </div>
              <Button
                variant="quiet"
                aria-label={words.edit(account.number)}
                onClick={() => setChosen({ account, among: items })}
              >
                {business.edit}
              </Button>
              <IconButton
                label={words.remove(account.number)}
                onClick={() => setChosen({ account, removes: true, among: items })}
              >
                <TrashIcon size={20} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {items.length < limits.paymentAccounts && (
        <div>
          <Button variant="secondary" onClick={() => setChosen({ account: null, among: items })}>
            {words.add}
          </Button>
        </div>
      )}
      {chosen?.account && (
        <ConfirmDialog
          danger
          title={words.removeTitle}
          confirmLabel={words.removeConfirm}
          busy={busy}
          onConfirm={() => change(chosen, null)}
          onClose={close}
        >
          <Stack gap={8}>
            <p>{chosen.account.number}</p>
            <Facts account={chosen.account} />
            <p>{words.removeText}</p>
          </Stack>
        </ConfirmDialog>
      )}
    </Stack>
  );
}

const Facts = ({ account: { method, bank, holder } }: { readonly account: PaymentAccount }) => (
  <p className="dim">
    <Dotted parts={[rechargeRequests.methods[method], bank, holder]} />
  </p>
);

interface AccountFormProps {
  readonly account: PaymentAccount;
  readonly busy: boolean;
  readonly onSave: (account: PaymentAccount) => void;
  readonly onCancel: () => void;
}

function AccountForm({ account, busy, onSave, onCancel }: AccountFormProps) {
  const form = useForm({
    initial: account,
    rules: PaymentAccount,
    onSubmit: onSave,
    unsaved: { draft: `payment-account-${account.number}` },
  });
  const qr = useUpload({
    send: (body, watch) => upload('pictures', 'upload', { body }, watch) as Promise<{ address: string }>,
    onSent: ({ address }) => form.set({ qrCode: address }),
    failure: words.qrFailed,
  });
  const { qrCode } = form.values;
  return (
    <Form form={form}>
      <SelectField label={words.method} options={methods} required {...form.field('method')} />
      <TextField
        label={words.number}
        hint={words.numberHint}
        required
        maxLength={60}
        data-autofocus
        {...form.field('number')}
      />
      <TextField label={words.holder} required maxLength={120} {...form.field('holder')} />
      <TextField label={optionalLabel(words.bank)} maxLength={120} {...form.field('bank')} />
      {qrCode !== '' && <img className={styles.qr} src={qrCode} alt={words.qrAlt} />}
      <FileDrop
        label={qrCode === '' ? words.qrChoose : words.qrReplace}
        text={words.qrText}
        overText={words.qrOver}
        accept="image/jpeg,image/png,image/webp"
        disabled={qr.busy}
        onFile={qr.start}
      />
      {qr.failed && (
        <p role="alert" className={styles.error}>
          {qr.failed}
        </p>
      )}
      {qrCode !== '' && (
        <div>
          <Button variant="quiet" onClick={() => form.set({ qrCode: '' })}>
            {words.qrRemove}
          </Button>
        </div>
      )}
      <FormButtons submit={business.save} busy={busy || qr.busy} onCancel={onCancel} />
    </Form>
  );
}
