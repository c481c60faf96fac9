import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/* Turned red by: a package that asks for a newer Node than the product does, of which `npm ci` would warn each operator. */
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

test('every package that is installed runs on the oldest Node that the product names', () => {
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { engines?: { node?: string } }>;
  };
  const [, major, minor] = /^\^(\d+)\.(\d+)/.exec(read('package.json').engines.node) ?? [];
  const oldest = [Number(major), Number(minor)] as const;
  expect(oldest).toEqual([20, 19]);
  const ranges = Object.entries(packages).flatMap(([name, { engines }]) =>
    engines?.node ? [[name, engines.node] as const] : [],
  );
  expect(ranges.length).toBeGreaterThan(100);
  expect(ranges.filter(([, range]) => !takes(range, oldest))).toEqual([]);
  expect(takes('>= 22', oldest)).toBe(false);
});
