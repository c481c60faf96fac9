import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { PaperWidth } from '../shop/paper-width.tsx';

const millimetresOfPixel = 25.4 / 96;

/**
 * Calls `remove` before a print that the browser's own menu started: the paper left by the last print has the number of that
 * print. Set the returned flag before each print of the page itself.
 */
export function usePaperOfOnePrint(remove: () => void) {
  const isOwn = useRef(false);
  const removeFormer = useEffectEvent(() => flushSync(remove));
  useEffect(() => {
    const onPrint = () => {
      if (!isOwn.current) removeFormer();
      isOwn.current = false;
    };
    window.addEventListener('beforeprint', onPrint);
    return () => window.removeEventListener('beforeprint', onPrint);
  }, []);
  return isOwn;
}

/** A page for each ticket, as wide as the paper and as long as the longest, since a roll has no pages. */
export function printPaper(paper: HTMLElement | null, width: PaperWidth): void {
  if (!paper) return;
  const longest = Math.max(
    ...[...paper.children].map((ticket) => (ticket instanceof HTMLElement ? ticket.offsetHeight : 0)),
  );
  const height = Math.ceil(longest * millimetresOfPixel) + 2;
  const page = document.createElement('style');
  page.textContent = `@page { size: ${width}mm ${height}mm; margin: 0 }`;
  // A phone prints after this call has returned: the page size stays until the ticket is removed.
  paper.querySelector('style')?.remove();
  paper.append(page);
  window.print();
}
