/** Questions about what happened, with whom, and whether all of it is known. */
import { type Api, full, type Question } from './question.ts';
import { brief, column, cursorIn, find, findAll } from './read-answer.ts';

const hashesOf = async (api: Api, filter: string, page: string): Promise<string[]> => {
  const { wallet } = await api.query(
    `{ wallet(address: $one) { transactions(${page}${filter}) { nodes { hash } } } }`,
  );
  return wallet.transactions.nodes.map(({ hash }: { hash: string }) => hash);
};
const notSpam = ', filter: { spam: EXCLUDE }';

export const historyQuestions: readonly Question[] = [
  {
    question: 'What happened lately?',
    answer: async (ask, { wallet }) => column(await ask('activity', { wallets: [wallet], limit: 5 }), 'hash'),
    expected: (api) => hashesOf(api, notSpam, 'first: 5'),
  },
  {
    question: 'And before that?',
    answer: async (ask, { wallet }) => {
      const first = await ask('activity', { wallets: [wallet], limit: 5 });
      return column(await ask('activity', { wallets: [wallet], limit: 5, cursor: cursorIn(first) }), 'hash');
    },
    expected: async (api) => (await hashesOf(api, notSpam, 'first: 10')).slice(5),
  },
  {
    question: 'Which were my last swaps?',
    answer: async (ask, { wallet }) =>
      column(await ask('activity', { wallets: [wallet], kinds: ['swap'], limit: 5 }), 'hash'),
    expected: (api) => hashesOf(api, ', filter: { kinds: [SWAP], spam: EXCLUDE }', 'first: 5'),
  },
  {
    question: 'What happened up to back then?',
    answer: async (ask, { wallet, earlier }) =>
      column(await ask('activity', { wallets: [wallet], to: earlier, limit: 5 }), 'hash'),
    expected: (api, { earlier }) =>
      hashesOf(api, `, filter: { to: "${earlier}", spam: EXCLUDE }`, 'first: 5'),
  },
  {
    question: 'What fees did the last ones pay?',
    answer: async (ask, { wallet }) =>
      column(await ask('activity', { wallets: [wallet], limit: 5, ...full }), 'fee').map((fee) =>
        fee.replace(' ETH', ''),
      ),
    expected: async (api) => {
      const { wallet } = await api.query(
        `{ wallet(address: $one) { transactions(first: 5${notSpam}) { nodes { fee } } } }`,
      );
      return wallet.transactions.nodes.map(({ fee }: { fee: string }) => fee);
    },
  },
  {
    question: 'Whom do I deal with most?',
    answer: async (ask) => {
      const text = await ask('counterparties', { top: 5 });
      return [
        column(text, 'counterparty').map((party) => party.slice(-42)),
        column(text, 'in'),
        column(text, 'out'),
      ];
    },
    expected: async (api) => {
      const { counterpartyTotals } = await api.query(
        '{ counterpartyTotals(wallets: $all, first: 5) { nodes { counterparty { address } inflow outflow } } }',
      );
      const { nodes } = counterpartyTotals;
      return [
        nodes.map(({ counterparty }: { counterparty: { address: string } }) => counterparty.address),
        nodes.map(({ inflow }: { inflow: string }) => brief(inflow)),
        nodes.map(({ outflow }: { outflow: string }) => brief(outflow)),
      ];
    },
  },
  {
    question: 'What did I last do with the one I deal with most?',
    answer: async (ask) => {
      const [party = ''] = column(await ask('counterparties', { top: 1 }), 'counterparty');
      return column(await ask('activity', { counterparty: party.slice(-42), limit: 3 }), 'hash');
    },
    expected: async (api) => {
      const { counterpartyTotals } = await api.query(
        '{ counterpartyTotals(wallets: $all, first: 1) { nodes { counterparty { address } } } }',
      );
      const filter = `{ counterparties: ["${counterpartyTotals.nodes[0].counterparty.address}"], spam: EXCLUDE }`;
      const { transactions } = await api.query(
        `{ transactions(wallets: $all, first: 3, filter: ${filter}) { nodes { hash } } }`,
      );
      return transactions.nodes.map(({ hash }: { hash: string }) => hash);
    },
  },
  {
    question: 'What came in and went out since then, in all?',
    answer: async (ask, { earlier }) => {
      const text = await ask('counterparties', { from: earlier, top: 1, ...full });
      return [find(text, /all: in ([\d.]+)/), find(text, /, out ([\d.]+)/), find(text, /, net (-?[\d.]+)/)];
    },
    expected: async (api, { earlier }) => {
      const { transfers } = await api.query(
        `{ transfers(wallets: $all, first: 1, filter: { from: "${earlier}", spam: EXCLUDE }) { totals { inflow outflow net } } }`,
      );
      const { inflow, outflow, net } = transfers.totals;
      return [inflow, outflow, net];
    },
  },
];

export const stateQuestions: readonly Question[] = [
  {
    question: 'Is anything wrong with my figures?',
    answer: async (ask, { wallet }) =>
      Number(find(await ask('issues', { wallets: [wallet] }), /^(\d+) issues/m)),
    expected: async (api) =>
      (await api.query('{ wallet(address: $one) { issues { count } } }')).wallet.issues.count,
  },
  {
    question: 'What kinds of things?',
    answer: async (ask, { wallet }) =>
      findAll(await ask('issues', { wallets: [wallet] }), /^([A-Z_]+: \d+), at stake/gm).sort(),
    expected: async (api) => {
      const { wallet } = await api.query(
        '{ wallet(address: $one) { issues(first: 500) { nodes { code } } } }',
      );
      const groups = Map.groupBy(wallet.issues.nodes, ({ code }: { code: string }) => code);
      return [...groups].map(([code, group]) => `${code}: ${group.length}`).sort();
    },
  },
  {
    question: 'Which wallets do you know, and are they loaded?',
    answer: async (ask) => {
      const text = await ask('sync_status');
      return [column(text, 'wallet'), column(text, 'phase')];
    },
    expected: async (api) => {
      const { wallets: known } = await api.query('{ wallets { nodes { address sync { phase } } } }');
      return [
        known.nodes.map(({ address }: { address: string }) => address),
        known.nodes.flatMap(({ sync }: { sync: { phase: string }[] }) => sync.map(({ phase }) => phase)),
      ];
    },
  },
  {
    question: 'How many transfers are there?',
    answer: async (ask, { wallets }) => {
      const query = 'query ($wallets: [Address!]!) { transfers(wallets: $wallets, first: 1) { count } }';
      return Number(find(await ask('graphql', { query, variables: { wallets } }), /"count":(\d+)/));
    },
    expected: async (api) =>
      (await api.query('{ transfers(wallets: $all, first: 1) { count } }')).transfers.count,
  },
];
