/** /admin/member/ and /admin/audit/: who may sign in for a client, and what was done. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { memberRoleNames } from '../../use-cases/model/member-model.ts';
import { envelopeSchema, sendJson, sendList } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import { answers, jsonAnswer, listAnswers, type RestDependencies } from '../route-support.ts';
import { about, clientName, ofOwn } from './admin-words.ts';
import { auditCsv, memberCsv } from './member-csv.ts';
import {
  auditEntryJson,
  auditEntrySchema,
  memberJson,
  memberLinkJson,
  memberLinkSchema,
  memberSchema,
} from './member-shapes.ts';

const path = '/admin/member/';
const onePath = `${path}:id/`;
const idParams = z.object({ id: z.string().max(100).meta({ description: 'The id of a member' }) });
const name = z.string().meta({ description: 'What the member is called: 1 to 100 characters' });
const role = z.enum(memberRoleNames).meta({ description: 'What the member may do' });
const memberAnswer = (description: string) => ({ 200: jsonAnswer(description, memberSchema) });
const linkAnswer = { 201: jsonAnswer('The member and the link, shown once', memberLinkSchema) };

export const memberRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  await server.register(listRoutes, dependencies);
  await server.register(linkRoutes, dependencies);
  await server.register(changeRoutes, dependencies);
  await server.register(auditRoutes, dependencies);
};

const listRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;

  server.get(
    path,
    {
      schema: {
        ...{ ...about, operationId: 'listMembers', summary: 'List members' },
        description: `Oldest first. ${ofOwn}`,
        querystring: parameters.strictFields({
          client: clientName.optional().meta({ description: 'Only of this client' }),
          ...parameters.paging,
        }),
        response: listAnswers('A page of members', envelopeSchema('MemberPage', memberSchema)),
      },
    },
    async (request, reply) => {
      const { client } = request.query;
      return sendList(dependencies, request, reply, request.query, {
        read: (page) => readModel.listMembers(callerOf(request), { client }, page),
        ...{ json: memberJson, csv: memberCsv },
      });
    },
  );
};

const linkRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf, baseUrlOf } = dependencies;

  server.post(
    path,
    {
      schema: {
        ...{ ...about, operationId: 'inviteMember', summary: 'Invite a member' },
        description: `Makes a link that signs the member in, once, within three days. It is shown only now. ${ofOwn}`,
        body: parameters.strictFields({
          client: clientName.optional().meta({ description: 'Whose member it is to be; default: your own' }),
          ...{ name, role },
        }),
        response: answers(linkAnswer, 404, 409, 415),
      },
    },
    async (request, reply) => {
      const made = await readModel.inviteMember(callerOf(request), request.body);
      return sendJson(reply.code(201), memberLinkJson(made, baseUrlOf(request)));
    },
  );

  server.post(
    `${onePath}link/`,
    {
      schema: {
        ...{ ...about, operationId: 'createMemberLink', summary: 'Make another link for a member' },
        description: `For whoever has lost the first, or a passkey: good once, within three days. ${ofOwn}`,
        ...{ params: idParams, response: answers(linkAnswer, 404, 415) },
      },
    },
    async (request, reply) => {
      const made = await readModel.createMemberLink(callerOf(request), request.params.id);
      return sendJson(reply.code(201), memberLinkJson(made, baseUrlOf(request)));
    },
  );
};

const changeRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, { readModel, callerOf }) => {
  server.patch(
    onePath,
    {
      schema: {
        ...{ ...about, operationId: 'updateMember', summary: 'Change name or role of a member' },
        description: `What is left out stays. Another role ends the member's sessions and links. The last owner stays one. ${ofOwn}`,
        params: idParams,
        body: parameters.strictFields({ name: name.optional(), role: role.optional() }),
        response: answers(memberAnswer('The member as it is then'), 404, 409, 415),
      },
    },
    async (request, reply) => {
      const member = await readModel.updateMember(callerOf(request), request.params.id, request.body);
      return sendJson(reply, memberJson(member));
    },
  );

  server.delete(
    onePath,
    {
      schema: {
        ...{ ...about, operationId: 'removeMember', summary: 'Remove a member' },
        description: `With sessions, links and passkeys, everywhere within five seconds; never the last owner. ${ofOwn}`,
        params: idParams,
        response: answers(memberAnswer('The member as it was'), 404, 409),
      },
    },
    async (request, reply) =>
      sendJson(reply, memberJson(await readModel.removeMember(callerOf(request), request.params.id))),
  );
};

const auditRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  const day = z.iso.date();

  server.get(
    '/admin/audit/',
    {
      schema: {
        ...{ ...about, operationId: 'listAudit', summary: 'What was done' },
        description: `Sign-ins, changes of keys and members, exports and corrections, the newest first, kept for 400 days. ${ofOwn}`,
        querystring: parameters.strictFields({
          client: clientName.optional().meta({ description: 'Only of this client' }),
          action: z.string().max(60).optional().meta({ description: 'Only this, such as signed_in' }),
          actor_id: z.string().max(100).optional().meta({ description: 'Only by this key or member' }),
          first_day: day.optional().meta({ description: 'From this UTC day on' }),
          last_day: day.optional().meta({ description: 'Up to this UTC day, and with it' }),
          ...parameters.paging,
        }),
        response: listAnswers('A page of the log', envelopeSchema('AuditEntryPage', auditEntrySchema)),
      },
    },
    async (request, reply) => {
      const { client, action, actor_id: actorId, first_day: from, last_day: to } = request.query;
      const asked = { client, action, actorId, from, to };
      return sendList(dependencies, request, reply, request.query, {
        read: (page) => readModel.listAudit(callerOf(request), asked, page),
        ...{ json: auditEntryJson, csv: auditCsv },
      });
    },
  );
};
