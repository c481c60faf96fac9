import type { KnownCodes } from '@almas/contract/products';
import { comma } from '@almas/locale/formats';
import { codes as words } from '@almas/locale/screens/codes';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useToasts } from '../../lib/use-toasts.ts';
import { ApiError, messageOf, OfflineError, refresh } from '../../platform/network/index.ts';
import { isChanged } from '../../ui/use-form.ts';
import { type BatchDraft, importMistake } from './batch-draft.ts';
import { type Counts, type ImportJob, type ImportResult, PartlyImported } from './import-job.ts';
import type { ImportList, Preview } from './import-list.ts';

interface Part {
  /** From 1. */
  readonly part: number;
  readonly parts: number;
}

export type ImportStep =
  | { readonly name: 'choosing'; readonly lost: boolean }
  /** `share` 0 to 1 of this part; nothing of it is written before 1. */
  | ({ readonly name: 'sending'; readonly share: number } & Part)
  | ({ readonly name: 'writing' } & Part);

interface ImportOptions {
  readonly job: ImportJob;
  /** The edit screen shows more than the new form. */
  readonly explain: boolean;
  readonly onDone: (result: ImportResult) => void;
  /** The batch of the codes that wait was corrected, and nothing imported. */
  readonly onBatchKept: () => void;
}

interface Start {
  /** The name of the file, or that it was pasted. */
  readonly source: string;
  /** Nothing was given at all, not even blank lines. */
  readonly isEmpty: boolean;
  /** It is not chosen yet which column is the code. */
  readonly question: Preview['question'];
  /** Where all codes of the list are known. */
  readonly known: KnownCodes | null;
  readonly batch: BatchDraft;
}

/** One import, from the button to its end. A second start while one is running does nothing. */
export function useImport({ job, explain, onDone, onBatchKept }: ImportOptions) {
  const [step, setStep] = useState<ImportStep>({ name: 'choosing', lost: false });
  const { say, fieldMessage } = useToasts();
  const stop = useRef<AbortController | null>(null);

  const start = async (list: ImportList, { source, isEmpty, question, known, batch }: Start) => {
    if (stop.current) return;
    const keepsBatch = isEmpty && job.keepBatch && isChanged(batch, job.batch);
    if (isEmpty && !keepsBatch)
      return fieldMessage.warning(words.missing, explain ? words.missingText : undefined);
    if (question) return fieldMessage.warning(words.preview.questions[question]);
    if (list.read.codes.length === 0 && !keepsBatch)
      return fieldMessage.warning(words.invalid, explain ? words.invalidText : undefined);
    if (known) return fieldMessage.warning(words.nothingNew, words.alreadyKnown(known).join(comma));
    const mistake = importMistake(batch);
    if (mistake !== null) return fieldMessage.warning(mistake);
    if (keepsBatch) {
      job.keepBatch?.(batch);
      return onBatchKept();
    }
    const control = new AbortController();
    stop.current = control;
    setStep({ name: 'sending', share: 0, part: 1, parts: 1 });
    const onSent = (share: number, at: Part) =>
      setStep(share < 1 ? { name: 'sending', share, ...at } : { name: 'writing', ...at });
    try {
      const result = await job.save(list, { source, batch, signal: control.signal, onSent });
      if (result.imported === 0) say.warning(words.nothingNew, words.alreadyKnown(result.known).join(comma));
      else say.success(words.done, words.doneText(result.imported));
      if (result.imported > 0) onDone({ ...result, invalid: result.invalid + list.leftOut });
      setStep({ name: 'choosing', lost: false });
    } catch (error) {
      const isLost = explainFailure(error, control.signal.aborted);
      setStep({ name: 'choosing', lost: isLost });
    }
    stop.current = null;
    await refresh('products', 'codes', 'codeBatches');
  };

  /** Whether it is unknown what was written. */
  const explainFailure = (error: unknown, isCancelled: boolean): boolean => {
    if (error instanceof PartlyImported) {
      say.warning(words.partly(error.part, error.parts), words.doneText(error.imported));
      // The list is counted anew, so that the rest can be imported.
      return true;
    }
    if (isCancelled) say.info(words.cancelled, words.cancelledText);
    else if (error instanceof ApiError && error.code === 'CODES_ALREADY_KNOWN') say.warning(error.message);
    else say.error(messageOf(error, words.importFailed));
    return error instanceof OfflineError;
  };

  return { step, start, cancel: () => stop.current?.abort() };
}

export type ListCheck =
  | { readonly state: 'none' }
  | { readonly state: 'checking' }
  | { readonly state: 'failed' }
  | { readonly state: 'done'; readonly counts: Counts };

/** Counts a list shortly after its last change; a change aborts the count and starts a new one. */
export function useListCheck(job: ImportJob, list: ImportList, again: boolean): ListCheck {
  const debounced = useDebounced(list);
  const [check, setCheck] = useState<ListCheck>({ state: 'none' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` asks for the same list once more
  useEffect(() => {
    if (debounced.codes.length === 0) return setCheck({ state: 'none' });
    const control = new AbortController();
    setCheck({ state: 'checking' });
    job.check(debounced, control.signal).then(
      (counts) => control.signal.aborted || setCheck({ state: 'done', counts }),
      () => control.signal.aborted || setCheck({ state: 'failed' }),
    );
    return () => control.abort();
  }, [job, debounced, again]);
  return debounced === list ? check : { state: list.codes.length === 0 ? 'none' : 'checking' };
}
