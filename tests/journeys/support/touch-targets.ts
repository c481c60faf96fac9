import type { Page } from '@playwright/test';

/**
 * What a finger cannot hit on a phone, by its words and its measures. Everything that takes a tap is 44 px high and wide, as far as a
 * finger reaches it: what lies under the finger 21 px from the middle is measured, not the box. A link inside a sentence is as
 * high as its line. On a desk axe measures (24 px, with the distance to the next one).
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 44;
    const takesTaps = 'a[href], button, input, select, textarea, summary, [role="option"], [role="menuitem"]';
    // What lies under a dialog or an opened panel waits for its turn.
    const top = [...document.querySelectorAll('dialog[open], [data-panel]')].at(-1) ?? document.body;
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node !== element && node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
    /** The label of a box that is not seen itself takes its taps. */
    const targetOf = (element: Element): Element =>
      (element instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(element.type)
        ? element.labels?.[0]
        : undefined) ?? element;
    const found: string[] = [];
    for (const element of top.querySelectorAll<HTMLElement>(takesTaps)) {
      const target = targetOf(element);
      target.scrollIntoView({ block: 'center', inline: 'nearest' });
      const { left, top: above, width, height } = target.getBoundingClientRect();
      const [x, y] = [left + width / 2, above + height / 2];
      const isSeen = width > 1 && height > 1 && target.checkVisibility({ visibilityProperty: true });
      if (!isSeen || x < 0 || x > innerWidth || y < 0 || isInSentence(element)) continue;
      const hits = (pointX: number, pointY: number) => {
        const hit = document.elementFromPoint(pointX, pointY);
        return hit !== null && (target.contains(hit) || hit.closest('label')?.control === element);
      };
      if (!hits(x, y)) continue;
      let covers = '';
      const reach = (stepX: number, stepY: number) => {
        for (let distance = 0.5; distance <= least / 2; distance += 0.5) {
          const point = [x + stepX * distance, y + stepY * distance] as const;
          if (hits(...point)) continue;
          covers = document.elementFromPoint(...point)?.outerHTML.slice(0, 90) ?? 'nothing';
          return distance - 0.5;
        }
        return least / 2;
      };
      const across = reach(-1, 0) + reach(1, 0);
      const down = reach(0, -1) + reach(0, 1);
      if (across >= least - 1 && down >= least - 1) continue;
      const name = element.getAttribute('aria-label') ?? target.textContent?.trim().slice(0, 40);
      found.push(`${element.tagName.toLowerCase()} « ${name} »: ${across} x ${down}, beside it ${covers}`);
    }
    return [...new Set(found)];
  });
