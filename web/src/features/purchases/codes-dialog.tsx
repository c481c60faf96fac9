import type { Purchase, PurchaseSummary } from '@almas/contract/purchases';
import { colon } from '@almas/locale/formats';
import { cardHistory } from '@almas/locale/screens/card-history';
import { common } from '@almas/locale/screens/common';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, useFeature } from '../../platform/network/index.ts';
import { useOnline } from '../../platform/offline/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { When } from '../../ui/figures.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { ExternalIcon } from '../../ui/work-icons.tsx';
import { CodeActions } from './code-actions.tsx';
import { readableCodes } from './code-format.ts';
import { CodeLines } from './code-lines.tsx';
import styles from './codes-dialog.module.css';
import { CopyCodesButton } from './copy-codes-button.tsx';
import { OfflineCodes } from './offline-codes.tsx';
import { useRedeem } from './use-redeem.ts';

const ClaimCodes = lazyPart(() => import('./claim-codes.tsx'), null);
const words = cardHistory.codes;

/** The data that a list has of a purchase before its codes are read. */
export type CodesOf = Pick<PurchaseSummary, 'id'> &
  Partial<Pick<PurchaseSummary, 'productName' | 'createdAt' | 'offerName' | 'quantity'>>;

interface CodesDialogProps {
  readonly purchase: CodesOf;
  readonly onClose: () => void;
}

/** The codes of one purchase, read when the dialog opens and discarded when it closes. */
export default function CodesDialog({ purchase, onClose }: CodesDialogProps) {
  const online = useOnline();
  const detail = useQuery({
    ...apiQuery('purchases', 'get', { params: { id: purchase.id } }),
    gcTime: 0,
  });
  const known = detail.data ?? purchase;
  return (
    <Dialog
      onClose={onClose}
      title={words.title(known.productName ?? '')}
      footer={
        <div className={`wrap spread ${styles.footer}`}>
          <span>
            {words.date}
            {colon}
            {known.createdAt && <When at={known.createdAt} />}
          </span>
          <span>
            {words.id}
            {colon}
            <span className={styles.id}>{purchase.id}</span>
          </span>
        </div>
      }
    >
      <p className={styles.offer}>{known.offerName ?? ''}</p>
      {detail.data ? (
        <Codes purchase={detail.data} codes={detail.data.codes ?? []} />
      ) : !online ? (
        <OfflineCodes onRetry={() => void detail.refetch()} />
      ) : (
        <Unloaded query={detail} count={Math.min(purchase.quantity ?? 1, 4)} height={64} />
      )}
    </Dialog>
  );
}

interface CodesProps {
  readonly purchase: PurchaseSummary;
  readonly codes: Purchase['codes'];
}

function Codes({ purchase, codes }: CodesProps) {
  const { link: site, text } = useRedeem(purchase);
  const readable = readableCodes(codes);
  const isCashier = useMe().cashier !== undefined;
  const [isClaiming, setIsClaiming] = useState(false);
  // A claim that is being written stays when the switch is turned off: the refusal of the server says why.
  const hasClaims = (useFeature('claims') || isClaiming) && !isCashier;
  if (codes.length === 0) return <EmptyState title={words.empty} />;
  const actions = (
    <div className={`wrap ${styles.actions}`}>
      <CopyCodesButton purchaseId={purchase.id} codes={codes} label={words.copyAll} />
      {readable.length > 0 && <CodeActions purchase={{ ...purchase, codes }} />}
      {site && (
        <a href={site} target="_blank" rel="noopener noreferrer" className={buttonClass('secondary')}>
          {words.redeem}
          <ExternalIcon size={18} />
          <span className="visually-hidden"> ({common.newTab})</span>
        </a>
      )}
    </div>
  );
  // Above several codes, so that a purchase of 100 is copied without scrolling through it.
  const isList = codes.length > 1;
  return (
    <>
      {isList && actions}
      <CodeLines purchaseId={purchase.id} codes={codes} />
      {text && <p dir="auto">{text}</p>}
      {!isList && actions}
      {hasClaims && (
        <ClaimCodes purchaseId={purchase.id} codes={codes} opened={isClaiming} setOpened={setIsClaiming} />
      )}
    </>
  );
}
