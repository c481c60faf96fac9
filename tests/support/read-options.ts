import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The options of `parseArgs`; those without `help` are internal and not part of the usage. */
type Options = NonNullable<ParseArgsConfig['options']> & Readonly<Record<string, { readonly help?: string }>>;

/** The text of `--help`: the command line, then each option with its explanation and its default. */
export function usageText(command: string, options: Options, operand?: string): string {
  const listed = Object.entries(options).flatMap(([name, { type, help, default: value }]) => {
    if (help === undefined) return [];
    const shown = typeof value === 'string' ? ` (${value})` : '';
    return [{ option: `--${name}${type === 'string' ? ' VALUE' : ''}`, text: `${help}${shown}` }];
  });
  const rest = [...(listed.length > 0 ? ['[OPTIONS]'] : []), ...(operand === undefined ? [] : [operand])];
  const width = Math.max(...listed.map(({ option }) => option.length));
  return [
    `Usage: ${[command, ...(rest.length > 0 ? ['--', ...rest] : [])].join(' ')}`,
    ...listed.map(({ option, text }) => `  ${option.padEnd(width)}  ${text}`),
    '',
  ].join('\n');
}

/**
 * The options and operands of this process. For `--help` it prints the usage and exits with 0; for an unknown option it prints
 * the mistake and the usage, and exits with 2.
 * @param command as it is typed, such as `npm run bench` @param operand such as `FOLDER`; without it operands are a mistake
 */
export function readOptions<const T extends Options>(command: string, options: T, operand?: string) {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usageText(command, options, operand));
    process.exit(0);
  }
  try {
    return parseArgs({ options, args, allowPositionals: operand !== undefined });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usageText(command, options, operand)}`);
    process.exit(2);
  }
}
