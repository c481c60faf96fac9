import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { LogLevel } from './config.ts';

/** The loggable part of an error: without the row values that PostgreSQL adds to its message. */
export const loggedError = (error: Error): Record<string, unknown> => {
  const { detail: _detail, where: _where, ...fields } = pino.stdSerializers.err(error);
  return fields;
};

/** The type and the stack of an error without its message, which may repeat an address that is a secret. */
export function errorWithoutMessage(error: unknown): { readonly type: string; readonly stack: string } {
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return { type: error instanceof Error ? name : typeof error, stack: frames.join('\n') };
}

/** Opens the structured log on standard output: readable lines on a terminal, JSON elsewhere. */
export function openLog(level: LogLevel): Logger {
  const settings = { level, serializers: { err: loggedError } };
  if (!process.stdout.isTTY) return pino(settings);
  return pino(settings, pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }));
}
