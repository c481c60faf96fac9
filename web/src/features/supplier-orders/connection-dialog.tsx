import { SupplierArticle, SupplierConnectionInput, SupplierTopUp } from '@almas/contract/forms';
import { supplierLimits } from '@almas/contract/limits';
import type { SupplierConnection } from '@almas/contract/supplier-orders';
import { editableAmount } from '@almas/locale/formats';
import { supplierOrders } from '@almas/locale/screens/supplier-orders';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as z from 'zod';
import { typedAmount, typedCount } from '../../lib/typed-rules.ts';
import { api, apiQuery, useAction } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useSuppliers } from '../suppliers/use-suppliers.ts';
import { NewTopUp, TopUpList, type TopUpSetting } from './connection-top-ups.tsx';
import { type NewLine, NewOfferFields, OfferLines, useBegun } from './offer-lines.tsx';
import styles from './supplier-orders.module.css';

const words = supplierOrders.connections;
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
  secret: z.string(),
  dailyCap: typedAmount(SupplierConnectionInput.shape.dailyCap),
  articles: z.array(SupplierArticle),
  topUps: z.array(SupplierTopUp),
});
const kinds = (['idempotent', 'searchable'] as const).map((value) => ({
  value,
  label: words.kinds[value] ?? value,
}));

/** What a connection says of its supplier, as it is sent. */
const settingsOf = ({ address, articles, topUps }: SupplierConnection) => ({
  address,
  articles: articles.map(({ offerName: _name, ...article }) => article),
  topUps: topUps.map(({ offerName: _name, ...topUp }) => topUp),
});
const isChanged = (given: object, known: object): boolean => JSON.stringify(given) !== JSON.stringify(known);

const formId = 'supplier-connection';

/** How orders reach a supplier: where, with which key, how much a day, and what it calls the offers. */
export function ConnectionDialog({ connection, onClose }: ConnectionDialogProps) {
  const { run, busy, fieldMessage } = useAction(
    ({ supplierId, kind, address, secret, dailyCap, articles, topUps }: z.output<typeof rules>) => {
      const settings = { address, articles, topUps };
      // A key that is kept is not sent.
      const key = secret.trim() === '' ? {} : { secret };
      if (!connection)
        return api.supplierOrders.connect({ body: { supplierId, kind, settings, dailyCap, ...key } });
      // What stays is not sent: a colleague may have changed it meanwhile.
      const body = {
        ...key,
        ...(dailyCap !== connection.dailyCap && { dailyCap }),
        ...(isChanged(settings, settingsOf(connection)) && { settings }),
      };
      return api.supplierOrders.updateConnection({ params: { id: connection.id }, body });
    },
    {
      success: [words.saved],
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
  readonly onSave: (typed: z.output<typeof rules>) => unknown;
  /** A line was begun and not added. */
  readonly onUnfinished: () => void;
}

function ConnectionForm({ connection, onSave, onUnfinished }: ConnectionFormProps) {
  const suppliers = useSuppliers();
  const form = useForm({
    initial: {
      supplierId: connection?.supplierId ?? '',
      kind: connection?.kind ?? 'idempotent',
      secret: '',
      dailyCap: connection ? editableAmount(connection.dailyCap) : '',
      ...(connection ? settingsOf(connection) : { address: '', articles: [], topUps: [] }),
    },
    rules,
    onSubmit: (typed) => (begun.article || begun.topUp ? onUnfinished() : onSave(typed)),
    unsaved: { draft: `supplier-connection-${connection?.id ?? ''}`, secret: ['secret'] },
  });
  const [begun, setBegun] = useState({ article: false, topUp: false });
  const { articles, topUps } = form.values;
  const setArticles = (next: readonly Article[]) => form.set({ articles: [...next] });
  const setTopUps = (next: readonly TopUpSetting[]) => form.set({ topUps: [...next] });
  const isSimulated = connection?.kind === 'simulator';
  return (
    <Stack gap={24}>
      <Form form={form} id={formId}>
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
      <Part title={words.articles} add={words.addArticle}>
        <ArticleList articles={articles} onChange={setArticles} />
        <NewArticle
          articles={articles}
          onAdd={(article) => setArticles([...articles, article])}
          onBegun={(article) => setBegun((before) => ({ ...before, article }))}
        />
      </Part>
      {!isSimulated && (
        <Part title={words.topUps} add={words.addTopUp}>
          <TopUpList topUps={topUps} onChange={setTopUps} />
          <NewTopUp
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
  readonly children: readonly [list: ReactNode, form: ReactNode];
}

/** A list that is saved with the connection, and the form that adds to it. */
const Part = ({ title, add, children: [list, form] }: PartProps) => (
  <section className="column gap-8" aria-label={title}>
    <h3>{title}</h3>
    {list}
    <details>
      <summary className={styles.summary}>{add}</summary>
      {form}
    </details>
  </section>
);

interface ArticlesProps {
  readonly articles: readonly Article[];
}

/** Every offer by its id, with its product. */
function useOfferNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(apiQuery('products', 'list', { query: {} }));
  return new Map(
    data?.items.flatMap(({ name, offers }) =>
      offers.map((offer) => [offer.id, `${name} - ${offer.name}`] as const),
    ),
  );
}

function ArticleList({
  articles,
  onChange,
}: ArticlesProps & { readonly onChange: (articles: readonly Article[]) => void }) {
  return (
    <OfferLines
      entries={articles}
      names={useOfferNames()}
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
function NewArticle({ articles, onAdd, onBegun }: ArticlesProps & NewLine<Article>) {
  const names = useOfferNames();
  const form = useForm({
    initial: { offerId: '', article: '', restock: '0', maxUnitCost: '' },
    rules: articleRules,
    onSubmit: (article) => {
      onAdd(article);
      form.reset();
    },
    unsaved: { draft: 'supplier-article' },
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
