/** A code as it is sealed: its text, and the serial that came with it ('' for none). */
export interface CodePayload {
  readonly code: string;
  readonly serial: string;
}

/** No text in UTF-8 contains this byte, so that the sealed text of a code is never taken for the form with a serial. */
const mark = 0xff;
const version = 1;

/**
 * A code alone is its text, as before there were serials. With a serial: the mark, the version of this form, the length of the code in
 * bytes (two bytes), the code, the serial.
 */
export function encodePayload(code: string, serial: string): Buffer {
  const text = Buffer.from(code);
  if (serial === '') return text;
  const head = Buffer.from([mark, version, 0, 0]);
  head.writeUInt16BE(text.length, 2);
  return Buffer.concat([head, text, Buffer.from(serial)]);
}

/** @throws Error for a version that this program does not know, or a length beyond the end */
export function decodePayload(bytes: Buffer): CodePayload {
  if (bytes[0] !== mark) return { code: bytes.toString('utf8'), serial: '' };
  if (bytes[1] !== version || bytes.length < 4) throw new Error('unknown form of a sealed code');
  const end = 4 + bytes.readUInt16BE(2);
  if (end > bytes.length) throw new Error('a sealed code is cut off');
  return { code: bytes.toString('utf8', 4, end), serial: bytes.toString('utf8', end) };
}
