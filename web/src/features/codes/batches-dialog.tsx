import type { CodeBatch } from '@almas/contract/code-batches';
import { codeBatches as words } from '@almas/locale/screens/code-batches';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { BatchList, nameOfBatch } from './batch-list.tsx';
import { UnsoldCodes } from './unsold-codes.tsx';

interface BatchesDialogProps {
  readonly offerId: string;
  readonly offerName: string;
  readonly onClose: () => void;
}

/** What the dialog shows: the batches of the offer, or unsold codes, of one batch or of all. */
type Shown = { readonly codes: false } | { readonly codes: true; readonly of: CodeBatch | null };

/** The batches of an offer: each can be recalled, and its unsold codes looked through and withdrawn one by one. */
export default function BatchesDialog({ offerId, offerName, onClose }: BatchesDialogProps) {
  const [shown, setShown] = useState<Shown>({ codes: false });
  const title = shown.codes
    ? words.unsoldOf(shown.of ? nameOfBatch(shown.of) : offerName)
    : words.title(offerName);
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Stack>
        {shown.codes ? (
          <>
            <div>
              <Button variant="secondary" onClick={() => setShown({ codes: false })}>
                {words.back}
              </Button>
            </div>
            <UnsoldCodes query={shown.of ? { batchId: shown.of.id } : { offerId }} />
          </>
        ) : (
          <>
            <div>
              <Button variant="secondary" onClick={() => setShown({ codes: true, of: null })}>
                {words.all}
              </Button>
            </div>
            <BatchList offerId={offerId} onCodes={(of) => setShown({ codes: true, of })} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}
