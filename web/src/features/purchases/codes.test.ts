import { expect, test } from 'vitest';
import { groupCode } from './code-format.ts';
import { redeemSite } from './redeem.ts';

test('a code is grouped by four for reading aloud', () => {
  expect(groupCode('X7K29QPLAB')).toBe('X7K2 9QPL AB');
  expect(groupCode('ABCD')).toBe('ABCD');
  expect(groupCode('')).toBe('');
});

test('a code with groups of its own keeps them', () => {
  expect(groupCode('AB-CDEFGH-I')).toBe('AB-CDEFGH-I');
  expect(groupCode('AB CDEFGH')).toBe('AB CDEFGH');
});

test('redeem sites follow the game, then the name', () => {
  const site = (game: string, productName = '') => redeemSite({ game, productName });
  expect(site('Free Fire')).toBe('https://reward.ff.garena.com/');
  expect(site('PUBG Mobile')).toBe('https://www.pubgmobile.com/redeem/');
  expect(site('', 'Diamants FREE FIRE')).toBe('https://reward.ff.garena.com/');
  expect(site('Roblox', 'PUBG')).toBeNull();
});
