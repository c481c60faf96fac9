import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { lockFolder } from './folder-lock.ts';

const root = mkdtempSync(join(tmpdir(), 'almas-lock-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

let count = 0;
function folder(name = `folder-${count++}`): string {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  return path;
}

/** Another process that tries to lock the folder; its first line is `held` or `refused`. */
async function otherProcess(path: string): Promise<{ child: ChildProcess; outcome: string }> {
  const module = JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'));
  const program = `import(${module}).then(({ lockFolder }) => lockFolder(${JSON.stringify(path)}))
    .then(() => 'held', () => 'refused').then((line) => { console.error(line); setInterval(() => {}, 1000); });`;
  const child = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.push(child);
  const [line] = await once(child.stderr, 'data');
  return { child, outcome: String(line).trim() };
}

describe('one server per folder', () => {
  test('a second process that locks a folder is refused in a sentence that names the folder and the first process', async () => {
    const path = folder();
    const { child, outcome } = await otherProcess(path);
    expect(outcome).toBe('held');
    const refusal = await lockFolder(path).catch((error: Error) => error.message);
    expect(refusal).toContain(path);
    expect(refusal).toContain(`processus ${child.pid}`);
  });

  test('a folder can be locked again after its process was killed with SIGKILL', async () => {
    const path = folder();
    const { child } = await otherProcess(path);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const release = await lockFolder(path);
    release();
  });

  test('a folder that was released can be locked again', async () => {
    const path = folder();
    (await lockFolder(path))();
    (await lockFolder(path))();
  });

  test('a folder whose path is longer than a socket name is locked too', async () => {
    vi.stubEnv('TMPDIR', root);
    const path = folder('long'.repeat(30));
    const release = await lockFolder(path);
    await expect(lockFolder(path)).rejects.toThrow('Un autre serveur');
    release();
    vi.unstubAllEnvs();
  });

  test('a folder with letters beyond ASCII, which take more bytes than letters, is locked like any other', async () => {
    for (const letters of [45, 60, 120]) {
      const path = folder('é'.repeat(letters));
      const release = await lockFolder(path);
      await expect(lockFolder(path)).rejects.toThrow('Un autre serveur');
      release();
      (await lockFolder(path))();
    }
  });

  // A systemd service with PrivateTmp has another folder for temporary files than a command of the operator.
  test.runIf(process.platform === 'linux')(
    'a folder with a long path is locked for a process with another folder for temporary files too',
    async () => {
      const path = folder('afar'.repeat(30));
      const { outcome } = await otherProcess(path);
      expect(outcome).toBe('held');
      vi.stubEnv('TMPDIR', folder());
      await expect(lockFolder(path)).rejects.toThrow('Un autre serveur');
      vi.unstubAllEnvs();
    },
  );

  test('when six starts lock one folder at the same moment, exactly one succeeds', async () => {
    for (let round = 0; round < 30; round++) {
      const path = folder();
      const starts = await Promise.allSettled(Array.from({ length: 6 }, () => lockFolder(path)));
      const winners = starts.filter((start) => start.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      for (const winner of winners) winner.value();
    }
  });
});
