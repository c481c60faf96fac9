// `npm run build`: the server and the screens. `--force` builds both even when nothing changed, `--server` the server alone.
import { build, checkNode, install } from './lib/prepare.mjs';

checkNode();
await install();
await build({ force: process.argv.includes('--force'), serverOnly: process.argv.includes('--server') });
