import { canonicalCode, readCodeLines } from '@almas/contract/code-lines';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withRole } from './columns.ts';
import { judgeRows } from './judge.ts';
import { readBytes, readText } from './read-codes.ts';

const today = '2026-11-27';

interface Lot {
  readonly codes: readonly string[];
  readonly serials: readonly string[];
}

const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const group = (alphabet: string) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: 4, maxLength: 4 });
const code = fc
  .tuple(group(upper), group('0123456789'), group(`${upper}0123456789`))
  .map((groups) => groups.join('-'));
const lot = fc
  .uniqueArray(code, { minLength: 3, maxLength: 12, selector: (text) => canonicalCode(text) })
  .map((codes): Lot => ({ codes, serials: codes.map((_, index) => String(8_921_300_007_710 + index)) }));

const utf16 = (text: string, mark: string) => new Uint8Array(Buffer.from(mark + text, 'utf16le'));
const arabic = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));

/** The same lot in different shapes. */
const shapes: Readonly<Record<string, (lot: Lot) => string | Uint8Array>> = {
  list: ({ codes }) => codes.join('\n'),
  small: ({ codes }) => codes.join('\r\n').toLowerCase(),
  'list with spaces': ({ codes }) => codes.map((own) => own.replaceAll('-', ' ')).join('\n'),
  'numbered list': ({ codes }) => codes.map((own, index) => `${index + 1}. ${own}`).join('\n'),
  'numbered in Arabic': ({ codes }) =>
    codes.map((own, index) => `${arabic(String(index + 1))}) ${own}`).join('\n'),
  'numbered in Arabic with points': ({ codes }) =>
    codes.map((own, index) => `${arabic(String(index + 1))}. ${own}`).join('\n'),
  'numbered in Arabic with dashes': ({ codes }) =>
    codes.map((own, index) => `${arabic(String(index + 1))} - ${own}`).join('\n'),
  'a number twice': ({ codes }) => codes.map((own, index) => `${Math.max(index, 1)}) ${own}`).join('\n'),
  'numbers that fall': ({ codes }) => codes.map((own, index) => `${codes.length - index}. ${own}`).join('\n'),
  'two lists': ({ codes }) => codes.map((own, index) => `${(index % 2) + 5} - ${own}`).join('\n'),
  'some numbered': ({ codes }) => codes.map((own, index) => (index === 1 ? `7) ${own}` : own)).join('\n'),
  'numbers with a dash': ({ codes }) => codes.map((own, index) => `${index + 1}- ${own}`).join('\n'),
  'numbers with a slash': ({ codes }) => codes.map((own, index) => `${index + 1}/ ${own}`).join('\n'),
  'numbers without a space': ({ codes }) => codes.map((own, index) => `${index + 1}-${own}`).join('\n'),
  bullets: ({ codes }) => codes.map((own) => `• ${own}`).join('\n'),
  'labelled list': ({ codes }) => codes.map((own) => `PIN: ${own}`).join('\n'),
  table: ({ codes, serials }) =>
    `Serial;PIN\n${codes.map((own, index) => `${serials[index]};${own}`).join('\n')}`,
  'table without heading': ({ codes, serials }) =>
    codes.map((own, index) => `${serials[index]};${own};31/12/2099`).join('\n'),
  'table of tabs': ({ codes }) =>
    `N°\tCode\tPrix\n${codes.map((own, index) => `${index + 1}\t${own}\t600`).join('\n')}`,
  'quoted table': ({ codes }) => `"Code","Offre"\n${codes.map((own) => `"=""${own}""","60 UC"`).join('\n')}`,
  blocks: ({ codes, serials }) =>
    codes.map((own, index) => `SN: ${serials[index]}\nPIN: ${own}`).join('\n\n'),
  chat: ({ codes }) => codes.map((own) => `[26/11/2026 14:02] Grossiste: ${own}`).join('\n'),
  message: ({ codes }) =>
    `Bonjour, voici vos codes\n\n${codes.join('\n')}\n\nTotal : ${codes.length} codes\nMerci`,
  'Arabic digits': ({ codes }) => arabic(codes.join('\n')),
  'UTF-16': ({ codes }) => utf16(codes.join('\r\n'), '\ufeff'),
  'UTF-16 without mark': ({ codes }) => utf16(codes.join('\r\n'), ''),
};

async function importedFrom(source: string | Uint8Array) {
  const reading = typeof source === 'string' ? readText(source) : await readBytes(source);
  if (reading.kind !== 'list') throw new Error(reading.kind);
  // Rarely two parts of the lines could be the code: the person is asked, and nothing is taken for it.
  fc.pre(reading.question.length === 0);
  const rows = judgeRows(reading.grid, reading.roles, today).filter(
    ({ verdict }) => verdict.state === 'good',
  );
  return readCodeLines(
    rows.map((row) => row.code),
    rows.map((row) => row.serial),
  );
}

test('one lot imported in two shapes gives its codes once, and each code of the second import is a duplicate [STK-06]', async () => {
  const shape = fc.constantFrom(...Object.keys(shapes));
  await fc.assert(
    fc.asyncProperty(lot, shape, shape, async (own, first, second) => {
      const written = (name: string) => shapes[name]?.(own) ?? '';
      const before = await importedFrom(written(first));
      const after = await importedFrom(written(second));
      const right = own.codes.map((text) => canonicalCode(text)).sort();
      expect(before.codes.map((text) => canonicalCode(text)).sort()).toEqual(right);
      expect(after.codes.map((text) => canonicalCode(text)).sort()).toEqual(right);
    }),
    { numRuns: 300 },
  );
});

test('a serial that a table or a block names stays with its code [STK-03]', async () => {
  await fc.assert(
    fc.asyncProperty(lot, fc.constantFrom('table', 'table without heading', 'blocks'), async (own, shape) => {
      const list = await importedFrom(shapes[shape]?.(own) ?? '');
      expect([list.codes, list.serials]).toEqual([own.codes, own.serials]);
    }),
  );
});

// Turned red by: « N° » alone as the only short form of « numéro ».
test('a column of serials is known by each way to write its heading, so that no serial is dropped [STK-03]', () => {
  const heads = ['N° de série', 'Nº de série', '№ de série', 'No. de série', 'Num. de série', 'N° série'];
  for (const head of [...heads, 'Numéro de série', 'Série n°', 'N° de la carte', 'Numéro de carte']) {
    const reading = readText(
      `${head};Code PIN\n88001;7K2M-4100-PQ10\n88009;7K2M-4137-PQ11\n88002;7K2M-4174-PQ12`,
    );
    expect(reading.kind === 'list' && reading.roles, head).toEqual(['serial', 'pin']);
  }
});

// Turned red by: a comma before digits and an E that is taken for that of a rounded number wherever it is.
test.each([
  ['hexadecimal codes', '8921300007710,7E45C0A19B2D\n8921300007711,8E12C0A19B2E\n8921300007712,12E4C0A19B2F'],
  ['a single E', '8921300007710,7E45021912\n8921300007711,8E12021913\n8921300007712,12E4021914'],
  ['a number of one digit', '7,7E45021912\n8,8E12021913\n9,12E4021914'],
  [
    'groups and dashes',
    '8921300007710,7E45-0219-1234\r\n8921300007711,8E12-0219-1235\r\n8921300007712,12E4-0219-1236',
  ],
])('a code that begins with digits and an E stays apart from the cell before it: %s [STK-03]', (_, text) => {
  const reading = readText(text);
  if (reading.kind === 'refused') throw new Error(reading.reason);
  expect(reading.grid.rows.map(({ cells }) => cells)).toEqual(
    text.split(/\r?\n/).map((line) => line.split(',')),
  );
});

test('a number that a spreadsheet rounded is one cell of a table with commas, with and without quotes, and no code [STK-03]', () => {
  const reading = readText(
    'Serial,Code\r\n7001,DEST-1042-A3K1\r\n7002,1,23457E+15\r\n7003,"1,23457E+15"\r\n1,23457E+15,DEST-1079-B0L4\r\n',
  );
  if (reading.kind === 'refused') throw new Error(reading.reason);
  expect(reading.grid.rows.map(({ cells }) => cells.map((cell) => cell.replace(',', '.')))).toEqual([
    ['7001', 'DEST-1042-A3K1'],
    ['7002', '1.23457E+15'],
    ['7003', '1.23457E+15'],
    ['1.23457E+15', 'DEST-1079-B0L4'],
  ]);
  expect(judgeRows(reading.grid, reading.roles, today).map(({ verdict }) => verdict.state)).toEqual([
    'good',
    'refused',
    'refused',
    'good',
  ]);
});

test('a column that is chosen as the code takes the place of the one before, and its rows are judged anew [STK-07]', () => {
  const reading = readText('A;B\nQONE-1042-A3K1;7001\nQONE-1079-B0L4;7002\nQONE-1116-C7M7;Total');
  if (reading.kind === 'refused') throw new Error(reading.reason);
  expect(reading.roles[0]).toBe('code');
  const roles = withRole(reading.roles, 1, 'code');
  expect(roles).toEqual(['ignored', 'code']);
  const rows = judgeRows(reading.grid, roles, today);
  expect(rows.map((row) => [row.code, row.verdict.state])).toEqual([
    ['7001', 'good'],
    ['7002', 'good'],
    ['Total', 'refused'],
  ]);
});

// A code that is written with spaces around its dashes keeps its first group; a number that stays before a code is never sold with it.
test('a number before a code is no part of it, and what could be its first group is not taken away [STK-04]', () => {
  const verdictsOf = (text: string) => {
    const reading = readText(text);
    if (reading.kind === 'refused') throw new Error(reading.reason);
    return judgeRows(reading.grid, reading.roles, today).map(({ code, verdict }) => [code, verdict.state]);
  };
  expect(verdictsOf('1) QONE-1042-A3K1')).toEqual([['QONE-1042-A3K1', 'good']]);
  expect(verdictsOf('1. QONE-1042-A3K1\n3. 1,23457E+15\n2. QONE-1079-B0L4')).toEqual([
    ['QONE-1042-A3K1', 'good'],
    ['1,23457E+15', 'refused'],
    ['QONE-1079-B0L4', 'good'],
  ]);
  expect(verdictsOf('3) 1,23457E+15')).toEqual([['1,23457E+15', 'refused']]);
  expect(
    verdictsOf('1234 - 5678 - 9012 - 3456\n7812 - 5598 - 1022 - 3411\n4234 - 5378 - 9112 - 3156'),
  ).toEqual([
    ['1234 - 5678 - 9012 - 3456', 'good'],
    ['7812 - 5598 - 1022 - 3411', 'good'],
    ['4234 - 5378 - 9112 - 3156', 'good'],
  ]);
  expect(verdictsOf('001-QONE-1042\n002-QONE-1079\n003-QONE-1116').map(([, state]) => state)).not.toContain(
    'refused',
  );
  expect(verdictsOf('Offre;Code\n60 UC;1 - QONE-1042-A3K1\n60 UC;900 - QONE-1079-B0L4')).toEqual([
    ['1 - QONE-1042-A3K1', 'doubtful'],
    ['900 - QONE-1079-B0L4', 'doubtful'],
  ]);
});

test('a single short code that is typed is read [STK-04]', () => {
  const reading = readText('A-1');
  expect(reading).toMatchObject({ kind: 'list', roles: ['code'], grid: { rows: [{ cells: ['A-1'] }] } });
});

test('a code that expires today is still imported, and one that expired yesterday is not [STK-08]', () => {
  const reading = readText(
    `Code;Expiration\nABCD-1117-QX;27/11/2026\nABCD-2274-WZ;26/11/2026\nABCD-9931-KM;11/2026`,
  );
  if (reading.kind === 'refused') throw new Error(reading.reason);
  expect(judgeRows(reading.grid, reading.roles, today).map(({ verdict }) => verdict)).toEqual([
    { state: 'good' },
    { state: 'refused', reason: 'expired' },
    { state: 'good' },
  ]);
});

/** The states of rows of which a list says this in a column beside the codes. */
const statesOf = (...said: string[]) => statesUnder('Statut', ...said);
const statesUnder = (heading: string, ...said: string[]) => {
  const reading = readText(
    `Code;${heading}\n${said.map((each, index) => `KODE-${1_042 + 37 * index}-A3K;${each}`).join('\n')}`,
  );
  if (reading.kind === 'refused') throw new Error(reading.reason);
  return judgeRows(reading.grid, reading.roles, today).map(({ verdict }) => verdict.state);
};

// Turned red by: what most rows say taken for what is said of the order.
test('codes that a list calls used or sold are left out, also where they are most of it; of all of them it is said of the order', () => {
  expect(statesOf('Vendu', 'Vendu', 'Utilisé', 'Libre')).toEqual(['refused', 'refused', 'refused', 'good']);
  expect(statesOf('Vendu', 'Vendu', 'Vendu', '')).toEqual(['refused', 'refused', 'refused', 'good']);
  expect(statesOf('Vendu', 'Vendu', 'Vendu')).toEqual(['good', 'good', 'good']);
});

// Turned red by: a negation that is known right before the word alone, and in French and English alone.
test.each([
  ['Pas encore utilisé', 'Utilisé'],
  ['N’a pas été vendu', 'Vendu'],
  ['Not yet used', 'Used'],
  ['Never been redeemed', 'Redeemed'],
  ['غير مستعمل', 'مستعمل'],
  ['غير مستخدمة', 'مستخدمة'],
  ['غير مباعة', 'مباعة'],
])('a code of which a list says « %s » is read, and one that is « %s » is left out', (free, spent) => {
  expect(statesOf(free, spent, spent, free)).toEqual(['good', 'refused', 'refused', 'good']);
});

test.each(['Expiré', 'EXPIRÉE', 'Expired', 'منتهي الصلاحية'])(
  'codes of which a list says « %s » are left out as expired, also where it says so of all of them [STK-08]',
  (said) => {
    expect(statesOf(said, 'Disponible', 'Non expiré')).toEqual(['refused', 'good', 'good']);
    expect(statesOf(said, said)).toEqual(['refused', 'refused']);
    expect(statesUnder('Expiration', said, '31/12/2099')).toEqual(['refused', 'good']);
  },
);

test('a column « Expiré » that answers yes or no leaves the expired codes out alone [STK-08]', () => {
  expect(statesUnder('Expiré', 'Non', 'Oui', 'non')).toEqual(['good', 'refused', 'good']);
  expect(statesUnder('Expired', 'no', 'yes', '')).toEqual(['good', 'refused', 'good']);
});

test('an end date that cannot be read leaves its code out until it is ticked; a cell that says there is none does not [STK-08]', () => {
  const unreadable = ['31122027', '46752', '31/12', '13/27', '12 mois'];
  expect(statesUnder('Exp', ...unreadable)).toEqual(unreadable.map(() => 'doubtful'));
  // Days of a year that is not said: 05/12 is no May of 2012.
  const days = ['05/12', '12/11', '31/12'];
  expect(statesUnder('Exp', ...days)).toEqual(days.map(() => 'doubtful'));
  const none = [
    '-',
    'N/A',
    'NA',
    'nil',
    'Aucune',
    'Illimité',
    'Sans expiration',
    'Pas d’expiration',
    'N’expire pas',
  ];
  expect(statesUnder('Exp', ...none)).toEqual(none.map(() => 'good'));
  const others = ['never', 'Never expires', 'No expiration date', 'غير محدود', 'لا تنتهي', 'لا يوجد'];
  expect(statesUnder('Exp', ...others)).toEqual(others.map(() => 'good'));
});

// Turned red by: a heading that is not read, with a yes or a buyer below it.
test.each([
  ['Utilisé', 'Non', 'Oui'],
  ['Vendu ?', '', 'x'],
  ['Vendu à', '', 'Karim'],
  ['Sold on', '-', '12/11/2026'],
  ['Used', 'no', 'yes'],
  ['مستعمل', 'لا', 'نعم'],
])(
  'of a column « %s » a code with « %s » is read, and one with « %s » is left out',
  (heading, free, spent) => {
    expect(statesUnder(heading, free, spent, free)).toEqual(['good', 'refused', 'good']);
  },
);

test('a column of sales that says nothing against a code leaves none out', () => {
  expect(statesUnder('Vendu', 'Disponible', 'En stock', '')).toEqual(['good', 'good', 'good']);
  expect(statesUnder('Prix vendu', '500', '', '500')).toEqual(['good', 'good', 'good']);
  expect(statesUnder('Sold at', '12/11/2026', '12/11/2026', '12/11/2026')).toEqual(['good', 'good', 'good']);
});

// Turned red by: an addition that is sold with its code, and by which the same code is taken for another one.
test.each(['x1', 'DZ', '1/3', 'n°1', '= 60'])(
  'a code with « %s » beside it is looked at before it is imported, on its own and in a list of them [STK-04]',
  (addition) => {
    const wholes = ['ABCD-0001-22', 'ABCD700225', 'EFGH-0403-29'];
    for (const lines of [
      wholes.map((code) => `${code} ${addition}`),
      wholes.map((code) => `Free ${addition} ${code}`),
    ]) {
      const read = readText(lines.join('\n'));
      const rows = read.kind === 'list' ? judgeRows(read.grid, read.roles, '2026-11-27') : [];
      expect(rows.filter(({ verdict }) => verdict.state === 'good')).toEqual([]);
    }
  },
);

test('codes between brackets and quotes are several, not one [STK-04]', () => {
  const read = readText('codes: ["ABCD-0001", "ABCD-0002", "ABCD-0003"]');
  const rows = read.kind === 'list' ? judgeRows(read.grid, read.roles, '2026-11-27') : [];
  expect(rows.map(({ verdict }) => verdict)).toEqual([{ state: 'doubtful', reason: 'several' }]);
});

test('groups that a space separates are one code, also where the groups are of different length [STK-04]', () => {
  const codes = ['4471 0092 1183 0001', '4471 0092 1183 7102', '4471 0092 2283 5503'];
  const uneven = ['PDFN 77K1 0043', '1234 567890 12345', 'AB12 CD34E FG567'];
  for (const lines of [codes, uneven]) {
    const read = readText(lines.join('\n'));
    const rows = read.kind === 'list' ? judgeRows(read.grid, read.roles, '2026-11-27') : [];
    expect(rows.map(({ code }) => code)).toEqual(lines);
    expect(rows.filter(({ verdict }) => verdict.state === 'doubtful' && verdict.reason === 'note')).toEqual(
      [],
    );
  }
});

const goodOf = (text: string) => {
  const read = readText(text);
  const rows = read.kind === 'list' ? judgeRows(read.grid, read.roles, today) : [];
  return rows.filter(({ verdict }) => verdict.state === 'good').map(({ serial, code }) => [serial, code]);
};

test.each([
  'Tél: 0550123456',
  'WhatsApp : 0550123456',
  'Mobile:0550123456',
  'Solde: 12000 DA',
  'Solde = 12000',
])('a line « %s » below a list is not sold as a code, also where there are two [STK-05]', (line) => {
  const codes = ['KX7P-1042-A3K1', 'KX7P-1079-B0L4', 'KX7P-1116-C7M7'];
  expect(goodOf([...codes, line, 'Contact:0550123457'].join('\n'))).toEqual(codes.map((code) => ['', code]));
});

test('a phone number and a balance below serials and codes that take turns make no serial a code [STK-05]', () => {
  const listed = [
    ['8921300007710', 'KX7P-1042-A3K1'],
    ['8921300007711', 'KX7P-1079-B0L4'],
    ['8921300007712', 'KX7P-1116-C7M7'],
  ];
  const remarks = ['Solde: 12000 DA', 'Contact: 0550123456'];
  expect(goodOf([...listed.flat(), ...remarks].join('\n'))).toEqual(listed);
});

test('a name and its password on each line, with a colon between, stay codes', () => {
  const accounts = ['karim:Pw1042', 'amine31:Pw1079', 'sofiane.dz:Pw1116'];
  const apart = accounts.map((account) => account.replace(':', ': '));
  for (const codes of [accounts, apart])
    expect(goodOf(codes.join('\n'))).toEqual(codes.map((code) => ['', code]));
});
