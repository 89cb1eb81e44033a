import { plainParameters, type UrlParameter } from '../../../use-cases/pages/page-links.ts';
import { builder } from '../../builder/builder.ts';
import { connectionArguments, connectionCost, connectionType, readPage } from '../../builder/connections.ts';
import { given } from '../../builder/input-values.ts';
import { RequestProblem } from '../../builder/refs.ts';

RequestProblem.implement({
  description:
    'A request that was refused or failed: which it was and why, never what was asked or answered.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    requestId: t.exposeString('requestId'),
    client: t.exposeString('client'),
    keyId: t.exposeString('keyId'),
    operation: t.exposeString('operation'),
    code: t.exposeString('code'),
    status: t.exposeInt('status'),
  }),
});

const RequestProblemConnection = connectionType('RequestProblem', RequestProblem, { links: true });

builder.queryField('requestProblems', (t) =>
  t.field({
    type: RequestProblemConnection,
    nullable: true,
    description:
      'The last requests that were refused or failed, the newest first: of each client at most 1,000, and of those that the answering ' +
      'process saw since it started. Needs the scope `admin`, or `keys` for the own client.',
    args: {
      client: t.arg.string({ description: 'Only of this client.' }),
      keyId: t.arg.string({ description: 'Only of the key with this id.' }),
      code: t.arg.string({ description: 'Only with this code: `RATE_LIMITED`.' }),
      requestId: t.arg.string({ description: 'Only of the request with this id.' }),
      ...connectionArguments,
    },
    complexity: connectionCost,
    resolve: (_root, { client, keyId, code, requestId, ...args }, { readModel, caller, baseUrl }) => {
      const named = { client, key_id: keyId, code, request_id: requestId };
      const parameters = Object.entries(named).flatMap(([name, value]): UrlParameter[] =>
        value == null ? [] : [[name, value]],
      );
      const request = given({ client, keyId, code, requestId });
      return readPage(args, (page) => readModel.listProblems(caller, request, page), {
        ...{ baseUrl, path: '/admin/problem/' },
        parameters: (pageSize) => [...parameters, ...plainParameters(pageSize)],
      });
    },
  }),
);
