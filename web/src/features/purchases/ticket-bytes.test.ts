import { expect, test } from 'vitest';
import { encodeText, printableText } from '../receipt-printer/code-page.ts';
import type { DrawText } from '../receipt-printer/escpos.ts';
import { canPrintCodes, ticketBytes } from './ticket-bytes.ts';
import type { TicketContent } from './ticket-content.ts';

const content: TicketContent = {
  shop: 'Étoile du Sud — Sétif',
  phone: '0550 12 34 56',
  mark: 'DUPLICATA n° 2',
  product: 'Free Fire « Garçon »',
  offer: 'Pack 1\u202f060 diamants',
  position: '',
  codes: [
    { id: 'a', code: 'X7K29QPLAB12CD34', value: '1\u202f060 diamants', isAvailable: false },
    { id: 'b', code: 'AB-1234567-CDEFGH-9876543-IJKLMN-0', value: 'Carte à gratter', isAvailable: false },
  ] as unknown as TicketContent['codes'],
  missing: '',
  price: '2 × 1\u202f250,50\u00a0DA = 2\u202f501\u00a0DA',
  redeem: 'À utiliser sur reward.ff.garena.com',
  date: 'Date : 23 nov. 2026, 05:10',
  number: 'Achat n° 0192a1b2-c3d4-7e5f-8a9b-0123456789ab',
  footer: 'Ni repris ni échangé, même œuvre d’été… 5 €',
};

const noPicture: DrawText = (text) => {
  throw new Error(`drawn: ${text}`);
};

const names: readonly (readonly [string, string])[] = [
  ['1b40', '[reset]'],
  ['1c2e', '[no Chinese]'],
  ['1b7402', '[page 850]'],
  ['1b4501', '[bold]'],
  ['1b4500', '[/bold]'],
  ['1d2111', '[double]'],
  ['1d2101', '[tall]'],
  ['1d2100', '[/size]'],
  ['1d5601', '[cut]'],
];
/** The accented letters of the tickets in code page 850, from its table and not from the encoder. */
const letters: Readonly<Record<string, string>> = {
  '90': 'É',
  '82': 'é',
  '85': 'à',
  b7: 'À',
  '87': 'ç',
  '88': 'ê',
  f8: '°',
  ae: '«',
  af: '»',
  '9e': '×',
};

/** The bytes as text: each command by its name, and one line for each line on the paper. */
function read(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
  let text = '';
  for (let at = 0; at < hex.length; ) {
    const command = names.find(([start]) => hex.slice(at, at + start.length / 2).join('') === start);
    const byte = hex[at] ?? '';
    if (command) text += command[1];
    else if (byte === '0a') text += '\n';
    else text += letters[byte] ?? String.fromCharCode(Number.parseInt(byte, 16));
    at += command ? command[0].length / 2 : 1;
  }
  return text;
}

// Turned red by: 31 columns; no cut; no choice of the code page.
test('a ticket of 58 mm has 32 columns, and is cut at its end [CNT-27]', () => {
  expect(read(ticketBytes(content, '58', noPicture))).toBe(`[reset][no Chinese][page 850]\
[bold][tall]     Étoile du Sud - Sétif
[/size][/bold]         0550 12 34 56

[bold]         DUPLICATA n° 2
[/bold][bold]      Free Fire « Garçon »
[/bold]      Pack 1 060 diamants
--------------------------------
         1 060 diamants
[bold][tall]      X7K2 9QPL AB12 CD34
[/size][/bold]--------------------------------
        Carte à gratter
[bold][tall]       AB-1234567-CDEFGH-
        9876543-IJKLMN-0
[/size][/bold]--------------------------------
[bold]   2 × 1 250,50 DA = 2 501 DA
[/bold]         À utiliser sur
      reward.ff.garena.com

   Date : 23 nov. 2026, 05:10
  Achat n° 0192a1b2-c3d4-7e5f-
       8a9b-0123456789ab
   Ni repris ni échangé, même
     oeuvre d'été... 5 EUR




[cut]`);
});

test('a ticket of 80 mm has 48 columns, and a code that fits is twice as wide and high [CNT-27]', () => {
  expect(read(ticketBytes(content, '80', noPicture))).toBe(`[reset][no Chinese][page 850]\
[bold][double] Étoile du Sud - Sétif
[/size][/bold]                 0550 12 34 56

[bold]                 DUPLICATA n° 2
[/bold][bold]              Free Fire « Garçon »
[/bold]              Pack 1 060 diamants
------------------------------------------------
                 1 060 diamants
[bold][double]  X7K2 9QPL AB12 CD34
[/size][/bold]------------------------------------------------
                Carte à gratter
[bold][tall]       AB-1234567-CDEFGH-9876543-IJKLMN-0
[/size][/bold]------------------------------------------------
[bold]           2 × 1 250,50 DA = 2 501 DA
[/bold]      À utiliser sur reward.ff.garena.com

           Date : 23 nov. 2026, 05:10
 Achat n° 0192a1b2-c3d4-7e5f-8a9b-0123456789ab
Ni repris ni échangé, même oeuvre d'été... 5 EUR




[cut]`);
});

test('no line is wider than the paper, whatever the texts, and each code is printed completely [CNT-27]', () => {
  const word = 'Anticonstitutionnellement'.repeat(4);
  for (const [width, columns] of [
    ['58', 32],
    ['80', 48],
  ] as const) {
    const text = read(
      ticketBytes({ ...content, shop: word, offer: word, footer: `${word} ${word}` }, width, noPicture),
    );
    let wide = 1;
    for (const line of text.split('\n')) {
      if (line.includes('[double]')) wide = 2;
      if (line.includes('[/size]')) wide = 1;
      expect(line.replace(/\[[^\]]+\]/g, '').length * wide).toBeLessThanOrEqual(columns);
    }
    const letters = text.replace(/\[[^\]]+\]/g, '').replace(/\s/g, '');
    for (const { code } of content.codes) expect(letters).toContain(code);
    expect(letters).toContain(word);
  }
});

test('a ticket without a shop, a price, a footer and a known mark has no line for them [CNT-27]', () => {
  const bare = { ...content, shop: '', phone: '', mark: '', price: '', footer: '' };
  expect(read(ticketBytes(bare, '58', noPicture))).toMatch(
    /^\[reset\]\[no Chinese\]\[page 850\]\n\[bold\] +Free Fire/,
  );
});

// The expected bytes are those of another ESC/POS library for code page 850.
test('French letters have their bytes in code page 850; what it lacks is replaced, and no text is a command [CNT-28]', () => {
  const hex = (text: string) => Buffer.from(encodeText(text)).toString('hex');
  expect(hex('éèêëàâçîïôùûüÉÈÀÇ°«»×n')).toBe('828a88898583878c8b9397968190d4b780f8aeaf9e6e');
  expect(printableText('1\u202f250\u00a0DA · l’œuvre — “5 €”…')).toBe('1 250 DA · l\'oeuvre - "5 EUR"...');
  expect(printableText('e\u0301te\u0301 Łódź ā 🎮 متجر')).toBe('été ?ódz a ? ????');
  expect(printableText('A\u001b@B\u001dV\u0001\u200b\u202eC\u007f\u009bD\nE')).toBe('A@BVCD E');
});

test('a code with a character that the printer lacks is not printed as another one [CNT-28]', () => {
  const of = (code: string) =>
    canPrintCodes({ codes: [{ ...content.codes[0], code }] as TicketContent['codes'] });
  for (const code of ['X7K29QPL', 'ab-CD é~!', 'A B']) expect(of(code)).toBe(true);
  for (const code of ['ŁAB1', 'АВС1', 'AB’1', 'A…', 'e\u0301']) expect(of(code)).toBe(false);
});

// Turned red by: a text that is printed with question marks; a picture for a French text.
test('a line with letters that the code page lacks is printed as a picture, the others as text [CNT-100]', () => {
  const drawn: unknown[] = [];
  const draw: DrawText = (text, width, { bold = false, large = false }) => {
    drawn.push([text, width, bold, large]);
    return { bytesPerRow: 2, rows: 300, dots: new Uint8Array(600).fill(0x41) };
  };
  const arabic = { ...content, shop: 'متجر الأمل', footer: 'شكرا لزيارتكم', offer: 'Pack œuvre 5 €' };
  const bytes = ticketBytes(arabic, '58', draw);
  expect(drawn).toEqual([
    ['متجر الأمل', 384, true, true],
    ['شكرا لزيارتكم', 384, false, false],
  ]);
  const hex = Buffer.from(bytes).toString('hex');
  // GS v 0, its size as two bytes each, then its dots.
  expect(hex.split(`1d763000${'0200'}${'2c01'}${'41'.repeat(600)}`)).toHaveLength(3);
  expect(Buffer.from(bytes).toString('latin1')).not.toContain('?');
  ticketBytes({ ...arabic, product: 'لعبة' }, '80', draw);
  expect(drawn).toContainEqual(['لعبة', 576, true, false]);
});

test('a code that needs two lines breaks near its middle, and never has its last group alone [CNT-102]', () => {
  const linesOf = (code: string) => {
    const codes = [{ id: 'a', code, value: '' }] as unknown as TicketContent['codes'];
    const text = read(ticketBytes({ ...content, codes }, '58', noPicture)).replace(/\[[^\]]+\]/g, '');
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => /^[A-Z0-9]{4}([ -][A-Z0-9]{4})*-?$/.test(line));
  };
  expect(linesOf('PNHTABFSD4W8LMN8QQ11RR22SS33TT44')).toEqual(['PNHT ABFS D4W8 LMN8', 'QQ11 RR22 SS33 TT44']);
  expect(linesOf('PNHT-ABFS-D4W8-LMN8-QQ11-RR22-SS33')).toEqual(['PNHT-ABFS-D4W8-', 'LMN8-QQ11-RR22-SS33']);
});
