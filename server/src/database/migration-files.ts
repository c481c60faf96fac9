import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the statements without comments: a comment of a released migration may be corrected, a statement may not. */
  readonly checksum: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The start of a literal or a comment. Searching for it is seven times as fast as reading each character; every start reads all
 * migrations.
 */
const special = /'|--|\/\*/g;

/** Removes `--` and nested block comments outside string literals, and folds white space. */
export function statementsOf(sql: string): string {
  let out = '';
  for (let at = 0; at < sql.length; ) {
    special.lastIndex = at;
    const begin = special.exec(sql)?.index ?? sql.length;
    out += sql.slice(at, begin);
    at = begin;
    if (sql[at] === "'") {
      // A doubled quote ends one literal and begins the next: the text is the same.
      const end = sql.indexOf("'", at + 1);
      const next = end === -1 ? sql.length : end + 1;
      out += sql.slice(at, next);
      at = next;
    } else if (sql[at] === '-') {
      const end = sql.indexOf('\n', at);
      at = end === -1 ? sql.length : end;
    } else if (sql[at] === '/') {
      at = afterBlockComment(sql, at);
    }
  }
  return out.replaceAll(/\s+/g, ' ').trim();
}

function afterBlockComment(sql: string, start: number): number {
  let depth = 0;
  for (let at = start; at < sql.length; at += 1) {
    const two = sql.slice(at, at + 2);
    if (two === '/*') depth += 1;
    else if (two === '*/') depth -= 1;
    else continue;
    at += 1;
    if (depth === 0) return at + 1;
  }
  return sql.length;
}

export const migrationChecksum = (sql: string): string => sha256(statementsOf(sql));

/** The migrations of this version in their order. */
export function readMigrationFiles(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(`${folder}/${name}`, 'utf8');
      return { name, sql, checksum: migrationChecksum(sql) };
    });
}

/**
 * Checksums recorded by earlier versions, which included the comments. 0003 and 0004 also changed two indexes, which 0017 brings to
 * their present form; 0012 and 0014 changed a comment.
 */
const formerChecksums: Readonly<Record<string, readonly string[]>> = {
  '0001_accounts.sql': ['b33455d91cc108bfaedbc61836e900c9da5ed483a3040c966b5acbd161e842a4'],
  '0002_wallet.sql': ['eef88ddb39388bb1488769d0ae899ad16a641ccfaefc6408a4fd1526e7eadbb7'],
  '0003_catalogue.sql': [
    '1da1024803771141ef4653062f3687443d89afb2a10acb480c8b3003913ca5ac',
    'c0ea091875b8a262e1cb06a2d37da38fb9c89963ae6598aa98017edc905b8e8a',
  ],
  '0004_purchases.sql': [
    'c937633011f1f0bd841567dfb5d098b6e8363fcc4193350fe7169d74b0e49a95',
    'c33e641f387fb858e831c74c25904daf982436cd785d5d4b89c55ae59537ae6f',
  ],
  '0005_recharge_requests.sql': ['153f8ed56f687304d0f4f428aa414d1bb29cea8277e503c3e62508916f36d5aa'],
  '0006_free_fire.sql': ['1ba7389bf558b58813778a7049bfdc9187296a4a5be9af4de22a136e39b52434'],
  '0007_notifications.sql': ['aec032618754492427cd2620fd1503227a6267d8c18d6ce6eec7735240a7c20f'],
  '0008_audit_trail.sql': ['57af57e336f56037a71a27f1c31991fb830f4cdb84532fae9bb56f7469587ab5'],
  '0010_notification_lists.sql': ['e1e0ea0566e7c8aae3c0d4faa81e44d398e3871f374cf55b30f6f1c86f002119'],
  '0011_free_fire_lists.sql': ['a51c7ba8df2b7da337bddf568307bdfbdaaaa0a11868db55fa9f1a2e654cab8f'],
  '0012_quick_folding.sql': [
    '760a98c6049bf22a63bbe809c50e7f6145325d72b7a13b41e6d2c752d2814957',
    'e523e3ffc2465b100203c52b63d2d6537737dfc21fa5fd7123d4c3cd43f27e57',
  ],
  '0013_purchase_wordings.sql': ['4fbd6674675e866d08702abfe9f022f24d3a889e49696a7e02567aac612f6610'],
  '0014_shelf_front.sql': [
    '0b56bd16e973520c7376fc0f831c2e834f344baada8f59b6fc0f8f25e9055acb',
    '7dc90da9aba3eeccefb147946a57820e314937d659889bcb73413b430edc8c98',
  ],
};

/** Whether a database with this recorded checksum has the schema that this version expects of the migration. */
export const isKnownChecksum = ({ name, checksum }: Migration, applied: string): boolean =>
  applied === checksum || (formerChecksums[name]?.includes(applied) ?? false);
