import type { MemberLinkView, MemberView, SessionView } from '../../../use-cases/model/member-model.ts';
import { signInUrl } from '../../../use-cases/pages/page-links.ts';
import { builder } from '../../builder/builder.ts';
import { given } from '../../builder/input-values.ts';
import { Member, Session } from '../../builder/refs.ts';
import { MemberRole } from './member.ts';

const ofOwn = 'Needs the scope `admin`, or `keys` for the own client, which owners have.';

interface Payload {
  clientMutationId: string | null;
}

const memberPayload = (name: string) =>
  builder.objectRef<Payload & { member: MemberView }>(name).implement({
    fields: (t) => ({
      member: t.field({ type: Member, resolve: ({ member }) => member }),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
    }),
  });

const linkPayload = (name: string) =>
  builder.objectRef<Payload & MemberLinkView & { baseUrl: string }>(name).implement({
    fields: (t) => ({
      member: t.field({ type: Member, resolve: ({ member }) => member }),
      link: t.field({ type: 'URL', resolve: ({ baseUrl, secret }) => signInUrl(baseUrl, secret) }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
    }),
  });

const InviteMemberPayload = linkPayload('InviteMemberPayload');
const CreateMemberLinkPayload = linkPayload('CreateMemberLinkPayload');
const UpdateMemberPayload = memberPayload('UpdateMemberPayload');
const RemoveMemberPayload = memberPayload('RemoveMemberPayload');
const RemovePasskeyPayload = memberPayload('RemovePasskeyPayload');
const EndSessionPayload = builder
  .objectRef<Payload & { session: SessionView }>('EndSessionPayload')
  .implement({
    fields: (t) => ({
      session: t.field({ type: Session, resolve: ({ session }) => session }),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
    }),
  });
const EndOtherSessionsPayload = builder
  .objectRef<Payload & { count: number }>('EndOtherSessionsPayload')
  .implement({
    fields: (t) => ({
      count: t.exposeInt('count'),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
    }),
  });

const InviteMemberInput = builder.inputType('InviteMemberInput', {
  fields: (t) => ({
    client: t.string(),
    name: t.string({ required: true }),
    role: t.field({ type: MemberRole, required: true }),
    clientMutationId: t.string(),
  }),
});
const UpdateMemberInput = builder.inputType('UpdateMemberInput', {
  fields: (t) => ({
    id: t.string({ required: true }),
    name: t.string(),
    role: t.field({ type: MemberRole }),
    clientMutationId: t.string(),
  }),
});
const ofId = (name: string) =>
  builder.inputType(name, {
    fields: (t) => ({ id: t.string({ required: true }), clientMutationId: t.string() }),
  });
const CreateMemberLinkInput = ofId('CreateMemberLinkInput');
const RemoveMemberInput = ofId('RemoveMemberInput');
const RemovePasskeyInput = ofId('RemovePasskeyInput');
const EndSessionInput = ofId('EndSessionInput');
const EndOtherSessionsInput = builder.inputType('EndOtherSessionsInput', {
  fields: (t) => ({ clientMutationId: t.string() }),
});

const idOf = ({ clientMutationId }: { clientMutationId?: string | null | undefined }): Payload => ({
  clientMutationId: clientMutationId ?? null,
});

builder.mutationFields((t) => ({
  inviteMember: t.field({
    type: InviteMemberPayload,
    description: `Adds a member and makes a link that signs it in, once, within three days. The link is shown only now. ${ofOwn}`,
    args: { input: t.arg({ type: InviteMemberInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller, baseUrl }) => {
      const { client, name, role } = input;
      const made = await readModel.inviteMember(caller, { name, role, ...given({ client }) });
      return { ...made, baseUrl, ...idOf(input) };
    },
  }),
  createMemberLink: t.field({
    type: CreateMemberLinkPayload,
    description: `Makes another link for a member, who has lost the first or a passkey. ${ofOwn}`,
    args: { input: t.arg({ type: CreateMemberLinkInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller, baseUrl }) => ({
      ...(await readModel.createMemberLink(caller, input.id)),
      ...{ baseUrl, ...idOf(input) },
    }),
  }),
  updateMember: t.field({
    type: UpdateMemberPayload,
    description: `Changes name or role of a member; what is left out stays. Another role ends the member's sessions and links. The last owner stays one. ${ofOwn}`,
    args: { input: t.arg({ type: UpdateMemberInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const { id, name, role } = input;
      return { member: await readModel.updateMember(caller, id, given({ name, role })), ...idOf(input) };
    },
  }),
  removeMember: t.field({
    type: RemoveMemberPayload,
    description: `Removes a member with sessions, links and passkeys; never the last owner. ${ofOwn}`,
    args: { input: t.arg({ type: RemoveMemberInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => ({
      ...{ member: await readModel.removeMember(caller, input.id), ...idOf(input) },
    }),
  }),
  removePasskey: t.field({
    type: RemovePasskeyPayload,
    description: "Removes a passkey: one of your own, or a member's for who manages its client.",
    args: { input: t.arg({ type: RemovePasskeyInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => ({
      ...{ member: await readModel.removePasskey(caller, input.id), ...idOf(input) },
    }),
  }),
  endSession: t.field({
    type: EndSessionPayload,
    description:
      "Signs a browser out, everywhere within five seconds: one of your own, or a member's for who manages its client.",
    args: { input: t.arg({ type: EndSessionInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => ({
      ...{ session: await readModel.endSession(caller, input.id), ...idOf(input) },
    }),
  }),
  endOtherSessions: t.field({
    type: EndOtherSessionsPayload,
    description: 'Signs you out of all other browsers.',
    args: { input: t.arg({ type: EndOtherSessionsInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => ({
      ...{ count: await readModel.endOtherSessions(caller), ...idOf(input) },
    }),
  }),
}));
