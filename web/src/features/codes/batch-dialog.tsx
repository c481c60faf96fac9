import type { CodeBatch } from '@almas/contract/code-batches';
import { codeBatches as words } from '@almas/locale/screens/code-batches';
import { common } from '@almas/locale/screens/common';
import { api, useAction } from '../../platform/network/index.ts';
import { Lead, Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { isChanged, useForm } from '../../ui/use-form.ts';
import { type BatchDraft, batchCorrection, batchMistake, draftOf } from './batch-draft.ts';
import { BatchFields } from './batch-fields.tsx';
import { batchRefreshes, nameOfBatch } from './batch-list.tsx';

/** What is typed, and what the form was opened on: also of a draft that is found again. */
type Correction = BatchDraft & { readonly opened: BatchDraft };

interface BatchDialogProps {
  readonly batch: CodeBatch;
  readonly onClose: () => void;
}

/** Corrects what is said of a batch. */
export default function BatchDialog({ batch, onClose }: BatchDialogProps) {
  return (
    <Dialog onClose={onClose} title={words.editTitle(nameOfBatch(batch))}>
      <Stack>
        <Lead>{words.editHint}</Lead>
        <BatchForm batch={batch} onClose={onClose} />
      </Stack>
    </Dialog>
  );
}

function BatchForm({ batch, onClose }: BatchDialogProps) {
  const { run, busy, fieldMessage } = useAction(
    async ({ opened, ...draft }: Correction) =>
      api.codeBatches.update({ params: { id: batch.id }, body: await batchCorrection(draft, opened) }),
    { success: [words.saved], failure: words.saveFailed, refreshes: batchRefreshes, onDone: onClose },
  );
  const form = useForm<Correction>({
    initial: { ...draftOf(batch), opened: draftOf(batch) },
    onSubmit: (draft) => {
      const mistake = batchMistake(draft);
      if (mistake === null) void run(draft);
      else fieldMessage.error(mistake);
    },
    unsaved: {
      draft: `batch-${batch.id}`,
      changed: ({ opened, ...draft }) => isChanged(draft, opened),
    },
  });
  const { supplierId, supplierName } = batch;
  return (
    <Form form={form}>
      <BatchFields
        draft={form.values}
        onChange={form.set}
        own={
          supplierId !== null && supplierName !== null ? { id: supplierId, name: supplierName } : undefined
        }
      />
      <FormButtons submit={common.save} busy={busy} onCancel={onClose} />
    </Form>
  );
}
