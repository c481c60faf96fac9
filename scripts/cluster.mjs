// `npm run cluster -- up|status|kill N|start N|down`: a PostgreSQL cluster on this machine, see ops/README.md.
import { checkNode, install } from './lib/prepare.mjs';

checkNode();
await install();
await import('../ops/cluster/main.ts');
