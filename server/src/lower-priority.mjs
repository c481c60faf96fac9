import { readdirSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/*
 * Lets everything else go first on a busy processor. Loaded before the program of a process that was started with `detached`
 * (low-priority.ts). Linux shares the processors between sessions (autogroup) before it compares what runs inside one: each
 * connection of PostgreSQL is a session, so a low priority inside the session of the server would be for nothing. Seen
 * with two busy threads on two cores: purchases waited 100 to 300 ms for their turn.
 */

/** How far below the process that started this one; the lowest priority of all is 19. */
const priority = Math.min(getPriority() + 10, 19);

/** Linux has a priority for each thread, and some have begun; those that begin later take this one over. */
function threads() {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}

for (const thread of threads()) {
  try {
    setPriority(thread, priority);
  } catch {
    // A service manager may forbid it, and a thread may have ended.
  }
}

/** Linux takes ten such changes a second from all users together, and says so (EAGAIN). */
async function lowerSession() {
  for (let tries = 0; tries < 20; tries += 1) {
    try {
      return writeFileSync('/proc/self/autogroup', String(priority));
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EAGAIN') return;
    }
    await wait(150, undefined, { ref: false });
  }
}
void lowerSession();
