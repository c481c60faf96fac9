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
  /** The timelines that the shop has left, in this order. Like `newest` missing in a file of an earlier version. */
  readonly former?: readonly FormerTimeline[];
  /** The newest segment of each timeline in the archive at `since`, as a name without the timeline. */
  readonly newest?: Readonly<Record<number, string>>;
}

export interface FormerTimeline {
  readonly timeline: number;
  /** When the next one began to be archived, in milliseconds since 1970. */
  readonly until: number;
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

/** The timeline of the owner's database, when it is archived from now on, and what `ArchiveOwner.newest` says. */
export interface ArchivedTimeline {
  readonly timeline: number;
  readonly newest: Readonly<Record<number, string>>;
}

/** Makes this data folder the owner. */
export function writeOwner(archive: string, dataDir: string, archived?: ArchivedTimeline): void {
  const id = folderId(dataDir) ?? randomUUID();
  replacePrivate(idFile(dataDir), `${id}\n`);
  const before = readOwner(archive);
  const place = { id, host: hostname(), dataDir };
  const owner: ArchiveOwner =
    before && (archived === undefined || before.timelines.at(-1) === archived.timeline)
      ? { ...before, ...place }
      : { ...place, ...nextTimeline(before, archived) };
  replacePrivate(ownerFile(archive), `${JSON.stringify(owner)}\n`);
}

function nextTimeline(
  before: ArchiveOwner | undefined,
  archived: ArchivedTimeline | undefined,
): Pick<ArchiveOwner, 'timelines' | 'since' | 'former' | 'newest'> {
  const since = Date.now();
  const known = before?.timelines ?? [];
  if (!archived) return { timelines: known, since };
  const { timeline, newest } = archived;
  const left = known.at(-1);
  return {
    timelines: [...known.filter((other) => other !== timeline), timeline],
    since,
    former: left === undefined ? [] : [...(before?.former ?? []), { timeline: left, until: since }],
    newest,
  };
}
