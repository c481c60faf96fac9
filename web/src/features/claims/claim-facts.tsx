import type { Claim, ClaimReview } from '@almas/contract/claims';
import { colon, comma } from '@almas/locale/formats';
import { claims } from '@almas/locale/screens/claims';
import { common } from '@almas/locale/screens/common';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../platform/network/index.ts';
import { useMay } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { When } from '../../ui/figures.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { BatchOrigin } from '../codes/batch-origin.tsx';
import { RevealedCodes } from '../purchases/revealed-codes.tsx';
import styles from './claims.module.css';

const DisclosuresDialog = lazyDialog(() => import('../purchases/disclosures-dialog.tsx'));
const words = claims.queue;
const kinds = ['print', 'share', 'copy', 'reveal'] as const;

/** `imprimé 2 fois, partagé 1 fois`. */
function disclosedText({ disclosures }: ClaimReview): string {
  const said = kinds.flatMap((kind) => (disclosures[kind] > 0 ? [words.times[kind](disclosures[kind])] : []));
  return said.length > 0 ? said.join(comma) : words.never;
}
/** Several customers may hold the code. */
const isRepeated = ({ disclosures: { print, share } }: ClaimReview) =>
  print > 1 || share > 1 || print + share > 1;

/** What helps to decide: how the code was disclosed, how often the account claims, the photo, the codes. */
export function ClaimFacts({ claim, review }: { readonly claim: Claim; readonly review: ClaimReview }) {
  const may = useMay();
  const [opened, setOpened] = useState<'disclosures' | 'codes' | null>(null);
  const close = () => setOpened(null);
  const { id, purchaseId, codeId, hasPicture, purchasedAt } = claim;
  return (
    <div className="column gap-6">
      <p className="dim">
        {words.boughtOn} <When at={purchasedAt} form="in-sentence" />
      </p>
      <p>
        {words.disclosed}
        {colon}
        {disclosedText(review)}
      </p>
      <p>{words.rate(review.claims, review.bought)}</p>
      {may('stock') && <ClaimedBatch codeId={codeId} />}
      {(isRepeated(review) || review.isRateHigh) && (
        <div className="wrap gap-8">
          {isRepeated(review) && <StatusBadge tone="waiting">{words.repeated}</StatusBadge>}
          {review.isRateHigh && <StatusBadge tone="failed">{words.highRate}</StatusBadge>}
        </div>
      )}
      <div className={`wrap ${styles.links}`}>
        {hasPicture && (
          <a
            className={styles.link}
            href={`/api/claims/${id}/picture`}
            target="_blank"
            rel="noopener"
            title={common.newTab}
          >
            {words.seePhoto}
          </a>
        )}
        {may('reports') && (
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpened('disclosures')}>
            {words.seeDisclosures}
          </Button>
        )}
        {may('stock') && (
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpened('codes')}>
            {words.seeCodes}
          </Button>
        )}
      </div>
      {opened === 'disclosures' && <DisclosuresDialog purchaseId={purchaseId} onClose={close} />}
      {opened === 'codes' && (
        <Dialog onClose={close} title={claims.purchase(purchaseId)}>
          <RevealedCodes purchaseId={purchaseId} />
        </Dialog>
      )}
    </div>
  );
}

/** The batch of the refused code: its supplier is asked about all of it. */
function ClaimedBatch({ codeId }: { readonly codeId: string }) {
  const { data } = useQuery(apiQuery('codeBatches', 'ofCode', { params: { id: codeId } }));
  if (!data?.batch) return null;
  return (
    <div>
      <BatchOrigin batch={data.batch} />
    </div>
  );
}
