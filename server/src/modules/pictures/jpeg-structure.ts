const beginsWith = (content: Buffer, at: number, text: string): boolean =>
  content.toString('latin1', at, at + text.length) === text;

/** Application segments that cameras and canvases write, by marker, with the text that each must start with. */
const metadata: Readonly<Record<number, string>> = {
  224: 'JFIF\0',
  225: 'Exif\0\0',
  226: 'ICC_PROFILE\0',
  238: 'Adobe',
};
/** Quantization, Huffman tables, restart interval, and the frames that the decoder knows: baseline, extended, progressive. */
const tables: readonly number[] = [0xdb, 0xc4, 0xdd, 0xc0, 0xc1, 0xc2];
/** A progressive picture has about ten scans; each one costs a pass over the whole picture. */
const maxScans = 24;

/**
 * Whether a JPEG contains only the segments of a picture: no comment, no unknown segment, no bytes after its end. Files that are also
 * valid in another format (a page, an archive, a program) have their content there.
 */
export function isPlainJpeg(content: Buffer): boolean {
  if (content.readUInt16BE(0) !== 0xffd8) return false;
  let scans = 0;
  let at = 2;
  // A segment longer than the file ends the loop or has no end marker after it.
  while (at + 4 <= content.length) {
    if (content[at] !== 0xff) return false;
    const marker = content[at + 1] ?? 0;
    const known = metadata[marker];
    if (known !== undefined && !beginsWith(content, at + 4, known)) return false;
    if (known === undefined && marker !== 0xda && !tables.includes(marker)) return false;
    at += 2 + content.readUInt16BE(at + 2);
    if (marker !== 0xda) continue;
    scans += 1;
    if (scans > maxScans) return false;
    const next = endOfScan(content, at);
    if (next === undefined) return false;
    if (content[next + 1] === 0xd9) return next + 2 === content.length;
    at = next;
  }
  return false;
}

/** The offset of the marker that follows the data of a scan; undefined when there is none. */
function endOfScan(content: Buffer, from: number): number | undefined {
  for (let at = content.indexOf(0xff, from); at !== -1; at = content.indexOf(0xff, at + 1)) {
    const marker = content[at + 1];
    if (marker === undefined) return undefined;
    const belongs = marker === 0x00 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
    if (!belongs) return at;
  }
  return undefined;
}
