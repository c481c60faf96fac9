import { priceLimits } from '@almas/contract/limits';
import { pages } from '@almas/contract/page-sizes';
import type { PriceList, PriceListChange, PriceListInput, PriceListPreview } from '@almas/contract/prices';
import { colon, formatSigned } from '@almas/locale/formats';
import { common } from '@almas/locale/screens/common';
import { prices } from '@almas/locale/screens/prices';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { isUnusualChange } from '../../lib/unusual-change.ts';
import { api, apiPages, apiQuery, queryClient, useConfirmAbove } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmAmount } from '../../ui/confirm-amount.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { FormError, SelectField } from '../../ui/field.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { OfferName } from '../../ui/offer-name.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useMovedDecisions } from '../../ui/slips.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { useConfirmedLoss } from '../../ui/use-confirmed-loss.tsx';
import type { SourceGrid } from '../codes/reader/grid.ts';
import { ExportButton } from '../exports/export-button.tsx';
import { TableSource } from '../tables/table-source.tsx';
import styles from './prices.module.css';
import { guessPriceColumns, type PriceColumns, readPriceList } from './read-price-list.ts';

const words = prices.list;

/** A price list: pasted or chosen, compared, applied, and undone within the hour. */
export const PriceListPanel = () => (
  <Stack gap={24}>
    <Stack>
      <p className="dim">{words.text}</p>
      <TableSource words={words} draft="price-list">
        {(grid, fileName, clear) => <ReadList grid={grid} source={fileName} onDone={clear} />}
      </TableSource>
    </Stack>
    <AppliedLists />
  </Stack>
);

interface ReadListProps {
  readonly grid: SourceGrid;
  /** The name of the file; '' for a pasted list. */
  readonly source: string;
  readonly onDone: () => void;
}

/** Which columns say what, then what the list would change. */
function ReadList(props: ReadListProps) {
  const levels = useQuery(apiQuery('prices', 'levels', { query: { limit: pages.priceLevels.max } }));
  if (levels.data) return <Columns {...props} levels={levels.data.items} />;
  return <Unloaded query={levels} text={prices.levels.failed} count={2} height={56} />;
}

interface ColumnsProps extends ReadListProps {
  readonly levels: readonly { readonly id: string; readonly name: string }[];
}

function Columns({ grid, source, levels, onDone }: ColumnsProps) {
  const [columns, setColumns] = useState<PriceColumns>(() => guessPriceColumns(grid, levels));
  const { lines, unreadable } = useMemo(() => readPriceList(grid, columns), [grid, columns]);
  const options = [
    { value: '-1', label: words.none },
    ...grid.heads.map((head, column) => ({ value: String(column), label: words.column(column + 1, head) })),
  ];
  const choice = (label: string, column: number, change: (column: number) => PriceColumns) => (
    <SelectField
      key={label}
      label={label}
      value={String(column)}
      options={options}
      onChange={(event) => setColumns(change(Number(event.currentTarget.value)))}
    />
  );
  const tooMany = lines.length > priceLimits.lines;
  return (
    <Stack>
      <fieldset className={styles.columns} aria-label={words.columns}>
        {choice(words.product, columns.product, (product) => ({ ...columns, product }))}
        {choice(words.offer, columns.offer, (offer) => ({ ...columns, offer }))}
        {choice(words.base, columns.base, (base) => ({ ...columns, base }))}
        {levels.map(({ id, name }) =>
          choice(name, columns.levels[id] ?? -1, (column) => ({
            ...columns,
            levels: { ...columns.levels, [id]: column },
          })),
        )}
      </fieldset>
      <p role="status">{words.read(lines.length, unreadable)}</p>
      <FormError
        text={tooMany ? words.tooMany(priceLimits.lines) : lines.length === 0 ? words.noTable : null}
      />
      {lines.length > 0 && !tooMany && <Compared lines={lines} source={source} onDone={onDone} />}
    </Stack>
  );
}

interface ComparedProps {
  readonly lines: PriceListInput['lines'];
  readonly source: string;
  readonly onDone: () => void;
}

function Compared({ lines, source, onDone }: ComparedProps) {
  const preview = useQuery({
    queryKey: ['prices', 'preview', lines],
    queryFn: () => api.prices.previewList({ body: { lines } }),
    staleTime: 0,
  });
  if (preview.data)
    return (
      <Choice
        preview={preview.data}
        lines={lines}
        source={source}
        onDone={() => {
          queryClient.removeQueries({ queryKey: ['prices', 'preview'] });
          onDone();
        }}
      />
    );
  return <Unloaded query={preview} text={words.checkFailed} count={3} height={56} />;
}

const isLoss = ({ to, unitCost }: PriceListChange) => unitCost !== null && to < unitCost;
const nameOf = ({ productName, offerName, levelName }: PriceListChange) =>
  [productName, offerName, levelName].filter(Boolean).join(' – ');

const columnsOf = (
  isChosen: (key: string) => boolean,
  toggle: (key: string) => void,
): readonly Column<PriceListChange>[] => [
  {
    head: prices.heads.chosen,
    cell: (change) => (
      <Checkbox
        name={words.choice(nameOf(change))}
        checked={isChosen(change.key)}
        onChange={() => toggle(change.key)}
      />
    ),
  },
  {
    head: prices.heads.offer,
    cell: ({ productName, offerName }) => <OfferName productName={productName} offerName={offerName} />,
    main: true,
  },
  { head: prices.heads.scope, cell: ({ levelName }) => levelName ?? prices.history.base },
  {
    head: prices.heads.before,
    cell: ({ from }) => (from === null ? prices.history.none : <Money amount={from} />),
    end: true,
  },
  { head: prices.heads.after, cell: ({ to }) => <Money amount={to} />, end: true },
  {
    head: prices.heads.difference,
    cell: ({ from, to }) => (from === null ? '-' : formatSigned(to < from ? '−' : '+', Math.abs(to - from))),
    end: true,
  },
  {
    head: prices.heads.margin,
    cell: ({ to, unitCost }) =>
      unitCost === null ? (
        '-'
      ) : (
        <span className={to < unitCost ? styles.loss : undefined}>
          {formatSigned(to < unitCost ? '−' : '', Math.abs(to - unitCost))}
        </span>
      ),
    end: true,
  },
];

/** The changes, each of which can be left out whatever prices change meanwhile, and what the list does not say. */
function Choice({ preview, lines, source, onDone }: ComparedProps & { readonly preview: PriceListPreview }) {
  const { changes, unknown, missing, unchanged, version } = preview;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [first] = useState(version);
  const [askedOf, setAskedOf] = useState<string | null>(null);
  const above = useConfirmAbove();
  const chosen = changes.filter(({ key }) => !left.has(key));
  const sent = { version, chosen: chosen.map(({ key }) => key) };
  const unusual = chosen.filter(({ from, to }) =>
    from === null ? to > above : isUnusualChange(from, to, above),
  );
  const losses = chosen.filter(isLoss).length;
  const { run, busy, question } = useConfirmedLoss(
    // The version is part of what is confirmed: prices that have changed since the question are refused.
    (asked: { readonly version: string; readonly chosen: string[] }, confirmed) =>
      api.prices.applyList({ body: { lines, source, ...asked, ...confirmed } }),
    { success: ({ changed }) => words.done(changed), failure: words.failed, onDone },
  );
  const toggle = (key: string) =>
    setLeft((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return (
    <Stack>
      <p role="status">
        {[
          words.changes(changes.length),
          unchanged > 0 && words.unchanged(unchanged),
          losses > 0 && words.losses(losses),
          unknown.length > 0 && words.unknown(unknown.length),
          version !== first && words.refreshed,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {unknown.length > 0 && (
        <ul className="column gap-12" aria-label={words.unknown(unknown.length)}>
          {unknown.slice(0, 20).map(({ line, offer, several }) => (
            <li key={line} className="dim">
              <bdi>{offer}</bdi>
              {colon}
              {several ? words.several : words.notFound}
            </li>
          ))}
        </ul>
      )}
      {changes.length === 0 ? (
        <p className="dim">{words.nothing}</p>
      ) : (
        <>
          <div className={styles.actions}>
            <Button variant="quiet" onClick={() => setLeft(new Set())}>
              {words.all}
            </Button>
            <Button variant="quiet" onClick={() => setLeft(new Set(changes.map(({ key }) => key)))}>
              {words.noneChosen}
            </Button>
          </div>
          <DataTable
            caption={words.caption}
            columns={columnsOf((key) => !left.has(key), toggle)}
            rows={changes}
            rowKey={({ key }) => key}
            cardsBelow={720}
            dense
          />
        </>
      )}
      {missing.length > 0 && (
        <details className="dim">
          <summary className={styles.summary}>{words.missing(missing.length)}</summary>
          <ul>
            {missing.slice(0, 100).map(({ offerId, productName, offerName, price }) => (
              <li key={offerId}>
                <Dotted parts={[productName, offerName, <Money key="price" amount={price} />]} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {askedOf === JSON.stringify(sent) ? (
        <ConfirmAmount
          asked={unusual.map((change) => ({
            amount: change.to,
            from: change.from ?? undefined,
            about: nameOf(change),
          }))}
          above={above}
          confirmLabel={common.confirm}
          busy={busy}
          onConfirm={() => {
            setAskedOf(null);
            void run(sent);
          }}
          onChange={() => setAskedOf(null)}
        />
      ) : (
        changes.length > 0 && (
          <div>
            <DecidingButton
              subject={version}
              busy={busy}
              disabled={chosen.length === 0}
              onClick={() => {
                if (unusual.length > 0) setAskedOf(JSON.stringify(sent));
                else void run(sent);
              }}
            >
              {words.submit(chosen.length)}
            </DecidingButton>
          </div>
        )
      )}
      {question}
    </Stack>
  );
}

/** The lists that were applied; a recent one can be undone. */
function AppliedLists() {
  const list = useInfiniteQuery({ ...apiPages('prices', 'lists', { query: {} }), staleTime: 0 });
  const place = useRef<HTMLUListElement>(null);
  // An undone list adds one above it, whose own button would be under the finger.
  useMovedDecisions(place, list.data?.pages[0]?.items[0]?.id);
  return (
    <Section title={words.applied} action={<ExportButton list="priceLists" />}>
      <PagedList list={list} empty={{ title: words.noList }} failed={words.listsFailed}>
        {(items) => (
          <ul ref={place} className="column gap-12" aria-label={words.applied}>
            {items.map((applied) => (
              <Applied key={applied.id} list={applied} />
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  );
}

function Applied({ list }: { readonly list: PriceList }) {
  const { id, source, changes, createdAt, authorName, undoes, undoneBy, undoUntil } = list;
  const { run, busy, question } = useConfirmedLoss(
    (_: null, confirmed) => api.prices.undoList({ params: { id }, body: confirmed }),
    { success: ({ changed }) => words.undoDone(changed), failure: words.undoFailed },
  );
  return (
    <li className={`box column gap-6 anywhere ${styles.item}`} data-testid="price-list">
      <p className={styles.name}>{words.name(id, source)}</p>
      <p className="dim">
        <Dotted
          parts={[
            words.changes(changes),
            <When key="at" at={createdAt} />,
            prices.history.by(authorName),
            undoes !== null && words.undoes(undoes),
          ]}
        />
      </p>
      {undoneBy !== null ? (
        <div>
          <StatusBadge tone="quiet">{words.undone}</StatusBadge>
        </div>
      ) : (
        Date.parse(undoUntil) > serverNow() && (
          <div>
            <DecidingButton
              variant="secondary"
              busy={busy}
              aria-label={words.undoName(id)}
              onClick={() => void run(null)}
            >
              {words.undo}
            </DecidingButton>
          </div>
        )
      )}
      {question}
    </li>
  );
}
