import { type ClusterOptions, layout, nodes } from '../layout.ts';

/**
 * Every connection goes to the node whose Patroni says that it is the primary. A connection to a node that no longer
 * is one is cut: its clients would wait for an answer that never comes.
 */
export function databaseProxyConfig(options: ClusterOptions): string {
  const { host, ports } = layout(options);
  const servers = nodes.map(
    (node) => `  server almas${node} ${host}:${ports.postgres(node)} check port ${ports.patroni(node)}`,
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
listen primary
  bind ${host}:${ports.database}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 250ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}
