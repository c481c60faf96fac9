import { createServer } from 'node:net';
import { serverTexts } from '@almas/locale/runtime';
import { StartupError } from '../startup-error.ts';

interface Address {
  host: string;
  port: number;
}

/** Refuses an address that cannot be listened on before anything slow is started. Throws a StartupError. */
export async function checkAddress(address: Address): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      const probe = createServer().once('error', reject);
      probe.listen({ ...address, exclusive: true }, () => probe.close(() => resolve()));
    });
  } catch (error) {
    throw explainListening(error, address);
  }
}

/** The sentence for a failed `listen`; any other error is returned unchanged. */
export function explainListening(error: unknown, { host, port }: Address): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new StartupError(serverTexts.portInUse(host, port));
  if (code === 'EACCES') return new StartupError(serverTexts.portForbidden(port));
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartupError(serverTexts.hostUnknown(host));
  return error;
}

/** The URL of the server for a browser on this machine. */
export function localUrl({ host, port }: Address): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
