import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { LogLevel } from '../config.ts';

/** An error without the rows and texts that PostgreSQL quotes beside its message: they may hold what a log must not. */
export const loggedError = (error: Error): Record<string, unknown> => {
  const { detail: _detail, where: _where, ...facts } = pino.stdSerializers.err(error);
  return facts;
};

/** What an error is and where it was thrown, without its message: for work with addresses that are secrets, which it may repeat. */
export function errorWithoutMessage(error: unknown): { readonly type: string; readonly stack: string } {
  const { name, stack = '' } = error instanceof Error ? error : new Error();
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return { type: error instanceof Error ? name : typeof error, stack: frames.join('\n') };
}

/** The structured log on standard output: readable lines on a terminal, JSON elsewhere. */
export function openLog(level: LogLevel): Logger {
  const settings = { level, serializers: { err: loggedError } };
  if (!process.stdout.isTTY) return pino(settings);
  return pino(settings, pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }));
}
