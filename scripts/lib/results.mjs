import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** The tests of a vitest report: `{ title, passed, milliseconds, reasons }`. Skipped ones are neither passed nor failed. */
export function vitestTests(report) {
  return report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'passed' || test.status === 'failed')
      .map((test) => ({
        title: test.fullName,
        passed: test.status === 'passed',
        milliseconds: test.duration ?? 0,
        reasons: test.failureMessages ?? [],
      })),
  );
}

/** The tests of a Playwright report. */
export function playwrightTests(report) {
  const walk = (suite, above) => {
    const title = [...above, suite.title ?? ''];
    const own = (suite.specs ?? [])
      .filter((spec) => spec.tests.some((test) => test.status !== 'skipped'))
      .map((spec) => ({
        title: [...title, spec.title].join(' '),
        passed: spec.ok,
        milliseconds: spec.tests
          .flatMap(({ results }) => results ?? [])
          .reduce((sum, { duration = 0 }) => sum + duration, 0),
        reasons: spec.tests.flatMap(({ results }) =>
          (results ?? []).flatMap(({ errors }) => errors.map(reasonOf)),
        ),
      }));
    return [...own, ...(suite.suites ?? []).flatMap((inner) => walk(inner, title))];
  };
  return report.suites.flatMap((suite) => walk(suite, []));
}

const reasonOf = ({ message }) => stripVTControlCharacters(message ?? '');

/** The failed tests with their reasons, for the last lines of a long run. */
export const failures = (tests) =>
  tests
    .filter(({ passed }) => !passed)
    .map(({ title, reasons }) =>
      [title, ...reasons.map((reason) => reason.replace(/^/gm, '    '))].join('\n'),
    );

/** The slowest tests of a run, `{ title, seconds }`, slowest first. */
export const slowest = (tests, count) =>
  [...tests]
    .sort((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, count)
    .map(({ title, milliseconds }) => ({ title, seconds: milliseconds / 1_000 }));

/** Errors outside of tests, such as a file that does not load. */
export function fileErrors(vitest, playwright) {
  const files = vitest?.testResults.filter((file) => file.status === 'failed' && noneFailed(file)) ?? [];
  return files.length + (playwright?.errors?.length ?? 0);
}

const noneFailed = (file) => file.assertionResults.every((test) => test.status !== 'failed');

/** Both reports of the last run in `folder`; a missing one is undefined. */
export function readReports(folder) {
  return { vitest: readJson(`${folder}/vitest.json`), playwright: readJson(`${folder}/playwright.json`) };
}
