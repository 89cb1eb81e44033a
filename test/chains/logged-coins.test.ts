/** Coins that a chain pays itself are found by their logs, on a real node with a contract at the address that logs them. */
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { createRpcSource } from '../../src/chains/rpc/rpc-source.ts';
import type { Address } from '../../src/domain/model.ts';
import { chainRules } from '../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../src/domain/normalize/normalize-transaction.ts';
import { addressTopic, topic } from '../domain/support/chain-builders.ts';
import { askNode } from '../support/ask-node.ts';

/** Nothing else ever names it. */
const receiver: Address = '0x00000000000000000000000000000000000dead1';

let anvil: Anvil | undefined;
afterEach(() => anvil?.stop());

const chains = [
  {
    ...{ name: 'Gnosis', chainId: 100, contract: '0x481c034c6d9441db23ea48de68bcae812c5d39ba' },
    // Stores the second word of the input, and logs it with the topics: event, first word, caller.
    code: `0x602035600052336000357f${topic('AddedReceiver(uint256,address,address)').slice(2)}60206000a300`,
  },
  {
    ...{ name: 'Polygon', chainId: 137, contract: '0x0000000000000000000000000000000000001010' },
    // The same with the topics: event, caller, first word; and three words of data.
    code: `0x602035600052600035337f${topic('Deposit(address,address,uint256,uint256,uint256)').slice(2)}60606000a300`,
  },
];

describe.each(chains)('$name', ({ chainId, contract, code }) => {
  test('a wallet that only such a log names has the coins, and its block names it', async () => {
    anvil = await startAnvil({ chainId });
    const { rpcUrl } = anvil;
    const node = (method: string, params: readonly unknown[]) => askNode(rpcUrl, method, params);
    const [from] = z.array(z.string()).parse(await node('eth_accounts', []));
    await node('anvil_setCode', [contract, code]);
    const amount = 29_948_586_147_495_793_690_333n;
    const data = `${addressTopic(receiver)}${amount.toString(16).padStart(64, '0')}`;
    await node('eth_sendTransactionSync', [{ from, to: contract, data, gas: '0x100000' }]);

    const source = createRpcSource({ chainId, urls: [rpcUrl] });
    const { number } = await source.getHead();
    const activity = await source.fetchActivity({ address: receiver, fromBlock: 0, toBlock: number });
    const moved = activity.transactions.flatMap(
      (transaction) => normalizeTransaction(transaction, receiver, chainRules(chainId)).movements,
    );
    expect(moved).toMatchObject([{ side: 'inflow', standard: 'native', amount }]);
    const named = await source.readNamedBlocks?.({ fromBlock: number, toBlock: number });
    expect(named?.addresses).toContain(receiver);
  });
});
