import { type ClusterOptions, layout } from '../layout.ts';

/**
 * Routes calls to the servers whose /readyz answers 200. While none is ready (during a failover of the database) calls go to any
 * server that responds: it answers 503 with Retry-After, and screens still load. No call is sent twice: clients repeat calls with
 * their key.
 */
export function serversProxyConfig(options: ClusterOptions): string {
  const { host, ports, unavailableFile } = layout(options);
  const lines = (path: string) => [
    '  balance leastconn',
    // Time limits: an import of 100,000 codes, or a new product with as many, takes minutes; an event stream sends a heartbeat every
    // 20 s.
    '  http-request set-timeout server 10m if { path_sub /code }',
    '  http-request set-timeout server 10m if { path_beg /api/products } !{ method GET }',
    '  http-request set-timeout server 10m if { path_beg /api/batches } !{ method GET }',
    '  http-request set-timeout server 10m if { path_beg /api/bank-lines } !{ method GET }',
    '  http-request set-timeout server 10m if { path_beg /api/supplier-orders } !{ method GET }',
    '  http-request set-timeout server 10m if { path_sub /price } !{ method GET }',
    `  option httpchk GET ${path}`,
    '  http-check expect status 200',
    '  default-server inter 500ms fastinter 250ms downinter 500ms fall 2 rise 1',
    ...options.servers.map((address, index) => `  server almas${index + 1} ${address} check`),
  ];
  return `global
  maxconn 4000
defaults
  mode http
  option forwardfor
  option redispatch
  option http-ignore-probes
  retries 2
  retry-on conn-failure
  timeout connect 2s
  timeout http-request 10s
  timeout queue 4s
  timeout client 60s
  timeout server 30s
  timeout check 3s
${[408, 502, 503, 504].map((status) => `  errorfile ${status} ${unavailableFile}`).join('\n')}
frontend almas
  bind ${host}:${ports.servers}
  use_backend living if { nbsrv(ready) eq 0 }
  default_backend ready
backend ready
${lines('/readyz').join('\n')}
backend living
${lines('/healthz').join('\n')}
`;
}

/** The proxy's own response when no server is reachable: the screens treat it as a lost network. */
export const unavailableAnswer = [
  'HTTP/1.1 503 Service Unavailable',
  'Retry-After: 2',
  'Cache-Control: no-store',
  'Content-Length: 0',
  'Connection: close',
  '',
  '',
].join('\r\n');
