import { health } from '@almas/contract/health';
import type { ServedGroup } from '../../http/serve.ts';
import { parseIdOrZero } from '../../ids.ts';
import { command, serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { retryDeadLetters } from '../outbox/retry-dead-letters.ts';
import { readHealth } from './read-health.ts';

/** How the installation stands, for administrators. */
export const healthPanelRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, health, {
    read: async () => readHealth(services),
    retryMessage: command(health.retryMessage, {
      run: ({ services: own, tx, params }) => retryDeadLetters(own, tx, parseIdOrZero(params.id)),
    }),
    retryMessages: command(health.retryMessages, {
      run: ({ services: own, tx }) => retryDeadLetters(own, tx, null),
    }),
  });
