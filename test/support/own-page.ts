/** A page of the service's own in a browser, as far as the service can tell: its cookies, and the headers that browsers send with them. */
import type { InjectOptions } from 'fastify';
import { createOwnerLink } from '../../src/use-cases/members/sign-in-link.ts';
import type { Answer, TestApi } from './api.ts';

/** Of `createTestApi` without a public URL. */
export const ownOrigin = 'http://localhost:4000';

export interface OwnPage {
  /** By name. */
  cookies: Map<string, string>;
  /** A request of a script of the page: the headers may say otherwise. */
  ask(method: InjectOptions['method'], url: string, options?: InjectOptions): Promise<Answer>;
  post(url: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  query(text: string, headers?: Record<string, string>): Promise<Answer>;
}

export function openPage(api: Pick<TestApi, 'ask'>, origin = ownOrigin): OwnPage {
  const cookies = new Map<string, string>();
  const cookieHeader = (): Record<string, string> =>
    cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };

  const ask: OwnPage['ask'] = async (method, url, options = {}) => {
    const headers = {
      ...{ host: new URL(origin).host, 'sec-fetch-site': 'same-origin', 'x-wd-csrf': '1' },
      ...(method === 'GET' ? {} : { origin }),
      ...cookieHeader(),
      ...options.headers,
    };
    // An empty one is left out; of the key it has to be said, or the test's own would come along.
    const said = Object.entries(headers).filter(([, value]) => value !== '');
    const answer = await api.ask(method, url, {
      ...options,
      headers: { 'x-api-key': '', ...Object.fromEntries(said) },
    });
    for (const text of [answer.headers['set-cookie'] ?? []].flat().map(String)) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  const post: OwnPage['post'] = (url, body = {}, headers = {}) =>
    ask('POST', url, { payload: body, headers });
  return {
    ...{ cookies, ask, post },
    query: (text, headers) => post('/graphql', { query: text }, headers),
  };
}

/** A page whose person has signed in as the client's first owner. */
export async function signedInOwner(api: TestApi, clientId = api.clientId): Promise<OwnPage> {
  const url = await createOwnerLink(api.database, { clientId, baseUrl: ownOrigin, isAsked: true });
  return signedInBy(api, url);
}

export async function signedInBy(api: TestApi, url: string): Promise<OwnPage> {
  const page = openPage(api);
  const answer = await page.post('/auth/link', { secret: secretOf(url) });
  if (answer.status !== 204) throw new Error(answer.text);
  return page;
}

/** Behind the mark of a link. */
export const secretOf = (url: string): string =>
  new URLSearchParams(new URL(url).hash.slice(1)).get('link') ?? '';
