/** The upper half of code page 850 (Western Europe), the one that every ESC/POS printer has under number 2. */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const bytes = new Map([...upperHalf].map((character, index) => [character, 0x80 + index]));
for (let byte = 0x20; byte < 0x7f; byte += 1) bytes.set(String.fromCharCode(byte), byte);

/** Characters of French texts that the code page lacks. */
const replacements: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '‑': '-',
  '…': '...',
  '•': '-',
  œ: 'oe',
  Œ: 'OE',
  Ÿ: 'Y',
  '€': 'EUR',
};

/** Characters removed from printed texts: a control character would be a command to the printer. */
const commands = /[\p{Cc}\p{Cf}]/gu;

/** A text in the characters of the code page: missing letters lose their accent, other missing characters become question marks. */
export function printableText(text: string): string {
  const plain = text.normalize('NFC').replace(/\s/gu, ' ').replace(commands, '');
  return Array.from(plain, (character) => {
    if (bytes.has(character)) return character;
    const base = character.normalize('NFD').replace(/\p{M}/gu, '');
    return replacements[character] ?? (bytes.has(base) ? base : '?');
  }).join('');
}

/** Whether a text keeps its meaning in the characters of the code page: without it a line is printed as a picture. */
export const isPrintableText = (text: string): boolean =>
  Array.from(text.normalize('NFC').replace(/\s/gu, ' ').replace(commands, '')).every(
    (character) => character === '?' || printableText(character) !== '?',
  );

/** Whether a code can be printed as it is, each of its characters. */
export const isPrintableCode = (code: string): boolean =>
  Array.from(code).every((character) => bytes.has(character));

/** The bytes of a printable text. */
export const encodeText = (text: string): number[] =>
  Array.from(text, (character) => bytes.get(character) ?? 0x3f);
