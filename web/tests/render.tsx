import '../src/ui/theme/tokens.css';
import '../src/ui/theme/base.css';
import '../src/platform/network/administrators-calls.ts';
import '../src/platform/network/later-calls.ts';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';

/** Shows a component in the document of the test, until the test ends. @returns a function that shows another state of it */
export function render(content: ReactNode): (content: ReactNode) => void {
  const place = document.createElement('main');
  document.body.append(place);
  const root = createRoot(place);
  const show = (next: ReactNode) => flushSync(() => root.render(next));
  show(content);
  onTestFinished(() => {
    // What a component does when it leaves takes the real ones.
    vi.useRealTimers();
    flushSync(() => root.unmount());
    place.remove();
  });
  return show;
}

/** The centre of an element. */
export function middleOf(element: Element): readonly [x: number, y: number] {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
