import type { CodeLines } from '@almas/contract/code-lines';
import { useEffect, useState } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';
import type { Counts, ImportJob } from './import-job.ts';

export type Check =
  | { readonly state: 'none' }
  | { readonly state: 'checking' }
  | { readonly state: 'failed' }
  | { readonly state: 'done'; readonly counts: Counts };

/** Counts a list shortly after it stopped changing; a list that changes meanwhile is counted instead. */
export function useCheck(job: ImportJob, list: CodeLines, again: boolean): Check {
  const settled = useDebounced(list);
  const [check, setCheck] = useState<Check>({ state: 'none' });
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
