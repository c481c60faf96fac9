import { SupplierArticle, SupplierConnectionInput, SupplierTopUp } from '@almas/contract/forms';
import { supplierLimits } from '@almas/contract/limits';
import type { SupplierConnection } from '@almas/contract/supplier-orders';
import { supplierOrders } from '@almas/locale/screens/supplier-orders';
import { type ComponentProps, type ReactNode, useState } from 'react';
import * as z from 'zod';
import { typedAmount, typedCount } from '../../lib/typed-rules.ts';
import { allItems, api, apiPages, queryClient } from '../../platform/network/index.ts';
import { useKeyedAction } from '../../platform/network/use-call-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { sendOrTakeOver } from '../../ui/stale-form.tsx';
import { differs, isChanged, useForm } from '../../ui/use-form.ts';
import { useSuppliers } from '../suppliers/use-suppliers.ts';
import { NewTopUp, TopUpList, type TopUpSetting } from './connection-top-ups.tsx';
import {
  type NamedLine,
  type NewLine,
  NewOfferFields,
  namesWith,
  OfferLines,
  useBegun,
  useOfferNames,
} from './offer-lines.tsx';
import {
  mergedWith,
  type OpenedConnection,
  openedOn,
  StoredConnection,
  typedOf,
} from './stored-connection.tsx';
import styles from './supplier-orders.module.css';

const words = supplierOrders.connections;

/** The connections, as their list shows them. */
export const connectionPages = apiPages('supplierOrders', 'connections', { query: {} });

type Article = z.output<typeof SupplierArticle>;

interface ConnectionDialogProps {
  /** null: a new one. */
  readonly connection: SupplierConnection | null;
  readonly onClose: () => void;
}

const rules = z.object({
  supplierId: z.string(),
  kind: z.string(),
  address: SupplierConnectionInput.shape.settings.shape.address,
  secret: SupplierConnectionInput.shape.secret,
  dailyCap: typedAmount(SupplierConnectionInput.shape.dailyCap),
  articles: z.array(SupplierArticle),
  topUps: z.array(SupplierTopUp),
  opened: z.custom<OpenedConnection | null>(),
});
const kinds = (['idempotent', 'searchable'] as const).map((value) => ({
  value,
  label: words.kinds[value] ?? value,
}));

const formId = 'supplier-connection';

/** How orders reach a supplier: where, with which key, how much a day, and what it calls the offers. */
export function ConnectionDialog({ connection, onClose }: ConnectionDialogProps) {
  const { run, busy, fieldMessage } = useKeyedAction(
    'supplierOrders.connect',
    (
      key,
      { supplierId, kind, address, secret, dailyCap, articles, topUps, opened }: z.output<typeof rules>,
      takeOver: () => Promise<void>,
    ) => {
      const settings = { address, articles, topUps };
      // A key that is kept is not sent.
      const typedSecret = secret ? { secret } : {};
      if (!connection) {
        const body = { supplierId, kind, settings, dailyCap, ...typedSecret };
        return api.supplierOrders.connect({ body, key });
      }
      // What stays is not sent: a colleague may have changed it meanwhile.
      const body = {
        ...typedSecret,
        ...(dailyCap !== opened?.dailyCap && { dailyCap }),
        ...(differs(settings, opened?.settings) && { settings, expected: opened?.settings }),
      };
      const send = () => api.supplierOrders.updateConnection({ params: { id: connection.id }, body });
      return sendOrTakeOver('SUPPLIER_CONNECTION_CHANGED', send, takeOver);
    },
    {
      subject: ({ supplierId }) => connection?.id ?? supplierId,
      done: words.saved,
      failure: words.saveFailed,
      refreshes: ['supplierOrders', 'auditTrail'],
      onDone: onClose,
    },
  );
  return (
    <Dialog
      onClose={onClose}
      title={connection ? words.editTitle(connection.supplierName) : words.add}
      locked={busy}
      footer={<FormButtons form={formId} submit={words.save} busy={busy} onCancel={onClose} />}
    >
      <ConnectionForm
        connection={connection}
        onSave={run}
        onUnfinished={() => fieldMessage.error(words.unfinished)}
      />
    </Dialog>
  );
}

interface ConnectionFormProps extends Pick<ConnectionDialogProps, 'connection'> {
  /** `takeOver` takes over what a colleague has saved since the form was opened. */
  readonly onSave: (typed: z.output<typeof rules>, takeOver: () => Promise<void>) => unknown;
  /** A line was begun and not added. */
  readonly onUnfinished: () => void;
}

function ConnectionForm({ connection, onSave, onUnfinished }: ConnectionFormProps) {
  const suppliers = useSuppliers();
  const id = connection?.id ?? '';
  const opened = connection && openedOn(connection);
  const [change, setChange] = useState<ComponentProps<typeof StoredConnection>>();
  const blank = {
    supplierId: connection?.supplierId ?? '',
    kind: connection?.kind ?? 'idempotent',
    secret: '',
  };
  const form = useForm({
    initial: { ...blank, ...typedOf(opened), opened },
    rules,
    onSubmit: (typed) => (begun.article || begun.topUp ? onUnfinished() : onSave(typed, takeOver)),
    unsaved: {
      draft: `supplier-connection-${id}`,
      secret: ['secret'],
      changed: ({ opened: from, ...typed }) => isChanged(typed, { ...blank, ...typedOf(from) }),
    },
  });
  const takeOver = async () => {
    const listed = allItems(await queryClient.fetchInfiniteQuery({ ...connectionPages, staleTime: 0 }));
    const now = listed.find((one) => one.id === id);
    const { opened: from, dailyCap, address, articles: lines, topUps: more } = form.fields.getValues();
    if (!connection || !now || !from) return;
    const to = openedOn(now);
    form.set({
      ...mergedWith({ dailyCap, address, articles: lines, topUps: more }, from, to),
      opened: to,
    });
    setChange({ from, to, read: [connection, now] });
  };
  const [begun, setBegun] = useState({ article: false, topUp: false });
  const { articles, topUps } = form.values;
  const setArticles = (next: readonly Article[]) => form.set({ articles: [...next] });
  const setTopUps = (next: readonly TopUpSetting[]) => form.set({ topUps: [...next] });
  const isSimulated = connection?.kind === 'simulator';
  return (
    <Stack gap={24}>
      <Form form={form} id={formId}>
        {change && <StoredConnection {...change} />}
        {!connection && (
          <>
            <SelectField
              label={words.supplier}
              options={[
                { value: '', label: words.choose },
                ...suppliers.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              {...form.field('supplierId')}
            />
            <SelectField label={words.kind} options={kinds} {...form.field('kind')} />
          </>
        )}
        {!isSimulated && (
          <>
            <TextField label={words.address} type="url" {...form.field('address')} />
            <TextField
              label={words.secret}
              hint={connection?.hasSecret ? words.secretKept : words.secretHint}
              type="password"
              autoComplete="off"
              maxLength={supplierLimits.secretLength}
              {...form.field('secret')}
            />
          </>
        )}
        <MoneyField label={words.dailyCap} required {...form.field('dailyCap')} />
      </Form>
      <Part title={words.articles} add={words.addArticle} begun={begun.article}>
        <ArticleList articles={articles} known={connection?.articles ?? []} onChange={setArticles} />
        <NewArticle
          connectionId={id}
          articles={articles}
          onAdd={(article) => setArticles([...articles, article])}
          onBegun={(article) => setBegun((before) => ({ ...before, article }))}
        />
      </Part>
      {!isSimulated && (
        <Part title={words.topUps} add={words.addTopUp} begun={begun.topUp}>
          <TopUpList topUps={topUps} known={connection?.topUps ?? []} onChange={setTopUps} />
          <NewTopUp
            connectionId={id}
            topUps={topUps}
            onAdd={(topUp) => setTopUps([...topUps, topUp])}
            onBegun={(topUp) => setBegun((before) => ({ ...before, topUp }))}
          />
        </Part>
      )}
    </Stack>
  );
}

interface PartProps {
  readonly title: string;
  readonly add: string;
  /** Something is typed that was not added: it stays visible, since it keeps the connection from being saved. */
  readonly begun: boolean;
  readonly children: readonly [list: ReactNode, form: ReactNode];
}

/** A list that is saved with the connection, and the form that adds to it. */
function Part({ title, add, begun, children: [list, form] }: PartProps) {
  const [opened, setOpened] = useState(false);
  return (
    <section className="column gap-8" aria-label={title}>
      <h3>{title}</h3>
      {list}
      <details
        open={opened || begun}
        onToggle={({ currentTarget: details }) => {
          if (begun) details.open = true;
          setOpened(details.open);
        }}
      >
        <summary className={styles.summary}>{add}</summary>
        {form}
      </details>
    </section>
  );
}

interface ArticlesProps {
  readonly articles: readonly Article[];
}

interface ArticleListProps extends ArticlesProps {
  /** The lines of the connection as it was read. */
  readonly known: readonly NamedLine[];
  readonly onChange: (articles: readonly Article[]) => void;
}

function ArticleList({ articles, known, onChange }: ArticleListProps) {
  return (
    <OfferLines
      entries={articles}
      names={namesWith(known, useOfferNames())}
      label={words.articles}
      empty={words.noArticles}
      text={({ article, restock, maxUnitCost }) => words.article(article, restock, maxUnitCost)}
      onChange={onChange}
    />
  );
}

const articleRules = z.object({
  offerId: z.string().min(1, { error: 'SUPPLIER_ARTICLE_INVALID' }),
  article: SupplierArticle.shape.article,
  restock: typedCount(SupplierArticle.shape.restock),
  maxUnitCost: typedAmount(SupplierArticle.shape.maxUnitCost),
});

/** Adds what the supplier calls an offer; the connection is saved with its own button. */
function NewArticle({ connectionId, articles, onAdd, onBegun }: ArticlesProps & NewLine<Article>) {
  const names = useOfferNames();
  const form = useForm({
    initial: { offerId: '', article: '', restock: '0', maxUnitCost: '' },
    rules: articleRules,
    onSubmit: (article) => {
      onAdd(article);
      form.reset();
    },
    unsaved: { draft: `supplier-article-${connectionId}` },
  });
  useBegun(form, onBegun);
  return (
    <Form form={form}>
      <NewOfferFields
        label={words.offer}
        names={names}
        entries={articles}
        offer={form.field('offerId')}
        article={form.field('article')}
      />
      <TextField
        label={words.restock}
        hint={words.restockHint}
        inputMode="numeric"
        {...form.field('restock')}
      />
      <MoneyField label={words.maxUnitCost} {...form.field('maxUnitCost')} />
      <div>
        <Button type="submit" variant="secondary">
          {words.addArticle}
        </Button>
      </div>
    </Form>
  );
}
