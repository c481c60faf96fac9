import type { Administrator } from '@almas/contract/administrators';
import { ManualCreditLimit } from '@almas/contract/forms';
import { type EmployeeScope, employeeScopes } from '@almas/contract/route';
import { editableAmount } from '@almas/locale/formats';
import { common } from '@almas/locale/screens/common';
import { team as words } from '@almas/locale/screens/team';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { typedAmountOrNone } from '../../lib/typed-rules.ts';
import { api, apiPages, useAction } from '../../platform/network/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import record from '../../ui/record.module.css';
import { Segmented } from '../../ui/segmented.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useForm } from '../../ui/use-form.ts';
import { ExportButton } from '../exports/export-button.tsx';
import styles from './team.module.css';

/** Every administrator with what they may do; the owner changes it, except the own. */
export function AdministratorList() {
  const list = useInfiniteQuery({ ...apiPages('administrators', 'list', { query: {} }), staleTime: 0 });
  return (
    <Stack gap={12}>
      <ExportButton list="administrators" />
      <PagedList list={list} empty={{ title: words.noScope }} failed={words.failed}>
        {(items: readonly Administrator[]) => (
          <ul className="column gap-12">
            {items.map((administrator) => (
              <Item key={administrator.id} administrator={administrator} />
            ))}
          </ul>
        )}
      </PagedList>
    </Stack>
  );
}

function Item({ administrator }: { readonly administrator: Administrator }) {
  const isOwn = useMe().id === administrator.id;
  const [isEdited, setIsEdited] = useState(false);
  const { id, name, email, status, scopes, creditCap, creditThreshold, creditedToday } = administrator;
  const titleId = `administrator-${id}`;
  return (
    <li className={`box column gap-6 anywhere ${record.item}`} data-testid="administrator">
      <div className={record.head}>
        <h3 id={titleId} className={record.name} dir="auto">
          {isOwn ? `${name} (${words.you})` : name}
        </h3>
        {status !== 'active' && <StatusBadge tone="quiet">{common.accountStatus[status]}</StatusBadge>}
      </div>
      <p className="dim">{email}</p>
      <p>{words.scopesText(scopes)}</p>
      {scopes !== null && (
        <p className="dim">
          {[
            words.credited(creditedToday, creditCap),
            creditThreshold !== null && words.above(creditThreshold),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {!isOwn && (
        <div>
          <Button
            variant="quiet"
            aria-haspopup="dialog"
            aria-describedby={titleId}
            onClick={() => setIsEdited(true)}
          >
            {words.edit}
          </Button>
        </div>
      )}
      {isEdited && (
        <Dialog onClose={() => setIsEdited(false)} title={words.editTitle(name)} size="sm">
          <ScopesForm administrator={administrator} onDone={() => setIsEdited(false)} />
        </Dialog>
      )}
    </li>
  );
}

const rules = z.object({
  role: z.enum(['owner', 'employee']),
  scopes: z.array(z.enum(employeeScopes)),
  cap: typedAmountOrNone(ManualCreditLimit),
  threshold: typedAmountOrNone(ManualCreditLimit),
});

interface ScopesFormProps {
  readonly administrator: Administrator;
  readonly onDone: () => void;
}

function ScopesForm({ administrator: { id, scopes, creditCap, creditThreshold }, onDone }: ScopesFormProps) {
  const { run, busy } = useAction(
    ({ role, scopes: held, cap, threshold }: z.output<typeof rules>) =>
      api.administrators.setScopes({
        params: { id },
        body: {
          scopes: role === 'owner' ? null : held,
          creditCap: role === 'owner' ? null : cap,
          creditThreshold: role === 'owner' ? null : threshold,
        },
      }),
    {
      success: [words.saved],
      failure: words.saveFailed,
      refreshes: ['administrators', 'auditTrail'],
      onDone,
    },
  );
  const form = useForm({
    initial: {
      role: (scopes === null ? 'owner' : 'employee') as 'owner' | 'employee',
      scopes: (scopes ?? []) as EmployeeScope[],
      cap: creditCap === null ? '' : editableAmount(creditCap),
      threshold: creditThreshold === null ? '' : editableAmount(creditThreshold),
    },
    rules,
    onSubmit: run,
    unsaved: { draft: `scopes-${id}` },
  });
  const { role, scopes: held } = form.values;
  const toggle = (scope: EmployeeScope, isHeld: boolean) =>
    form.set({ scopes: isHeld ? [...held, scope] : held.filter((one) => one !== scope) });
  return (
    <Form form={form}>
      <Segmented
        label={words.role}
        labelled
        value={role}
        options={[
          { value: 'owner', label: words.owner },
          { value: 'employee', label: words.employee },
        ]}
        onChange={(next) => form.set({ role: next })}
      />
      {role === 'owner' ? (
        <p className="dim">{words.ownerHint}</p>
      ) : (
        <>
          <fieldset className={styles.scopes}>
            <legend>{words.which}</legend>
            {employeeScopes.map((scope) => (
              <Switch
                key={scope}
                label={words.scopes[scope]}
                hint={words.scopeHints[scope]}
                checked={held.includes(scope)}
                onChange={(isHeld) => toggle(scope, isHeld)}
              />
            ))}
          </fieldset>
          <MoneyField label={words.cap} bounds={words.capHint} {...form.field('cap')} />
          <MoneyField label={words.threshold} bounds={words.thresholdHint} {...form.field('threshold')} />
        </>
      )}
      <FormButtons submit={words.save} busy={busy} onCancel={onDone} />
    </Form>
  );
}
