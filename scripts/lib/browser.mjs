import { existsSync } from 'node:fs';
import { commandTexts as texts } from '../../locale/src/fr/commands.mjs';
import { run, say } from './progress.mjs';

const installedAt = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of the browser: `CHROMIUM`, else the first known path that exists, else Debian's. */
const browserPath = () =>
  process.env.CHROMIUM ?? installedAt.find((path) => existsSync(path)) ?? '/usr/bin/chromium';

const headlessShell = '/usr/bin/chromium-headless-shell';

/** The headless shell, where it is installed: the same engine with a fifth less CPU time. It shows no notifications. */
const headlessShellPath = () =>
  process.env.CHROMIUM ?? (existsSync(headlessShell) ? headlessShell : browserPath());

/**
 * The last switch of a name counts, so Playwright's own features are repeated here, with those of Chromium's internal pages for the
 * address bar: two invisible pages per window.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** Launch options of the full browser, for measurements and screenshots. */
export const browserOptions = (executablePath = browserPath()) => ({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${disabledFeatures.join(',')}`,
  ],
});

/**
 * Launch options of the journeys: the headless shell, or the browser where there is none. Their pages live for a second, so optimising
 * scripts takes longer than it saves.
 */
export const headlessShellOptions = () => {
  const options = browserOptions(headlessShellPath());
  return { ...options, args: [...options.args, '--js-flags=--no-maglev --no-turbofan'] };
};

const isThere = () => existsSync(browserPath());

/** Whether the fonts that replace Arial on Debian and Ubuntu are installed: journeys measure the width of texts. */
const hasFonts = () =>
  ['liberation', 'liberation2'].some((name) => existsSync(`/usr/share/fonts/truetype/${name}`));

/** Finds the browser of the journeys and installs it if possible; otherwise prints what to install. */
export async function findBrowser() {
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const install = 'apt-get install -y -qq --no-install-recommends';
    // Only Debian has a package of the shell.
    const missing = [
      ...(isThere() ? [] : [`${install} chromium`]),
      ...(process.env.CHROMIUM || existsSync(headlessShell) ? [] : [`${install} chromium-headless-shell`]),
      ...(hasFonts() ? [] : [`${install} fonts-liberation`]),
    ];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    if (missing.length > 0)
      await run(texts.browserInstalling, 'sh', ['-c', ['apt-get update -qq', ...missing].join('; ')], {
        env,
      });
  }
  if (isThere()) return true;
  say(texts.browserMissing);
  return false;
}
