import { type ClusterOptions, layout, type NodeNumber } from '../layout.ts';

export const stanza = 'almas';
const keptDays = 7;

/** pgBackRest's configuration of a node: its own data, and the backups that both nodes share. */
export function backrestConfig(options: ClusterOptions, node: NodeNumber): string {
  const place = layout(options);
  return `[global]
repo1-path=${place.backupsFolder}
repo1-retention-full-type=time
repo1-retention-full=${keptDays}
lock-path=${place.folder}
log-path=${place.folder}
spool-path=${place.folder}
start-fast=y
[${stanza}]
pg1-path=${place.dataFolder(node)}
pg1-port=${place.ports.postgres(node)}
pg1-socket-path=${place.folder}
pg1-user=postgres
`;
}

const command = (options: ClusterOptions, node: NodeNumber, rest: string): string =>
  `/usr/bin/pgbackrest --config=${layout(options).backrestFile(node)} --stanza=${stanza} ${rest}`;
/** For archive_command and restore_command. */
export const archivePush = (options: ClusterOptions, node: NodeNumber): string =>
  command(options, node, 'archive-push %p');
export const archiveGet = (options: ClusterOptions, node: NodeNumber): string =>
  command(options, node, 'archive-get %f "%p"');
