/** Questions about gains, and how figures come about. */
import { type Api, type Ask, full, type Place, type Question } from './question.ts';
import { column, find, findAll, minus, sum, times } from './read-answer.ts';

/** All disposals of a year, of all wallets, from REST. */
interface RestDisposal {
  tx_id: string;
  disposed_at: string;
  /** With all its digits, of which a number keeps some 16. */
  gain: number | null;
  basis_status: string;
}

async function disposalsOf(api: Api, { wallets, lastYear }: Place): Promise<RestDisposal[]> {
  const found: RestDisposal[] = [];
  for (let page = 1; ; page += 1) {
    const { results, next } = await api.get(
      `/wallet/disposal/?wallet=${wallets.join()}&page_size=500&page=${page}`,
    );
    found.push(...results.filter(({ disposed_at: at }: RestDisposal) => at.startsWith(String(lastYear))));
    if (next === null) return found;
  }
}

const largestOf = (disposals: readonly RestDisposal[]): RestDisposal =>
  disposals.reduce((most, one) => (Math.abs(one.gain ?? 0) > Math.abs(most.gain ?? 0) ? one : most));

export const gainQuestions: readonly Question[] = [
  {
    question: 'What have I gained this year?',
    answer: async (ask) => find(await ask('gains', full), /^realized in \d+: (\S+)/m),
    expected: async (api) =>
      (await api.query('{ totals(wallets: $all, period: YTD) { realizedPnl } }')).totals.realizedPnl,
  },
  {
    question: 'Is that short-term or long-term?',
    answer: async (ask) =>
      sum(findAll(await ask('gains', full), /^(?:Short-term|Long-term|unknown term): (\S+)/gm)),
    expected: async (api) =>
      (await api.query('{ totals(wallets: $all, period: YTD) { realizedPnl } }')).totals.realizedPnl,
  },
  {
    question: 'And in the three years, together?',
    answer: async (ask, { lastYear }) => {
      const texts = [];
      for (const one of [lastYear + 1, lastYear, lastYear - 1])
        texts.push(await ask('gains', { year: one, top: 1, ...full }));
      return sum(texts.map((text) => find(text, /^realized in \d+: (\S+)/m)));
    },
    expected: async (api) =>
      (await api.query('{ totals(wallets: $all) { realizedPnl } }')).totals.realizedPnl,
  },
  {
    question: 'Was the cost of all that I sold last year known?',
    answer: async (ask, { lastYear }) => {
      const text = await ask('gains', { year: lastYear, top: 1, ...full });
      return (
        /the cost is unknown, and taken for 0, in (\d+) parts? of what was disposed of/.exec(text)?.[1] ?? '0'
      );
    },
    // One disposal is one part of one lot.
    expected: async (api, place) => {
      const disposals = await disposalsOf(api, place);
      return String(disposals.filter(({ basis_status: status }) => status === 'MISSING').length);
    },
  },
  {
    question: 'Which method would have been best?',
    answer: async (ask) => {
      const text = await ask('gains', { compare: true, ...full });
      return ['FIFO', 'LIFO', 'WAC', 'HIFO'].map((method) =>
        find(text, new RegExp(`${method} (-?\\d+(?:\\.\\d+)?)`)),
      );
    },
    expected: async (api) => {
      const fields = ['FIFO', 'LIFO', 'WAC', 'HIFO'].map(
        (method) => `${method}: totals(wallets: $all, period: YTD, costMethod: ${method}) { realizedPnl }`,
      );
      const data = await api.query(`{ ${fields.join(' ')} }`);
      return ['FIFO', 'LIFO', 'WAC', 'HIFO'].map((method) => data[method].realizedPnl);
    },
  },
  {
    question: 'What income and expenses do I declare for this year?',
    answer: async (ask) => {
      const text = await ask('gains', { top: 1, ...full });
      return [
        find(text, /^income ([\d.]+)/m),
        find(text, /, expenses ([\d.]+)/),
        find(text, /, network fees ([\d.]+)/),
      ];
    },
    expected: async (api) => {
      const { totals } = await api.query('{ totals(wallets: $all, period: YTD) { income expenses fees } }');
      return [totals.income, totals.expenses, totals.fees];
    },
  },
  {
    question: 'Which sale brought most, or lost most, last year?',
    answer: async (ask, { lastYear }) =>
      column(await ask('gains', { year: lastYear, top: 1, ...full }), 'gain').map(Number),
    expected: async (api, place) => [largestOf(await disposalsOf(api, place)).gain],
  },
  {
    question: 'How many disposals do I have to report of last year?',
    answer: async (ask, { lastYear }) =>
      sum(
        findAll(
          await ask('gains', { year: lastYear, top: 1 }),
          /^(?:Short-term|Long-term|unknown term): \S+ \((\d+) disposals/gm,
        ),
      ),
    expected: async (api, place) => String((await disposalsOf(api, place)).length),
  },
];

const firstDisposal = async (ask: Ask, { lastYear: year }: Place): Promise<string> => {
  const [hash = ''] = column(await ask('gains', { year, top: 1 }), 'transaction');
  return ask('explain', { id: hash });
};

export const explainQuestions: readonly Question[] = [
  {
    question: 'Why am I worth that?',
    answer: async (ask) => {
      const text = await ask('explain', { id: 'net_worth' });
      const parts = findAll(text, /^(-?[\d.]+) (?:«|of \d+ other)/gm);
      return [find(text, /^net_worth = (\S+)/), sum(parts)];
    },
    expected: async (api) => {
      const { netWorth } = (await api.query('{ totals(wallets: $all) { netWorth } }')).totals;
      return [netWorth, netWorth];
    },
  },
  {
    question: 'Where do my realized gains come from?',
    answer: async (ask) => {
      const text = await ask('explain', { id: 'realized_pnl', method: 'LIFO' });
      return [find(text, /^realized_pnl = (\S+)/), sum(findAll(text, /^(-?[\d.]+) (?:«|of \d+ other)/gm))];
    },
    expected: async (api) => {
      const { realizedPnl } = (await api.query('{ totals(wallets: $all, costMethod: LIFO) { realizedPnl } }'))
        .totals;
      return [realizedPnl, realizedPnl];
    },
  },
  {
    question: 'What did my ether cost, lot by lot?',
    answer: async (ask, { wallet, chainId }) => {
      const text = await ask('explain', { id: `${chainId}:native`, wallets: [wallet] });
      const lots = findAll(text, /^ {2}([\d.]+) (?:for|of \d+ more lots)/gm);
      return [
        find(text, /^cost (\S+)/m),
        sum(lots),
        find(text, /^value (\S+)/m),
        find(text, /^cost .* of (\d+) open lots/m),
      ];
    },
    expected: async (api) => {
      const one = await ether(api);
      return [one.costBasis, one.costBasis, times(one.balance, one.price), String(one.lots.count)];
    },
  },
  {
    question: 'What has my ether earned, sale by sale?',
    answer: async (ask, { wallet, chainId }) => {
      const text = await ask('explain', { id: `${chainId}:native`, wallets: [wallet] });
      const sales = findAll(text, /^ {2}(-?[\d.]+) (?:=|of \d+ more disposals)/gm);
      return [find(text, /^realized (\S+)/m), sum(sales), find(text, /^realized .* of (\d+) disposals/m)];
    },
    expected: async (api) => {
      const one = await ether(api);
      return [one.totalRealizedPnl, one.totalRealizedPnl, String(one.disposals.count)];
    },
  },
  {
    question: 'How did the largest gain come about?',
    answer: async (ask, place) => {
      const text = await firstDisposal(ask, place);
      const [, gain = '', proceeds = '', cost = ''] = /: (-?[\d.]+) = ([\d.]+) - ([\d.]+): /.exec(text) ?? [];
      return minus(gain, minus(proceeds, cost));
    },
    expected: async () => '0',
  },
  {
    question: 'And what does the API say of that sale?',
    answer: async (ask, place) => {
      const text = await firstDisposal(ask, place);
      const gains = findAll(text, /: (-?[\d.]+) = [\d.]+ - [\d.]+: /g);
      return [find(text, /^tx (0x[0-9a-f]{64})/), gains.map(Number).sort()];
    },
    expected: async (api, place) => {
      const disposals = await disposalsOf(api, place);
      const id = largestOf(disposals).tx_id;
      const { node } = await api.query(`{ node(id: "${id}") { ... on Transaction { hash } } }`);
      return [
        node.hash,
        disposals
          .filter((one) => one.tx_id === id)
          .map(({ gain }) => gain)
          .sort(),
      ];
    },
  },
  {
    question: 'Where does the price of my last swap come from?',
    answer: async (ask, { wallet }) => {
      const [hash = ''] = column(
        await ask('activity', { wallets: [wallet], kinds: ['SWAP'], limit: 1 }),
        'hash',
      );
      const text = await ask('explain', { id: hash, wallets: [wallet] });
      return findAll(text, / x ([\d.]+ \([a-z][\w:-]*\)) = /g).sort();
    },
    expected: async (api) => {
      const { wallet } = await api.query(
        '{ wallet(address: $one) { transactions(first: 1, filter: { kinds: [SWAP], spam: EXCLUDE }) { nodes { transfers { price priceSource } } } } }',
      );
      const { transfers } = wallet.transactions.nodes[0];
      return transfers
        .filter(({ price }: { price: string | null }) => price !== null)
        .map(({ price, priceSource }: Record<string, string>) => `${price} (${priceSource})`)
        .sort();
    },
  },
];

const ether = async (api: Api) => {
  const filter = `filter: { tokens: ["0x${'0'.repeat(40)}"] }`;
  const fields =
    'balance price costBasis totalRealizedPnl lots(first: 1) { count } disposals(first: 1) { count }';
  const { wallet } = await api.query(
    `{ wallet(address: $one) { tokenBalances(${filter}) { nodes { ${fields} } } } }`,
  );
  return wallet.tokenBalances.nodes[0];
};
