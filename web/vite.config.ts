import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { adminFiles } from './build/admin-files.ts';
import { apiRoutes } from './build/api-routes.ts';
import { buildVersion } from './build/build-version.ts';
import { firstFiles } from './build/first-files.ts';
import { formerAssets } from './build/former-assets.ts';
import { pageTexts } from './build/page-texts.ts';
import { precompress } from './build/precompress.ts';
import { pushWorker, pwa } from './build/pwa.ts';

/** What every screen needs, kept apart so that a new version of a screen does not make it load again. */
const foundation = /node_modules\/(react|react-dom|scheduler|@tanstack)\//;

/** What every signed-in screen stands in, in one piece: on a slow network each file more is a wait more. */
const signedIn = [
  /web\/src\/app\/(admin-screens|areas|frame|guards|layouts\/(?!mobile-sidebar))/,
  /web\/src\/features\/(catalogue\/games|free-fire\/use-service|games\/game-(look|tile)|purchases\/offline-codes)\./,
  /contract\/src\/(service-hours|algiers|fold-text|typed-text)|locale\/src\/fr\/screens\/(card-history|catalog)\./,
  /web\/src\/features\/notifications\/(bell|notification-list|unread-badge)/,
  /web\/src\/features\/(purchases\/(codes-opener|bought\.|bought-codes|resumed-calls|unsettled-calls)|recharge-requests\/requests-opener)/,
  /web\/src\/lib\/((use-)?money-calls?(-message)?|address-(dialog|item))\./,
  /web\/src\/ui\/(card|figures|notice|page-header|use-opened-once|use-panel)\./,
];

/** The way of a sale, from the offers to the code: one file of each kind, since a phone asks for six at a time; quick sales share the sale. */
const catalogue = [
  /web\/src\/(routes\/catalog|features\/catalogue\/(?!games\.)|features\/purchases\/use-purchase)/,
  /web\/src\/ui\/(money-field|search-input)\.|contract\/src\/typed-amount|locale\/src\/fr\/screens\/amounts\./,
];
const bought = [
  /web\/src\/features\/purchases\/(bought-dialog|code-format|code-line|explain-limit)\./,
  /web\/src\/ui\/(copy-button|dialog|modal|use-(dialog-guard|scrolls))\./,
  /locale\/src\/fr\/screens\/purchase-limit\./,
];
/** A button that takes no press before it has stood still, and what knows that. */
const deciding = /web\/src\/ui\/(deciding-button|settled)\./;
/** Fields and their style, in one file for every screen that has one. */
const field = /web\/src\/ui\/field\./;
const within = (parts: readonly RegExp[]) => (id: string) => parts.some((part) => part.test(id));

const admin = adminFiles();

export default defineConfig({
  plugins: [
    react(),
    apiRoutes(),
    pageTexts(),
    firstFiles(),
    admin,
    buildVersion(),
    formerAssets(),
    pushWorker(),
    pwa(admin.isAdminOnly),
    precompress(),
  ],
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'foundation', test: foundation, priority: 3 },
            { name: 'start', tags: ['$initial'], priority: 2 },
            {
              name: 'signed-in',
              test: within(signedIn),
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'deciding', test: deciding, priority: 1, includeDependenciesRecursively: false },
            { name: 'field', test: field, priority: 1, includeDependenciesRecursively: false },
            { name: 'bought', test: within(bought), priority: 1, includeDependenciesRecursively: false },
            {
              name: 'catalogue',
              test: within(catalogue),
              priority: 1,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: 'http://127.0.0.1:3000', changeOrigin: true } },
  },
});
