import type { Readable } from 'node:stream';

/*
 * A backup is an encrypted (encryption.ts) gzip stream of frames: a letter for the kind, four bytes for the length (big-endian), the
 * content. A table has many `rows` frames, so that writer and reader need little memory for a table of any size.
 */
export type FrameKind = 'header' | 'table' | 'rows' | 'end' | 'mac';
const letters: Record<FrameKind, number> = { header: 0x48, table: 0x54, rows: 0x52, end: 0x45, mac: 0x4d };
const kinds = new Map(Object.entries(letters).map(([kind, letter]) => [letter, kind as FrameKind]));
const headBytes = 5;

export interface Frame {
  readonly kind: FrameKind;
  readonly bytes: Buffer;
  /** Head and content, both of which are authenticated. */
  readonly whole: Buffer;
}

export function frame(kind: FrameKind, content: Buffer | object): Buffer {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  return Buffer.concat([frameHead(kind, bytes.length), bytes]);
}

/** The kind and the length, which precede the content. */
export function frameHead(kind: FrameKind, length: number): Buffer {
  const head = Buffer.alloc(headBytes);
  head[0] = letters[kind];
  head.writeUInt32BE(length, 1);
  return head;
}

/** The frames of a stream. @throws Error when it ends inside a frame or contains something else */
export async function* readFrames(stream: Readable): AsyncGenerator<Frame> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    for (;;) {
      const length = rest.length >= headBytes ? rest.readUInt32BE(1) : 0;
      if (rest.length < headBytes + length || rest.length < headBytes) break;
      const kind = kinds.get(rest[0] ?? 0);
      if (!kind) throw new Error('not a frame');
      const whole = rest.subarray(0, headBytes + length);
      yield { kind, bytes: whole.subarray(headBytes), whole };
      rest = rest.subarray(headBytes + length);
    }
  }
  if (rest.length > 0) throw new Error('the stream ends inside a frame');
}

export interface BackupHeader {
  readonly format: 'almas-backup';
  /** Ends with the MAC of everything before it. */
  readonly version: 2;
  readonly createdAt: string;
  /** Version of the program that wrote it. */
  readonly product: string;
  /** The last link of the chain of the audit trail (`headText`). */
  readonly trail: string;
  /** Migrations of the database it was made from. */
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
}

export interface TableHeader {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The content of the `end` frame, against which a restore checks that the file is complete. */
export interface BackupEnd {
  /** How many rows each table has. */
  readonly rows: Readonly<Record<string, number>>;
  /** The next value of each sequence. */
  readonly sequences: Readonly<Record<string, number>>;
}
