import { fork } from 'node:child_process';
import { join } from 'node:path';

/** After so many runs a new process: what tests leave behind adds up. */
const runsPerProcess = 150;

/** @type {{ child: import('node:child_process').ChildProcess, isStarted: boolean, runs: number } | undefined} */
let kept;
/** Absolute paths of the modules that the next run reads anew. */
let stale = [];

/** The next run evaluates these modules anew; all others stay as they are. */
export function invalidate(files) {
  stale = files;
}

/** Ends the process of the tests, whatever it is doing. The next run has a new one. */
export function endWorker() {
  kept?.child.kill('SIGKILL');
  kept = undefined;
}

/**
 * Vitest ends the process of its tests with every run; this one stays for the next, with the packages that it has loaded. A
 * run costs half a second then instead of three.
 */
class KeptWorker {
  name = 'kept';
  cacheFs = true;
  #options;
  #worker;

  constructor(options) {
    this.#options = options;
  }

  async start() {
    if (!kept?.child.connected || kept.runs >= runsPerProcess) {
      endWorker();
      const { distPath, env, execArgv } = this.#options;
      const child = fork(join(distPath, 'workers/forks.js'), [], {
        env,
        execArgv,
        stdio: 'ignore',
        serialization: 'advanced',
      });
      child.setMaxListeners(0);
      kept = { child, isStarted: false, runs: 0 };
    }
    this.#worker = kept;
  }

  send(message) {
    const { child } = this.#worker;
    const reply = (type) =>
      setImmediate(() => child.emit('message', { __vitest_worker_response__: true, type }));
    if (message.type === 'stop') return reply('stopped');
    if (message.type === 'start' && this.#worker.isStarted) return reply('started');
    if (message.type === 'start') this.#worker.isStarted = true;
    if (message.type === 'run') {
      this.#worker.runs += 1;
      message.context.invalidates = stale;
      stale = [];
    }
    child.send(message);
  }

  on(event, callback) {
    this.#worker.child.on(event, callback);
  }

  off(event, callback) {
    this.#worker.child.off(event, callback);
  }

  async stop() {}

  deserialize(data) {
    return data;
  }
}

/** The `pool` of Vitest. */
export const keptWorkers = { name: 'kept', createPoolWorker: (options) => new KeptWorker(options) };
