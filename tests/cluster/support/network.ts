import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ClusterNetwork, Machine } from '../../../ops/cluster/layout.ts';

/** The machines of the test, by the names of their devices on the switch. */
export type MachineName = 'n1' | 'n2' | 'app' | 'witness';
const machines: readonly MachineName[] = ['n1', 'n2', 'app', 'witness'];

/** Delay and loss of each frame between two machines. */
interface Slow {
  readonly between: readonly [MachineName, MachineName];
  /** One way. */
  readonly seconds: number;
  readonly loss: number;
}

/**
 * Four machines as network namespaces (this machine is the witness). The network of the cluster goes through a switch of the test,
 * because the kernel may lack tc's netem; callers have a second network, which is never cut.
 */
export interface TestNetwork {
  readonly cluster: ClusterNetwork;
  /** The addresses from which servers are called, for TRUST_PROXY. */
  readonly callers: readonly string[];
  /** Sets which links are cut and slow, replacing the previous setting. */
  set(rules: {
    readonly cut?: readonly (readonly [MachineName, MachineName])[];
    readonly slow?: Slow;
  }): Promise<void>;
  close(): Promise<void>;
}

const device = (name: MachineName) => `almas-${name}`;
const outerDevice = (number: number) => `almas-out${number}`;
const namespaceOf = (name: MachineName) => `almas-test-${name}`;
const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });

export async function openNetwork(): Promise<TestNetwork> {
  removeNamespaces();
  const script = fileURLToPath(new URL('switch.py', import.meta.url));
  const child = spawn('/usr/bin/python3', [script, ...machines.map(device)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  ip('address', 'add', '10.77.0.100/24', 'dev', device('witness'));
  ip('link', 'set', device('witness'), 'up');
  const made = (['n1', 'n2', 'app'] as const).map((name, index) => addMachine(name, index + 1));
  const [one, two, application] = made as [Machine, Machine, Machine];
  return {
    cluster: { nodes: { 1: one, 2: two }, application, witness: '10.77.0.100' },
    callers: [1, 2, 3].map((number) => `10.78.${number}.254`),
    set: async ({ cut = [], slow }) => {
      const rules = {
        cut: cut.map((pair) => pair.map(device)),
        ...(slow && { slow: { ...slow, between: slow.between.map(device) } }),
      };
      const applied = once(lines, 'line');
      child.stdin.write(`${JSON.stringify(rules)}\n`);
      await applied;
    },
    close: async () => {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
      removeNamespaces();
    },
  };
}

function addMachine(name: MachineName, number: number): Machine {
  const namespace = namespaceOf(name);
  const inside = (...args: string[]) => ip('-n', namespace, ...args);
  ip('netns', 'add', namespace);
  inside('link', 'set', 'lo', 'up');
  ip('link', 'set', device(name), 'netns', namespace);
  inside('address', 'add', `10.77.0.${number}/24`, 'dev', device(name));
  inside('link', 'set', device(name), 'up');
  const [outer, inner] = [outerDevice(number), `almas-in${number}`];
  ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', namespace);
  ip('address', 'add', `10.78.${number}.254/24`, 'dev', outer);
  ip('link', 'set', outer, 'up');
  inside('address', 'add', `10.78.${number}.1/24`, 'dev', inner);
  inside('link', 'set', inner, 'up');
  return { namespace, address: `10.77.0.${number}`, callersAddress: `10.78.${number}.1` };
}

/** Removes the namespaces of an interrupted run and the programs in them. */
function removeNamespaces(): void {
  for (const name of machines)
    ignoreMissing(() => {
      const pids = execFileSync('ip', ['netns', 'pids', namespaceOf(name)], { encoding: 'utf8' });
      for (const pid of pids.split('\n').filter(Boolean))
        ignoreMissing(() => process.kill(Number(pid), 'SIGKILL'));
      ip('netns', 'delete', namespaceOf(name));
    });
  // The other end disappears with its namespace, a moment later.
  for (const number of machines.keys()) ignoreMissing(() => ip('link', 'delete', outerDevice(number + 1)));
}

/** Ignores errors of removing something that does not exist. */
function ignoreMissing(remove: () => void): void {
  try {
    remove();
  } catch {
    // Does not exist.
  }
}
