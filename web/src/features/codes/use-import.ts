import { codes as words } from '@almas/locale/screens/codes';
import { useRef, useState } from 'react';
import { messageOf, OfflineError } from '../../lib/api-errors.ts';
import { refresh } from '../../lib/queries.ts';
import { toast } from '../../lib/toast-store.ts';
import type { ImportJob, ImportResult } from './import-job.ts';
import type { CodeList } from './read-codes.ts';

export type ImportStep =
  | { readonly name: 'choosing'; readonly lost: boolean }
  /** `share` 0 to 1; nothing is written before 1. */
  | { readonly name: 'sending'; readonly share: number }
  | { readonly name: 'writing' };

interface ImportOptions {
  readonly job: ImportJob;
  /** The edit screen says more than the new form (SPEC §5 Code import). */
  readonly explain: boolean;
  readonly onDone: (result: ImportResult) => void;
}

/** One import from the button to its end. A second start while one is under way does nothing. */
export function useImport({ job, explain, onDone }: ImportOptions) {
  const [step, setStep] = useState<ImportStep>({ name: 'choosing', lost: false });
  const stop = useRef<AbortController | null>(null);

  const start = async (list: CodeList) => {
    if (stop.current) return;
    if (list.lines.length === 0) return toast.warning(words.missing, explain ? words.missingText : undefined);
    if (list.codes.length === 0) return toast.warning(words.invalid, explain ? words.invalidText : undefined);
    const control = new AbortController();
    stop.current = control;
    setStep({ name: 'sending', share: 0 });
    const onSent = (share: number) => setStep(share < 1 ? { name: 'sending', share } : { name: 'writing' });
    try {
      const result = await job.save(list, { signal: control.signal, onSent });
      if (result.imported === 0) toast.warning(words.invalid, explain ? words.invalidText : undefined);
      else toast.success(words.done, words.doneText(result.imported));
      if (result.imported > 0) onDone(result);
      setStep({ name: 'choosing', lost: false });
    } catch (error) {
      if (control.signal.aborted) toast.info(words.cancelled, words.cancelledText);
      else toast.error(...failureOf(error, explain));
      setStep({ name: 'choosing', lost: error instanceof OfflineError });
    }
    stop.current = null;
    await refresh('products', 'codes');
  };

  return { step, start, cancel: () => stop.current?.abort() };
}

/** Every line was there already, or is no code: the same words as when the list holds none (AMB-61). */
function failureOf(error: unknown, explain: boolean): [string, string?] {
  const none = error instanceof Error && 'code' in error && error.code === 'CODES_INVALID';
  if (none) return explain ? [words.invalid, words.invalidText] : [words.invalid];
  return [messageOf(error, words.importFailed)];
}
