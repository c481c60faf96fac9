// `node scripts/measure.mjs NAME [...]`: runs bench/NAME.ts on the built product, installing and building first.
import { build, checkNode, install } from './lib/prepare.mjs';

checkNode();
await install();
await build();
const { register } = await import('tsx/esm/api');
register();
const [name = '', ...rest] = process.argv.slice(2);
process.argv = [...process.argv.slice(0, 2), ...rest];
await import(`../bench/${name}.ts`);
