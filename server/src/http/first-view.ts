import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageContent } from './page-data.ts';

/** What web/first-view builds from web/src/first-view.tsx. */
interface Screens {
  readonly renderFirstView: (screen: string, data: PageContent['data']) => string | undefined;
  readonly warmUp: () => void;
}

/** The server renders up to 0.2 ms for each 1,000 characters, and answers nothing else meanwhile. */
const largestContent = 24_000;

export interface FirstView {
  /** The styles of the screen, for the head of the page. */
  readonly styles: string;
  /** The screen itself, for `#root`. */
  readonly html: string;
}

/**
 * The first view of a screen: a browser on a slow network shows it as soon as the page is there, before any of the
 * application's code. The same components render it, from the answers that the page brings along anyway
 * (docs/decisions/0018). Every fault means: no first view, and the application shows the screen by itself.
 * @param root web/dist
 * @param lists the files of each screen, by its path in the route table
 */
export async function firstViews(
  root: string,
  lists: Readonly<Record<string, readonly string[]>>,
): Promise<(screen: string, content: PageContent) => FirstView | undefined> {
  const file = join(root, '../first-view/dist/first-view.js');
  if (!existsSync(file)) return () => undefined;
  const screens = (await import(pathToFileURL(file).href)) as Screens;
  screens.warmUp();
  const styles = stylesOf(root, lists);
  return (screen, { data, element }) => {
    const own = styles.get(screen);
    if (own === undefined || element.length > largestContent) return undefined;
    try {
      const html = screens.renderFirstView(screen, data);
      return html === undefined ? undefined : { styles: own, html };
    } catch {
      return undefined;
    }
  };
}

/**
 * The style sheets of each screen, by its path, written into the page: a request less before anything is seen. Their
 * links stay, switched off, so that the application does not load them again.
 */
function stylesOf(
  root: string,
  lists: Readonly<Record<string, readonly string[]>>,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(lists).map(([path, files]) => {
      const sheets = files.filter((name) => name.endsWith('.css'));
      const rules = sheets.map((name) => readFileSync(join(root, name), 'utf8')).join('\n');
      const links = sheets.map((name) => `<link rel="stylesheet" crossorigin href="/${name}" disabled>`);
      return [path, `<style>${rules.replaceAll('</', '<\\/')}</style>${links.join('')}`];
    }),
  );
}
