import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { blocksOf, page } from '../support/one-shop.ts';

/*
 * docs/one-shop.md, in what can be seen without a machine of its own: tests/image/one-shop.test.ts runs its commands, and handbook.test.ts
 * finds its quoted sentences in the product. Turned red by: a command, a flag, a variable, a unit or a file that the product does not have;
 * a `sed` that finds nothing to change; steps of an upgrade that differ from docs/upgrades.md.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const lines = blocksOf()
  .join('\n')
  .split('\n')
  .map((line) => line.replace(/\s+#.*$/, ''));
const all = (pattern: RegExp) =>
  lines.flatMap((line) =>
    [...line.matchAll(pattern)].map(([, found = '', rest = '']) => ({ line, found, rest })),
  );

describe('the page of one shop', () => {
  test('the page’s commands of Almas and of npm exist, with their flags', () => {
    const called = all(/(?<!systemctl .*)(?:^| )(?:almas|node bin\/almas\.mjs) ([a-z][a-z-]*)((?: \S+)*)/g);
    expect(new Set(called.map(({ found }) => found))).toEqual(
      new Set(['restore', 'backup', 'audit', 'roles']),
    );
    for (const { line, found, rest } of called) {
      const source = read('server', 'src', 'commands', `${found}.ts`);
      for (const [, flag = ''] of rest.matchAll(/--([a-z-]+)/g))
        expect(source, line).toMatch(new RegExp(`\\b${flag}'?: '|'--${flag}'|has\\('${flag}'\\)`));
    }
    const { scripts } = JSON.parse(read('package.json'));
    const named = all(/npm run ([\w:-]+)/g).map(({ found }) => found);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('the page’s files, units and settings exist', () => {
    const files = all(/(?:\/opt\/almas\/|(?<![\w/.-]))((?:ops|bin)\/[\w./-]+)/g).map(({ found }) => found);
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const units = all(/systemctl (?:\w+)(?: --now)? (.+)$/g).flatMap(({ found }) =>
      found.replaceAll(/['"]/g, '').split(' '),
    );
    const fromPackages = lines.filter((line) => line.startsWith('apt-get ')).join(' ');
    const isKnown = (unit: string) =>
      existsSync(join(root, 'ops', unit.includes('.') ? unit : `${unit}.service`)) ||
      fromPackages.includes(` ${unit}`);
    expect(new Set(units.filter((unit) => !isKnown(unit)))).toEqual(new Set());
    const settings = all(/\b((?:[A-Z]+_)+[A-Z]+)=/g).map(({ found }) => found);
    const listed = `${read('README.md')}${read('server', 'src', 'commands', 'roles.ts')}`;
    expect(settings.length).toBeGreaterThan(5);
    expect(settings.filter((name) => !listed.includes(name))).toEqual([]);
  });

  test('each replacement that the page makes in a file of ops/ finds its text there', () => {
    const originals: Record<string, string> = { '/etc/almas.env': 'ops/almas.env.example' };
    const commands = lines.filter((line) => line.startsWith('sed '));
    expect(commands.length).toBeGreaterThan(2);
    // The next version replaces the units.
    for (const command of commands) expect(command).not.toContain('/etc/systemd/');
    for (const command of commands) {
      const [, script = '', rest = ''] = /^sed (?:-i )?'([^']+)' (.*)$/.exec(command) ?? [];
      const targets = rest.split(' ').filter((path) => !path.startsWith('>'));
      const changes = [...script.matchAll(/s([|/])(.+?)\1.*?\1(?:;|$)/g)].map(([, , from = '']) => from);
      expect(changes.length, command).toBeGreaterThan(0);
      for (const target of targets) {
        const text = read(
          ...(originals[target] ?? target.replace(/^.*\/(?:ops|system)\//, 'ops/')).split('/'),
        );
        for (const from of changes.map((part) => part.replaceAll('\\/', '/')))
          expect(text, `${from} in ${target}`).toMatch(new RegExp(from, 'm'));
      }
    }
  });

  test('the page upgrades by the steps of docs/upgrades.md', () => {
    const [, section = ''] = /^## One machine\n([\s\S]*?)^## /m.exec(read('docs', 'upgrades.md')) ?? [];
    const blocks = [...section.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, block = '']) =>
      block.trim().replaceAll(/ +#.*$/gm, ''),
    );
    expect(blocks).toHaveLength(2);
    for (const block of blocks) expect(lines.join('\n')).toContain(block);
  });

  // Turned red by: a start or a stop that is pasted with the step before it, whatever that one answered.
  test('the page starts the server apart from a restore, and stops it for a new version apart from what may fail', () => {
    const blocks = blocksOf();
    expect(blocks.filter((block) => /almas restore[\s\S]*systemctl start almas$/m.test(block))).toEqual([]);
    const [prepare = '', exchange = ''] = blocksOf('Friday: a new version');
    expect(exchange).toContain('systemctl stop almas');
    expect(exchange).not.toMatch(/npm|git|almas backup/);
    expect(prepare.split('\n').filter((line) => !line.endsWith(' &&'))).toEqual([
      expect.stringContaining('npm run build'),
    ]);
  });

  test('the page goes through the first week in its order, and its links lead somewhere', () => {
    const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
    expect(headings).toEqual([
      'Monday: the service',
      'Tuesday: TLS',
      'Wednesday: backups',
      'Thursday: the trial',
      'Friday: a new version',
      'Three in the morning',
      'With the PostgreSQL of the distribution',
    ]);
    expect(page.split(/\s+/).length).toBeLessThan(1_500);
    const links = [...page.matchAll(/\]\(([^)#]*)(?:#([\w-]+))?\)/g)];
    expect(links.length).toBeGreaterThan(4);
    for (const [link, file, anchor] of links) {
      const text = file ? read('docs', file) : page;
      const anchors = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
      if (anchor) expect(anchors, link).toContain(anchor);
    }
  });

  test('the handbook has at most 4,000 words, and its table of what is wrong comes first', () => {
    const handbook = read('docs', 'operations.md');
    expect(handbook.split(/\s+/).length).toBeLessThanOrEqual(4_000);
    expect(/^## (.*)$/m.exec(handbook)?.[1]).toBe('When something is wrong');
  });
});

test('each version in CHANGELOG.md begins with what to do before the upgrade, in at most five lines', () => {
  const [, ...versions] = read('CHANGELOG.md').split(/^## /m);
  expect(versions.length).toBeGreaterThan(1);
  for (const version of versions) {
    const steps =
      /^\d[\d.]*\n\nBefore you upgrade\n\n((?:- .*\n)+)\n/.exec(version)?.[1]?.trim().split('\n') ?? [];
    expect(steps.length, version.slice(0, 20)).toBeGreaterThan(0);
    expect(steps.length, version.slice(0, 20)).toBeLessThanOrEqual(5);
  }
});
