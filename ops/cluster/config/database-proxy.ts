import { type ClusterOptions, layout, nodes } from '../layout.ts';

/**
 * One port leads to the node that its Patroni reports as the primary, the other to a standby that lags less than 16 MB. Connections to
 * a node that has lost its role are closed: their clients would wait for a response forever.
 */
export function databaseProxyConfig(options: ClusterOptions): string {
  const { host, nodeHost, ports } = layout(options);
  const servers = nodes.map(
    (node) =>
      `  server almas${node} ${nodeHost(node)}:${ports.postgres(node)} check port ${ports.patroni(node)}`,
  );
  return `global
  maxconn 500
defaults
  mode tcp
  retries 2
  option clitcpka
  option srvtcpka
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
  option httpchk
  http-check expect status 200
  default-server inter 1s fastinter 250ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
listen primary
  bind ${host}:${ports.database}
  http-check send meth OPTIONS uri /primary
${servers.join('\n')}
listen replica
  bind ${host}:${ports.databaseRead}
  http-check send meth OPTIONS uri /replica?lag=16MB
${servers.join('\n')}
`;
}
