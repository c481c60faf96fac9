import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { LogLevel } from '../config.ts';

/** The structured log on standard output: readable lines on a terminal, JSON elsewhere. */
export function openLog(level: LogLevel): Logger {
  if (!process.stdout.isTTY) return pino({ level });
  return pino({ level }, pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }));
}
