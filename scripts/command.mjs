// `node scripts/command.mjs NAME [...]`: runs server/src/commands/NAME.ts from the sources, installing first if needed.
import { checkNode, install } from './lib/prepare.mjs';

checkNode();
await install();
const [name = '', ...rest] = process.argv.slice(2);
process.argv = [...process.argv.slice(0, 2), ...rest];
await import(`../server/src/commands/${name}.ts`);
