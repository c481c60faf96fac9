import { join } from 'node:path';
import { archiveTexts } from '@almas/locale/archive';
import { auditTexts as texts } from '@almas/locale/audit';
import { contentsTexts } from '@almas/locale/operator';
import { audit, type Discrepancy } from '../audit/audit.ts';
import { readContents } from '../audit/contents.ts';
import type { Config } from '../config.ts';
import { lateSeconds, readArchiveState } from '../database/archive/archive-state.ts';
import { restoreTimeText } from '../database/archive/restore-time.ts';
import type { Database } from '../database/pool.ts';
import { codesWithoutFingerprint, withheldCodes } from '../modules/codes/withheld-codes.ts';
import { recordMaintenanceRun } from '../modules/operations/read-figures.ts';
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

/** How far back and how far on the archive leads. */
async function tellArchive({ archive, dataDir }: Config): Promise<void> {
  if (!archive) return;
  const state = await readArchiveState(archive.folder, join(dataDir, 'postgres'), Date.now());
  if (state.lagSeconds > lateSeconds) say(archiveTexts.stateLate(Math.round(state.lagSeconds)));
  if (state.restorableFrom === undefined) return say(archiveTexts.stateNone);
  const until = Math.max(state.archivedAt ?? 0, state.restorableFrom);
  say(archiveTexts.state(restoreTimeText(state.restorableFrom), restoreTimeText(until)));
}

async function readBooks(db: Database) {
  const { accounts, ledgerRows, balances } = await readContents(db);
  say(contentsTexts.contents(accounts, ledgerRows, balances));
  const found = await audit(db, ({ kind, done, of }) =>
    say(texts.progress(done + 1, of, texts.checks[kind].title)),
  );
  const [withheld, unchecked] = [await withheldCodes(db), await codesWithoutFingerprint(db)];
  return { accounts, ledgerRows, found, withheld, unchecked };
}

await runCommand(async ({ config, db, longRead }) => {
  const began = Date.now();
  const { accounts, ledgerRows, found, withheld, unchecked } = await longRead(readBooks);
  tell(found);
  for (const { offer, count } of withheld) say(texts.withheld(offer, count));
  if (unchecked > 0) say(texts.unchecked(unchecked));
  const seconds = ((Date.now() - began) / 1_000).toFixed(1);
  say(found.length === 0 ? texts.clean(seconds) : texts.found(found.length, seconds));
  await tellArchive(config);
  // Nothing adds up to nothing: that proves no books.
  if (accounts === 0) say(contentsTexts.noAccount);
  const succeeded = found.length === 0 && accounts > 0;
  await recordMaintenanceRun(db, {
    kind: 'audit',
    succeeded,
    figures: { discrepancies: found.length, accounts, ledgerRows },
  });
  return succeeded ? 0 : 1;
});
