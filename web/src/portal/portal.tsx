/** What the pages of the developer portal share: the ways between them, who asks, and what is said when the key may not. */
import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import { graphql } from 'react-relay';
import type { portalMeQuery } from '../__generated__/portalMeQuery.graphql.ts';
import { devPlaces, keepLens } from '../app/places.ts';
import { Page } from '../parts/page.tsx';
import { Empty, Part, Skeleton } from '../parts/states.tsx';
import { useLoaded } from '../relay/load.ts';
import './portal.css';

export interface Me {
  client: string;
  scopes: readonly string[];
  /** A person who has signed in; else a key. */
  isSignedIn: boolean;
}

const Asker = createContext<Me>({ client: '', scopes: [], isSignedIn: false });
export const useMe = (): Me => useContext(Asker);

type Scope = 'keys' | 'webhooks' | 'admin';

const may = ({ scopes }: Me, scope: Scope): boolean =>
  scopes.includes(scope) || (scope === 'keys' && scopes.includes('admin'));

/** Why a page is empty, and how that is changed. */
function Lacks({ me, scope }: { me: Me; scope: Scope }): ReactNode {
  const scopes = [...new Set(['read', ...me.scopes, scope])].join(',');
  return (
    <section className="card">
      <Empty title={`You may not see this: the scope “${scope}” is lacking.`}>
        <p>
          There is {me.scopes.join(', ')}. {me.isSignedIn ? 'Ask an owner' : 'Sign in with another key'}, or
          make a key on the machine of the service:
        </p>
        <pre className="snippet">
          npm run -s wallet-data -- keys create --client {me.client} --scopes {scopes}
        </pre>
      </Empty>
    </section>
  );
}

function Inside({ scope, children }: { scope: Scope | undefined; children: ReactNode }): ReactNode {
  const { me: asker } = useLoaded<portalMeQuery>(
    graphql`
      query portalMeQuery {
        me {
          client
          scopes
          session {
            id
          }
        }
      }
    `,
    {},
  );
  const me: Me = { client: asker.client, scopes: asker.scopes, isSignedIn: asker.session != null };
  return (
    <Asker.Provider value={me}>
      {scope === undefined || may(me, scope) ? children : <Lacks me={me} scope={scope} />}
    </Asker.Provider>
  );
}

interface PortalProps {
  title: string;
  /** What the page is for, in a sentence. */
  about?: ReactNode;
  /** What the key has to have. */
  scope?: Scope;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the portal. Its part loads by itself; who may not see it is told what is lacking. */
export function Portal({ title, about, scope, actions, children }: PortalProps): ReactNode {
  return (
    <div className="portal">
      <nav aria-label="Developers" className="portal-nav">
        {devPlaces.map(({ to, name }) => (
          <Link key={to} to={to} search={keepLens} activeOptions={{ includeSearch: false }}>
            {name}
          </Link>
        ))}
      </nav>
      <Page title={title} actions={actions}>
        {about === undefined ? null : <p className="about">{about}</p>}
        <Part fallback={<Skeleton rows={6} height={64} />} resetKey={title}>
          <Inside scope={scope}>{children}</Inside>
        </Part>
      </Page>
    </div>
  );
}
