import { readCodeLines } from '@almas/contract/code-lines';
import { codes as words } from '@almas/locale/screens/codes';
import { useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { CodeSource, entriesOf, noSource } from './code-source.tsx';
import { ImportCounts } from './import-counts.tsx';
import type { ImportJob, ImportResult } from './import-job.ts';
import { type ImportStep, useImport, useListCheck } from './use-import.ts';

interface ImportDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly offerName: string;
  readonly job: ImportJob;
  readonly explain: boolean;
  readonly onDone: (result: ImportResult) => void;
}

/** Paste, type or drop codes, check the preview, confirm. Closing the dialog before the end writes nothing. */
export function ImportDialog({ opened, onClose, offerName, job, explain, onDone }: ImportDialogProps) {
  const [source, setSource] = useState(noSource);
  const entries = useMemo(() => entriesOf(source), [source]);
  const list = useMemo(() => readCodeLines(entries), [entries]);
  const done = (result: ImportResult) => {
    setSource(noSource);
    onDone(result);
    onClose();
  };
  const { step, start, cancel } = useImport({ job, explain, onDone: done });
  const check = useListCheck(job, list, step.name === 'choosing' && step.lost);
  const submit = () =>
    void start(
      list,
      entries.every((entry) => entry === ''),
    );
  const close = () => {
    setSource(noSource);
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={words.title(offerName)}
      locked={step.name !== 'choosing'}
      footer={<Actions step={step} onCancel={step.name === 'choosing' ? close : cancel} />}
    >
      {step.name === 'choosing' ? (
        <Form form={{ submit }} id={formId}>
          {step.lost && <Notice tone="waiting" title={words.lost} />}
          <CodeSource source={source} onChange={setSource} />
          <ImportCounts lines={list.lines.length} check={check} />
        </Form>
      ) : (
        <Underway step={step} />
      )}
    </Dialog>
  );
}

const formId = 'import-codes';

function Actions({ step, onCancel }: { readonly step: ImportStep; readonly onCancel: () => void }) {
  return (
    <>
      <Button look="secondary" onClick={onCancel} disabled={step.name === 'writing'}>
        {words.cancel}
      </Button>
      <Button type="submit" form={formId} busy={step.name !== 'choosing'}>
        {words.submit}
      </Button>
    </>
  );
}

function Underway({ step }: { readonly step: ImportStep }) {
  if (step.name === 'sending') {
    const percent = Math.floor(step.share * 100);
    return <Progress label={words.sending(percent)} share={step.share} note={words.sendingNote} />;
  }
  return <Progress label={words.writing} share={null} note={words.writingNote} />;
}
