import { expect, test } from 'vitest';
import { encryptMessage, isDeviceKey } from './encrypt-message.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('a push message is encrypted as in the example of RFC 8291, appendix A [DSK-60]', () => {
  const encrypted = encryptMessage(
    {
      p256dh: bytes(
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ),
      auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    },
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    },
  );
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('bytes that are not a point of the curve are not accepted as the key of a device [DSK-60]', () => {
  const point = bytes(
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  );
  expect(isDeviceKey(point)).toBe(true);
  expect(isDeviceKey(point.subarray(1))).toBe(false);
  expect(isDeviceKey(Buffer.alloc(65, 4))).toBe(false);
  expect(isDeviceKey(Buffer.alloc(0))).toBe(false);
});

test('a message that fills its record is encrypted, and one byte more is refused [DSK-60]', () => {
  const keys = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  // A header of 86 bytes and a record of 4,096.
  expect(encryptMessage(keys, Buffer.alloc(4_079))).toHaveLength(4_182);
  expect(() => encryptMessage(keys, Buffer.alloc(4_080))).toThrow('the message is too long');
});
