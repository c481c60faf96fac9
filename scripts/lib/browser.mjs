import { existsSync } from 'node:fs';
import { commandTexts as texts } from '../../locale/src/fr/commands.mjs';
import { run, say } from './progress.mjs';

// Not chromium-headless-shell, lighter as it is: it shows no notification, whatever the permission, and a test looks at one.
const installedAt = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of the browser to run: `CHROMIUM`, else the first known place that has one, else where Debian puts it. */
const browserPath = () =>
  process.env.CHROMIUM ?? installedAt.find((path) => existsSync(path)) ?? '/usr/bin/chromium';

/**
 * The last switch of a name counts, so these are Playwright's own, and what the window's address bar loads by itself: two pages
 * of Chromium's for each window that are never looked at.
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

/** How Playwright launches the browser, for the journeys, the measurements and the screenshots alike. */
export const browserOptions = () => ({
  executablePath: browserPath(),
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

const isThere = () => existsSync(browserPath());

/** The path of a browser for the journeys, installed when it can be; says what to install and answers undefined. */
export async function findBrowser() {
  if (!isThere() && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const install = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium';
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run(texts.browserInstalling, 'sh', ['-c', install], { env });
  }
  if (isThere()) return browserPath();
  say(texts.browserMissing);
  return undefined;
}
