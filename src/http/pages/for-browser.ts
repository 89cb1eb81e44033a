import type { FastifyRequest } from 'fastify';

/** Whether somebody who reads HTML asks for it, by an address that was typed or a link: a page needs no key. */
export const isForBrowser = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');
