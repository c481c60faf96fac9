import { existsSync } from 'node:fs';
import { commandTexts as texts } from '../../locale/src/fr/commands.mjs';
import { run, say } from './progress.mjs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const find = () => process.env.CHROMIUM ?? places.find((place) => existsSync(place));

/** The path of a browser for the journeys, installed when it can be; says what to install and answers undefined. */
export async function findBrowser() {
  if (!find() && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const install = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium';
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run(texts.browserInstalling, 'sh', ['-c', install], { env });
  }
  const path = find();
  if (!path) say(texts.browserMissing);
  return path;
}
