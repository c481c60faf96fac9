import type { Browser, Page } from '@playwright/test';
import { median } from './numbers.ts';
import { type Cookies, visit } from './visitor.ts';

/** Milliseconds from a click on a link of the menu until the new screen shows its content and nothing is loading. */
const follow = (page: Page, path: string): Promise<number> =>
  page.evaluate(
    (to) =>
      new Promise<number>((done, fail) => {
        const link = document.querySelector<HTMLElement>(`aside a[href="${to}"]`);
        if (!link) throw new Error(`no link to ${to}`);
        const began = performance.now();
        link.click();
        const looking = setInterval(() => {
          const there = location.pathname === to && document.querySelector('main h1');
          // Content below the fold may load later.
          const waits = [...document.querySelectorAll('[role="status"][aria-label="Chargement…"]')].some(
            (skeleton) => skeleton.getBoundingClientRect().top < innerHeight,
          );
          if (performance.now() - began > 10_000) fail(new Error(`${to} never stood`));
          else if (!there || waits) return;
          clearInterval(looking);
          requestAnimationFrame(() => done(performance.now() - began));
        });
      }),
    path,
  );

/**
 * The median time in ms of a navigation to each path with cached data. The screens are visited once before. The CPU is slowed down
 * `slowdown` times.
 */
export const routeChanges = (
  browser: Browser,
  baseURL: string,
  cookies: Cookies,
  paths: readonly string[],
  slowdown: number,
  rounds: number,
): Promise<Map<string, number>> =>
  visit(browser, baseURL, cookies, { viewport: { width: 1280, height: 800 } }, async (page, devtools) => {
    await page.goto(paths[0] ?? '/');
    await page.locator('main h1').waitFor();
    for (const path of paths) await follow(page, path);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const times = new Map<string, number[]>(paths.map((path) => [path, []]));
    for (let i = 0; i < rounds; i += 1)
      for (const path of paths) times.get(path)?.push(await follow(page, path));
    return new Map([...times].map(([path, list]) => [path, median(list)]));
  });
