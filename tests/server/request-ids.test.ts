import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildServer } from '../../server/src/app.ts';
import { testApp } from '../support/app.ts';

const { server, services } = await testApp({ config: { trustProxy: ['10.1.2.3'] } });
const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
  server.inject({ url: '/api/me', remoteAddress, headers });

describe('the id of a request', () => {
  test('every response has the id of its request, a different one each time', async () => {
    const ids = await Promise.all([request('127.0.0.1'), request('127.0.0.1'), server.inject({ url: '/%' })]);
    const seen = ids.map((response) => response.headers['x-request-id']);
    expect(new Set(seen).size).toBe(3);
    for (const id of seen) expect(id).toMatch(/^[\w-]{8}-[0-9a-z]+$/);
  });

  test('the id of a request is taken from a trusted proxy, and from nowhere else', async () => {
    const given = { 'x-request-id': 'proxy-0123456789' };
    expect((await request('10.1.2.3', given)).headers['x-request-id']).toBe('proxy-0123456789');
    expect((await request('10.1.2.4', given)).headers['x-request-id']).not.toBe('proxy-0123456789');
  });

  test('a request id from a proxy is replaced when it is too short', async () => {
    const response = await request('10.1.2.3', { 'x-request-id': 'short' });
    expect(response.headers['x-request-id']).not.toBe('short');
  });

  test('an unexpected error has the id of its request in the response and in one log line', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const failing = await buildServer({ ...services, log });
    onTestFinished(() => failing.close());
    failing.get('/api/fails', async () => {
      throw new Error('unexpected');
    });
    const response = await failing.inject({ url: '/api/fails' });
    expect(response.statusCode).toBe(500);
    expect(response.json().requestId).toBe(response.headers['x-request-id']);
    expect(lines.filter((line) => line.includes(`"requestId":"${response.json().requestId}"`))).toHaveLength(
      1,
    );
  });
});
