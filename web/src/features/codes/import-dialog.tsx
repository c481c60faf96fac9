import { formatDate } from '@almas/locale/formats';
import { codeBatches } from '@almas/locale/screens/code-batches';
import { codes as words } from '@almas/locale/screens/codes';
import { useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Progress } from '../../ui/progress.tsx';
import type { BatchDraft } from './batch-draft.ts';
import { BatchFields } from './batch-fields.tsx';
import { CodePreview } from './code-preview.tsx';
import { CodeSource, noSource, type Source } from './code-source.tsx';
import { ImportCounts } from './import-counts.tsx';
import type { ImportJob, ImportResult } from './import-job.ts';
import { type Preview, useImportList } from './import-list.ts';
import { readText } from './reader/read-codes.ts';
import { isSold } from './reader/words.ts';
import { type ImportStep, type ListCheck, useImport, useListCheck } from './use-import.ts';

interface ImportDialogProps {
  readonly onClose: () => void;
  readonly offerName: string;
  readonly job: ImportJob;
  readonly explain: boolean;
  readonly caseSignificant?: boolean;
  readonly onDone: (result: ImportResult) => void;
}

function useReading({ text, file }: Source) {
  const ofText = useMemo(() => (text.trim() === '' ? null : readText(text)), [text]);
  return file?.reading ?? ofText;
}

/** Paste, type or drop codes, check the preview, confirm. Closing the dialog before the end writes nothing. */
export function ImportDialog({
  onClose,
  offerName,
  job,
  explain,
  caseSignificant = false,
  onDone,
}: ImportDialogProps) {
  const [source, setSource] = useState(noSource);
  const [typed, setTyped] = useState(job.batch);
  /** The date was typed, or emptied: that of the list no longer counts. */
  const [isDated, setDated] = useState(false);
  const reading = useReading(source);
  const { list, preview } = useImportList(reading, { caseSignificant });
  const [expiresOn = ''] = [job.batch.expiresOn, list.expiresOn].filter((day) => day !== '').sort();
  const batch = isDated ? typed : { ...typed, expiresOn };
  const changeBatch = (next: BatchDraft) => {
    setDated(isDated || next.expiresOn !== batch.expiresOn);
    setTyped(next);
  };
  const close = () => {
    setSource(noSource);
    setTyped(job.batch);
    setDated(false);
    onClose();
  };
  const done = (result: ImportResult) => {
    onDone(result);
    close();
  };
  const { step, start, cancel } = useImport({ job, explain, onDone: done, onBatchKept: close });
  const check = useListCheck(job, list, step.name === 'choosing' && step.lost);
  const isEmpty = source.text === '' && source.file === null;
  const fresh = freshOf(list.read.codes.length, check);
  const submit = () =>
    void start(list, {
      source: source.file?.name ?? words.pasted,
      isEmpty,
      question: preview?.question ?? null,
      batch,
      known: check.state === 'done' && check.counts.fresh === 0 ? check.counts.known : null,
    });
  return (
    <Dialog
      onClose={close}
      title={words.title(offerName)}
      size="lg"
      locked={step.name !== 'choosing'}
      footer={
        <>
          <Button
            variant="secondary"
            onClick={step.name === 'choosing' ? close : cancel}
            disabled={step.name === 'writing'}
          >
            {words.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            busy={step.name !== 'choosing'}
            // Not disabled: a press says why there is nothing to import.
            aria-disabled={!isEmpty && fresh === 0}
          >
            {isEmpty ? words.submit : words.submitCount(fresh, columnName(preview))}
          </Button>
        </>
      }
    >
      {step.name === 'choosing' ? (
        <Form form={{ submit }} id={formId}>
          {step.lost && <Notice tone="waiting" title={words.lost} />}
          <CodeSource source={source} onChange={setSource} />
          {reading?.kind === 'refused' && <FormError text={words.refused[reading.reason](null)} />}
          {preview && <CodePreview preview={preview} />}
          <ImportCounts list={list} preview={preview} check={check} />
          <Panel
            title={codeBatches.fields.fold}
            summary={
              !isDated && batch.expiresOn
                ? codeBatches.fields.listExpires(formatDate(batch.expiresOn))
                : codeBatches.fields.foldHint
            }
            initiallyOpen={false}
          >
            <BatchFields draft={batch} onChange={changeBatch} />
          </Panel>
        </Form>
      ) : (
        <Underway step={step} />
      )}
    </Dialog>
  );
}

const formId = 'import-codes';

const freshOf = (chosen: number, check: ListCheck) => (check.state === 'done' ? check.counts.fresh : chosen);

/** The name of the column of codes; '' for a list without columns. */
function columnName(preview: Preview | null): string {
  if (!preview || preview.roles.length < 2) return '';
  const column = preview.roles.findIndex(isSold);
  return preview.reading.grid.heads[column] || (column < 0 ? '' : String(column + 1));
}

function Underway({ step }: { readonly step: Exclude<ImportStep, { name: 'choosing' }> }) {
  const part = step.parts > 1 ? `${words.part(step.part, step.parts)} ` : '';
  if (step.name === 'sending') {
    const percent = Math.floor(step.share * 100);
    const note = step.part > 1 ? words.sendingPartNote : words.sendingNote;
    return <Progress label={`${part}${words.sending(percent)}`} share={step.share} note={note} />;
  }
  return (
    <Progress
      label={`${part}${words.writing}`}
      share={null}
      note={step.parts > 1 ? words.writingPartNote : words.writingNote}
    />
  );
}
