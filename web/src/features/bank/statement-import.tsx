import type { BankAccount, BankImport, ConfirmedLines } from '@almas/contract/bank';
import { bankFieldLimits } from '@almas/contract/bank-fields';
import { NewBankAccount, PaymentMethod } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import { comma, formatAmount, formatDate } from '@almas/locale/formats';
import { bank } from '@almas/locale/screens/bank';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api, apiQuery, queryClient, useAction } from '../../platform/network/index.ts';
import { useDraft, useMay, useUnsaved } from '../../platform/session/index.ts';
import { ConfirmDialog } from '../../ui/ask-dialogs.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { FormError, SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { LoadError } from '../../ui/states.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { SourceGrid } from '../codes/reader/grid.ts';
import { TableSource } from '../tables/table-source.tsx';
import styles from './bank.module.css';
import { ImportedStatements } from './imported-statements.tsx';
import {
  type ColumnMap,
  guessColumns,
  isStatementHeading,
  readStatement,
  type StatementLine,
} from './read-statement.ts';

const words = bank.import;
const accountDraft = 'bank-statement-account';

const keptHeads = ({ heads }: SourceGrid) =>
  heads.slice(0, bankFieldLimits.columns).map((head) => head.slice(0, bankFieldLimits.headingLength));

/** The columns of the account's last statement, for one with the same headings. */
function knownColumns({ columns: kept }: BankAccount, grid: SourceGrid): ColumnMap | null {
  if (!kept || JSON.stringify(kept.heads) !== JSON.stringify(keptHeads(grid))) return null;
  return readStatement(grid, kept).lines.length > 0 ? kept : null;
}

/** Chooses the account, then reads its statement. */
export function StatementImport({ onDone }: { readonly onDone: () => void }) {
  const may = useMay();
  const accounts = useQuery(apiQuery('bank', 'accounts'));
  // With the statement that is kept: it must not be imported into another account.
  const [chosen, setChosen] = useDraft(accountDraft, '');
  useUnsaved({ changed: chosen !== '', asks: false, draft: { name: accountDraft, value: chosen } });
  const first = accounts.data?.items[0]?.id;
  // The one that is shown: a colleague's new account takes no statement over.
  useEffect(() => {
    if (first !== undefined && chosen === '') setChosen(first);
  }, [first, chosen, setChosen]);
  if (!accounts.data) return <Unloaded query={accounts} text={bank.failed} count={3} height={56} />;
  const { items } = accounts.data;
  // One that the list does not have yet is not replaced by another one.
  const account = chosen === '' ? items[0] : items.find(({ id }) => id === chosen);
  return (
    <Stack>
      {items.length > 0 && (
        <SelectField
          label={words.account}
          value={account?.id ?? 'new'}
          options={[
            ...items.map(({ id, name }) => ({ value: id, label: name })),
            { value: 'new', label: words.newAccount },
          ]}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      {account ? <p className="dim anywhere">{coverOf(account)}</p> : <NewAccount onAdded={setChosen} />}
      <div hidden={!account}>
        {/* Of no account: a statement that was chosen stays when the account is corrected. */}
        <Stack>
          <TableSource words={words} draft="bank-statement" isHeading={isStatementHeading}>
            {(grid) =>
              account && <ReadLines key={account.id} account={account} grid={grid} onDone={onDone} />
            }
          </TableSource>
        </Stack>
      </div>
      {account && may('owner') && <ImportedStatements key={account.id} accountId={account.id} />}
    </Stack>
  );
}

function NewAccount({ onAdded }: { readonly onAdded: (id: string) => void }) {
  const add = useAction((body: NewBankAccount) => api.bank.createAccount({ body }), {
    success: [words.addedAccount],
    failure: words.addFailed,
    refreshes: ['bank'],
    onDone: ({ id }) => onAdded(id),
  });
  const form = useForm<NewBankAccount>({
    initial: { name: '', method: 'ccp' },
    rules: NewBankAccount,
    onSubmit: add.run,
    unsaved: { draft: 'bank-account' },
  });
  return (
    <Form form={form}>
      <TextField
        label={words.accountName}
        hint={words.accountNameHint}
        required
        maxLength={limits.bankAccountNameLength}
        {...form.field('name')}
      />
      <SelectField
        label={words.method}
        options={PaymentMethod.options.map((value) => ({ value, label: bank.methods[value] }))}
        {...form.field('method')}
      />
      <Button type="submit" busy={add.busy}>
        {words.addAccount}
      </Button>
    </Form>
  );
}

const coverOf = ({ firstDay, lastDay, lines }: BankAccount) =>
  firstDay && lastDay ? words.covers(formatDate(firstDay), formatDate(lastDay), lines) : words.coversNothing;

interface ReadLinesProps {
  readonly account: BankAccount;
  readonly onDone: () => void;
  readonly grid: SourceGrid;
}

/** What was read, which columns say it, what an import would add, and the import. */
function ReadLines({ account, grid, onDone }: ReadLinesProps) {
  const [columns, setColumns] = useState(() => knownColumns(account, grid) ?? guessColumns(grid));
  const reading = useMemo(() => readStatement(grid, columns), [grid, columns]);
  const { lines, outgoing, unreadable, from, to } = reading;
  // One without a line tells of its days: what was approved on them is without money.
  const isStatement = lines.length > 0 || outgoing > 0;
  const tooMany = lines.length > limits.bankLines;
  const body = { account: account.id, from, to, lines: lines as StatementLine[] };
  const preview = useQuery({
    queryKey: ['bank', 'preview', account.id, lines, from, to],
    queryFn: () => api.bank.preview({ body }),
    enabled: isStatement && !tooMany,
    staleTime: 0,
  });
  const send = useAction(
    (resembling?: ConfirmedLines) =>
      api.bank.import({ body: { ...body, columns: { ...columns, heads: keptHeads(grid) }, resembling } }),
    {
      success: ({ imported }) => [imported > 0 ? words.done(imported) : words.doneDays],
      failure: words.failed,
      refreshes: ['bank', 'auditTrail'],
      onDone: () => {
        void queryClient.removeQueries({ queryKey: ['bank', 'preview'] });
        onDone();
      },
    },
  );
  const options = (isOptional: boolean) => [
    ...(isOptional ? [{ value: '-1', label: words.none }] : []),
    ...grid.heads.map((head, column) => ({ value: String(column), label: words.column(column + 1, head) })),
  ];
  const choose = (name: keyof ColumnMap, isOptional = false) => (
    <SelectField
      label={words[name]}
      value={String(columns[name])}
      options={options(isOptional || columns[name] < 0)}
      onChange={(event) => setColumns({ ...columns, [name]: Number(event.currentTarget.value) })}
    />
  );
  return (
    <Stack>
      <fieldset className={styles.columns} aria-label={words.columns}>
        {choose('day')}
        {choose('amount')}
        {choose('reference', true)}
      </fieldset>
      <p role="status">
        {[
          words.incoming(lines.length),
          outgoing > 0 && words.outgoing(outgoing),
          unreadable.length > 0 && words.unreadable(unreadable.length, unreadable.slice(0, 5).join(comma)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {lines.length > 0 && (
        <ul className={styles.bars} aria-label={words.sample}>
          {lines.slice(0, 3).map(({ day, amount, reference }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal lines have no other name
            <li key={index} style={{ display: 'block' }}>
              {`${formatDate(day)} · ${formatAmount(amount)} · ${reference || bank.lines.noReference}`}
            </li>
          ))}
        </ul>
      )}
      <FormError text={tooMany ? words.tooMany : isStatement ? null : words.noTable} />
      {preview.data && <p>{words.preview(preview.data)}</p>}
      {preview.error && (
        <LoadError error={preview.error} text={words.checkFailed} onRetry={() => void preview.refetch()} />
      )}
      {preview.data && (
        <Submit counts={preview.data} busy={send.busy} onSend={(...of) => void send.run(...of)} />
      )}
    </Stack>
  );
}

interface SubmitProps {
  readonly counts: BankImport;
  readonly busy: boolean;
  readonly onSend: (resembling?: ConfirmedLines) => void;
}

/** Lines that resemble stored ones are imported, or left out, after a question alone. */
function Submit({ counts, busy, onSend }: SubmitProps) {
  const { imported, resembling, days } = counts;
  const [asks, setAsks] = useState(false);
  if (imported === 0 && days === 0) return <p className="dim anywhere">{words.nothing}</p>;
  return (
    <div>
      <Button busy={busy} onClick={() => (resembling > 0 ? setAsks(true) : onSend())}>
        {imported > 0 ? words.submit(imported) : words.submitDays(days)}
      </Button>
      {asks && resembling > 0 && (
        // Anew for another number: a press that confirms one does not confirm the next (P29).
        <ResemblingDialog
          key={resembling}
          counts={counts}
          busy={busy}
          onSend={(action) => onSend({ lines: resembling, action })}
          onClose={() => setAsks(false)}
        />
      )}
    </div>
  );
}

interface ResemblingDialogProps {
  readonly counts: BankImport;
  readonly busy: boolean;
  readonly onSend: (action: ConfirmedLines['action']) => void;
  readonly onClose: () => void;
}

function ResemblingDialog({ counts, busy, onSend, onClose }: ResemblingDialogProps) {
  const { imported, resembling, days } = counts;
  const others = imported - resembling;
  return (
    <ConfirmDialog
      title={words.resemblingQuestion}
      cancelLabel={words.back}
      confirmLabel={words.importAll(imported)}
      busy={busy}
      onConfirm={() => onSend('import')}
      onClose={onClose}
    >
      <Stack>
        <p>{words.resembling(resembling)}</p>
        <p>{words.resemblingAdvice}</p>
        {(others > 0 || days > 0) && (
          <div>
            <DecidingButton variant="secondary" busy={busy} onClick={() => onSend('leave')}>
              {others > 0 ? words.importOthers(others) : words.submitDays(days)}
            </DecidingButton>
          </div>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
