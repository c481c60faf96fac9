import { type RefObject, useEffect, useRef } from 'react';
import { useFreshSubject } from './slips.ts';

/**
 * For a question in place of the button that was pressed: it takes the focus, which scrolls, so that any of its buttons can be under the
 * finger; the second press of a double press presses none of them (P29).
 */
export function useQuestion(): RefObject<HTMLDivElement | null> {
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => question.current?.focus(), []);
  useFreshSubject(question, undefined);
  return question;
}
