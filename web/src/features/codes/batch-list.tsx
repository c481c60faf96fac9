import type { BatchState, CodeBatch } from '@almas/contract/code-batches';
import { limits } from '@almas/contract/limits';
import type { Supplier } from '@almas/contract/suppliers';
import { errors } from '@almas/locale/errors';
import { editableAmount, formatDate } from '@almas/locale/formats';
import { codeBatches as words } from '@almas/locale/screens/code-batches';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiPages } from '../../platform/network/index.ts';
import { useKeyedAction } from '../../platform/network/use-call-keys.ts';
import { PromptDialog } from '../../ui/ask-dialogs.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { useSuppliers } from '../suppliers/use-suppliers.ts';
import styles from './batch-list.module.css';

const BatchDialog = lazyDialog(() => import('./batch-dialog.tsx'));
const BuyersDialog = lazyDialog(() => import('./buyers-dialog.tsx'));

type StateFilter = 'all' | 'sellable' | 'expired' | 'recalled';
const states = (['all', 'sellable', 'expired', 'recalled'] as const).map((value) => ({
  value,
  label: words.states[value],
}));
const tones: Readonly<Record<BatchState, Tone>> = {
  sellable: 'done',
  soldOut: 'quiet',
  withdrawn: 'quiet',
  expired: 'waiting',
  recalled: 'failed',
};

export const batchRefreshes = ['codeBatches', 'codes', 'products', 'statistics', 'auditTrail'] as const;

export const nameOfBatch = ({ label, source }: CodeBatch): string => label || source || words.pasted;

/** What was asked about a batch. */
export interface AskedOfBatch {
  readonly what: 'edit' | 'recall' | 'buyers';
  readonly batch: CodeBatch;
}

interface BatchListProps {
  /** The batches of one offer; without it all of them. */
  readonly offerId?: string;
  /** Chosen at first; it may be archived. */
  readonly supplier?: Pick<Supplier, 'id' | 'name'> | undefined;
  readonly onCodes: (of: CodeBatch) => void;
}

/** Batches with what is sold, left and earned of each, to be corrected or recalled. */
export function BatchList({ offerId, supplier: given, onCodes }: BatchListProps) {
  const [state, setState] = useState<StateFilter>('all');
  const [supplierId, setSupplierId] = useState(given?.id ?? '');
  const [asked, setAsked] = useState<AskedOfBatch | null>(null);
  const current = useSuppliers();
  const isGone = given && !current.some(({ id }) => id === given.id);
  const suppliers = isGone ? [...current, given] : current;
  const filters = {
    ...(offerId !== undefined && { offerId }),
    ...(supplierId !== '' && { supplierId }),
    state,
  };
  const list = useInfiniteQuery({ ...apiPages('codeBatches', 'list', { query: filters }), staleTime: 0 });
  const close = () => setAsked(null);
  return (
    <Stack>
      <div className={styles.filters}>
        <Segmented label={words.state} value={state} options={states} onChange={setState} />
        {suppliers.length > 0 && (
          <SelectField
            label={words.supplierFilter}
            value={supplierId}
            options={[
              { value: '', label: words.allSuppliers },
              ...suppliers.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => setSupplierId(event.currentTarget.value)}
          />
        )}
        <ExportButton list="batches" filters={filters} />
      </div>
      <PagedList
        list={list}
        empty={{ title: words.empty, text: words.emptyText }}
        filtered={state !== 'all' || supplierId !== ''}
        failed={words.failed}
      >
        {(items) => (
          <ul className={styles.list}>
            {items.map((batch) => (
              <BatchItem
                key={batch.id}
                batch={batch}
                withOffer={offerId === undefined}
                onCodes={onCodes}
                onAsk={(what) => setAsked({ what, batch })}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {asked && <AskedDialog {...asked} onClose={close} />}
    </Stack>
  );
}

export function AskedDialog({ what, ...props }: AskedOfBatch & { readonly onClose: () => void }) {
  if (what === 'edit') return <BatchDialog {...props} />;
  return what === 'buyers' ? <BuyersDialog {...props} /> : <RecallDialog {...props} />;
}

interface BatchItemProps {
  readonly batch: CodeBatch;
  readonly withOffer: boolean;
  readonly onCodes?: (of: CodeBatch) => void;
  readonly onAsk: (what: AskedOfBatch['what']) => void;
}

/** One batch of a list, with what can be done with it. */
export function BatchItem({ batch, withOffer, onCodes, onAsk }: BatchItemProps) {
  const id = `batch-${batch.id}`;
  const button = { variant: 'secondary', 'aria-describedby': id } as const;
  return (
    <li className={styles.item} data-testid="batch">
      <div className={styles.head}>
        <h3 id={id} className={styles.name}>
          {nameOfBatch(batch)}
        </h3>
        <StatusBadge tone={tones[batch.state]}>{words.badges[batch.state]}</StatusBadge>
      </div>
      {withOffer && (
        <p className={styles.offer}>
          {batch.productName} – {batch.offerName}
        </p>
      )}
      <Shares batch={batch} />
      <p className={styles.counts}>{words.counts(batch)}</p>
      <Facts batch={batch} />
      <p className={styles.quiet}>
        <When at={batch.createdAt} form="absolute" /> {words.by(batch.authorName)}
      </p>
      {batch.recall && (
        <p className={styles.quiet}>{words.recalled(batch.recall.byName, batch.recall.reason)}</p>
      )}
      <div className={styles.actions}>
        <Button {...button} onClick={() => onAsk('edit')}>
          {words.edit}
        </Button>
        {batch.left > 0 && onCodes && (
          <Button {...button} onClick={() => onCodes(batch)}>
            {words.unsold}
          </Button>
        )}
        {batch.sold > 0 && (
          <Button {...button} onClick={() => onAsk('buyers')}>
            {words.buyers}
          </Button>
        )}
        {batch.recall === null && (
          <Button {...button} onClick={() => onAsk('recall')}>
            {words.recall}
          </Button>
        )}
      </div>
    </li>
  );
}

/** What became of the codes, as a bar; the figures are in the sentence below it. */
const Shares = ({ batch: { codes, sold, left, withdrawn } }: { readonly batch: CodeBatch }) => (
  <div className={styles.bar} aria-hidden="true">
    {(
      [
        ['sold', sold],
        ['left', left],
        ['withdrawn', withdrawn],
      ] as const
    ).map(
      ([part, count]) =>
        count > 0 && (
          <span key={part} className={styles[part]} style={{ inlineSize: `${(count / codes) * 100}%` }} />
        ),
    )}
  </div>
);

function Facts({ batch }: { readonly batch: CodeBatch }) {
  const { supplierName, unitCost, currency, currencyCost, rate, price, expiresOn } = batch;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{words.details.supplier}</dt>
        <dd dir="auto">{supplierName ?? words.noSupplier}</dd>
      </div>
      <div>
        <dt>{words.details.unitCost}</dt>
        <dd>
          {unitCost === null ? words.unknownCost : <Money amount={unitCost} />}
          {currency !== null && currencyCost !== null && rate !== null && (
            <span className={styles.quiet}>
              {words.paid(editableAmount(currencyCost), currency, editableAmount(rate))}
            </span>
          )}
        </dd>
      </div>
      {unitCost !== null && (
        <div>
          <dt>{words.details.margin}</dt>
          <dd data-negative={price < unitCost || undefined}>
            <Money amount={price - unitCost} />
          </dd>
        </div>
      )}
      {expiresOn !== null && (
        <div>
          <dt>{words.details.expiresOn}</dt>
          <dd>{formatDate(expiresOn)}</dd>
        </div>
      )}
    </dl>
  );
}

function RecallDialog({ batch, onClose }: { readonly batch: CodeBatch; readonly onClose: () => void }) {
  const { run, busy, fieldMessage } = useKeyedAction(
    'codeBatches.recall',
    (key, reason: string) => api.codeBatches.recall({ params: { id: batch.id }, body: { reason }, key }),
    {
      subject: (reason) => `${batch.id} ${reason}`,
      done: ({ withheld }) => words.recallDone(withheld),
      failure: words.recallFailed,
      refreshes: batchRefreshes,
      onDone: onClose,
    },
  );
  return (
    <PromptDialog
      draft={`recall-${batch.id}`}
      title={words.recallTitle(nameOfBatch(batch))}
      hint={words.recallHint(batch.left, batch.sold)}
      label={words.reason}
      confirmLabel={words.recallConfirm}
      maxLength={limits.withdrawReasonLength}
      danger
      busy={busy}
      note={busy && <Progress label={words.recalling} share={null} />}
      onClose={onClose}
      onSubmit={(reason) =>
        reason === '' ? fieldMessage.error(errors.WITHDRAW_REASON_REQUIRED) : void run(reason)
      }
    />
  );
}
