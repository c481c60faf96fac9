import { expect, submitSignIn, test } from '../support/browser.ts';
import { administrator, reseller } from './support/callers.ts';

test.use({ environment: { RATE_LIMIT_LOGIN_ATTEMPT: '10' } });

test('the server refuses the eleventh sign-in in 15 minutes, and then the browser, for this email only [AUTH-08][AUTH-13][LIM-10][LIM-11][LIM-12]', async ({
  page,
  almas,
}) => {
  const amine = await reseller(almas, await administrator(almas));
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) calls += 1;
  });
  await page.goto('/login');
  const attempt = (email: string, password: string) => submitSignIn(page, { email, password });
  for (let tried = 1; tried <= 10; tried += 1) {
    const response = page.waitForResponse('**/api/login');
    await attempt(amine.email, `oublie-${tried}`);
    expect((await response).status()).toBe(401);
  }
  const refusal = page.getByText('Trop de tentatives. Réessayez plus tard');
  await expect(refusal).toHaveCount(0);
  await attempt(amine.email, amine.password);
  await expect(refusal).toBeVisible();
  expect(calls).toBe(11);
  await page.reload();
  await attempt(amine.email.toUpperCase(), amine.password);
  await expect(refusal).toBeVisible();
  expect(calls).toBe(11);
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('limit')));
  expect(kept).toEqual([`almas.limit.login_attempt.${amine.email}`]);
  await attempt('quelqu.un@exemple.dz', 'autre');
  await expect(page.getByText('Email ou mot de passe incorrect')).toBeVisible();
});
