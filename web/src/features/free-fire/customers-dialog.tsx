import type { FreeFireCustomer } from '@almas/contract/free-fire';
import { customerLimits } from '@almas/contract/limits';
import { common } from '@almas/locale/screens/common';
import { freeFire } from '@almas/locale/screens/free-fire';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';
import { api, apiPages, useAction } from '../../platform/network/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { ConfirmDialog } from '../../ui/ask-dialogs.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Row } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { TextField } from '../../ui/field.tsx';
import { When } from '../../ui/figures.tsx';
import { Form } from '../../ui/form.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useLeavingFocus } from '../../ui/use-leaving-focus.ts';
import styles from './customers-dialog.module.css';
import { formatPlayerId } from './player-groups.ts';

const words = freeFire.customers;

interface CustomersDialogProps {
  readonly onClose: () => void;
  readonly onChoose: (playerId: string) => void;
}

/** The customers of a reseller: chosen for a request, named, deleted. */
export default function CustomersDialog({ onClose, onChoose }: CustomersDialogProps) {
  return (
    <Dialog onClose={onClose} title={words.title}>
      <Customers onChoose={onChoose} />
    </Dialog>
  );
}

function Customers({ onChoose }: Pick<CustomersDialogProps, 'onChoose'>) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const list = useInfiniteQuery({
    ...apiPages('freeFire', 'customers', { query: { search } }),
    placeholderData: keepPreviousData,
  });
  const all = useRef<HTMLDivElement>(null);
  return (
    <div ref={all} tabIndex={-1} className={`column gap-16 ${styles.all}`}>
      <SearchInput value={text} onChange={setText} placeholder={words.search} />
      <PagedList
        list={list}
        empty={{ title: words.empty, text: words.emptyText }}
        filtered={search !== ''}
        failed={words.loadFailed}
      >
        {(items) => (
          <Card flush>
            <ul className="lines" aria-label={words.title}>
              {items.map((customer) => (
                <Customer
                  key={customer.id}
                  customer={customer}
                  onChoose={() => onChoose(customer.playerId)}
                  list={all}
                />
              ))}
            </ul>
          </Card>
        )}
      </PagedList>
    </div>
  );
}

interface CustomerProps {
  readonly customer: FreeFireCustomer;
  readonly onChoose: () => void;
  /** Takes the focus of a row that leaves. */
  readonly list: RefObject<HTMLElement | null>;
}

function Customer({ customer, onChoose, list }: CustomerProps) {
  const row = useLeavingFocus(list);
  const [mode, setMode] = useState<'shown' | 'renaming' | 'named' | 'removing'>('shown');
  const show = () => setMode('shown');
  const isCashier = useMe().cashier !== undefined;
  const digits = formatPlayerId(customer.playerId);
  const removal = useAction(() => api.freeFire.removeCustomer({ params: { id: customer.id } }), {
    success: [words.removed],
    failure: words.failed,
    refreshes: ['freeFire'],
    onDone: show,
  });
  return (
    <li ref={row} className={`column ${styles.customer}`}>
      {mode === 'renaming' ? (
        <NameForm customer={customer} onClose={() => setMode('named')} />
      ) : (
        <>
          {customer.label && <p className="strong anywhere">{customer.label}</p>}
          <p className={styles.digits}>{digits}</p>
          <p className={`dim ${styles.last}`}>
            <Dotted
              parts={[
                customer.lastOfferName && words.last(customer.lastOfferName),
                <When key="at" at={customer.lastSentAt} form="relative" />,
              ]}
            />
          </p>
          <Row>
            <Button aria-label={`${words.choose} ${digits}`} onClick={onChoose}>
              {words.choose}
            </Button>
            {!isCashier && (
              <>
                <Button
                  variant="secondary"
                  aria-label={`${words.rename} ${digits}`}
                  // The form that had the focus has left.
                  autoFocus={mode === 'named'}
                  onClick={() => setMode('renaming')}
                >
                  {words.rename}
                </Button>
                <Button
                  variant="quiet"
                  aria-label={`${words.remove} ${digits}`}
                  onClick={() => setMode('removing')}
                >
                  {words.remove}
                </Button>
              </>
            )}
          </Row>
        </>
      )}
      {mode === 'removing' && (
        <ConfirmDialog
          onClose={show}
          title={words.removeTitle}
          confirmLabel={words.remove}
          danger
          busy={removal.busy}
          onConfirm={() => void removal.run()}
        >
          <p>{words.removeText(customer.label || digits)}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function NameForm({
  customer,
  onClose,
}: {
  readonly customer: FreeFireCustomer;
  readonly onClose: () => void;
}) {
  const { run, busy } = useAction(
    (label: string) =>
      api.freeFire.renameCustomer({ params: { id: customer.id }, body: { label: label.trim() } }),
    { success: [words.renamed], failure: words.failed, refreshes: ['freeFire'], onDone: onClose },
  );
  const form = useForm({
    initial: { label: customer.label },
    onSubmit: ({ label }) => run(label),
    unsaved: { draft: `customer-${customer.id}` },
  });
  return (
    <Form form={form} className={styles.form}>
      <TextField
        label={words.label}
        hint={formatPlayerId(customer.playerId)}
        maxLength={customerLimits.labelLength}
        autoFocus
        {...form.field('label')}
      />
      <Row>
        <Button type="submit" busy={busy}>
          {common.save}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {common.cancel}
        </Button>
      </Row>
    </Form>
  );
}
