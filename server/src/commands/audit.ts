import { join } from 'node:path';
import { archiveTexts } from '@almas/locale/archive';
import { auditTexts as texts, trailTexts } from '@almas/locale/audit';
import { contentsTexts } from '@almas/locale/operator';
import { audit, type Discrepancy } from '../audit/audit.ts';
import { readContents } from '../audit/contents.ts';
import { unreadableCodes } from '../audit/sealed-codes.ts';
import { auditTrail, trailRefusal } from '../audit/trail.ts';
import type { Config } from '../config.ts';
import { abandonedHours } from '../database/archive/archive-folder.ts';
import {
  type ArchiveGap,
  archiveGaps,
  lateSeconds,
  readArchiveState,
} from '../database/archive/archive-state.ts';
import { restoreTimeText } from '../database/archive/restore-time.ts';
import type { Database } from '../database/pool.ts';
import { headText, parseHead } from '../modules/audit-trail/trail-chain.ts';
import type { KnownHead, VerifiedTrail } from '../modules/audit-trail/verify-trail.ts';
import { withheldCodes } from '../modules/codes/withheld-codes.ts';
import { newestRun, recordMaintenanceRun } from '../modules/operations/read-figures.ts';
import type { Arguments } from '../runtime/command-line.ts';
import { say } from '../runtime/say.ts';
import { runCommand } from './run-command.ts';

/** Nothing wrong was found, and not everything could be checked. */
const incompleteExitCode = 2;

/** How many findings of one kind are printed; the others are only counted. */
const shownPerKind = 20;

/** Prints findings kind by kind: the title with their number, the first sentences, and how many more there are. */
function printByKind<Found extends { readonly kind: string }>(
  findings: readonly Found[],
  title: (kind: Found['kind']) => string,
  sentence: (finding: Found) => string,
): void {
  for (const kind of new Set(findings.map((finding) => finding.kind))) {
    const ofKind = findings.filter((finding) => finding.kind === kind);
    say(texts.kind(title(kind), ofKind.length));
    for (const finding of ofKind.slice(0, shownPerKind)) say(`  ${sentence(finding)}`);
    if (ofKind.length > shownPerKind) say(`  ${texts.more(ofKind.length - shownPerKind)}`);
  }
}

const printDiscrepancies = (found: readonly Discrepancy[]): void =>
  printByKind(
    found,
    (kind) => texts.checks[kind].title,
    ({ kind, subject, expected, found: seen }) => texts.checks[kind].sentence(subject, expected, seen),
  );

const printUnreadable = (ids: readonly number[]): void =>
  printByKind(
    ids.map((id) => ({ kind: 'unreadable', id })),
    () => texts.unreadable.title,
    ({ id }) => texts.unreadable.sentence(id),
  );

function printTrail({ findings, head, unsealed }: VerifiedTrail): void {
  printByKind(
    findings,
    (kind) => trailTexts.findings[kind].title,
    ({ kind, position, rowId }) => trailTexts.findings[kind].sentence(position, rowId),
  );
  say(trailTexts.sealed(headText(head), unsealed));
}

/** Heads of the chain that were recorded outside of it: by `--trail=POSITION:DIGEST`, and by the previous audit. */
async function knownHeads(db: Database, args: Arguments): Promise<KnownHead[]> {
  const given = args
    .values('trail')
    .map(parseHead)
    .filter((head) => head !== undefined);
  const before = (await newestRun(db, 'audit'))?.figures.trail;
  const recorded = typeof before === 'string' ? parseHead(before) : undefined;
  return recorded ? [...given, recorded] : given;
}

const check = (args: Arguments) => {
  const wrong = args.values('trail').find((head) => parseHead(head) === undefined);
  return wrong === undefined ? undefined : trailTexts.notAnEnd(wrong);
};

/** Reads the archive as a restore would. */
async function readArchive({ archive, dataDir }: Config) {
  if (!archive) return undefined;
  const state = await readArchiveState(archive.folder, join(dataDir, 'postgres'), Date.now());
  const from = state.restorableFrom;
  // When the folder is unreachable, its state alone is printed.
  if (from === undefined) return { ...state, gaps: [], abandoned: [], end: undefined };
  const gaps = await archiveGaps(archive.folder);
  const abandoned = abandonedHours(archive.folder)
    .filter(({ to }) => to > from)
    .map((hours) => ({ ...hours, from: Math.max(hours.from, from) }));
  return { ...state, gaps, abandoned, end: gaps.find(({ to }) => to === undefined) };
}

/** Prints the period that the archive can restore, and its gaps. */
function printArchive(archive: Awaited<ReturnType<typeof readArchive>>): void {
  if (!archive) return;
  const { lagSeconds, restorableFrom, archivedAt, gaps, abandoned, end } = archive;
  if (archive.foreignTimelines.length > 0) say(archiveTexts.stateForeign(archive.foreignTimelines));
  if (lagSeconds > lateSeconds) say(archiveTexts.stateLate(Math.round(lagSeconds)));
  if (restorableFrom === undefined) {
    say(archiveTexts.stateNone);
    return;
  }
  const until = end?.from ?? Math.max(archivedAt ?? 0, restorableFrom);
  const bridged = gaps.filter(({ to }) => to !== undefined);
  say(
    archiveTexts.state(
      restoreTimeText(restorableFrom),
      restoreTimeText(until),
      bridged.length + abandoned.length > 0,
    ),
  );
  for (const { at, from, to = until } of bridged)
    say(archiveTexts.gap(at, restoreTimeText(from), restoreTimeText(to)));
  for (const { from, to, timeline } of abandoned)
    say(archiveTexts.abandonedHours(restoreTimeText(from), restoreTimeText(to), timeline));
}

const printBrokenEnd = (end: ArchiveGap | undefined): void =>
  printByKind(
    end ? [{ ...end, kind: 'brokenEnd' }] : [],
    () => archiveTexts.brokenEnd.title,
    ({ at, newest, from }) => archiveTexts.brokenEnd.sentence(at, newest, restoreTimeText(from)),
  );

/** Audits the whole database and prints the progress. */
async function readBooks(config: Config, db: Database, args: Arguments) {
  const contents = await readContents(db);
  say(contentsTexts.contents(contents));
  const heads = await knownHeads(db, args);
  const withheld = await withheldCodes(db);
  const [found, trail, unreadable] = await Promise.all([
    audit(db, ({ kind, done, of }) => say(texts.progress(done + 1, of, texts.checks[kind].title))),
    auditTrail(config, db, heads),
    unreadableCodes(config, db),
  ]);
  say(texts.coveredAll(contents.ledgerRows));
  return { ...contents, found, trail, unreadable: unreadable ?? [], withheld };
}

await runCommand(
  async ({ config, db, longRead, args }) => {
    const began = Date.now();
    if (args.has('recent')) say(texts.recentIsWhole);
    const { accounts, ledgerRows, found, trail, unreadable, withheld } = await longRead((from) =>
      readBooks(config, from, args),
    );
    printDiscrepancies(found);
    printUnreadable(unreadable);
    const archive = await readArchive(config);
    printBrokenEnd(archive?.end);
    if (trail) printTrail(trail);
    else say(trailTexts.notChecked(await trailRefusal(config, db)));
    for (const { offer, count } of withheld) say(texts.withheld(offer, count));
    const seconds = (Date.now() - began) / 1_000;
    const discrepancies =
      found.length + unreadable.length + (trail?.findings.length ?? 0) + (archive?.end ? 1 : 0);
    const isComplete = trail !== undefined;
    if (discrepancies > 0) say(texts.found(discrepancies, seconds));
    else say(isComplete ? texts.clean(seconds) : texts.incomplete(seconds));
    printArchive(archive);
    // An empty database has no discrepancy, and must not pass for a clean audit.
    if (accounts === 0) say(contentsTexts.noAccount);
    const succeeded = discrepancies === 0 && isComplete && accounts > 0;
    await recordMaintenanceRun(db, {
      kind: 'audit',
      succeeded,
      figures: {
        discrepancies,
        accounts,
        ledgerRows,
        ...(trail && { trail: headText(trail.head) }),
      },
    });
    return discrepancies === 0 && !isComplete ? incompleteExitCode : succeeded ? 0 : 1;
  },
  {
    name: 'audit',
    usage: trailTexts.usage,
    // `--recent`: of version 1.1, when it read a part; `--trail`: known heads of the trail.
    flags: { recent: 'switch', trail: 'list' },
    check,
  },
);
