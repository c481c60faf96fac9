// After `npm ci`: npm has linked the pinned Node as node_modules/.bin/node, which npm's commands find before the machine's Node. The link
// goes where the machine's own Node is as new, and where the pinned one does not run (musl).
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { isAtLeast, pinnedNode, pinnedVersion } from './pinned-node.mjs';

const node = pinnedNode();
const isOwn = process.execPath !== node;
const runs = node !== undefined && spawnSync(node, ['--version']).status === 0;
if (!runs || (isOwn && isAtLeast(process.versions.node, pinnedVersion)))
  rmSync(new URL('../node_modules/.bin/node', import.meta.url), { force: true });
