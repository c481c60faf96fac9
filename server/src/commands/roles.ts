import { rolesTexts as texts } from '@almas/locale/operator';
import { isDatabaseUrl, readConfig } from '../config.ts';
import { withDatabase } from '../database/pool.ts';
import { isRoleTooStrong } from '../database/privileges.ts';
import { type Login, splitRoles } from '../database/roles.ts';
import { type CommandLine, readCommandLine, usageOf } from '../runtime/command-line.ts';
import { migrateAsOwner } from '../runtime/database-address.ts';
import { explain } from '../runtime/explain.ts';
import { addressWithoutPassword, checkAnswers, waitForDatabase } from '../runtime/external-database.ts';
import { say } from '../runtime/say.ts';
import { Shutdown } from '../runtime/shutdown.ts';

/** How long the command waits for the database: ops/compose.yaml starts both at the same time. */
const waitingSeconds = 120;

/** Decodes like pg: a `%` that encodes nothing is kept. */
const decoded = (text: string) => decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
const loginOf = (url: string): Login => {
  const { username, password } = new URL(url);
  return { name: decoded(username), password: decoded(password) };
};
/** Empty when it is not given, or cannot be decoded. */
function databaseOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname.slice(1));
  } catch {
    return '';
  }
}
const isComplete = (url: string): boolean =>
  [loginOf(url).name, loginOf(url).password, databaseOf(url)].every((part) => part !== '');

/** Creates the server's role and the owner's, transfers the tables and grants the privileges (docs/operations.md). */
async function makeRoles(): Promise<number> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = readConfig(process.env);
  const adminUrl = process.env.DATABASE_ADMIN_URL?.trim();
  if (!url || !ownerUrl || !adminUrl) {
    say(texts.variables);
    return 1;
  }
  // Found out half-way, it would leave roles behind, and tables with another owner.
  const isUsable = isDatabaseUrl(adminUrl) && [url, ownerUrl].every(isComplete);
  if (!isUsable || databaseOf(url) !== databaseOf(ownerUrl)) {
    say(texts.incomplete);
    return 1;
  }
  const [serving, owner] = [loginOf(url), loginOf(ownerUrl)];
  if (serving.name === owner.name || serving.name === loginOf(adminUrl).name) {
    say(texts.sameRole);
    return 1;
  }
  await waitForDatabase(adminUrl, {
    seconds: waitingSeconds,
    onWait: () => say(texts.waiting(addressWithoutPassword(adminUrl), waitingSeconds)),
  });
  await checkAnswers(url, 'DATABASE_URL');
  await checkAnswers(ownerUrl, 'DATABASE_OWNER_URL');
  await splitRoles(adminUrl, databaseOf(url), { owner, serving });
  return withDatabase(url, async (db) => {
    await migrateAsOwner(db, { url, ownerUrl });
    const strong = await isRoleTooStrong(db);
    say(strong ? texts.stillStrong(serving.name) : texts.done(serving.name, owner.name));
    return strong ? 1 : 0;
  });
}

const line: CommandLine = { name: 'roles' };
const shutdown = new Shutdown();
void shutdown.requested.then(() => {
  process.stderr.write(`${texts.interrupted}\n`);
  process.exit(shutdown.exitCode);
});
try {
  const isHelp = readCommandLine(line, process.argv.slice(2)) === 'help';
  if (isHelp) say(`${usageOf(line)}\n${texts.variables}`);
  else process.exitCode = await makeRoles();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
