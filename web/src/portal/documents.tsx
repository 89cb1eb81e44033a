/** GraphiQL and the page of REST inside the frame. They find the key where this page has it, in the tab's storage: no address holds it. */
import type { ReactNode } from 'react';
import { serviceUrl } from '../app/base.ts';
import { Portal } from './portal.tsx';

function Framed({ title, path, about }: { title: string; path: string; about: string }): ReactNode {
  return (
    <Portal title={title} about={about} actions={<a href={serviceUrl(path)}>Without this frame</a>}>
      <iframe className="framed" title={title} src={serviceUrl(path)} />
    </Portal>
  );
}

export const GraphqlPage = (): ReactNode => (
  <Framed title="GraphQL" path="graphql" about="Queries are sent with the key of this tab." />
);
export const RestPage = (): ReactNode => (
  <Framed title="REST" path="docs" about="Requests are sent with the key of this tab." />
);
