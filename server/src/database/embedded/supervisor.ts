import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { embeddedTexts } from '@almas/locale/runtime';
import { StartupError } from '../../startup-error.ts';
import { clearOrphan, stopProcess } from './orphan.ts';
import { newPort, recordedPort } from './port.ts';
import { LaunchError, type LaunchOptions, launch } from './postmaster.ts';

/** A logger of whole messages, such as pino. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}

const memoryHeldMilliseconds = 60_000;
const longestDelay = 5_000;

/** Keeps one PostgreSQL running on one folder and one port, until it is stopped. */
export class Supervisor {
  private child: ChildProcess | undefined;
  private stopping = false;
  private readonly wake = new AbortController();
  private restarting: Promise<void> | undefined;
  port = 0;

  private readonly options: LaunchOptions;
  private readonly portFile: string;
  private readonly log: Log;

  constructor(options: LaunchOptions, portFile: string, log: Log) {
    this.options = options;
    this.portFile = portFile;
    this.log = log;
  }

  pid(): number {
    return this.child?.pid ?? 0;
  }

  /** The first start, on a new port when the recorded one is taken. @throws StartupError */
  async start(): Promise<void> {
    this.port = await recordedPort(this.portFile);
    for (const deadline = Date.now() + memoryHeldMilliseconds; ; await this.pause(200)) {
      try {
        return await this.launch();
      } catch (error) {
        if (!(error instanceof LaunchError)) throw error;
        if (error.reason === 'port taken') this.port = await newPort(this.portFile);
        else if (error.reason !== 'memory still held' || Date.now() > deadline)
          throw new StartupError(embeddedTexts.startFailed(this.options.log.path, error.lastLine));
      }
    }
  }

  /** Fast shutdown, which rolls open transactions back. Resolves when PostgreSQL has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.wake.abort();
    await this.restarting;
    const child = this.child;
    if (child?.pid) await stopProcess(child.pid, (signal) => child.kill(signal));
    this.options.log.close();
  }

  private async launch(): Promise<void> {
    const { folder } = this.options;
    await clearOrphan(folder, (pid) => this.log.info(embeddedTexts.stoppingOrphan(pid)));
    const child = await launch(this.options, this.port, {
      onSlow: () => this.log.info(embeddedTexts.recovering()),
    });
    this.child = child;
    const ended = () => {
      this.child = undefined;
      if (!this.stopping) this.restarting = this.restart();
    };
    if (child.exitCode !== null || child.signalCode !== null) ended();
    else child.once('exit', ended);
  }

  private async restart(): Promise<void> {
    this.log.warn(embeddedTexts.died());
    const began = Date.now();
    for (let delay = 100; !this.stopping; delay = Math.min(delay * 2, longestDelay)) {
      try {
        await this.launch();
        return this.log.warn(embeddedTexts.restarted(Date.now() - began));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.log.warn(embeddedTexts.restartFailed(reason, delay / 1_000));
        await this.pause(delay);
      }
    }
  }

  private async pause(milliseconds: number): Promise<void> {
    await pause(milliseconds, undefined, { signal: this.wake.signal }).catch(() => undefined);
  }
}
