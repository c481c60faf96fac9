import type { Screens } from './shown-screen.ts';

const asScript = (file: string) => `<${file}>; rel=modulepreload`;
const asStyle = (file: string) => `<${file}>; rel=preload; as=style; crossorigin`;
/** Every screen reads the session first, unless the page contains it (page-data.ts). */
const session = '</api/session>; rel=preload; as=fetch; crossorigin';

interface PageParts {
  readonly holdsSession: boolean;
  readonly holdsStyles: boolean;
}

/**
 * The Link header of a page: the requests that its screen will make, so that a browser on a slow network sends them immediately and
 * not only after it has run the application. The build writes the lists (web/build/screens.ts).
 * @param base where the files are served: `/`, or the folder of a language
 * @returns undefined for a screen that is not in the lists
 */
export function preloadLinks(
  screens: Screens,
  base: string,
): (screen: string, page: PageParts) => string | undefined {
  const links = new Map(
    Object.entries(screens).map(([screen, { files: names }]) => {
      const files = names.map((name) => `${base}${name}`);
      const scripts = files.filter((name) => !name.endsWith('.css')).map(asScript);
      const parts = files.map((name) => (name.endsWith('.css') ? asStyle(name) : asScript(name)));
      return [screen, { scripts: scripts.join(', '), all: parts.join(', ') }];
    }),
  );
  return (screen, { holdsSession, holdsStyles }) => {
    const list = links.get(screen);
    if (!list) return undefined;
    const files = holdsStyles ? list.scripts : list.all;
    return holdsSession ? files : `${session}, ${files}`;
  };
}
