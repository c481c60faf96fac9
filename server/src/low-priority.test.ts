import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runLowPriority } from './low-priority.ts';

const folder = mkdtempSync(join(tmpdir(), 'almas-low-priority-'));
afterAll(() => rmSync(folder, { recursive: true }));

const timeoutMilliseconds = 60_000;
function programOf(text: string): string {
  const program = join(folder, `${text.length}.mjs`);
  writeFileSync(program, text);
  return program;
}
const echo = programOf('process.stdin.pipe(process.stdout);');

test('a process of low priority gets its whole input, and its output and exit code are returned', async () => {
  const input = Array.from({ length: 200 }, () => 'x'.repeat(10_000));
  const { code, output } = await runLowPriority({ program: echo, input, timeoutMilliseconds });
  expect([code, output.length]).toEqual([0, 2_000_000]);
});

// A lost database ends with the same code as a process that does not read on. Turned red by: errors of the input that are recognised by their code.
test('an input that fails is an error, not the result of what was sent before', async () => {
  const lost = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  async function* failing() {
    yield 'the first page';
    throw lost;
  }
  await expect(runLowPriority({ program: echo, input: failing(), timeoutMilliseconds })).rejects.toBe(lost);
});

test('a process that ends before it has read its input is known by its exit code', async () => {
  const program = programOf('process.exit(3);');
  const input = Array.from({ length: 200 }, () => 'x'.repeat(10_000));
  expect(await runLowPriority({ program, input, timeoutMilliseconds })).toMatchObject({ code: 3 });
});
