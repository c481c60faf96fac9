import { limits } from '@almas/contract/limits';
import { useEffect, useRef, useState } from 'react';

/**
 * A search field bound to a filter of the address: input is shown immediately and becomes the filter after 300 ms without a key. A
 * change of the filter from elsewhere (Back, a reset) replaces the text and drops pending input.
 */
export function useSearchText(filter: string, change: (text: string) => void) {
  const [text, setText] = useState(filter);
  const sent = useRef(filter);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  useEffect(() => {
    if (filter === sent.current) return;
    clearTimeout(timer.current);
    sent.current = filter;
    setText(filter);
  }, [filter]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = typed;
      latest.current(typed);
    }, limits.searchDebounceMilliseconds);
  };
  return [text, type] as const;
}
