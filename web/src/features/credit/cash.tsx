import type { Collector, Remittance } from '@almas/contract/credit';
import { CashCeiling, CreditReason, DebtAmount } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import { errors } from '@almas/locale/errors';
import { editableAmount, formatAmount } from '@almas/locale/formats';
import { amounts } from '@almas/locale/screens/amounts';
import { common } from '@almas/locale/screens/common';
import { credit } from '@almas/locale/screens/credit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { typedAmount } from '../../lib/typed-rules.ts';
import { api, apiPages, useAction } from '../../platform/network/index.ts';
import { useKeyedAction } from '../../platform/network/use-call-keys.ts';
import { useKeptValue, useShownFigure } from '../../platform/network/use-shown-figure.ts';
import { useMay, useMe } from '../../platform/session/index.ts';
import { ConfirmDialog } from '../../ui/ask-dialogs.tsx';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import record from '../../ui/record.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useForm } from '../../ui/use-form.ts';
import { ExportButton } from '../exports/export-button.tsx';
import styles from './credit.module.css';

const words = credit.cash;
const refreshes = ['credit', 'auditTrail'] as const;

type Opened = 'remit' | 'receive' | 'loss' | 'ceiling';

/** The cash that each agent holds, and what was handed over. */
export function Cash() {
  const list = useInfiniteQuery({ ...apiPages('credit', 'collectors', { query: {} }), staleTime: 0 });
  // Not in the row: after a lost answer the dialog stays for a second press, though the agent may be off the list.
  const [opened, setOpened] = useState<{ readonly dialog: Opened; readonly collector: Collector } | null>(
    null,
  );
  const close = () => setOpened(null);
  const now = list.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === opened?.collector.id);
  return (
    <Stack gap={24}>
      <Section title={words.collectors} action={<ExportButton list="collectors" />}>
        <PagedList list={list} empty={{ title: words.noRemittances }} failed={credit.failed}>
          {(items: readonly Collector[]) => (
            <ul className="column gap-12">
              {items.map((collector) => (
                <CollectorItem
                  key={collector.id}
                  collector={collector}
                  onOpen={(dialog) => setOpened({ dialog, collector })}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </Section>
      <Remittances />
      {opened && <CashDialog dialog={opened.dialog} collector={now ?? opened.collector} onClose={close} />}
    </Stack>
  );
}

interface CollectorItemProps {
  readonly collector: Collector;
  readonly onOpen: (dialog: Opened) => void;
}

function CollectorItem({ collector, onOpen }: CollectorItemProps) {
  const isOwn = useMe().id === collector.id;
  const may = useMay();
  const { id, name, held, ceiling, openRemittance, mayRemit } = collector;
  const titleId = `collector-${id}`;
  return (
    <li className={`box column gap-6 anywhere ${record.item}`} data-testid="collector">
      <div className={record.head}>
        <h3 id={titleId} className={styles.name} dir="auto">
          {isOwn ? `${name} (${words.you})` : name}
        </h3>
        <Money amount={held} size="lg" />
      </div>
      <p className="dim">{words.ceiling(ceiling)}</p>
      {openRemittance && (
        // Anew for each: a question about one is not answered for the next (P29).
        <OpenRemittance key={openRemittance.id} remittance={openRemittance} isOwn={isOwn} />
      )}
      <div className="wrap gap-8">
        {isOwn && !openRemittance && held > 0 && (
          <Button aria-haspopup="dialog" onClick={() => onOpen('remit')}>
            {words.remit}
          </Button>
        )}
        {!isOwn && !mayRemit && held > 0 && (
          <DialogButton of={titleId} onClick={() => onOpen('receive')}>
            {words.receive}
          </DialogButton>
        )}
        {may('owner') && !isOwn && held > 0 && (
          <DialogButton variant="quiet" of={titleId} onClick={() => onOpen('loss')}>
            {words.lose}
          </DialogButton>
        )}
        {may('owner') && (
          <DialogButton variant="quiet" of={titleId} onClick={() => onOpen('ceiling')}>
            {words.setCeiling}
          </DialogButton>
        )}
      </div>
    </li>
  );
}

interface CashDialogProps {
  readonly dialog: Opened;
  readonly collector: Collector;
  readonly onClose: () => void;
}

function CashDialog({ dialog, collector, onClose }: CashDialogProps) {
  const { name, held } = collector;
  const titles = {
    remit: words.remit,
    receive: words.receiveTitle(name),
    loss: words.loseTitle(name),
    ceiling: words.ceilingTitle(name),
  };
  return (
    <Dialog onClose={onClose} title={titles[dialog]} size="sm">
      {dialog === 'remit' && <RemitForm held={held} onDone={onClose} />}
      {dialog === 'receive' && <ReceiveForm collector={collector} onDone={onClose} />}
      {dialog === 'loss' && <LossForm collector={collector} onDone={onClose} />}
      {dialog === 'ceiling' && <CeilingForm collector={collector} onDone={onClose} />}
    </Dialog>
  );
}

function OpenRemittance({ remittance, isOwn }: { readonly remittance: Remittance; readonly isOwn: boolean }) {
  const [asked, setAsked] = useState(false);
  const { id, amount, collectorName } = remittance;
  const confirm = useKeyedAction(
    'credit.confirmRemittance',
    (key) => api.credit.confirmRemittance({ params: { id }, key }),
    {
      subject: id,
      done: words.confirmed,
      failure: words.confirmFailed,
      // What was confirmed is not shown as open any more.
      lost: common.network.decisionLost,
      refreshes,
      onDone: () => setAsked(false),
    },
  );
  const withdraw = useAction(() => api.credit.withdrawRemittance({ params: { id } }), {
    success: [words.withdrawn],
    failure: words.withdrawFailed,
    refreshes,
  });
  return (
    <div className={record.head}>
      <StatusBadge tone="waiting">{words.waiting(amount)}</StatusBadge>
      {isOwn ? (
        <Button variant="secondary" busy={withdraw.busy} onClick={() => void withdraw.run()}>
          {words.withdraw}
        </Button>
      ) : (
        <Button aria-haspopup="dialog" onClick={() => setAsked(true)}>
          {words.confirm}
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          onClose={() => setAsked(false)}
          title={words.confirmTitle}
          confirmLabel={words.confirm}
          busy={confirm.busy}
          onConfirm={() => void confirm.run()}
        >
          <p>{words.confirmText(collectorName, amount)}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

const remittanceRules = (held: number) =>
  z.object({
    amount: typedAmount(DebtAmount.max(held, { error: errors.REMITTANCE_EXCEEDS_HELD({ held }) })),
    note: z.string().trim(),
  });

function RemitForm({ held: now, onDone }: { readonly held: number; readonly onDone: () => void }) {
  const { run, busy, isUnanswered } = useKeyedAction(
    'credit.remit',
    (key, amount: number, note: string) => api.credit.remit({ body: { amount, note }, key }),
    {
      subject: 'remit',
      done: words.remitted,
      failure: words.remitFailed,
      refreshes,
      onDone,
    },
  );
  const isSecondTry = isUnanswered('remit');
  const held = useKeptValue(busy || isSecondTry, now);
  const form = useForm({
    initial: { amount: editableAmount(held), note: '' },
    rules: remittanceRules(isSecondTry ? Infinity : held),
    onSubmit: ({ amount, note }) => run(amount, note),
    unsaved: { draft: 'remittance' },
  });
  return (
    <Form form={form}>
      <MoneyField
        label={words.remitAmount}
        bounds={isSecondTry ? undefined : amounts.atMost(held)}
        required
        data-autofocus
        {...form.field('amount')}
      />
      <TextField label={words.remitNote} maxLength={limits.creditNoteLength} {...form.field('note')} />
      <FormButtons submit={words.remitSubmit} busy={busy} deciding onCancel={onDone} />
    </Form>
  );
}

/** Cash from an agent who cannot announce it any more. */
function ReceiveForm({ collector, onDone }: { readonly collector: Collector; readonly onDone: () => void }) {
  const { id, openRemittance } = collector;
  const [held, onFailed] = useShownFigure('held', collector.held);
  const { run, busy, isUnanswered } = useKeyedAction(
    'credit.receive',
    (key, amount: number, note: string) =>
      api.credit.receive({ params: { id }, body: { amount, note, held }, key }),
    {
      subject: id,
      done: words.received,
      failure: words.receiveFailed,
      refreshes,
      onDone,
      onFailed,
    },
  );
  const isSecondTry = isUnanswered(id);
  const form = useForm({
    initial: { amount: editableAmount(held), note: '' },
    rules: remittanceRules(isSecondTry ? Infinity : held),
    onSubmit: ({ amount, note }) => run(amount, note),
    unsaved: { draft: `received-${id}` },
  });
  return (
    <Form form={form}>
      <p>{words.receiveText}</p>
      {openRemittance && <p>{words.receiveInstead(openRemittance.amount)}</p>}
      <MoneyField
        label={words.receiveAmount}
        bounds={isSecondTry ? undefined : amounts.atMost(held)}
        required
        data-autofocus
        {...form.field('amount')}
      />
      <TextField label={words.remitNote} maxLength={limits.creditNoteLength} {...form.field('note')} />
      <FormButtons submit={words.receiveSubmit} busy={busy} deciding onCancel={onDone} />
    </Form>
  );
}

/** Cash that an agent will not hand over. */
function LossForm({ collector, onDone }: { readonly collector: Collector; readonly onDone: () => void }) {
  const { id, openRemittance } = collector;
  const [held, onFailed] = useShownFigure('held', collector.held);
  const { run, busy, isUnanswered } = useKeyedAction(
    'credit.lose',
    (key, amount: number, reason: string) =>
      api.credit.lose({ params: { id }, body: { amount, reason, held }, key }),
    {
      subject: id,
      done: words.lost,
      failure: words.loseFailed,
      refreshes,
      onDone,
      onFailed,
    },
  );
  const most = isUnanswered(id) ? Infinity : held;
  const form = useForm({
    initial: { amount: '', reason: '' },
    rules: z.object({
      amount: typedAmount(DebtAmount.max(most, { error: errors.LOSS_EXCEEDS_HELD({ held }) })),
      reason: CreditReason,
    }),
    onSubmit: ({ amount, reason }) => run(amount, reason),
    unsaved: { draft: `loss-${id}` },
  });
  return (
    <Form form={form}>
      <p>{words.loseText}</p>
      {openRemittance && <p>{words.receiveInstead(openRemittance.amount)}</p>}
      <MoneyField
        label={words.loseAmount}
        bounds={most === held ? amounts.atMost(held) : undefined}
        required
        data-autofocus
        {...form.field('amount')}
      />
      <TextField
        label={words.loseReason}
        maxLength={limits.creditNoteLength}
        required
        {...form.field('reason')}
      />
      <FormButtons submit={words.loseSubmit} variant="danger" busy={busy} deciding onCancel={onDone} />
    </Form>
  );
}

function CeilingForm({ collector, onDone }: { readonly collector: Collector; readonly onDone: () => void }) {
  const { run, busy } = useAction(
    (ceiling: number) => api.credit.setCeiling({ params: { id: collector.id }, body: { ceiling } }),
    { success: [words.ceilingSaved], failure: words.ceilingFailed, refreshes, onDone },
  );
  const form = useForm({
    initial: { ceiling: editableAmount(collector.ceiling) },
    rules: z.object({ ceiling: typedAmount(CashCeiling) }),
    onSubmit: ({ ceiling }) => run(ceiling),
    unsaved: { draft: `ceiling-${collector.id}` },
  });
  return (
    <Form form={form}>
      <MoneyField label={words.ceilingLabel} required data-autofocus {...form.field('ceiling')} />
      <FormButtons submit={credit.terms.save} busy={busy} onCancel={onDone} />
    </Form>
  );
}

const tones = { open: 'waiting', confirmed: 'done', withdrawn: 'quiet', lost: 'failed' } as const;

function Remittances() {
  const list = useInfiniteQuery({
    ...apiPages('credit', 'remittances', { query: { limit: 20 } }),
    staleTime: 0,
  });
  return (
    <Section title={words.remittances} action={<ExportButton list="remittances" />}>
      <PagedList list={list} empty={{ title: words.noRemittances }} failed={credit.failed}>
        {(items: readonly Remittance[]) => (
          <ul className="column gap-12">
            {items.map(({ id, collectorName, amount, note, state, createdAt, confirmedByName }) => (
              <li key={id} className={`box column gap-6 anywhere ${record.item}`}>
                <div className={record.head}>
                  <p dir="auto">
                    {collectorName} · <When at={createdAt} />
                  </p>
                  <span>{formatAmount(amount)}</span>
                </div>
                {note && (
                  <p className="dim" dir="auto">
                    {note}
                  </p>
                )}
                <div className={record.head}>
                  <StatusBadge tone={tones[state]}>{credit.remittanceStates[state]}</StatusBadge>
                  {confirmedByName && (
                    <p className="dim">
                      {(state === 'lost' ? words.lostBy : words.confirmedBy)(confirmedByName)}
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  );
}
