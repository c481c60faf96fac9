// `node scripts/measure.mjs NAME [...]`: runs bench/NAME.ts on the built product, installing and building first. With `--help` it only
// prints the usage, which bench/NAME.ts does before it measures.
import { build, checkNode, install } from './lib/prepare.mjs';

const [name = '', ...rest] = process.argv.slice(2);
checkNode();
await install();
if (!rest.some((argument) => argument === '--help' || argument === '-h')) await build();
process.argv = [...process.argv.slice(0, 2), ...rest];
await import(`../bench/${name}.ts`);
