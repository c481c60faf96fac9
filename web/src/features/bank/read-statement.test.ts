import { expect, test } from 'vitest';
import type { SourceGrid } from '../codes/reader/grid.ts';
import { readTable } from '../codes/reader/table.ts';
import { guessColumns, isStatementHeading, readDay, readStatement } from './read-statement.ts';

// Turned red by: months before days, a debit taken for money that came in, an amount with a comma read a hundred times too large.
const grid = (text: string): SourceGrid => readTable(text, isStatementHeading) ?? { heads: [], rows: [] };

test('days are read as they are written in Algeria, and by spreadsheets', () => {
  for (const text of ['04/03/2026', '4-3-26', '04.03.2026', '2026-03-04', '٠٤/٠٣/٢٠٢٦', '04/03/2026 12:30'])
    expect(readDay(text), text).toBe('2026-03-04');
  for (const text of ['', '31/02/2026', '13/13/2026', 'hier', '2026']) expect(readDay(text), text).toBeNull();
});

test('a statement with debit, credit and balance gives its credits, and says what it leaves out', () => {
  const text = [
    'Date;Libellé;Débit;Crédit;Solde',
    '04/03/2026;VIR REF 8841220133 BENALI;;12 500,00;112 500,00',
    '05/03/2026;RETRAIT GAB;2 000,00;;110 500,00',
    '05/03/2026;VERSEMENT;;1.500,50;112 000,50',
    'Total;;2 000,00;14 000,50;',
  ].join('\n');
  const source = grid(text);
  const columns = guessColumns(source);
  expect(columns).toEqual({ day: 0, amount: 3, reference: 1 });
  expect(readStatement(source, columns)).toEqual({
    lines: [
      { day: '2026-03-04', amount: 12_500, reference: 'VIR REF 8841220133 BENALI' },
      { day: '2026-03-05', amount: 1_500.5, reference: 'VERSEMENT' },
    ],
    outgoing: 1,
    unreadable: [5],
    from: '2026-03-04',
    to: '2026-03-05',
  });
});

test('a paste with signed amounts and no heading is read by what its columns hold', () => {
  const source = grid('2026-03-04\t+5000.00\tREF 77\n2026-03-04\t-300.00\tFRAIS\n2026-03-05\t800\tREF 78');
  const reading = readStatement(source, guessColumns(source));
  expect(reading.lines).toEqual([
    { day: '2026-03-04', amount: 5_000, reference: 'REF 77' },
    { day: '2026-03-05', amount: 800, reference: 'REF 78' },
  ]);
  expect(reading.outgoing).toBe(1);
});

// Turned red by: the last letter of the currency taken for the mark of a debit.
test('amounts that name their currency came in, and with a mark of a debit behind it went out', () => {
  const amounts = ['5 000,00 DZD', '6 000,00 DZD CR', '7 000,00DZD', '8 000,00 DA', '9 000,00 دج'];
  const debits = ['1 000,00 DZD DB', '2 000,00 DZD D', '3 000,00DB', '-4 000,00 DZD', '4 500,00 DZD -'];
  const source = grid([...amounts, ...debits].map((amount) => `04/03/2026;${amount};REF 77`).join('\n'));
  const reading = readStatement(source, { day: 0, amount: 1, reference: 2 });
  expect(reading.lines.map(({ amount }) => amount)).toEqual([5_000, 6_000, 7_000, 8_000, 9_000]);
  expect(reading).toMatchObject({ outgoing: 5, unreadable: [] });
});

// Turned red by: a debit imported as money that came in, because its sign stands in a column of its own.
test.each([
  ['Sens', 'D', 'C'],
  ['Sens', 'Débit', 'Crédit'],
  ['D/C', 'DB', 'CR'],
  ['', '-', '+'],
])(
  'a statement with one column of amounts and a column « %s » of %s and %s gives its credits [REC-07]',
  (head, debit, credit) => {
    const source = grid(
      [
        `Date;Libellé;Montant;${head}`,
        `04/03/2026;VIR REF 8841220133 BENALI;12 500,00;${credit}`,
        `05/03/2026;RETRAIT GAB;2 000,00;${debit}`,
        `05/03/2026;VERSEMENT;1 500,00;${credit}`,
        ';Total;14 000,00;Solde',
      ].join('\n'),
    );
    const reading = readStatement(source, guessColumns(source));
    expect(reading.lines.map(({ amount }) => amount)).toEqual([12_500, 1_500]);
    expect(reading).toMatchObject({ outgoing: 1, unreadable: [5] });
  },
);

// Turned red by: the dashes of an empty column of debits, or a letter of another meaning, taken for the mark of a debit.
test.each([
  ['Débit', '-', '-'],
  ['Type', 'V', 'D'],
])('a column « %s » of %s and %s says nothing about the direction of the amounts', (head, first, second) => {
  const source = grid(
    `Date;Libellé;${head};Montant\n04/03/2026;A;${first};500\n05/03/2026;B;${second};600\n06/03/2026;C;${first};700`,
  );
  expect(readStatement(source, { day: 0, amount: 3, reference: 1 })).toMatchObject({
    outgoing: 0,
    lines: { length: 3 },
  });
});

// Turned red by: piece numbers or balances taken for money that came in.
test('a statement whose credits are all empty gives no line, whatever numbers its other columns hold [REC-07]', () => {
  const source = grid(
    [
      'Date;N° pièce;Libellé;Débit;Crédit;Solde',
      '04/03/2026;884122;RETRAIT GAB;2 000,00;;110 500,00',
      '05/03/2026;884123;FRAIS;500,00;;110 000,00',
    ].join('\n'),
  );
  const columns = guessColumns(source);
  expect(columns).toMatchObject({ day: 0, amount: -1 });
  expect(readStatement(source, columns)).toMatchObject({ lines: [], outgoing: 2, unreadable: [] });
});

test.each(['Versement', 'Dépôt', 'Recettes', 'Avoir'])(
  'beside « Retrait » the column « %s » is what came in',
  (head) => {
    const source = grid(
      [
        `Date;Libellé;Retrait;${head};Solde`,
        '04/03/2026;VIR REF 8841220133;;12 500,00;112 500,00',
        '05/03/2026;RETRAIT GAB;2 000,00;;110 500,00',
      ].join('\n'),
    );
    expect(guessColumns(source)).toMatchObject({ day: 0, amount: 3 });
  },
);

test.each(['Devise;DZD', 'Client;SARL X'])(
  'a statement that begins with « %s » is read by the row that names its columns [REC-07]',
  (preamble) => {
    const source = grid(
      [
        preamble,
        'Date;Libellé;Débit;Crédit;Solde',
        '04/03/2026;VIR REF 8841220133;;12 500,00;112 500,00',
        '05/03/2026;RETRAIT GAB;2 000,00;;110 500,00',
        '06/03/2026;FRAIS;500,00;;110 000,00',
      ].join('\n'),
    );
    const reading = readStatement(source, guessColumns(source));
    expect(reading.lines).toEqual([{ day: '2026-03-04', amount: 12_500, reference: 'VIR REF 8841220133' }]);
    expect(reading.outgoing).toBe(2);
  },
);
