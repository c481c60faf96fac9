import { join } from 'node:path';
import { securityAdviceTexts as texts } from '@almas/locale/runtime';
import type { Config } from '../config.ts';
import { passwordWeakness } from '../modules/accounts/password-policy.ts';

/** What the operator should change before others can reach this server: one sentence each. None of it stops the start. */
export function securityAdvice(config: Config): string[] {
  const advice: string[] = [];
  if (config.codesKey === undefined && isReachable(config))
    advice.push(texts.keyInside(join(config.dataDir, 'codes.key')));
  if (config.publicUrl !== undefined && isExample(config.publicUrl))
    advice.push(texts.exampleUrl(config.publicUrl));
  // The server itself speaks no TLS.
  if (config.publicUrl?.startsWith('https:') && config.trustProxy === undefined)
    advice.push(texts.trustsNoProxy);
  if (config.adminPassword !== undefined && passwordWeakness(config.adminPassword, [config.adminEmail ?? '']))
    advice.push(texts.weakAdminPassword);
  if (config.publicUrl !== undefined && config.passwordPolicy !== 'strict')
    advice.push(texts.strictPasswords);
  if (config.smtpUrl !== undefined && config.mailFrom.includes('@localhost'))
    advice.push(texts.defaultSender(config.mailFrom));
  return advice;
}

/** Of RFC 2606: ops/almas.env.example has such an address. */
const isExample = (url: string): boolean => /(^|\.)example(\.(com|net|org))?$/.test(new URL(url).hostname);

const isReachable = ({ publicUrl, host }: Config): boolean =>
  publicUrl !== undefined || !(host === 'localhost' || host === '::1' || host.startsWith('127.'));
