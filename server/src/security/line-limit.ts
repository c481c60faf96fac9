import { wideNetworkOf } from '../limits/network.ts';

/** Where a line comes from. */
export interface LineSource {
  readonly ip: string;
  /** The account, or what stands for it. */
  readonly account?: string | undefined;
}

/** Limits the log lines of a kind per second, so that a flood cannot fill the disk; further lines are counted. */
export interface LineLimit {
  /** @returns how many lines of the kind were left out since the last one, or undefined when this one is left out too */
  admit(kind: string, source: LineSource): number | undefined;
}

/** Of a kind: from one network, and from all. */
const perSecond = { network: 20, all: 100 } as const;
/** The first lines of an account and network in a minute, of a kind: a second hundred, which no repeated line uses up. */
const firstsPerSecond = 100;
const firstsKept = 10_000;

/**
 * A flood from some networks does not leave out the lines of others, and the first line of each network and account in a minute is written
 * whatever else is. Networks are wide ones: ever new addresses of one /48 or /24 are one.
 */
export function lineLimit(now: () => number = Date.now): LineLimit {
  const counts = new Map<string, number>();
  let second = 0;
  /** The minute of the last line of each kind, network and account. */
  const lastMinutes = new Map<string, number>();
  const unwritten = new Map<string, number>();
  const take = (key: string, most: number): boolean => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= most;
  };
  const isFirst = (key: string): boolean => {
    const minute = Math.floor(now() / 60_000);
    if (lastMinutes.get(key) === minute) return false;
    lastMinutes.delete(key);
    lastMinutes.set(key, minute);
    const [oldest] = lastMinutes.keys();
    if (lastMinutes.size > firstsKept && oldest !== undefined) lastMinutes.delete(oldest);
    return true;
  };
  return {
    admit: (kind, { ip, account = '' }) => {
      const current = Math.floor(now() / 1_000);
      if (current !== second) counts.clear();
      second = current;
      const network = wideNetworkOf(ip);
      const isWritten =
        (isFirst(`${kind} ${network} ${account}`) && take(`${kind} first`, firstsPerSecond)) ||
        (take(`${kind} ${network}`, perSecond.network) && take(kind, perSecond.all));
      const left = unwritten.get(kind) ?? 0;
      unwritten.set(kind, isWritten ? 0 : left + 1);
      return isWritten ? left : undefined;
    },
  };
}
