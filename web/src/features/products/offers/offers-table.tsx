import type { Product } from '@almas/contract/products';
import { comma, editableAmount, formatAmount, formatCount } from '@almas/locale/formats';
import { adminProducts } from '@almas/locale/screens/admin-products';
import { common } from '@almas/locale/screens/common';
import { stock as stockWords } from '@almas/locale/screens/stock';
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, type KeyboardEvent, type SetStateAction, useId, useMemo, useState } from 'react';
import { useAddressItem } from '../../../platform/navigation/index.ts';
import { apiQuery } from '../../../platform/network/index.ts';
import { useMay } from '../../../platform/session/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Lead, Stack } from '../../../ui/card.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { inputClass } from '../../../ui/field.tsx';
import { Money } from '../../../ui/figures.tsx';
import { Form } from '../../../ui/form.tsx';
import { lazyDialog } from '../../../ui/lazy-part.tsx';
import { MoreButton } from '../../../ui/show-more.tsx';
import type { Sorting } from '../../../ui/sorted-head.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { type ImportResult, storedImport } from '../../codes/import-job.ts';
import { ImportSummary } from '../../codes/import-summary.tsx';
import { CoverBar, coverText } from '../../stock/cover-bar.tsx';
import { type OfferRow, offerRows, selectOffers, sortOffers } from './offer-rows.ts';
import styles from './offers-table.module.css';
import type { PriceEdits } from './price-edits.ts';
import { type EditedPrices, usePriceEdits } from './use-price-edits.tsx';

const ImportDialog = lazyDialog(async () => ({
  default: (await import('../../codes/import-dialog.tsx')).ImportDialog,
}));
const words = adminProducts.offers;
const { fields } = adminProducts;

/** More rows than this make a phone slow; the search finds all of them. */
const step = 100;

interface OffersTableProps {
  readonly products: readonly Product[];
  /** Those that the filters of the screen leave; the search is read by the table, which knows the names of the offers. */
  readonly found: readonly Product[];
  readonly search: string;
  readonly sorting: Sorting;
  /** The prices that are not saved: those of rows that a filter hides stay. */
  readonly edits: PriceEdits;
  readonly setEdits: Dispatch<SetStateAction<PriceEdits>>;
  /** One game: its column says nothing. */
  readonly oneGame: boolean;
  readonly onClear: (() => void) | null;
}

/** Every offer in one row, with its price as a field: as many prices as are typed are saved in one go. */
export default function OffersTable({
  products,
  found,
  search,
  sorting,
  edits,
  setEdits,
  oneGame,
  onClear,
}: OffersTableProps) {
  const may = useMay();
  const hasStock = may('stock');
  const { data } = useQuery({ ...apiQuery('stock', 'sales'), enabled: hasStock });
  // A price that a filter hides is saved with the others.
  const prices = usePriceEdits(offerRows(products, data?.items), edits, setEdits);
  const [shown, setShown] = useState(step);
  const [importing, setImporting] = useState<OfferRow | null>(null);
  // One job: a new one counts the whole list again.
  const job = useMemo(() => importing && storedImport(importing.product.id, importing.id), [importing]);
  const [imported, setImported] = useState<ImportResult | null>(null);
  const { open } = useAddressItem('product');
  const rows = sortOffers(selectOffers(offerRows(found, data?.items), search), sorting.by, sorting.order);
  return (
    <Form form={{ submit: prices.save }} className={styles.form} onKeyDown={moveBetweenPrices}>
      <Stack>
        {may('prices') && <Lead>{words.text}</Lead>}
        {imported && <ImportSummary result={imported} onClose={() => setImported(null)} />}
        {rows.length === 0 ? (
          <EmptyState
            title={words.none}
            text={onClear ? adminProducts.filteredText : adminProducts.emptyText}
            action={
              onClear && (
                <Button variant="secondary" onClick={onClear}>
                  {adminProducts.clearFilters}
                </Button>
              )
            }
          />
        ) : (
          <DataTable
            caption={words.caption}
            columns={columnsOf({
              prices: may('prices') ? prices : null,
              oneGame,
              open,
              onImport: hasStock ? setImporting : null,
            })}
            rows={rows.slice(0, shown)}
            rowKey={({ id }) => id}
            sorting={sorting}
            dense
          />
        )}
        <MoreButton more={rows.length > shown} onClick={() => setShown(shown + step)} />
      </Stack>
      {prices.count > 0 && <SaveBar prices={prices} />}
      {prices.question}
      {importing && job && (
        <ImportDialog
          offerName={`${importing.product.name}${comma}${importing.offer.name}`}
          job={job}
          explain
          caseSignificant={importing.offer.caseSignificant ?? false}
          onClose={() => setImporting(null)}
          onDone={setImported}
        />
      )}
    </Form>
  );
}

const SaveBar = ({ prices }: { readonly prices: EditedPrices }) => {
  const { count, progress } = prices;
  return (
    <section className={styles.bar} aria-label={words.bar}>
      <p role="status" className={styles.count}>
        {progress ? words.progress(progress.done, progress.of) : words.changed(count)}
      </p>
      <Button variant="quiet" disabled={progress !== null} onClick={() => prices.restore()}>
        {words.restore}
      </Button>
      <Button type="submit" busy={progress !== null}>
        {words.save(count)}
      </Button>
    </section>
  );
};

/** As in a spreadsheet: the arrow keys go to the price above or below. */
function moveBetweenPrices(event: KeyboardEvent<HTMLFormElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[data-price]')];
  const at = inputs.indexOf(event.target as HTMLInputElement);
  if (!by || at === -1) return;
  event.preventDefault();
  inputs[at + by]?.focus();
}

interface ColumnParts {
  /** Null for an employee who may not change prices. */
  readonly prices: EditedPrices | null;
  readonly oneGame: boolean;
  readonly open: (productId: string) => void;
  /** Null for an employee without the stock. */
  readonly onImport: ((row: OfferRow) => void) | null;
}

const columnsOf = ({ prices, oneGame, open, onImport }: ColumnParts): readonly Column<OfferRow>[] => [
  ...(oneGame
    ? []
    : [{ head: fields.game, cell: ({ product }: OfferRow) => product.game, clip: 'small' as const }]),
  {
    head: fields.offer,
    sort: { by: 'name', first: 'asc' },
    phone: 'title',
    main: true,
    cell: ({ product, offer }) => (
      <button
        type="button"
        className={styles.name}
        aria-haspopup="dialog"
        aria-label={words.detailsOf(product.name, offer.name)}
        onClick={() => open(product.id)}
      >
        <span>{offer.name}</span>
        <span className="note">{[product.name, offer.region].filter(Boolean).join(' · ')}</span>
      </button>
    ),
  },
  {
    head: fields.price,
    phone: 'figure',
    cell: (row) => (prices ? <PriceCell row={row} prices={prices} /> : <Money amount={row.offer.price} />),
  },
  {
    head: fields.stock,
    sort: { by: 'stock', first: 'asc' },
    cell: ({ offer, sales }) => (
      <div className={styles.stock}>
        <span>{formatCount(offer.stock)}</span>
        {sales && (
          <>
            <CoverBar offer={{ ...sales, stock: offer.stock }} />
            <span className="note">{coverText({ ...sales, stock: offer.stock })}</span>
          </>
        )}
      </div>
    ),
  },
  {
    head: words.sold,
    sort: { by: 'sold', first: 'desc' },
    end: true,
    tight: true,
    cell: ({ sales }) => (sales ? formatCount(sales.sold) : common.none),
  },
  {
    head: fields.stock,
    phone: 'note',
    phoneOnly: true,
    cell: ({ offer, sales }) => (
      <span className={styles.line}>
        {stockWords.stock(offer.stock)}
        {sales && ` · ${words.soldShort(formatCount(sales.sold))}`}
        {sales && <CoverBar offer={{ ...sales, stock: offer.stock }} />}
      </span>
    ),
  },
  ...(onImport === null
    ? []
    : [
        {
          head: words.import,
          phone: 'state' as const,
          actions: true,
          cell: (row: OfferRow) => (
            <Button
              variant="quiet"
              aria-haspopup="dialog"
              aria-label={words.importInto(row.product.name, row.offer.name)}
              onClick={() => onImport(row)}
            >
              {words.import}
            </Button>
          ),
        },
      ]),
];

function PriceCell({ row, prices }: { readonly row: OfferRow; readonly prices: EditedPrices }) {
  const { product, offer } = row;
  const id = useId();
  const edit = prices.edits[row.id];
  const note =
    edit &&
    (edit.mistake ??
      (edit.seen === offer.price
        ? words.before(formatAmount(edit.seen))
        : words.meanwhile(formatAmount(offer.price))));
  return (
    <div className={styles.price} data-changed={edit ? '' : undefined}>
      <input
        className={inputClass}
        data-price=""
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={words.priceOf(product.name, offer.name)}
        aria-invalid={edit?.mistake ? true : undefined}
        aria-describedby={note ? id : undefined}
        value={edit?.typed ?? editableAmount(offer.price)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => prices.type(row, event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !edit) return;
          event.preventDefault();
          prices.restore([row.id]);
        }}
      />
      {note && (
        <span id={id} className={edit.mistake ? styles.mistake : 'note'}>
          {note}
        </span>
      )}
    </div>
  );
}
