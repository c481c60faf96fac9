import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';

const { server } = await testApp();

test('every metric of the server that ops/alerts.yml watches is one that /metrics reports', async () => {
  await server.inject({ url: '/healthz' });
  const { body } = await server.inject({ url: '/metrics' });
  const reported = new Set(
    [...body.matchAll(/^# TYPE (\w+) /gm)].flatMap(([, name]) => [name, `${name}_bucket`]),
  );
  const rules = readFileSync(new URL('../../ops/alerts.yml', import.meta.url), 'utf8');
  const watched = [...new Set(rules.match(/\balmas_\w+/g))];
  expect(watched.length).toBeGreaterThan(4);
  expect(watched.filter((name) => !reported.has(name))).toEqual([]);
});

test('every route that ops/alerts.yml names is served', () => {
  const rules = readFileSync(new URL('../../ops/alerts.yml', import.meta.url), 'utf8');
  const routes = [...rules.matchAll(/route="([^"]+)", method="(\w+)"/g)];
  expect(routes.length).toBeGreaterThan(0);
  for (const [, url = '', method] of routes)
    expect(server.hasRoute({ url, method: method as 'POST' })).toBe(true);
});

test('every rule of ops/alerts.yml has a test case in which it fires and one in which it stays quiet', () => {
  const read = (path: string) => readFileSync(new URL(`../../ops/${path}`, import.meta.url), 'utf8');
  const rules = [...read('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const cases = read('tests/alerts.test.yml');
  expect(rules.length).toBeGreaterThan(20);
  for (const name of rules) {
    expect(cases, name).toMatch(new RegExp(`alertname: ${name}\\n\\s+exp_alerts:\\n\\s+- exp_labels`));
    expect(cases, name).toContain(`alertname: ${name}, exp_alerts: []`);
  }
});

test('every metric of the Grafana dashboard is one that /metrics reports, on the datasource of its variable', async () => {
  const dashboard = readFileSync(new URL('../../ops/grafana-dashboard.json', import.meta.url), 'utf8');
  const { panels, templating } = JSON.parse(dashboard);
  expect(templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' });
  const { body } = await server.inject({ url: '/metrics' });
  const reported = new Set(
    [...body.matchAll(/^# TYPE (\w+) /gm)].flatMap(([, name]) => [name, `${name}_bucket`]),
  );
  expect(panels.length).toBeGreaterThan(10);
  for (const panel of panels) {
    expect(panel.datasource.uid, panel.title).toMatch(/^\$\{datasource\}$/);
    for (const { expr } of panel.targets)
      for (const name of expr.match(/\balmas_\w+/g)) expect(reported, panel.title).toContain(name);
  }
});
