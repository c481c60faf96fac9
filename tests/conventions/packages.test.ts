import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, tokTypes } from 'acorn';
import { expect, test } from 'vitest';
import { pinnedVersion } from '../../bin/pinned-node.mjs';

/* Turned red by: a package that needs a newer Node than the pinned one; a place that names another Node than package.json. */
const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

/** Whether one of the alternatives of a range (`^20.19.0 || >=22.12.0`) takes this version. */
const takes = (range: string, [major, minor]: readonly [number, number]): boolean =>
  range.split('||').some((alternative) => {
    if (alternative.trim() === '*') return true;
    const [, operator, from = '0', fromMinor = '0'] =
      /^\s*(>=|\^)?\s*(\d+)(?:\.(\d+))?/.exec(alternative) ?? [];
    const isOld = major > Number(from) || (major === Number(from) && minor >= Number(fromMinor));
    return isOld && (operator === '>=' || major === Number(from));
  });

const root = fileURLToPath(new URL('../..', import.meta.url));
const pinned = pinnedVersion.split('.').map(Number) as [number, number, number];

test('every package that is installed runs on the pinned Node', () => {
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { engines?: { node?: string }; os?: string[] }>;
  };
  const [major, minor] = pinned;
  const ranges = Object.entries(packages).flatMap(([name, { engines, os }]) =>
    engines?.node && !os?.includes('win32') ? [[name, engines.node] as const] : [],
  );
  expect(ranges.length).toBeGreaterThan(100);
  expect(ranges.filter(([, range]) => !takes(range, [major, minor]))).toEqual([]);
  expect(takes(`>= ${major + 1}`, [major, minor])).toBe(false);
});

test('the packages of Node, the image, `.nvmrc` and the types of Node have one version of Node', () => {
  const { optionalDependencies, devDependencies } = read('package.json');
  const packages = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'));
  expect(new Set(packages.map(([, version]) => version))).toEqual(new Set([pinnedVersion]));
  const text = (path: string) => readFileSync(join(root, path), 'utf8');
  expect(text('ops/Containerfile')).toContain(`docker.io/library/node:${pinnedVersion}-`);
  expect(text('.nvmrc').trim()).toBe(pinnedVersion);
  expect(devDependencies['@types/node'].split('.')[0]).toBe(String(pinned[0]));
});

/** A program and the modules that it imports statically: Node parses all of them before it runs the first line. */
const parsedFirst = (file: string): string[] => [
  file,
  ...[...readFileSync(file, 'utf8').matchAll(/^import .*?from '(\.[^']+)'/gm)].flatMap(([, path = '']) =>
    parsedFirst(join(dirname(file), path)),
  ),
];

test.each(['scripts/start.mjs', 'bin/almas.mjs', 'bin/choose-node.mjs'])(
  'Node 14 parses %s and says which version is needed',
  (program) => {
    const files = new Set(parsedFirst(join(root, program)));
    expect(files.size).toBeGreaterThan(2);
    for (const source of [...files].map((file) => readFileSync(file, 'utf8'))) {
      const operators: string[] = [];
      parse(source, {
        ecmaVersion: 2021,
        sourceType: 'module',
        allowAwaitOutsideFunction: true,
        allowHashBang: true,
        onToken: ({ type, start, end }) => {
          if (type === tokTypes.assign) operators.push(source.slice(start, end));
        },
      });
      // All of ES2021 but these.
      for (const late of ['??=', '&&=', '||=']) expect(operators).not.toContain(late);
    }
  },
);
