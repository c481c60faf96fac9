import { colon } from '@almas/locale/formats';
import { codeBatches } from '@almas/locale/screens/code-batches';
import { codes as codeWords } from '@almas/locale/screens/codes';
import { productForm as words } from '@almas/locale/screens/product-form';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { offerAnchor } from '../../../lib/offer-anchor.ts';
import { useLocation } from '../../../platform/navigation/index.ts';
import { useMayCall } from '../../../platform/session/may-call.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { IconText } from '../../../ui/icon-text.tsx';
import { lazyDialog } from '../../../ui/lazy-part.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { DownloadIcon, TrashIcon, UploadIcon } from '../../../ui/work-icons.tsx';
import { type ImportResult, localImport, storedImport } from '../../codes/import-job.ts';
import { ImportSummary } from '../../codes/import-summary.tsx';
import { useExport } from '../../codes/use-export.ts';
import { type OfferDraft, WaitingCodes } from './draft.ts';
import styles from './form.module.css';
import type { ProductForm } from './use-product-form.tsx';

const BatchesDialog = lazyDialog(() => import('../../codes/batches-dialog.tsx'));
const ImportDialog = lazyDialog(async () => ({
  default: (await import('../../codes/import-dialog.tsx')).ImportDialog,
}));

export interface OfferCardProps {
  readonly form: ProductForm;
  readonly offer: OfferDraft;
  readonly position: number;
  /** null on the new form. */
  readonly productId: string | null;
  /** Codes that can be sold now; 0 for an offer that is not saved. */
  readonly stock: number;
  /** Whether an import has fixed the rule of case. */
  readonly caseFixed: boolean;
  readonly onRemove: () => void;
  readonly removable: boolean;
}

export function OfferCard(props: OfferCardProps) {
  const { offer, position, stock } = props;
  const [summary, setSummary] = useState<ImportResult | null>(null);
  const waits = offer.waiting.codes.length;
  const shown = stock + waits;
  const caseFixed = props.caseFixed || shown > 0;
  const mayChange = useMayCall('products', 'update');
  return (
    <li>
      <article
        className={`column box ${styles.offer}`}
        aria-labelledby={`title-${offer.key}`}
        data-testid="offer"
      >
        <header className={`row wrap ${styles.offerHead}`}>
          <h3 id={`title-${offer.key}`}>{offer.name.trim() || words.offer(position)}</h3>
          {props.productId !== null && offer.id === null && (
            <StatusBadge tone="quiet">{words.newOffer}</StatusBadge>
          )}
          <p className={`dim ${styles.stock}`} data-empty={shown === 0} data-testid="stock">
            {codeWords.stockLabel}
            {colon}
            {codeWords.stock(shown)}
          </p>
        </header>
        {mayChange ? (
          <>
            <OfferFields {...props} />
            <Switch
              label={words.caseSignificant}
              hint={caseFixed ? words.caseFixed : words.caseHint}
              checked={offer.caseSignificant ?? false}
              disabled={caseFixed}
              onChange={(caseSignificant) =>
                props.form.change(`offers.${position - 1}.caseSignificant`, caseSignificant)
              }
            />
          </>
        ) : (
          <p className="dim">{[offer.value, offer.region].filter(Boolean).join(' · ')}</p>
        )}
        {waits > 0 && <p className={`dim ${styles.stock}`}>{codeWords.kept(waits)}</p>}
        <OfferActions {...props} onImported={setSummary} />
        {summary && <ImportSummary result={summary} onClose={() => setSummary(null)} />}
      </article>
    </li>
  );
}

function OfferFields({ form, position }: OfferCardProps) {
  const field = <Name extends 'name' | 'value' | 'price' | 'region'>(name: Name) =>
    form.field(`offers.${position - 1}.${name}`);
  return (
    <div className={styles.offerFields}>
      <TextField label={words.offerName} required maxLength={200} {...field('name')} />
      <TextField
        label={words.value}
        required
        maxLength={200}
        placeholder={words.valueHint}
        {...field('value')}
      />
      <MoneyField label={words.price} required step="0.01" min="0" {...field('price')} />
      <TextField label={words.region} maxLength={50} {...field('region')} />
    </div>
  );
}

interface ActionsProps extends OfferCardProps {
  readonly onImported: (result: ImportResult) => void;
}

/** The button of the import, where a link names this offer: it is brought into view with the focus. */
function useLinkedButton(offerId: string | null) {
  const button = useRef<HTMLButtonElement>(null);
  const anchor = useLocation({ select: ({ hash }) => hash });
  const isLinked = offerId !== null && anchor === offerAnchor(offerId);
  useEffect(() => {
    if (!isLinked) return;
    button.current?.scrollIntoView({ block: 'center' });
    button.current?.focus({ preventScroll: true });
  }, [isLinked]);
  return button;
}

function OfferActions({
  form,
  offer,
  productId,
  stock,
  onRemove,
  removable,
  onImported,
  position,
}: ActionsProps) {
  const mayChange = useMayCall('products', 'update');
  const mayImport = useMayCall('codes', 'import');
  const mayExport = useMayCall('codes', 'export');
  const mayList = useMayCall('codeBatches', 'list');
  const [importing, setImporting] = useState(false);
  const [listing, setListing] = useState(false);
  const exporting = useExport(productId ?? '');
  const importButton = useLinkedButton(offer.id);
  const { setValue } = form.fields;
  const keep = useCallback(
    ({ codes, serials, batch }: WaitingCodes) =>
      setValue(`offers.${position - 1}.waiting`, new WaitingCodes(codes, serials, batch)),
    [setValue, position],
  );
  const { id: offerId, waiting, caseSignificant = false } = offer;
  const job = useMemo(
    () =>
      productId && offerId
        ? storedImport(productId, offerId)
        : localImport({ ...waiting, serials: waiting.serials ?? [] }, { caseSignificant, keep }),
    [productId, offerId, waiting, caseSignificant, keep],
  );
  const name = offer.name.trim() || words.offer(position);
  return (
    <div className={`row wrap gap-8 ${styles.offerActions}`}>
      {mayImport && (
        <Button ref={importButton} variant="secondary" onClick={() => setImporting(true)}>
          <IconText icon={<UploadIcon size={18} />}>{codeWords.importAction}</IconText>
        </Button>
      )}
      {productId !== null && mayExport && (
        <Button variant="secondary" busy={exporting.busy} onClick={() => void exporting.run(offer.id)}>
          <IconText icon={<DownloadIcon size={18} />}>{codeWords.exportAction}</IconText>
        </Button>
      )}
      {offer.id !== null && mayList && (
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => setListing(true)}>
          {codeBatches.open}
        </Button>
      )}
      {mayChange && (mayImport || stock === 0) && (
        <Button
          variant="quiet"
          className={styles.remove ?? ''}
          disabled={!removable}
          title={removable ? undefined : words.keepOne}
          onClick={onRemove}
        >
          <IconText icon={<TrashIcon size={18} />}>{words.removeOffer}</IconText>
        </Button>
      )}
      {listing && offer.id !== null && (
        <BatchesDialog offerId={offer.id} offerName={name} onClose={() => setListing(false)} />
      )}
      {importing && (
        <ImportDialog
          onClose={() => setImporting(false)}
          offerName={name}
          job={job}
          explain={productId !== null}
          caseSignificant={caseSignificant}
          onDone={onImported}
        />
      )}
    </div>
  );
}
