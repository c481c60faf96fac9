import { expect, test } from 'vitest';
import { decodePayload, encodePayload } from './code-payload.ts';

test('a code with a serial opens as both, whatever characters they have, and a code alone is its text as before [STK-37]', () => {
  for (const [code, serial] of [
    ['ABCD-1234', '9001234567890123'],
    ['ABCD;1234', ';'],
    ['é'.repeat(200), 'كود'],
    ['A', ''],
  ] as const)
    expect(decodePayload(encodePayload(code, serial))).toEqual({ code, serial });
  expect(encodePayload('ABCD-1234', '')).toEqual(Buffer.from('ABCD-1234'));
});

test('no text of a code is taken for the form with a serial, and an unknown or cut form does not open [STK-37]', () => {
  for (const code of ['\u00ff\u0001\u0000\u0002AB', '\u0001', '\ufffd', 'A\u0000B'])
    expect(decodePayload(Buffer.from(code))).toEqual({ code, serial: '' });
  expect(() => decodePayload(Buffer.from([0xff, 2, 0, 1, 65]))).toThrow('unknown form');
  expect(() => decodePayload(Buffer.from([0xff, 1, 0, 9, 65]))).toThrow('cut off');
});
