import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const asScript = (file: string) => `</${file}>; rel=modulepreload`;
const asStyle = (file: string) => `</${file}>; rel=preload; as=style; crossorigin`;
/** Every screen begins with asking who is there, unless the page says so (page-data.ts). */
const session = '</api/session>; rel=preload; as=fetch; crossorigin';

interface PageParts {
  readonly holdsSession: boolean;
  readonly holdsStyles: boolean;
}

/**
 * The Link header that comes with the page of a path: what its screen will ask for, so that a browser on a slow
 * network asks at once and not when it has run the application. The lists are the build's (web/build/first-files.ts).
 * @returns undefined for a path without a screen of its own
 */
export function preloadLinks(root: string): (path: string, page: PageParts) => string | undefined {
  const file = join(root, 'first-files.json');
  const lists: Record<string, string[]> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const links = new Map(
    Object.entries(lists).map(([path, files]) => {
      const scripts = files.filter((name) => !name.endsWith('.css')).map(asScript);
      const parts = files.map((name) => (name.endsWith('.css') ? asStyle(name) : asScript(name)));
      return [path, { scripts: scripts.join(', '), all: parts.join(', ') }];
    }),
  );
  return (path, { holdsSession, holdsStyles }) => {
    const list = links.get(path);
    if (!list) return undefined;
    const files = holdsStyles ? list.scripts : list.all;
    return holdsSession ? files : `${session}, ${files}`;
  };
}
