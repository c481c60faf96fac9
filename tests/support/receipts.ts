import sharp from 'sharp';

/** Letters of five points in seven rows, as bits, so that a receipt looks the same on a machine without fonts. */
const glyphs: Readonly<Record<string, readonly number[]>> = {
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  a: [0, 0, 14, 1, 15, 17, 15],
  c: [0, 0, 14, 16, 16, 17, 14],
  d: [1, 1, 13, 19, 17, 17, 15],
  e: [0, 0, 14, 17, 31, 16, 14],
  f: [6, 9, 8, 28, 8, 8, 8],
  i: [4, 0, 12, 4, 4, 4, 14],
  l: [12, 4, 4, 4, 4, 4, 14],
  m: [0, 0, 26, 21, 21, 17, 17],
  n: [0, 0, 22, 25, 17, 17, 17],
  o: [0, 0, 14, 17, 17, 17, 14],
  r: [0, 0, 22, 25, 16, 16, 16],
  s: [0, 0, 14, 16, 14, 1, 30],
  t: [8, 8, 28, 8, 8, 9, 6],
  u: [0, 0, 17, 17, 17, 19, 13],
  v: [0, 0, 17, 17, 17, 10, 4],
  ':': [0, 12, 12, 0, 12, 12, 0],
  ',': [0, 0, 0, 0, 12, 4, 8],
  '/': [0, 1, 2, 4, 8, 16, 0],
};

function drawn(text: string, x: number, y: number, point: number): string {
  const squares = [...text.toLowerCase()].flatMap((letter, index) =>
    (glyphs[letter] ?? []).flatMap((row, down) =>
      [16, 8, 4, 2, 1].flatMap((bit, across) =>
        row & bit
          ? [`M${x + (index * 6 + across) * point} ${y + down * point}h${point}v${point}h-${point}z`]
          : [],
      ),
    ),
  );
  return `<path d="${squares.join('')}"/>`;
}

interface Figures {
  readonly amount?: string;
  readonly reference?: string;
  readonly moment?: string;
  readonly clock?: string;
}

/** The screenshot of a receipt, all of one application: a status bar, a coloured head, lines of text. */
export function receiptOf({
  amount = '5 000,00 da',
  reference = '88412201774519',
  moment = '26/11/2026 14:22',
  clock = '14:23',
}: Figures): Promise<Buffer> {
  const lines = [
    `montant : ${amount}`,
    `reference : ${reference}`,
    `date : ${moment}`,
    'vers : 007 99999 00 123456',
    'motif : recharge',
    'frais : 15,00 da',
    'statut : validee',
  ];
  const rows = lines.map((line, index) => drawn(line, 40, 240 + index * 62, 3)).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="740" height="1600"><rect width="740" height="1600" fill="#f5f7fa"/><rect width="740" height="190" fill="#1b5e9d"/><g fill="#ffffff">${drawn(`${clock}      4 87`, 40, 22, 3)}${drawn('virement effectue', 40, 100, 5)}</g><g fill="#222222">${rows}</g><rect x="40" y="1320" width="660" height="180" fill="#dfe6f1"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer();
}
