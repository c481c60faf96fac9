import { type RefObject, useEffect, useRef } from 'react';

/** The form whose first wrong field takes the keyboard each time `problem` is a new one. */
export function useInvalidFocus(problem: object | null | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);
  return form;
}
