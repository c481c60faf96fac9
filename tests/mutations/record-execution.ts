import { writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, expect } from 'vitest';
import type { Execution } from './executed-by.ts';

interface Recorder {
  readonly session: Session;
  readonly statements: Map<string, number>;
  /** For each script: the offset of each word, and its line in the source. */
  readonly words: Map<
    string,
    {
      readonly start: number;
      readonly length: number;
      readonly at: readonly number[];
      readonly line: readonly number[];
    }
  >;
}

const recorders = globalThis as { almasRecorder?: Recorder };

async function startRecorder(): Promise<Recorder> {
  const session = new Session();
  session.connect();
  await session.post('Debugger.enable');
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const statements = new Map<string, number>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text?: string }];
    const text = typeof first === 'string' ? first : (first.text ?? '');
    statements.set(text, (statements.get(text) ?? 0) + 1);
    return Reflect.apply(query, this, given);
  } as typeof query;
  return { session, statements, words: new Map() };
}

async function wordsOf({ session, words }: Recorder, scriptId: string) {
  const known = words.get(scriptId);
  if (known) return known;
  const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
  const map = /\/\/# sourceMappingURL=data:application\/json;base64,(.+)\n/.exec(scriptSource)?.[1];
  if (!map) throw new Error(`script ${scriptId} has no source map`);
  const sourceMap = new SourceMap(JSON.parse(Buffer.from(map, 'base64').toString()));
  // Vitest evaluates a module as `'use strict';async (…)=>{{…}}`.
  const start = scriptSource.indexOf('=>{{') + 4;
  const at: number[] = [];
  const line: number[] = [];
  let offset = start;
  for (const [row, text] of scriptSource.slice(start).split('\n').entries()) {
    if (text.startsWith('//# ')) break;
    for (const { index } of text.matchAll(/\w+|[^\w\s]/g)) {
      const entry = sourceMap.findEntry(row, index) as { originalLine?: number };
      if (entry.originalLine === undefined) continue;
      at.push(offset + index);
      line.push(entry.originalLine + 1);
    }
    offset += text.length + 1;
  }
  const found = { start, length: scriptSource.length, at, line };
  words.set(scriptId, found);
  return found;
}

/** How often each character of a script ran, and whether it is outside all functions. */
function countsOf({ functions }: Profiler.ScriptCoverage, start: number, length: number) {
  const counts = new Uint32Array(length);
  const isTop = new Uint8Array(length).fill(1);
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges) {
      counts.fill(count, startOffset, endOffset);
      if ((ranges[0]?.startOffset ?? 0) > start) isTop.fill(0, startOffset, endOffset);
    }
  return { counts, isTop };
}

recorders.almasRecorder ??= await startRecorder();
const recorder = recorders.almasRecorder;
const folder = process.env.ALMAS_RECORD ?? '';
const root = process.cwd();
const served = pathToFileURL(join(root, 'server/src/')).href;

afterAll(async () => {
  const { result } = await recorder.session.post('Profiler.takePreciseCoverage');
  const lines: Record<string, number> = {};
  const loaded = new Set<string>();
  const inFunctions = new Set<string>();
  for (const script of result) {
    if (!script.url.startsWith(served)) continue;
    const { start, length, at, line } = await wordsOf(recorder, script.scriptId);
    const { counts, isTop } = countsOf(script, start, length);
    for (const [i, offset] of at.entries()) {
      const count = counts[offset] ?? 0;
      const key = `server/src/${script.url.slice(served.length)}:${line[i]}`;
      if (!isTop[offset]) inFunctions.add(key);
      else if (count > 0) loaded.add(key);
      if (!isTop[offset] && count > (lines[key] ?? 0)) lines[key] = count;
    }
  }
  const test = (expect.getState().testPath ?? '').slice(root.length + 1);
  const execution: Omit<Execution, 'seconds'> = {
    test,
    lines,
    loaded: [...loaded].filter((key) => !inFunctions.has(key)),
    statements: Object.fromEntries(recorder.statements),
  };
  recorder.statements.clear();
  writeFileSync(join(folder, `${test.replaceAll('/', '+')}.json`), JSON.stringify(execution));
});
