import { contract } from '@almas/contract';
import { type ErrorCode, errors } from '@almas/contract/errors';
import type { Access, Route } from '@almas/contract/route';
import { errorSentence, errors as sentences } from '@almas/locale';
import { apiTexts } from '@almas/locale/api';
import type { z } from 'zod';
import { type JsonSchema, jsonSchema } from './json-schema.ts';

const parameters = (schema: z.ZodObject | undefined, location: 'path' | 'query'): JsonSchema[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: field,
  }));
};

const impliedErrors: Record<Access, readonly ErrorCode[]> = {
  public: [],
  'signed-in': ['UNAUTHENTICATED'],
  active: ['UNAUTHENTICATED', 'ACCOUNT_NOT_ACTIVE'],
  reseller: ['UNAUTHENTICATED', 'FORBIDDEN', 'ACCOUNT_NOT_ACTIVE'],
  admin: ['UNAUTHENTICATED', 'FORBIDDEN', 'ACCOUNT_NOT_ACTIVE'],
  key: [
    'UNAUTHENTICATED',
    'KEY_REVOKED',
    'ADDRESS_NOT_ALLOWED',
    'SCOPE_MISSING',
    'TOO_MANY_CALLS',
    'FORBIDDEN',
    'ACCOUNT_NOT_ACTIVE',
  ],
};

/** Every error code of a call: its own and those that follow from its declaration. */
export const refusalsOf = (route: Route): ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...impliedErrors[route.access],
    ...(route.scope ? (['SCOPE_MISSING'] as const) : []),
    ...Object.values(route.refusals ?? {}),
    ...(route.params || route.query || route.body ? (['INVALID_INPUT'] as const) : []),
    ...(route.movesMoney ? (['KEY_REQUIRED'] as const) : []),
    ...(route.idempotent ? (['KEY_INVALID', 'KEY_REUSED', 'KEY_CLOSED'] as const) : []),
    ...(route.feature ? (['FEATURE_OFF'] as const) : []),
    ...(route.errors ?? []),
    ...(route.body ? (['MALFORMED_REQUEST', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_LARGE'] as const) : []),
    'INTERNAL',
    'UNAVAILABLE',
  ]),
];

/** The sentence for the documentation: figures are replaced by their names, a list by one of its offers. */
const sentenceOf = (code: ErrorCode): string => {
  const sentence = sentences[code];
  if (typeof sentence === 'string') return sentence;
  const names: object = new Proxy(
    {},
    { get: (_, name) => (name === 'offers' ? [names] : `{${String(name)}}`) },
  );
  return errorSentence(code, names as never).replaceAll('NaN', '…');
};

/** Of a refusal that a program gets. */
const adviceSchema = {
  retryable: { type: 'boolean', description: apiTexts.retryable },
  next: { type: 'string', description: apiTexts.next },
};

function errorResponses(route: Route): Record<string, JsonSchema> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(route)) {
    const { status } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `${code} : ${sentenceOf(code)}`).join('\n\n'),
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'message', ...(route.access === 'key' ? ['retryable', 'next'] : [])],
              properties: {
                code: { type: 'string', enum: codes },
                message: { type: 'string' },
                ...(route.access === 'key' && adviceSchema),
              },
            },
          },
        },
      },
    ]),
  );
}

function successResponse({ response, produces, alsoProduces, creates }: Route): Record<string, JsonSchema> {
  if (!response) return { '204': { description: apiTexts.done } };
  const type = produces ?? 'application/json';
  const content = {
    [type]: { schema: jsonSchema(response, 'output') },
    ...(alsoProduces && { [alsoProduces]: { schema: { type: 'string', format: 'binary' } } }),
  };
  return {
    ...(creates && { '201': { description: apiTexts.created, content } }),
    '200': { description: creates ? apiTexts.repeated : 'OK', content },
  };
}

const requestBody = (content: JsonSchema): JsonSchema => ({ requestBody: { required: true, content } });

function operation(group: string, name: string, route: Route): JsonSchema {
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: route.movesMoney ?? false,
    schema: { type: 'string' },
    description: apiTexts.idempotencyKey,
  };
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: route.summary,
    'x-access': route.access,
    ...(route.access !== 'public' && { security: [route.access === 'key' ? { key: [] } : { session: [] }] }),
    ...(route.keyScope && { 'x-key-scope': route.keyScope }),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.idempotent ? [key] : []),
    ],
    ...(route.body && requestBody({ 'application/json': { schema: jsonSchema(route.body, 'input') } })),
    ...(route.pictureBody && requestBody({ 'image/*': { schema: { type: 'string', format: 'binary' } } })),
    responses: { ...successResponse(route), ...errorResponses(route) },
  };
}

/** The OpenAPI 3.1 document of the API, generated from the contract. */
export function openApiDocument(version: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [group, routes] of Object.entries(contract)) {
    for (const [name, route] of Object.entries(routes) as [string, Route][]) {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(group, name, route) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Almas', version, description: apiTexts.introduction },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'almas_session' },
        key: { type: 'http', scheme: 'bearer', bearerFormat: 'alm_live_… | alm_test_…' },
      },
    },
    paths,
  };
}
