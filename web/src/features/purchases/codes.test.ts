import { codeSheet } from '@almas/locale/screens/code-sheet';
import { expect, test } from 'vitest';
import { groupCode } from './code-format.ts';
import type { SheetPurchase } from './code-sheet.tsx';
import { redeemSite } from './redeem.ts';
import { ticketContent, ticketsOf } from './ticket-content.ts';

test('a code is shown in groups of four characters', () => {
  expect(groupCode('X7K29QPLAB')).toBe('X7K2 9QPL AB');
  expect(groupCode('ABCD')).toBe('ABCD');
  expect(groupCode('')).toBe('');
});

test('a code with hyphens or spaces of its own keeps its groups', () => {
  expect(groupCode('AB-CDEFGH-I')).toBe('AB-CDEFGH-I');
  expect(groupCode('AB CDEFGH')).toBe('AB CDEFGH');
});

test('the redeem site of a purchase follows its game, or its product name when the game is empty', () => {
  const site = (game: string, productName = '') => redeemSite({ game, productName });
  expect(site('Free Fire')).toBe('https://reward.ff.garena.com/');
  expect(site('PUBG Mobile')).toBe('https://www.pubgmobile.com/redeem/');
  expect(site('', 'Diamants FREE FIRE')).toBe('https://reward.ff.garena.com/');
  expect(site('Roblox', 'PUBG')).toBeNull();
});

test('a ticket does not repeat the name of its offer as the value of each code', () => {
  const values = (offerName: string, value: string) =>
    ticketContent({
      purchase: {
        id: 'p',
        productId: 'g',
        offerId: 'o',
        productName: 'UC',
        offerName,
        game: '',
        createdAt: '2026-11-23T09:00:00.000Z',
        codes: [{ id: '1', code: 'AAAA', value }] as unknown as SheetPurchase['codes'],
      },
      shop: undefined,
      price: null,
      mark: undefined,
      redeem: { text: '', link: '' },
    }).codes.map((code) => code.value);
  expect(values('60 UC', '60 UC')).toEqual(['']);
  expect(values('60 UC', ' 60 uc ')).toEqual(['']);
  expect(values('100 + 10', '110 Diamants')).toEqual(['110 Diamants']);
});

// Turned red by: unreadable codes that are on the ticket or counted in its price.
test('a ticket has only the readable codes and their price, and says how many are missing', () => {
  const content = (codes: readonly (string | null)[]) =>
    ticketContent({
      purchase: {
        id: 'p',
        productId: 'g',
        offerId: 'o',
        productName: 'UC',
        offerName: '60 UC',
        game: '',
        createdAt: '2026-11-23T09:00:00.000Z',
        codes: codes.map((code, index) => ({ id: String(index), code, value: '' })),
      },
      shop: { name: '', phone: '', footer: '', paperWidth: '58', showPrice: true },
      price: 100,
      mark: undefined,
      redeem: { text: '', link: '' },
    });
  const { codes, missing, price } = content(['AAAA', null, 'BBBB']);
  expect(codes.map(({ code }) => code)).toEqual(['AAAA', 'BBBB']);
  expect(missing).toBe('1 code de cet achat manque ici');
  expect(price).toMatch(/^2 × /);
  expect(content(['AAAA', null, null]).missing).toBe('2 codes de cet achat manquent ici');
  expect(content(['AAAA']).missing).toBe('');
});

// Turned red by: a replaced code that is printed, counted in the price or as one that cannot be read.
test('a code that was replaced is on no ticket and not counted [CLM-19]', () => {
  const source: Parameters<typeof ticketContent>[0] = {
    purchase: {
      id: 'p',
      productId: 'g',
      offerId: 'o',
      productName: 'UC',
      offerName: '60 UC',
      game: '',
      createdAt: '2026-11-23T09:00:00.000Z',
      codes: [
        { id: '1', code: 'AAAA', value: '', replaced: true as const },
        { id: '2', code: 'BBBB', value: '' },
        { id: '3', code: 'CCCC', value: '' },
      ],
    },
    shop: { name: '', phone: '', footer: '', paperWidth: '58', showPrice: true },
    price: 100,
    mark: undefined,
    redeem: { text: '', link: '' },
  };
  const { codes, missing, price } = ticketContent(source);
  expect([codes.map(({ code }) => code), missing]).toEqual([['BBBB', 'CCCC'], '']);
  expect(price).toMatch(/^2 × /);
  expect(ticketsOf(source, true).map(({ position }) => position)).toEqual(['Code 1/2', 'Code 2/2']);
});

test('one ticket per code has one code, its place in the purchase and its own price; the last one says how many are missing [CNT-101]', () => {
  const source = {
    purchase: {
      id: 'p',
      productId: 'g',
      offerId: 'o',
      productName: 'UC',
      offerName: '60 UC',
      game: '',
      createdAt: '2026-11-23T09:00:00.000Z',
      codes: ['AAAA', null, 'CCCC'].map((code, index) => ({ id: String(index), code, value: '' })),
    },
    shop: { name: '', phone: '', footer: '', paperWidth: '58', showPrice: true },
    price: 100,
    mark: undefined,
    redeem: { text: 'Ouvrez le jeu.', link: 'https://www.exemple.dz/code/' },
  } as const;
  const seen = ticketsOf(source, true).map(({ codes, position, price, missing }) => [
    codes.map(({ code }) => code),
    position,
    price,
    missing,
  ]);
  const price = expect.stringMatching(/^Prix : 100/);
  expect(seen).toEqual([
    [['AAAA'], 'Code 1/3', price, ''],
    [['CCCC'], 'Code 3/3', price, '1 code de cet achat manque ici'],
  ]);
  const [all, ...others] = ticketsOf(source, false);
  expect([all?.codes.length, all?.position, others]).toEqual([2, '', []]);
  expect(all?.redeem).toBe('Ouvrez le jeu. À utiliser sur exemple.dz/code');
});

test('the shared text says how the code is used, with its link [CNT-104]', () => {
  const how = ['Ouvrez le jeu.', 'https://exemple.dz/code'];
  const two = [{ code: 'AAAA', serial: '12-34' }, { code: 'BBBB' }];
  expect(codeSheet.shareText('UC · 60 UC', two, how)).toBe(
    'UC · 60 UC\nCode : AAAA\nN° de série : 12-34\nCode : BBBB\nOuvrez le jeu.\nhttps://exemple.dz/code',
  );
  expect(codeSheet.shareText('UC', [{ code: 'AAAA' }], ['', ''])).toBe('UC\nCode : AAAA');
});
