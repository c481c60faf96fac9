import { expect, test } from '../support/browser.ts';

test('a visitor of / is sent to the French login page without a browser error [NAV-06]', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
});

test.describe('the browser watch', () => {
  test('the browser watch reports console errors, uncaught errors, foreign hosts and violations of the policy', async ({
    page,
    complaints,
  }) => {
    await page.goto('/login');
    await page.evaluate(() => {
      console.error('planted');
      setTimeout(() => {
        throw new Error('planted too');
      });
      const script = document.createElement('script');
      script.textContent = 'window.planted = true';
      document.body.append(script);
      document.body.append(Object.assign(new Image(), { src: 'http://example.invalid/a.png' }));
    });
    const seen = () => complaints.join('\n');
    await expect.poll(seen).toContain('console error: planted');
    await expect.poll(seen).toContain('uncaught: planted too');
    await expect.poll(seen).toContain('example.invalid');
    await expect.poll(seen).toContain('Content Security Policy');
    expect(await page.evaluate(() => 'planted' in window)).toBe(false);
    complaints.length = 0;
  });

  test('the browser watch does not report a refusal of the API', async ({ page }) => {
    await page.goto('/login');
    const status = await page.evaluate(async () => (await fetch('/api/me')).status);
    expect(status).toBe(401);
  });
});
