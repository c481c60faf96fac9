import { codeBatches as words } from '@almas/locale/screens/code-batches';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../platform/network/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { AskedDialog, type AskedOfBatch, BatchItem } from './batch-list.tsx';

interface OriginDialogProps {
  /** Of the batch. */
  readonly id: string;
  readonly onClose: () => void;
}

/** One batch, reached from one of its codes: to be recalled, or to see who else bought of it. */
export default function OriginDialog({ id, onClose }: OriginDialogProps) {
  const [asked, setAsked] = useState<AskedOfBatch | null>(null);
  const found = useQuery({ ...apiQuery('codeBatches', 'get', { params: { id } }), staleTime: 0 });
  const batch = found.data;
  return (
    <Dialog onClose={onClose} title={words.originTitle(id)} size="lg">
      {batch ? (
        <ul>
          <BatchItem batch={batch} withOffer onAsk={(what) => setAsked({ what, batch })} />
        </ul>
      ) : (
        <Unloaded query={found} text={words.failed} count={1} height={160} />
      )}
      {asked && <AskedDialog {...asked} onClose={() => setAsked(null)} />}
    </Dialog>
  );
}
