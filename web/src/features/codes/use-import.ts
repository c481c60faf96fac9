import type { CodeLines } from '@almas/contract/code-lines';
import { codes as words } from '@almas/locale/screens/codes';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf, OfflineError } from '../../lib/api-errors.ts';
import { refresh } from '../../lib/queries.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useToasts } from '../../lib/use-toasts.ts';
import type { Counts, ImportJob, ImportResult } from './import-job.ts';

export type ImportStep =
  | { readonly name: 'choosing'; readonly lost: boolean }
  /** `share` 0 to 1; nothing is written before 1. */
  | { readonly name: 'sending'; readonly share: number }
  | { readonly name: 'writing' };

interface ImportOptions {
  readonly job: ImportJob;
  /** The edit screen shows more than the new form. */
  readonly explain: boolean;
  readonly onDone: (result: ImportResult) => void;
}

/** One import, from the button to its end. A second start while one is running does nothing. */
export function useImport({ job, explain, onDone }: ImportOptions) {
  const [step, setStep] = useState<ImportStep>({ name: 'choosing', lost: false });
  const { say, remark } = useToasts();
  const stop = useRef<AbortController | null>(null);

  /** `empty`: nothing was given at all, not even blank lines. */
  const start = async (list: CodeLines, empty: boolean) => {
    if (stop.current) return;
    if (empty) return remark.warning(words.missing, explain ? words.missingText : undefined);
    if (list.codes.length === 0)
      return remark.warning(words.invalid, explain ? words.invalidText : undefined);
    const control = new AbortController();
    stop.current = control;
    setStep({ name: 'sending', share: 0 });
    const onSent = (share: number) => setStep(share < 1 ? { name: 'sending', share } : { name: 'writing' });
    try {
      const result = await job.save(list, { signal: control.signal, onSent });
      if (result.imported === 0) say.warning(words.nothingNew, words.alreadyKnown(result.known).join(', '));
      else say.success(words.done, words.doneText(result.imported));
      if (result.imported > 0) onDone(result);
      setStep({ name: 'choosing', lost: false });
    } catch (error) {
      if (control.signal.aborted) say.info(words.cancelled, words.cancelledText);
      else if (error instanceof ApiError && error.code === 'CODES_ALREADY_KNOWN') say.warning(error.message);
      else say.error(messageOf(error, words.importFailed));
      setStep({ name: 'choosing', lost: error instanceof OfflineError });
    }
    stop.current = null;
    await refresh('products', 'codes');
  };

  return { step, start, cancel: () => stop.current?.abort() };
}

export type ListCheck =
  | { readonly state: 'none' }
  | { readonly state: 'checking' }
  | { readonly state: 'failed' }
  | { readonly state: 'done'; readonly counts: Counts };

/** Counts a list shortly after its last change; a change aborts the count and starts a new one. */
export function useListCheck(job: ImportJob, list: CodeLines, again: boolean): ListCheck {
  const settled = useDebounced(list);
  const [check, setCheck] = useState<ListCheck>({ state: 'none' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` asks for the same list once more
  useEffect(() => {
    if (settled.lines.length === 0) return setCheck({ state: 'none' });
    const control = new AbortController();
    setCheck({ state: 'checking' });
    job.check(settled, control.signal).then(
      (counts) => control.signal.aborted || setCheck({ state: 'done', counts }),
      () => control.signal.aborted || setCheck({ state: 'failed' }),
    );
    return () => control.abort();
  }, [job, settled, again]);
  return settled === list ? check : { state: list.lines.length === 0 ? 'none' : 'checking' };
}
