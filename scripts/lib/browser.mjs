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

/** The path of the browser to run: `CHROMIUM`, else the first known place that has one, else where Debian puts it. */
const browserPath = () =>
  process.env.CHROMIUM ?? installedAt.find((path) => existsSync(path)) ?? '/usr/bin/chromium';

const headlessShell = '/usr/bin/chromium-headless-shell';

/**
 * The same engine without the browser around it, where it is installed: it needs a fifth less of the processor. It shows no
 * notification, whatever the permission.
 */
const headlessShellPath = () =>
  process.env.CHROMIUM ?? (existsSync(headlessShell) ? headlessShell : browserPath());

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

/** How Playwright launches the browser: for measurements, screenshots and what needs the whole browser. */
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
 * How Playwright launches the journeys: in the headless shell, or in the browser where there is none. A page of theirs lives for a
 * second: to optimise its scripts takes longer than it saves.
 */
export const headlessShellOptions = () => {
  const options = browserOptions(headlessShellPath());
  return { ...options, args: [...options.args, '--js-flags=--no-maglev --no-turbofan'] };
};

const isThere = () => existsSync(browserPath());

/** Where a Debian or Ubuntu has the fonts that stand for Arial: journeys measure how wide texts are, and others are wider. */
const hasFonts = () =>
  ['liberation', 'liberation2'].some((name) => existsSync(`/usr/share/fonts/truetype/${name}`));

/** Whether there is a browser for the journeys, installed when it can be; says what to install otherwise. */
export async function findBrowser() {
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const install = 'apt-get install -y -qq --no-install-recommends';
    // The shell has a package on Debian alone.
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
