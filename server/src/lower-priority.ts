import { existsSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** How far below this process; the lowest priority of all is 19. */
const lower = 10;

/**
 * Lets sales go first on a busy processor: before a process that was started with `detached`, and before the threads that it
 * starts later. Linux shares the processors between sessions (autogroup) before it compares what runs inside one: each
 * connection of PostgreSQL is a session, so a low priority inside the session of the server would be for nothing. Seen
 * with two busy threads on two cores: purchases waited 100 to 300 ms for their turn.
 */
export function lowerPriority(pid: number): void {
  const priority = Math.min(getPriority() + lower, 19);
  try {
    setPriority(pid, priority);
    const session = `/proc/${pid}/autogroup`;
    if (existsSync(session)) writeFileSync(session, String(priority));
  } catch {
    // A service manager may forbid it, and the process may have ended already.
  }
}
