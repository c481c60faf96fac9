import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendNotFound } from './error-reply.ts';
import { type FirstView, firstViews } from './first-view.ts';
import type { PageDataReader, ReadPage } from './page-data.ts';
import { preloadLinks } from './preload-links.ts';
import { type PageReader, readScreens, shownScreen } from './shown-screen.ts';

/** Where web/dist is, relative to server/src/http and to the bundle in server/dist. */
const candidates = ['../../../web/dist', '../../web/dist'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const builtScreens = () => candidates.find((folder) => existsSync(join(folder, 'index.html')));

/** The hashes of the inline scripts of the page, for the content security policy. */
export function inlineScripts(root = builtScreens()): string[] {
  const page = root ? readFileSync(join(root, 'index.html'), 'utf8') : '';
  return [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

const hashed = /\/(former-)?assets\//;
const immutable = 'public, max-age=31536000, immutable';
/** Browsers request the icon again at each change of the screen, before the files that the screen needs. */
const icon = /\/favicon\.svg$/;
const aDay = 'public, max-age=86400';
const isRead = (method: string) => method === 'GET' || method === 'HEAD';

const isApiOrAsset = (path: string) => /^\/(api|(ar\/)?assets)\//.test(path);

/**
 * A path that does not decode (`/%E0%A4%A`) matches no route, and the framework would answer it by itself. Outside the API and the assets
 * its percent signs are encoded, so that it is an unknown address like any other, which the page answers.
 */
export function withReadablePath({ url = '/' }: IncomingMessage): string {
  if (!url.includes('%')) return url;
  const [path = ''] = url.split('?');
  if (isApiOrAsset(path) || decodes(path)) return url;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}

/** Uses the result: a call without a use is taken for one without an effect, and left out of the bundle. */
function decodes(path: string): boolean {
  try {
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}

/**
 * Serves the built web application: hashed files are cached for a year, the icon for a day, everything else is revalidated at each
 * visit; unknown paths get the application's page, which shows its own 404. The hashed files of former builds are kept for the tabs
 * that still run them; any other missing file under /assets is a plain 404, never the page.
 * @param dataOf reads the data that comes with a page
 */
export async function webFiles(
  server: FastifyInstance,
  dataOf: PageDataReader,
  root = builtScreens(),
): Promise<void> {
  // A server has one handler for unknown paths: without the built application all of them are 404.
  if (!root) {
    server.setNotFoundHandler(sendNotFound);
    return;
  }
  const french = await openSite(server, root, '/');
  // Before the server listens. Those in Arabic are loaded for the first page in it: most installations show none.
  await french.firstViews();
  const arabicRoot = join(root, '../ar/dist');
  const arabic = existsSync(join(arabicRoot, 'index.html'))
    ? await openSite(server, arabicRoot, '/ar/')
    : undefined;
  const pathOf = routeOf(Object.keys(french.screens));
  server.setNotFoundHandler(async (request, reply) => {
    // Only the path: the search parameter can contain an address that ends like a file name.
    const [path = ''] = request.url.split('?');
    const [, folder, asset] = /^\/(ar\/)?assets\/([^/]+)$/.exec(path) ?? [];
    const former = folder ? arabic?.former : french.former;
    if (asset !== undefined && isRead(request.method) && former?.names.has(asset))
      return reply.header('cache-control', immutable).sendFile(asset, former.root);
    // A missing file gets a 404 and not the page, unless its address is opened in a tab.
    const isPage =
      isRead(request.method) &&
      !isApiOrAsset(path) &&
      (!/\.\w+$/.test(path) || request.headers['sec-fetch-dest'] === 'document');
    if (!isPage) return sendNotFound(request, reply);
    const site = (request.language === 'ar' && arabic) || french;
    const route = pathOf(path);
    // Caches in front of the server may store by the ending of a path: only the address of a page, and of no file, brings data along.
    const isScreen = route !== undefined && !/\.[^/]*$/.test(path) && !path.includes('%');
    const screenOf = (reader: PageReader) => shownScreen(site.screens, route, reader);
    const { reader, content } = isScreen ? await dataOf(request, screenOf) : noData;
    const screen = reader === undefined ? (route ?? 'not-found') : screenOf(reader);
    // With a query string the screen shows more than the first view; /login redirects.
    const isFirst = !request.url.includes('?') && (route === screen || route === '/');
    const view = content && isFirst ? (await site.firstViews())(screen, content) : undefined;
    const links = site.linksOf(screen, {
      holdsSession: content !== undefined,
      holdsStyles: view !== undefined,
    });
    if (links) reply.header('link', links);
    if (content) return sendPersonalPage(request, reply, site.pageWith(content.element, view));
    return reply.header('cache-control', 'no-cache').sendFile('index.html', site.root);
  });
}

/**
 * The application in one language, served from a folder of its own (web/build/web-config.ts).
 * @param base where its files are served: `/`, or the folder of a language
 */
async function openSite(server: FastifyInstance, root: string, base: string) {
  await server.register(files, {
    root,
    prefix: base,
    decorateReply: base === '/',
    wildcard: false,
    // Personal, like every other page.
    index: false,
    preCompressed: true,
    // The precompressed copies are served at the address of the original: own addresses would double the routes.
    globIgnore: ['**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (response, served) => {
      // A compressed copy is served in the place of its file.
      const path = served.replace(/\.(br|gz)$/, '');
      if (path.endsWith('.svg')) response.header('content-type', 'image/svg+xml; charset=utf-8');
      response.header('cache-control', hashed.test(path) ? immutable : icon.test(path) ? aDay : 'no-cache');
      // The worker of a language serves the pages, whose addresses are the same in every language.
      if (base !== '/' && path.endsWith('/sw.js')) response.header('service-worker-allowed', '/');
    },
  });
  const screens = readScreens(root);
  let views: ReturnType<typeof firstViews> | undefined;
  // Files of former builds (web/build/former-assets.ts): tabs that were open during a deployment still request them.
  const formerRoot = join(root, '../former-assets');
  return {
    root,
    screens,
    linksOf: preloadLinks(screens, base),
    former: {
      root: formerRoot,
      names: new Set(existsSync(formerRoot) ? readdirSync(formerRoot) : []),
    },
    firstViews: () => {
      views ??= firstViews(root, screens, base);
      return views;
    },
    pageWith: pageReader(join(root, 'index.html')),
  };
}

const noData: ReadPage = { reader: undefined };

/** Returns a function that finds the route of an address as the application does, in any spelling (web/src/app/routes.tsx). */
function routeOf(screens: readonly string[]): (address: string) => string | undefined {
  const paths = screens
    .filter((screen) => screen.startsWith('/'))
    .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}/*$`, 'i') }));
  return (address) => paths.find(({ pattern }) => pattern.test(address))?.path;
}

const emptyRoot = '<div id="root"></div>';
const entryStyles = /<link rel="stylesheet"[^>]*>/g;

/** The page with an addition before its end, and with a first view. */
function pageReader(file: string): (addition: string, view: FirstView | undefined) => string {
  const page = readFileSync(file, 'utf8');
  const [head = '', body] = page.split(emptyRoot);
  const end = page.lastIndexOf('</body>');
  if (body === undefined || end < 0) throw new Error(`${file} has no ${emptyRoot} in its body`);
  const headEnd = head.lastIndexOf('</head>');
  const start = head.slice(0, headEnd).replace(entryStyles, '');
  const middle = head.slice(headEnd);
  const bodyEnd = body.lastIndexOf('</body>');
  return (addition, view) =>
    view
      ? `${start}${view.styles}${middle}<div id="root" aria-busy="true">${view.html}</div>${body.slice(0, bodyEnd)}${addition}${body.slice(bodyEnd)}`
      : page.slice(0, end) + addition + page.slice(end);
}

const compressed = promisify(gzip);

/** Sends a page with personal data: no cache may store it. */
async function sendPersonalPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'no-store', vary: 'accept-encoding' });
  if (!negotiate(String(request.headers['accept-encoding'] ?? ''), ['gzip'])) return reply.send(page);
  return reply.header('content-encoding', 'gzip').send(await compressed(page));
}
