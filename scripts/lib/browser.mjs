import { existsSync } from 'node:fs';
import { commandTexts as texts } from '../../locale/src/fr/commands.mjs';
import { run, say } from './progress.mjs';

// The headless build first: the same engine without a window, lighter on a small machine.
const installedAt = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of the browser to run: `CHROMIUM`, else the first known place that has one, else where Debian puts it. */
export const browserPath = () =>
  process.env.CHROMIUM ?? installedAt.find((path) => existsSync(path)) ?? '/usr/bin/chromium';
const isThere = () => existsSync(browserPath());

/** The path of a browser for the journeys, installed when it can be; says what to install and answers undefined. */
export async function findBrowser() {
  if (!isThere() && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const get = 'apt-get install -y -qq --no-install-recommends';
    const install = `apt-get update -qq && (${get} chromium-headless-shell || ${get} chromium)`;
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run(texts.browserInstalling, 'sh', ['-c', install], { env });
  }
  if (isThere()) return browserPath();
  say(texts.browserMissing);
  return undefined;
}
