// `npm start`, from nothing: installs what is missing, builds what is stale, then becomes the server. The server
// runs in this very process, so that a signal, a kill -9 included, reaches it directly and leaves nothing behind.
import { build, checkNode, install } from './lib/prepare.mjs';

checkNode();
await install();
await build();
process.env.NODE_ENV ??= 'production';
await import('../server/dist/main.js');
