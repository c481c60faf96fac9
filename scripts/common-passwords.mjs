// `node scripts/common-passwords.mjs LIST`: writes server/src/modules/accounts/common-passwords.bin, the common passwords
// as sorted 4-byte SHA-256 prefixes. LIST is PwnedPasswordsTop100k.txt, the 100,000 passwords that Have I Been Pwned
// counted most often, published by the United Kingdom's NCSC; the words of @zxcvbn-ts/language-common (MIT) and those
// below are added.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dictionary } from '@zxcvbn-ts/language-common';

const [listFile] = process.argv.slice(2);
if (!listFile) throw new Error('usage: node scripts/common-passwords.mjs LIST');
// The file begins with some lines about itself, which end with a line of two hyphens.
const lines = readFileSync(listFile, 'utf8').split(/\r?\n/);
const counted = lines.slice(lines.indexOf('--') + 1).filter((line) => line !== '');

/** Common in Algeria, and too local for an international list. */
const local = [
  ...[
    'bismillah',
    'bismilah',
    'inchallah',
    'inshallah',
    'hamdoullah',
    'hamdulillah',
    'mohamed',
    'mohammed',
    'allahakbar',
  ],
  ...[
    'algerie',
    'algeria',
    'alger16',
    'wahran31',
    'oran31',
    'setif19',
    'dzdzdz',
    '1234dz',
    'mouloudia',
    'usmalger',
  ],
  ...[
    'azertyuiop',
    'azerty123',
    'azerty1234',
    'azerty12345',
    'azerty123456',
    'motdepasse',
    'motdepasse1',
    'motdepass',
  ],
  ...[
    'soleil',
    'doudou',
    'loulou',
    'chouchou',
    'bonjour',
    'jetaime',
    'maman',
    'papa1234',
    'football1',
    'garena123',
  ],
];

const prefixes = new Set(
  [...counted, ...dictionary['passwords-common'], ...local].map((word) =>
    createHash('sha256').update(word.normalize('NFKC').toLowerCase()).digest().readUInt32BE(0),
  ),
);
const sorted = Uint32Array.from(prefixes).sort();
const bytes = Buffer.alloc(sorted.length * 4);
for (const [index, prefix] of sorted.entries()) bytes.writeUInt32BE(prefix, index * 4);
const file = fileURLToPath(new URL('../server/src/modules/accounts/common-passwords.bin', import.meta.url));
writeFileSync(file, bytes);
process.stdout.write(`${counted.length} from the list, ${sorted.length} in all, ${bytes.length} bytes\n`);
