import { setTimeout as pause } from 'node:timers/promises';
import { commandOf, family, pidOf, postmasterOf, signal } from './daemons.ts';
import type { Layout, NodeNumber } from './layout.ts';

/** The programs of a node to be killed. */
export type Part = 'all' | 'postgres' | 'patroni';

/**
 * Sends SIGKILL to a node or a part of it, Patroni first, because it would restart PostgreSQL. @returns whether anything was running
 */
export function kill9(place: Layout, node: NodeNumber, part: Part = 'all'): boolean {
  const patroni = part === 'postgres' ? undefined : pidOf(place, `patroni${node}`);
  const postmaster = part === 'patroni' ? undefined : postmasterOf(place, node);
  const victims = [
    ...(patroni === undefined ? [] : [patroni]),
    ...(postmaster === undefined ? [] : family(postmaster)),
  ];
  signal(victims, 'SIGKILL');
  return victims.length > 0;
}

/** kill -9 of a proxy or of etcd. */
export function kill9Program(place: Layout, name: string): void {
  const pid = pidOf(place, name);
  if (pid !== undefined) signal([pid], 'SIGKILL');
}

/** Stops the standby's WAL receiver, which neither side notices. @returns the process to end */
export function stallStandby(place: Layout, standby: NodeNumber): number {
  const postmaster = postmasterOf(place, standby);
  const below = postmaster === undefined ? [] : family(postmaster);
  const receiver = below.find((pid) => commandOf(pid).includes('walreceiver'));
  if (receiver === undefined) throw new Error(`node ${standby} receives nothing`);
  signal([receiver], 'SIGSTOP');
  return receiver;
}

/**
 * Kills the primary after its standby has been stalled for `milliseconds`. With synchronous commits nothing was acknowledged in that
 * time; without them everything was, and is lost.
 */
export async function killBehindStalledStandby(
  place: Layout,
  primary: NodeNumber,
  standby: NodeNumber,
  milliseconds: number,
): Promise<void> {
  const receiver = stallStandby(place, standby);
  await pause(milliseconds);
  kill9(place, primary);
  // Killed instead of resumed, because it would read from its socket what the dead primary had sent.
  signal([receiver], 'SIGKILL');
}
