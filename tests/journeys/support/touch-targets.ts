import type { Page } from '@playwright/test';

/**
 * Lists the controls that are too small to tap on a phone, with their text and size. Every control is 44 px high and wide, measured by
 * what is under a finger at 21 px from the middle, not by its box. A link inside a sentence is as high as its line. On a desktop axe
 * measures (24 px, with the distance to the next one).
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 44;
    const takesTaps = 'a[href], button, input, select, textarea, summary, [role="option"], [role="menuitem"]';
    // Controls under a dialog or an open panel cannot be tapped now.
    const top =
      [...document.querySelectorAll('dialog[open], [data-panel], :popover-open')].at(-1) ?? document.body;
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node !== element && node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
    /** Taps go to the label of an invisible checkbox or radio button. */
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
