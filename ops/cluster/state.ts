import { type Layout, type NodeNumber, nodes } from './layout.ts';

const patienceMilliseconds = 2_000;

/** What Patroni of a node says at this path, or undefined when it does not answer. */
async function ask(
  { lookHost, ports }: Layout,
  node: NodeNumber,
  path: string,
): Promise<Response | undefined> {
  const url = `http://${lookHost(node)}:${ports.patroni(node)}/${path}`;
  return fetch(url, { signal: AbortSignal.timeout(patienceMilliseconds) }).catch(() => undefined);
}

async function whoIs(place: Layout, role: 'primary' | 'sync'): Promise<NodeNumber | undefined> {
  for (const node of nodes) {
    const answer = await ask(place, node, role);
    await answer?.body?.cancel();
    if (answer?.ok) return node;
  }
  return undefined;
}
export const primaryOf = (place: Layout): Promise<NodeNumber | undefined> => whoIs(place, 'primary');
export const synchronousStandbyOf = (place: Layout): Promise<NodeNumber | undefined> => whoIs(place, 'sync');

interface NodeReport {
  readonly role?: string;
  readonly state?: string;
  readonly replication?: readonly { readonly application_name: string; readonly state: string }[];
}

/** What a node's Patroni says of it; undefined while it does not answer. */
export async function reportOf(place: Layout, node: NodeNumber): Promise<NodeReport | undefined> {
  const answer = await ask(place, node, 'patroni');
  return (await answer?.json().catch(() => undefined)) as NodeReport | undefined;
}

/** Whether the primary sends its changes to the other node. A copy being made streams too, under another name. */
export async function isReplicating(place: Layout): Promise<boolean> {
  const primary = await primaryOf(place);
  if (primary === undefined) return false;
  const { replication = [] } = (await reportOf(place, primary)) ?? {};
  return replication.some(
    ({ application_name, state }) => /^almas\d$/.test(application_name) && state === 'streaming',
  );
}

/** A primary, a standby that follows it, and with synchronous commits one that they wait for. */
export async function isWhole(place: Layout, synchronous: boolean): Promise<boolean> {
  if (!(await isReplicating(place))) return false;
  return !synchronous || (await synchronousStandbyOf(place)) !== undefined;
}
