/** Questions about what wallets are worth, hold and earned. */
import { full, type Question } from './question.ts';
import { brief, column, cursorIn, find, named } from './read-answer.ts';

/** A figure of the totals, by the tool that has it. */
const total = (
  question: string,
  [name, field]: readonly [string, string],
  input: Record<string, string>,
  choice = '',
): Question => {
  const isFull = input.detail === 'full';
  return {
    question,
    answer: async (ask) => named(await ask('portfolio', input), name),
    expected: async (api) => {
      const { totals } = await api.query(`{ totals(wallets: $all${choice}) { ${field} } }`);
      return isFull ? totals[field] : brief(totals[field]);
    },
  };
};

const balanceFields =
  'balance price value averageCost rawToken { address } blockchain: token { blockchain { chainId } }';

/** Of a portfolio. */
export const portfolioQuestions: readonly Question[] = [
  total('What am I worth?', ['net_worth', 'netWorth'], {}),
  total('To the last digit?', ['net_worth', 'netWorth'], full),
  total('And in ether?', ['net_worth', 'netWorth'], { ...full, currency: 'ETH' }, ', currency: ETH'),
  total('What have I not realized yet?', ['unrealized_pnl', 'unrealizedPnl'], full),
  total('What have I realized?', ['realized_pnl', 'realizedPnl'], full),
  total(
    'By highest cost first?',
    ['realized_pnl', 'realizedPnl'],
    { ...full, method: 'HIFO' },
    ', costMethod: HIFO',
  ),
  total('And since January?', ['realized_pnl', 'realizedPnl'], { ...full, period: 'YTD' }, ', period: YTD'),
  total('What did I earn for holding?', ['income', 'income'], full),
  total('What have I spent?', ['expenses', 'expenses'], full),
  total('What did the network take?', ['fees', 'fees'], full),
  total('What did it all cost me?', ['cost_basis', 'costBasis'], {}),
  {
    question: 'What is my first wallet worth?',
    answer: async (ask, { wallet }) => named(await ask('portfolio', { wallets: [wallet] }), 'net_worth'),
    expected: async (api) =>
      brief((await api.query('{ wallet(address: $one) { totals { netWorth } } }')).wallet.totals.netWorth),
  },
  {
    question: 'What was it worth back then?',
    answer: async (ask, { wallet, earlier }) =>
      named(await ask('portfolio', { wallets: [wallet], as_of: earlier, ...full }), 'net_worth'),
    expected: async (api, { earlier }) => {
      const range = `from: "${earlier}", to: "${earlier}", interval: DAY`;
      const { wallet } = await api.query(`{ wallet(address: $one) { valueHistory(${range}) { value } } }`);
      return wallet.valueHistory[0].value;
    },
  },
];

export const holdingQuestions: readonly Question[] = [
  {
    question: 'How many tokens do I hold?',
    answer: async (ask) => Number(find(await ask('holdings', { top: 1 }), /^(\d+) holdings/)),
    expected: async (api) =>
      (await api.query('{ tokenBalances(wallets: $all, filter: { hideZero: true }) { count } }'))
        .tokenBalances.count,
  },
  {
    question: 'Which are worth most?',
    answer: async (ask) => {
      const text = await ask('holdings', { top: 5 });
      return [column(text, 'value'), column(text, 'balance'), column(text, 'price')];
    },
    expected: async (api) => {
      const { tokenBalances } = await api.query(
        '{ tokenBalances(wallets: $all, first: 5, filter: { hideZero: true }) { nodes { value balance price } } }',
      );
      const figures = (field: string) =>
        tokenBalances.nodes.map((one: Record<string, string>) => brief(one[field] ?? ''));
      return [figures('value'), figures('balance'), figures('price')];
    },
  },
  {
    question: 'How much ether have I in the first wallet, exactly, and at what average cost?',
    answer: async (ask, { wallet, chainId }) => {
      const text = await ask('holdings', {
        wallets: [wallet],
        tokens: [`${chainId}:native`],
        method: 'WAC',
        ...full,
      });
      return [column(text, 'balance'), column(text, 'avg cost'), column(text, 'token')];
    },
    expected: async (api, { chainId }) => {
      const { wallet } = await api.query(
        `{ wallet(address: $one) { tokenBalances(costMethod: WAC, filter: { tokens: ["0x${'0'.repeat(40)}"] }) { nodes { ${balanceFields} } } } }`,
      );
      const [one] = wallet.tokenBalances.nodes;
      return [[one.balance], [one.averageCost], [`${chainId}:native`]];
    },
  },
  {
    question: 'What else, when the first page is not enough?',
    answer: async (ask) => {
      const first = await ask('holdings', { top: 3 });
      return column(await ask('holdings', { top: 3, cursor: cursorIn(first) }), 'value');
    },
    expected: async (api) => {
      const { tokenBalances } = await api.query(
        '{ tokenBalances(wallets: $all, first: 6, filter: { hideZero: true }) { nodes { price value } } }',
      );
      return tokenBalances.nodes
        .slice(3)
        .map(({ price, value }: Record<string, string | null>) =>
          price === null ? 'unknown' : brief(value ?? ''),
        );
    },
  },
  {
    question: 'What was my largest holding then, and what had it cost?',
    answer: async (ask, { wallet, earlier }) => {
      const text = await ask('holdings', { wallets: [wallet], as_of: earlier, top: 1, ...full });
      return ['balance', 'value', 'cost'].flatMap((name) => column(text, name));
    },
    expected: async (api, { wallet, earlier }) => {
      const range = `wallets: ["${wallet}"], at: "${earlier}", first: 1`;
      const { holdings } = await api.query(`{ holdings(${range}) { nodes { balance value costBasis } } }`);
      const [{ balance, value, costBasis }] = holdings.nodes;
      return [balance, value, costBasis];
    },
  },
];
