import { expect, test } from 'vitest';
import { withoutHidden } from './typed-text.ts';

test.each([
  ['A\u200bB', 'AB'],
  ['admin\u3164', 'admin'],
  ['ad\u200c\u200dmin', 'admin'],
  ['\u200d\u200cadmin', 'admin'],
  ['admin\ufe0f', 'admin'],
  ['\u202eadmin', 'admin'],
])('a text of one line loses what is not seen: %j', (text, expected) => {
  expect(withoutHidden(text)).toBe(expected);
});

test.each(['می\u200cخواهم', '👩\u200d👩\u200d👧', '❤\ufe0f', 'Zoé-Anaïs', 'أمين بن علي', '한글 이름'])(
  'a text of one line keeps what its script needs: %j',
  (text) => {
    expect(withoutHidden(text)).toBe(text);
  },
);

test('a joiner at the end of a text and repeated joiners join nothing', () => {
  expect(withoutHidden('می\u200c\u200c\u200cخ\u200c')).toBe('می\u200cخ');
});
