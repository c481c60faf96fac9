import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { hashPassword } from '../../server/src/modules/accounts/passwords.ts';
import { passwordProcesses, statFields, threadsOf } from '../support/child-processes.ts';

/*
 * Attack: many sign-ins at the same time. Their password hashes are computed at a lower priority than the sales. Only Linux has /proc.
 */
test.runIf(process.platform === 'linux')(
  'each thread of the process that computes passwords runs at a lower priority, in a session of its own',
  async () => {
    await Promise.all(['a', 'b', 'c'].map((password) => hashPassword(password)));
    const lower = Math.min(getPriority() + 10, 19);
    const processes = passwordProcesses();
    expect(processes).not.toEqual([]);
    for (const pid of processes) {
      expect(statFields(`/proc/${pid}/stat`)[3]).toBe(String(pid));
      for (const thread of threadsOf(pid)) expect(Number(statFields(`${thread}/stat`)[16])).toBe(lower);
      const session = `/proc/${pid}/autogroup`;
      if (existsSync(session))
        await expect.poll(() => readFileSync(session, 'utf8')).toMatch(new RegExp(` nice ${lower}\\s`));
    }
  },
);
