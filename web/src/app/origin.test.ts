import { expect, test } from 'vitest';
import { landing } from './origin.ts';

const reseller = { role: 'reseller' } as const;
const admin = { role: 'admin' } as const;

test('leads back to the page that asked, when the role opens it', () => {
  expect(landing(reseller, '/catalog?game=Roblox')).toBe('/catalog?game=Roblox');
  expect(landing(reseller, '/dashboard')).toBe('/dashboard');
  expect(landing(admin, '/admin/products/7/edit')).toBe('/admin/products/7/edit');
});

test('leads home otherwise', () => {
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
    expect(landing(reseller, from)).toBe('/dashboard');
  }
  for (const from of ['/catalog', '/reseller/dashboard', '/administration'])
    expect(landing(admin, from)).toBe('/admin');
});

test('never leads to another site', () => {
  for (const from of [
    '//evil.example/dashboard',
    'https://evil.example/dashboard',
    '/\\evil.example',
    'javascript:1',
  ]) {
    expect(landing(reseller, from)).toBe('/dashboard');
  }
});
