import { type Layout, type NodeNumber, nodes } from './layout.ts';

const timeoutMilliseconds = 2_000;

/** Requests a path of a node's Patroni; undefined when it does not respond. */
async function ask(
  { lookHost, ports }: Layout,
  node: NodeNumber,
  path: string,
): Promise<Response | undefined> {
  const url = `http://${lookHost(node)}:${ports.patroni(node)}/${path}`;
  return fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) }).catch(() => undefined);
}

async function nodeWithRole(place: Layout, role: 'primary' | 'sync'): Promise<NodeNumber | undefined> {
  for (const node of nodes) {
    const response = await ask(place, node, role);
    await response?.body?.cancel();
    if (response?.ok) return node;
  }
  return undefined;
}
export const primaryOf = (place: Layout): Promise<NodeNumber | undefined> => nodeWithRole(place, 'primary');
export const synchronousStandbyOf = (place: Layout): Promise<NodeNumber | undefined> =>
  nodeWithRole(place, 'sync');

interface NodeReport {
  readonly role?: string;
  readonly state?: string;
  readonly replication?: readonly { readonly application_name: string; readonly state: string }[];
}

/** The state of a node according to its Patroni; undefined when it does not respond. */
export async function reportOf(place: Layout, node: NodeNumber): Promise<NodeReport | undefined> {
  const response = await ask(place, node, 'patroni');
  return (await response?.json().catch(() => undefined)) as NodeReport | undefined;
}

/** Whether the primary streams to the other node. A base backup streams too, under another name. */
export async function isReplicating(place: Layout): Promise<boolean> {
  const primary = await primaryOf(place);
  if (primary === undefined) return false;
  const { replication = [] } = (await reportOf(place, primary)) ?? {};
  return replication.some(
    ({ application_name, state }) => /^almas\d$/.test(application_name) && state === 'streaming',
  );
}

/** Whether there is a primary with a streaming standby and, with synchronous commits, a synchronous one. */
export async function isWhole(place: Layout, synchronous: boolean): Promise<boolean> {
  if (!(await isReplicating(place))) return false;
  return !synchronous || (await synchronousStandbyOf(place)) !== undefined;
}
