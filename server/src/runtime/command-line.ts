import { type ParseArgsConfig, parseArgs } from 'node:util';
import { commandLineTexts as texts } from '@almas/locale/operator';
import { StartupError } from '../startup-error.ts';

/** The arguments that a command of the operator accepts. */
export interface CommandLine {
  /** As `almas` and package.json name it. */
  readonly name: string;
  /** The arguments as the usage shows them. */
  readonly usage?: string;
  /** The positional argument, a file or an email. By default there is none. */
  readonly operand?: 'needed' | 'optional';
  /** Each may be given once; `list` any number of times. */
  readonly flags?: Readonly<Record<string, 'switch' | 'value' | 'list'>>;
}

export interface Arguments {
  readonly operand: string | undefined;
  has(flag: string): boolean;
  value(flag: string): string | undefined;
  values(flag: string): readonly string[];
}

/**
 * Reads the arguments, in any order. Refuses what the command does not know: a mistyped flag must not run the command without it.
 * @returns 'help' for --help @throws StartupError with the usage
 */
export function readCommandLine(line: CommandLine, args: readonly string[]): Arguments | 'help' {
  const { operand: wanted, flags = {} } = line;
  // `almas end-sessions -- --all`, written as behind npm.
  const parsed = parse(line, args[0] === '--' ? args.slice(1) : args);
  const given = parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  if (given.includes('help')) return 'help';
  refuseTakenByNpm(line, given);
  const isDoubled = (flag: string) =>
    flags[flag] !== 'list' && given.filter((name) => name === flag).length > 1;
  const [operand, ...more] = parsed.positionals;
  const isWrong =
    Object.keys(flags).some(isDoubled) ||
    more.length > 0 ||
    operand === '' ||
    (operand === undefined ? wanted === 'needed' : wanted === undefined);
  if (isWrong) throw new StartupError(usageOf(line));
  const values = (flag: string) => [parsed.values[flag] ?? []].flat().map(String);
  return { operand, has: (flag) => given.includes(flag), value: (flag) => values(flag)[0], values };
}

/** The usage, for `npm run` or for `almas`, as the command was called. */
export const usageOf = ({ name, usage = '' }: CommandLine): string =>
  texts.usage(isRunByNpm(name) ? `npm run ${name}${usage && ' --'}` : `almas ${name}`, usage);

function parse(line: CommandLine, args: readonly string[]) {
  const options: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean', short: 'h' } };
  for (const [flag, kind] of Object.entries(line.flags ?? {}))
    options[flag] = { type: kind === 'switch' ? 'boolean' : 'string', multiple: kind === 'list' };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
  } catch {
    throw new StartupError(usageOf(line));
  }
}

const isRunByNpm = (name: string) => process.env.npm_lifecycle_event === name;

/** Refuses `npm run backup FILE --json`: npm takes the flag for itself, and the command would run without it. */
function refuseTakenByNpm({ name, flags = {}, usage = '' }: CommandLine, given: readonly string[]): void {
  if (!isRunByNpm(name)) return;
  const taken = Object.keys(flags).find(
    (flag) => process.env[`npm_config_${flag.replaceAll('-', '_')}`] !== undefined && !given.includes(flag),
  );
  if (taken !== undefined) throw new StartupError(texts.takenByNpm(taken, name, usage));
}
