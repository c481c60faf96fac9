import { contract } from '@almas/contract';
import { errors } from '@almas/contract/errors';
import type { Route } from '@almas/contract/route';
import { integration, apiTexts as texts } from '@almas/locale/api';
import type { FastifyInstance } from 'fastify';
import { jsonSchema } from './json-schema.ts';
import { openApiDocument, refusalsOf } from './openapi.ts';

const html = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const schemaBlock = (title: string, schema: unknown): string =>
  `<details><summary>${title}</summary><pre tabindex="0">${html(JSON.stringify(schema, null, 2))}</pre></details>`;

function routeCard(name: string, route: Route): string {
  const refusals = refusalsOf(route)
    .map((code) => `<code>${errors[code].status} ${code}</code>`)
    .join(' ');
  return `<article id="${html(name)}">
    <h3><span class="method ${route.method.toLowerCase()}">${route.method}</span> <code>${html(route.path)}</code></h3>
    <p>${html(route.summary)}. <small>${texts.access[route.access]}${route.idempotent ? ', Idempotency-Key' : ''}</small></p>
    ${route.query ? schemaBlock('Query', jsonSchema(route.query, 'input')) : ''}
    ${route.body ? schemaBlock(texts.body, jsonSchema(route.body, 'input')) : ''}
    ${route.response ? schemaBlock(texts.answer, jsonSchema(route.response, 'output')) : ''}
    <p class="refusals">${texts.refusals} : ${refusals}</p>
  </article>`;
}

/** A call as a command line; the key is a variable of the shell. */
function commandLine({
  method,
  path,
  body,
}: NonNullable<(typeof integration.steps)[number]['call']>): string {
  const sent = body ? ` -H 'content-type: application/json' -d '${JSON.stringify(body)}'` : '';
  return `curl -X ${method} "$ALMAS${path}" -H "Authorization: Bearer $ALMAS_KEY"${sent}`;
}

/** For those who write a reseller's own site. */
function integrationPart(): string {
  const steps = integration.steps.map(
    ({ title, text, call }) =>
      `<article><h3>${html(title)}</h3><p>${html(text)}</p>${call ? `<pre tabindex="0">${html(commandLine(call))}</pre>` : ''}</article>`,
  );
  return `<section id="integrer"><h2>${html(integration.title)}</h2><p>${html(integration.introduction)}</p>${steps.join('')}</section>`;
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:auto;padding:1.5rem}
h2{margin-top:2.5rem;border-bottom:1px solid #8886}h3{margin:.2rem 0;font-size:1rem}article{padding:.8rem 0;border-bottom:1px solid #8883}
.method{display:inline-block;min-width:4.2rem;font-weight:700}.get{color:#0a7d5a}.post{color:#9a5b00}.put,.patch{color:#3b5bdb}.delete{color:#c92a2a}
@media(prefers-color-scheme:dark){.get{color:#4fd1a5}.post{color:#ffc078}.put,.patch{color:#91a7ff}.delete{color:#ff8787}}
pre{overflow:auto;padding:.8rem;border:1px solid #8884;border-radius:6px;font-size:.8rem}.refusals{font-size:.85rem}p{margin:.3rem 0}`;

/** The API as an HTML page, generated from the contract, without scripts. */
function apiPage(): string {
  const groups = Object.entries(contract)
    .map(([group, routes]) => {
      const cards = Object.entries(routes).map(([name, route]) =>
        routeCard(`${group}.${name}`, route as Route),
      );
      return `<section><h2>${html(texts.groups[group] ?? group)}</h2>${cards.join('')}</section>`;
    })
    .join('');
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${texts.title}</title><style>${style}</style></head><body><main><h1>${texts.title}</h1><p>${html(texts.introduction)}</p>
<p><a href="/api/openapi.json">${texts.document}</a></p>${integrationPart()}${groups}</main></body></html>`;
}

/** Serves /api/openapi.json and /api/docs. Both are generated at the first request, because most processes never serve them. */
export function apiDocuments(server: FastifyInstance, version: string): void {
  let document: string | undefined;
  let page: string | undefined;
  server.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(version));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  server.get('/api/docs', async (_request, reply) => {
    page ??= apiPage();
    return reply.type('text/html; charset=utf-8').send(page);
  });
}
