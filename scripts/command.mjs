// `node scripts/command.mjs NAME [...]`: runs server/src/commands/NAME.ts from the sources, installing first where nothing is installed.
import { checkNode, installMissing } from './lib/prepare.mjs';

checkNode();
await installMissing();
const [name = '', ...rest] = process.argv.slice(2);
process.argv = [...process.argv.slice(0, 2), ...rest];
await import(`../server/src/commands/${name}.ts`);
