import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageContent } from './page-data.ts';
import type { Screens } from './shown-screen.ts';

/** The exports of the bundle that web/first-view builds from web/src/first-view.tsx. */
interface Renderer {
  readonly renderFirstView: (screen: string, data: PageContent['data']) => string | undefined;
  readonly warmUp: () => Promise<void>;
}

/**
 * Maximum length of the page data that is rendered, in characters. Rendering takes up to 0.2 ms per 1,000 characters and blocks the
 * event loop.
 */
const largestContent = 24_000;

export interface FirstView {
  /** The styles of the screen, for the head of the page. */
  readonly styles: string;
  /** The HTML of the screen, for `#root`. */
  readonly html: string;
}

/**
 * Renders first views: the HTML that a browser on a slow network shows as soon as the page has arrived, before any of the
 * application's code. The application's own components render it from the page data (docs/decisions/0018). After any error there is no
 * first view, and the application renders the screen.
 * @param root web/dist, or that of another language
 * @param base where its files are served
 */
export async function firstViews(
  root: string,
  screens: Screens,
  base: string,
): Promise<(screen: string, content: PageContent) => FirstView | undefined> {
  const file = join(root, '../first-view/dist/first-view.js');
  if (!existsSync(file)) return () => undefined;
  const renderer = (await import(pathToFileURL(file).href)) as Renderer;
  await renderer.warmUp();
  const styles = stylesOf(root, screens, base);
  return (screen, { data, element }) => {
    const own = styles.get(screen);
    if (own === undefined || element.length > largestContent) return undefined;
    try {
      const html = renderer.renderFirstView(screen, data);
      return html === undefined ? undefined : { styles: own, html };
    } catch {
      return undefined;
    }
  };
}

/**
 * The style sheets of each screen, by its path, inlined into the page to save a request before the first paint. Their links stay in
 * the page, disabled, so that the application does not load them again.
 */
function stylesOf(root: string, screens: Screens, base: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(screens).map(([path, { files }]) => {
      const sheets = files.filter((name) => name.endsWith('.css'));
      const rules = sheets.map((name) => readFileSync(join(root, name), 'utf8')).join('\n');
      const links = sheets.map(
        (name) => `<link rel="stylesheet" crossorigin href="${base}${name}" disabled>`,
      );
      return [path, `<style>${rules.replaceAll('</', '<\\/')}</style>${links.join('')}`];
    }),
  );
}
