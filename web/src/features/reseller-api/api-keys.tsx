import '../../platform/network/later-calls.ts';
import { ApiKeyInput } from '@almas/contract/forms';
import { apiLimits } from '@almas/contract/limits';
import type { ApiKey } from '@almas/contract/reseller-api';
import type { KeyScope } from '@almas/contract/route';
import { resellerApi } from '@almas/locale/screens/reseller-api';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { api, apiPages, useAction } from '../../platform/network/index.ts';
import { ConfirmDialog } from '../../ui/ask-dialogs.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { TextField } from '../../ui/field.tsx';
import { When } from '../../ui/figures.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import record from '../../ui/record.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Chosen } from './chosen.tsx';
import { SecretList } from './secret-list.tsx';

const words = resellerApi.keys;

/** The keys of the account, and a new one, which is shown once. */
export function ApiKeys() {
  const list = useInfiniteQuery({ ...apiPages('apiKeys', 'list', { query: {} }), staleTime: 0 });
  return (
    <SecretList
      list={list}
      words={words}
      item={(key: ApiKey) => <KeyItem key={key.id} apiKey={key} />}
      form={(onMade, onClose) => <KeyForm onMade={onMade} onClose={onClose} />}
    />
  );
}

function KeyItem({ apiKey }: { readonly apiKey: ApiKey }) {
  const { id, name, prefix, scopes, networks, test, lastUsedAt, lastUsedFrom, revokedAt } = apiKey;
  const titleId = `api-key-${id}`;
  const [isAsking, setAsking] = useState(false);
  const { run, busy } = useAction(() => api.apiKeys.revoke({ params: { id } }), {
    success: [words.revokedToast],
    failure: words.revokeFailed,
    refreshes: ['apiKeys'],
    onDone: () => setAsking(false),
  });
  return (
    <li className={`box column gap-6 anywhere ${record.item}`} data-testid="api-key">
      <div className="row wrap spread gap-8">
        <h4 id={titleId} dir="auto">
          {name}
        </h4>
        {revokedAt !== null && <StatusBadge tone="quiet">{words.revoked}</StatusBadge>}
        {revokedAt === null && test && <StatusBadge tone="waiting">{words.test}</StatusBadge>}
      </div>
      <code>{prefix}…</code>
      <p className="dim">
        <Dotted parts={[...scopes.map((scope) => words.scopes[scope]), ...networks]} />
      </p>
      <p className="dim">
        {lastUsedAt === null ? (
          words.never
        ) : (
          <>
            {words.lastUsed} <When at={lastUsedAt} form="in-sentence" />{' '}
            {lastUsedFrom && words.from(lastUsedFrom)}
          </>
        )}
      </p>
      {revokedAt === null && (
        <div>
          <DialogButton of={titleId} onClick={() => setAsking(true)}>
            {words.revoke}
          </DialogButton>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={words.revokeTitle}
          confirmLabel={words.revoke}
          danger
          busy={busy}
          onConfirm={() => void run()}
        >
          <p>{words.revokeText(`${name} · ${prefix}`)}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

const { networks: Networks } = ApiKeyInput.shape;
/** Addresses as they are typed, one a line; a wrong one is a mistake of the field, not of its line. */
const typedNetworks = z
  .string()
  .transform((text) => text.split(/[\s,;]+/).filter((address) => address !== ''))
  .refine((list) => Networks.safeParse(list).success, { error: 'NETWORK_INVALID' });
const rules = ApiKeyInput.extend({ networks: typedNetworks });
const initial = {
  name: '',
  scopes: ['catalogue', 'balance', 'orders'] as KeyScope[],
  networks: '',
  test: false,
};

function KeyForm({
  onMade,
  onClose,
}: {
  readonly onMade: (key: string) => void;
  readonly onClose: () => void;
}) {
  const { run, busy } = useAction((body: z.output<typeof rules>) => api.apiKeys.create({ body }), {
    failure: words.createFailed,
    lost: words.createLost,
    refreshes: ['apiKeys'],
    onDone: ({ key }) => onMade(key),
  });
  const form = useForm({
    initial,
    rules,
    onSubmit: run,
    unsaved: {
      draft: 'api-key',
    },
  });
  return (
    <Form form={form}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        maxLength={apiLimits.keyNameLength}
        required
        data-autofocus
        {...form.field('name')}
      />
      <Chosen label={words.which} labels={words.scopes} {...form.field('scopes')} />
      <TextAreaField
        label={words.networks}
        hint={words.networksHint}
        maxLength={null}
        rows={3}
        {...form.field('networks')}
      />
      <Switch
        label={words.test}
        hint={words.testHint}
        checked={form.values.test}
        onChange={(test) => form.set({ test })}
      />
      <FormButtons submit={words.save} busy={busy} onCancel={onClose} />
    </Form>
  );
}
