import { limits } from '@almas/contract/limits';
import { useEffect, useRef, useState } from 'react';

/**
 * A search field over a filter of the address bar: what is typed shows at once and becomes the filter when it has
 * rested for 300 ms. A filter changed from elsewhere (the phone's back, a reset) shows in the field and
 * drops what was still on its way.
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
