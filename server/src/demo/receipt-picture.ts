import sharp from 'sharp';

/** What a drawn receipt says; every figure has its own line. */
export interface ReceiptLook {
  /** 0 to 4: the heights of its parts and the colour of its head, as different applications have them. */
  readonly layout: number;
  readonly lines: readonly string[];
  readonly width?: number;
  readonly height?: number;
}

/** Digits and a few marks, 3 x 5 points each, a row of bits after the other. */
const glyphs: Readonly<Record<string, string>> = {
  '0': '111101101101111',
  '1': '010110010010111',
  '2': '111001111100111',
  '3': '111001111001111',
  '4': '101101111001001',
  '5': '111100111001111',
  '6': '111100111101111',
  '7': '111001010010010',
  '8': '111101111101111',
  '9': '111101111001111',
  '/': '001001010100100',
  ':': '000010000010000',
  ',': '000000000010100',
  '-': '000000111000000',
};

/** One path for all squares of a text: an element each took most of the time of a receipt. */
function drawnText(text: string, x: number, y: number, point: number): string {
  const squares = [...text].flatMap((sign, at) =>
    [...(glyphs[sign] ?? '')].map((bit, index) =>
      bit === '1'
        ? `M${x + (at * 4 + (index % 3)) * point} ${y + Math.floor(index / 3) * point}h${point}v${point}h-${point}z`
        : '',
    ),
  );
  return `<path d="${squares.join('')}"/>`;
}

const colours = ['#0a7d4f', '#12408f', '#c59b1b', '#7a1f3d', '#444444'];

/** The JPEG of a receipt as an application of a bank shows it: a coloured head, labels, figures. Nothing of a real one. */
export async function receiptPicture({
  layout,
  lines,
  width = 720,
  height = 1_280,
}: ReceiptLook): Promise<Buffer> {
  const head = height * (0.1 + 0.03 * layout);
  const point = Math.round(width / 120);
  const step = (height - head) / (lines.length + 2);
  const rows = lines.map((line, index) => {
    const y = head + step * (index + 1);
    const label = `<rect x="${width * 0.08}" y="${y}" width="${width * (0.18 + 0.04 * ((index + layout) % 4))}" height="${point * 4}" fill="#9aa0a6"/>`;
    return `${label}<g fill="#202124">${drawnText(line, width * 0.45, y, point)}</g>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#ffffff"/><rect width="100%" height="${head}" fill="${colours[layout % colours.length]}"/>${rows.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer();
}
