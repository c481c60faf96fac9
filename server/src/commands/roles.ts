import { rolesTexts as texts } from '@almas/locale/operator';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/pool.ts';
import { isRoleTooStrong } from '../database/privileges.ts';
import { type Login, splitRoles } from '../database/roles.ts';
import { migrateAsOwner } from '../runtime/database-address.ts';
import { say } from '../runtime/say.ts';

const loginOf = (url: string): Login => {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
};

/** Makes the server's role and the owner's, hands the tables over and grants (docs/operations.md). */
async function makeRoles(): Promise<number> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = readConfig(process.env);
  const adminUrl = process.env.DATABASE_ADMIN_URL;
  if (!url || !ownerUrl || !adminUrl) {
    say(texts.usage);
    return 1;
  }
  const [serving, owner] = [loginOf(url), loginOf(ownerUrl)];
  if (serving.name === owner.name || serving.name === loginOf(adminUrl).name) {
    say(texts.sameRole);
    return 1;
  }
  await splitRoles(adminUrl, decodeURIComponent(new URL(url).pathname.slice(1)), { owner, serving });
  const db = openDatabase(url, { max: 1 });
  try {
    await migrateAsOwner(db, { url, ownerUrl });
    const strong = await isRoleTooStrong(db);
    say(strong ? texts.stillStrong(serving.name) : texts.done(serving.name, owner.name));
    return strong ? 1 : 0;
  } finally {
    await db.end();
  }
}

try {
  process.exitCode = await makeRoles();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
