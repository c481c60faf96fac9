import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { replacePrivate } from '../embedded/private-file.ts';
import { readIfExists } from '../read-if-exists.ts';

/** The data folder that archives into an archive: the shop. Its copies read the archive and never write into it. */
export interface ArchiveOwner {
  /** The content of DATA_DIR/archive.id. */
  readonly id: string;
  readonly host: string;
  readonly dataDir: string;
  /** The timelines of the shop, oldest first; the last one is that of its database. */
  readonly timelines: readonly number[];
  /** When the last timeline began to be archived, in milliseconds since 1970. */
  readonly since: number;
}

const ownerFile = (archive: string) => join(archive, 'owner.json');
const idFile = (dataDir: string) => join(dataDir, 'archive.id');
/** The running owner sets its modification time at each tick of the keeper. */
export const aliveFile = (archive: string): string => join(archive, 'owner.alive');

/** Undefined for an archive of a version before owners, for a new one, and while its disk is not mounted. */
export function readOwner(archive: string): ArchiveOwner | undefined {
  const text = readIfExists(ownerFile(archive));
  return text === undefined ? undefined : (JSON.parse(text) as ArchiveOwner);
}

/** A base backup does not contain this file, so a restored copy is never taken for the shop. */
const folderId = (dataDir: string): string | undefined => readIfExists(idFile(dataDir))?.trim();

export const isOwner = (archive: string, dataDir: string): boolean => {
  const owner = readOwner(archive);
  return owner !== undefined && owner.id === folderId(dataDir);
};

/** Makes this data folder the owner. @param timeline that of its database, when it is archived from now on */
export function writeOwner(archive: string, dataDir: string, timeline?: number): void {
  const id = folderId(dataDir) ?? randomUUID();
  replacePrivate(idFile(dataDir), `${id}\n`);
  const before = readOwner(archive);
  const known = before?.timelines ?? [];
  const isKnown = timeline === undefined || known.at(-1) === timeline;
  const owner: ArchiveOwner = {
    id,
    host: hostname(),
    dataDir,
    timelines: isKnown ? known : [...known.filter((other) => other !== timeline), timeline],
    since: isKnown && before ? before.since : Date.now(),
  };
  replacePrivate(ownerFile(archive), `${JSON.stringify(owner)}\n`);
}
