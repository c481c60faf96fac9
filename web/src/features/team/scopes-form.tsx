import { type Administrator, AdministratorRights } from '@almas/contract/administrators';
import { ManualCreditLimit } from '@almas/contract/forms';
import { type EmployeeScope, employeeScopes } from '@almas/contract/route';
import { editableAmount } from '@almas/locale/formats';
import { team as words } from '@almas/locale/screens/team';
import { useState } from 'react';
import * as z from 'zod';
import { hiddenField, typedAmountOrNone } from '../../lib/typed-rules.ts';
import { allItems, api, apiPages, queryClient, useAction } from '../../platform/network/index.ts';
import { Money } from '../../ui/figures.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { keepTyped, StoredMeanwhile, sendOrTakeOver } from '../../ui/stale-form.tsx';
import { Switch } from '../../ui/switch.tsx';
import { isChanged, useForm } from '../../ui/use-form.ts';
import styles from './team.module.css';

/** The team with its rights, as its list shows it. */
export const administratorPages = apiPages('administrators', 'list', { query: {} });

/** What the form was opened on, or has taken over since. */
const expected = AdministratorRights;
const rules = z.discriminatedUnion('role', [
  z.object({
    role: z.literal('employee'),
    scopes: z.array(z.enum(employeeScopes)),
    cap: typedAmountOrNone(ManualCreditLimit),
    threshold: typedAmountOrNone(ManualCreditLimit),
    expected,
  }),
  z.object({
    role: z.literal('owner'),
    scopes: hiddenField,
    cap: hiddenField,
    threshold: hiddenField,
    expected,
  }),
]);

const typedRights = ({ scopes, creditCap, creditThreshold }: AdministratorRights) => ({
  role: (scopes === null ? 'owner' : 'employee') as 'owner' | 'employee',
  scopes: (scopes ?? []) as EmployeeScope[],
  cap: creditCap === null ? '' : editableAmount(creditCap),
  threshold: creditThreshold === null ? '' : editableAmount(creditThreshold),
});

interface ScopesFormProps {
  readonly administrator: Administrator;
  readonly onDone: () => void;
}

/** What an administrator may do, and up to which amounts. */
export function ScopesForm({ administrator, onDone }: ScopesFormProps) {
  const { id, scopes, creditCap, creditThreshold } = administrator;
  const [change, setChange] = useState<StoredRightsProps>();
  const { run, busy } = useAction(
    ({ scopes: held, cap, threshold, expected }: z.output<typeof rules>) => {
      const body = { scopes: held, creditCap: cap, creditThreshold: threshold, expected };
      const send = () => api.administrators.setScopes({ params: { id }, body });
      return sendOrTakeOver('SCOPES_CHANGED', send, takeOver);
    },
    {
      success: [words.saved],
      failure: words.saveFailed,
      refreshes: ['administrators', 'auditTrail'],
      onDone,
    },
  );
  const rights = { scopes, creditCap, creditThreshold };
  const form = useForm({
    initial: { ...typedRights(rights), expected: rights },
    rules,
    onSubmit: run,
    unsaved: {
      draft: `scopes-${id}`,
      changed: ({ expected, ...typed }) => isChanged(typed, typedRights(expected)),
    },
  });
  const takeOver = async () => {
    const listed = allItems(await queryClient.fetchInfiniteQuery({ ...administratorPages, staleTime: 0 }));
    const to = listed.find((one) => one.id === id);
    if (!to) return;
    const { expected: from, ...typed } = form.fields.getValues();
    const [opened, stored] = [typedRights(from), typedRights(to)];
    const isKept = (scope: EmployeeScope) =>
      typed.scopes.includes(scope) === opened.scopes.includes(scope)
        ? stored.scopes.includes(scope)
        : typed.scopes.includes(scope);
    form.set({
      ...keepTyped(typed, opened, stored),
      scopes: employeeScopes.filter(isKept),
      expected: to,
    });
    setChange({ from, to });
  };
  const { role, scopes: held } = form.values;
  const toggle = (scope: EmployeeScope, isHeld: boolean) =>
    form.set({ scopes: isHeld ? [...held, scope] : held.filter((one) => one !== scope) });
  return (
    <Form form={form}>
      {change && <StoredRights {...change} />}
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

interface StoredRightsProps {
  readonly from: AdministratorRights;
  readonly to: AdministratorRights;
}

function StoredRights({ from, to }: StoredRightsProps) {
  const held = words.scopesText(to.scopes);
  const limit = (name: 'creditCap' | 'creditThreshold', label: string, none: string) =>
    from[name] === to[name]
      ? null
      : ([label, to[name] === null ? none : <Money key={name} amount={to[name]} />] as const);
  return (
    <StoredMeanwhile
      reading={to}
      items={[
        words.scopesText(from.scopes) === held ? null : [words.tabs.rights, held],
        limit('creditCap', words.cap, words.capHint),
        limit('creditThreshold', words.threshold, words.thresholdHint),
      ]}
    />
  );
}
