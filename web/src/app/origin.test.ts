import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { queryClient } from '../platform/network/queries.ts';
import { landingPage as find } from './origin.ts';
import { createAppRouter } from './router.ts';

const router = createAppRouter(createMemoryHistory(), queryClient);
const landingPage = (user: Parameters<typeof find>[1], from: string | undefined) => find(router, user, from);

const reseller = { role: 'reseller' } as const;
const admin = { role: 'admin' } as const;

test('a sign-in leads back to the requested page, when the role of the user may open it', () => {
  expect(landingPage(reseller, '/catalog?game=Roblox')).toBe('/catalog?game=Roblox');
  expect(landingPage(reseller, '/dashboard')).toBe('/dashboard');
  expect(landingPage(admin, '/admin/products/7/edit')).toBe('/admin/products/7/edit');
});

test('a sign-in leads to the home page of the role when the requested page is missing, public, unknown or of the other role', () => {
  for (const from of [
    undefined,
    '',
    '/',
    '/login',
    '/register',
    '/admin/users',
    '/administration',
    '/nulle-part',
  ]) {
    expect(landingPage(reseller, from)).toBe('/dashboard');
  }
  for (const from of ['/catalog', '/reseller/dashboard', '/administration', '/admin/nulle-part'])
    expect(landingPage(admin, from)).toBe('/admin');
});

test('a sign-in never leads to another site', () => {
  for (const from of [
    '//evil.example/dashboard',
    'https://evil.example/dashboard',
    '/\\evil.example',
    'javascript:1',
  ]) {
    expect(landingPage(reseller, from)).toBe('/dashboard');
  }
});
