import { setTimeout as pause } from 'node:timers/promises';
import { commandOf, family, pidOf, postmasterOf, signal } from './daemons.ts';
import type { Layout, NodeNumber } from './layout.ts';

/** Which programs of a node die. */
export type Part = 'all' | 'postgres' | 'patroni';

/**
 * kill -9 of a node, or of a part of it. Patroni first: it would start its database again. @returns whether anything of it was running
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

/** The standby receives nothing more from the primary, without either of them noticing. @returns the process to end */
export function stallStandby(place: Layout, standby: NodeNumber): number {
  const postmaster = postmasterOf(place, standby);
  const below = postmaster === undefined ? [] : family(postmaster);
  const receiver = below.find((pid) => commandOf(pid).includes('walreceiver'));
  if (receiver === undefined) throw new Error(`node ${standby} receives nothing`);
  signal([receiver], 'SIGSTOP');
  return receiver;
}

/**
 * The worst moment for a primary to die: its standby has been behind for `milliseconds`. With synchronous commits
 * nothing was acknowledged in that time; without, all of it was, and is lost.
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
  // Ended, not woken: it would still find in its socket what the dead primary had sent.
  signal([receiver], 'SIGKILL');
}
