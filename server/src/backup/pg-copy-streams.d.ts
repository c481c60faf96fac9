/** The part of the library that is used here; it comes without types. */
declare module 'pg-copy-streams' {
  import type { Duplex, Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  export function to(text: string): Duplex & Submittable & { rowCount: number };
  export function from(text: string): Writable & Submittable & { rowCount: number };
}
