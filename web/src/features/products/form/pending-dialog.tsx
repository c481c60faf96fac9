import { codes as codeWords } from '@almas/locale/screens/codes';
import { productForm } from '@almas/locale/screens/product-form';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';
import type { BatchDraft } from '../../codes/batch-draft.ts';
import { BatchFields } from '../../codes/batch-fields.tsx';
import type { ImportWork } from './pending-imports.ts';

const words = productForm.codesToImport;

interface PendingDialogProps {
  readonly work: ImportWork;
  readonly onRetry?: () => void;
  readonly onBatch?: (batch: BatchDraft) => void;
  readonly onLeave?: () => void;
}

/** The import of waiting codes, with a new product or after a product was saved. */
export const PendingDialog = ({ work, onRetry, onBatch, onLeave }: PendingDialogProps) =>
  work.name !== 'idle' ? (
    <Dialog
      onClose={() => onLeave?.()}
      title={words.title}
      size="sm"
      locked
      footer={
        work.name === 'stopped' && (
          <>
            <Button variant="secondary" onClick={onLeave}>
              {words.leave}
            </Button>
            <Button onClick={onRetry}>{words.retry}</Button>
          </>
        )
      }
    >
      {work.name === 'creating' && (
        <Progress
          label={work.share < 1 ? codeWords.sending(Math.floor(work.share * 100)) : codeWords.writing}
          share={work.share < 1 ? work.share : null}
        />
      )}
      {work.name === 'importing' && (
        <Progress
          label={words.progress(work.position, work.total)}
          share={(work.position - 1 + work.share) / work.total}
        />
      )}
      {work.name === 'stopped' && (
        <Stack gap={8}>
          <Notice tone="failed" title={work.message}>
            {words.stopped}
          </Notice>
          <p>{words.kept}</p>
          {work.batch && onBatch && <BatchFields draft={work.batch} onChange={onBatch} />}
        </Stack>
      )}
    </Dialog>
  ) : null;
