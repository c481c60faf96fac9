import { useEffect, useRef, useState } from 'react';
import { useDebounced } from './use-debounced.ts';

/**
 * A search field over a filter of the address bar: what is typed shows at once and becomes the filter when it rests.
 * A filter changed from elsewhere (the phone's back, a link) shows in the field.
 */
export function useSearchText(filter: string, change: (text: string) => void) {
  const [text, setText] = useState(filter);
  const sent = useRef(filter);
  const settled = useDebounced(text);
  useEffect(() => {
    if (settled === sent.current) return;
    sent.current = settled;
    change(settled);
  });
  useEffect(() => {
    if (filter === sent.current) return;
    sent.current = filter;
    setText(filter);
  }, [filter]);
  return [text, setText] as const;
}
