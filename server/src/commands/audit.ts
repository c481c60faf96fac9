import { join } from 'node:path';
import { archiveTexts } from '@almas/locale/archive';
import { auditTexts as texts, trailTexts } from '@almas/locale/audit';
import { contentsTexts } from '@almas/locale/operator';
import { audit, type Discrepancy } from '../audit/audit.ts';
import { readContents } from '../audit/contents.ts';
import { auditTrail } from '../audit/trail.ts';
import type { Config } from '../config.ts';
import { lateSeconds, readArchiveState } from '../database/archive/archive-state.ts';
import { restoreTimeText } from '../database/archive/restore-time.ts';
import type { Database } from '../database/pool.ts';
import { headText, parseHead } from '../modules/audit-trail/trail-chain.ts';
import type { KnownHead, VerifiedTrail } from '../modules/audit-trail/verify-trail.ts';
import { codesWithoutFingerprint, withheldCodes } from '../modules/codes/withheld-codes.ts';
import { newestRun, recordMaintenanceRun } from '../modules/operations/read-figures.ts';
import { say } from '../runtime/say.ts';
import { runCommand } from './run-command.ts';

/** More of one kind tells nothing new. */
const shownPerKind = 20;

function tell(found: readonly Discrepancy[]): void {
  const kinds = new Set(found.map(({ kind }) => kind));
  for (const kind of kinds) {
    const ofKind = found.filter((discrepancy) => discrepancy.kind === kind);
    say(texts.kind(texts.checks[kind].title, ofKind.length));
    for (const { subject, expected, found: seen } of ofKind.slice(0, shownPerKind)) {
      say(`  ${texts.checks[kind].sentence(subject, expected, seen)}`);
    }
    if (ofKind.length > shownPerKind) say(`  ${texts.more(ofKind.length - shownPerKind)}`);
  }
}

function tellTrail({ findings, head, unsealed }: VerifiedTrail): void {
  for (const kind of new Set(findings.map((finding) => finding.kind))) {
    const ofKind = findings.filter((finding) => finding.kind === kind);
    say(texts.kind(trailTexts.findings[kind].title, ofKind.length));
    for (const { position, rowId } of ofKind.slice(0, shownPerKind))
      say(`  ${trailTexts.findings[kind].sentence(position, rowId)}`);
    if (ofKind.length > shownPerKind) say(`  ${texts.more(ofKind.length - shownPerKind)}`);
  }
  say(trailTexts.sealed(headText(head), unsealed));
}

/** Ends of the chain that are known from elsewhere: `--trail=POSITION:DIGEST`, and the audit before this one. */
async function knownHeads(db: Database, args: readonly string[]): Promise<KnownHead[]> {
  const given = args.map(headOf).filter((head) => head !== undefined);
  const before = (await newestRun(db, 'audit'))?.figures.trail;
  const recorded = typeof before === 'string' ? parseHead(before) : undefined;
  return recorded ? [...given, recorded] : given;
}

const headOf = (argument: string) =>
  argument.startsWith('--trail=') ? parseHead(argument.slice('--trail='.length)) : undefined;
const check = (args: readonly string[]) =>
  args.some((argument) => headOf(argument) === undefined) ? trailTexts.usage : undefined;

/** How far back and how far on the archive leads. */
async function tellArchive({ archive, dataDir }: Config): Promise<void> {
  if (!archive) return;
  const state = await readArchiveState(archive.folder, join(dataDir, 'postgres'), Date.now());
  if (state.lagSeconds > lateSeconds) say(archiveTexts.stateLate(Math.round(state.lagSeconds)));
  if (state.restorableFrom === undefined) return say(archiveTexts.stateNone);
  const until = Math.max(state.archivedAt ?? 0, state.restorableFrom);
  say(archiveTexts.state(restoreTimeText(state.restorableFrom), restoreTimeText(until)));
}

async function readBooks(config: Config, db: Database, args: readonly string[]) {
  const { accounts, ledgerRows, balances } = await readContents(db);
  say(contentsTexts.contents(accounts, ledgerRows, balances));
  const found = await audit(db, ({ kind, done, of }) =>
    say(texts.progress(done + 1, of, texts.checks[kind].title)),
  );
  const trail = await auditTrail(config, db, await knownHeads(db, args));
  const [withheld, unchecked] = [await withheldCodes(db), await codesWithoutFingerprint(db)];
  return { accounts, ledgerRows, found, trail, withheld, unchecked };
}

await runCommand(
  async ({ config, db, longRead, args }) => {
    const began = Date.now();
    const read = (from: Database) => readBooks(config, from, args);
    const { accounts, ledgerRows, found, trail, withheld, unchecked } = await longRead(read);
    tell(found);
    if (trail) tellTrail(trail);
    else say(trailTexts.noKey);
    for (const { offer, count } of withheld) say(texts.withheld(offer, count));
    if (unchecked > 0) say(texts.unchecked(unchecked));
    const seconds = ((Date.now() - began) / 1_000).toFixed(1);
    const discrepancies = found.length + (trail?.findings.length ?? 0);
    say(discrepancies === 0 ? texts.clean(seconds) : texts.found(discrepancies, seconds));
    await tellArchive(config);
    // Nothing adds up to nothing: that proves no books.
    if (accounts === 0) say(contentsTexts.noAccount);
    const succeeded = discrepancies === 0 && trail !== undefined && accounts > 0;
    await recordMaintenanceRun(db, {
      kind: 'audit',
      succeeded,
      figures: { discrepancies, accounts, ledgerRows, ...(trail && { trail: headText(trail.head) }) },
    });
    return succeeded ? 0 : 1;
  },
  { check },
);
