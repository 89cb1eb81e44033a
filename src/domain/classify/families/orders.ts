import { type Address, zeroAddress } from '../../model.ts';
import { type EventFlow, type Family, gives, type Seen, takes } from '../evidence/family.ts';
import { givenBy } from '../evidence/token-logs.ts';

/** GPv2Settlement, on every chain: of what others own nobody else's word counts. Source: the deployments of cow-protocol's contracts. */
const settlement: Address = '0x9008d19f58aabd9ed0d60971565aa8510560ab41';

/** What a settlement pays to the wallet for an order that somebody else's contract owns on its behalf: it is paid for what that gave. */
function filled({ values, emitter, evidence }: Seen): EventFlow[] {
  const bought = values.number('bought');
  const isPaid = evidence.movements.some(({ side, amount }) => side === 'inflow' && amount === bought);
  if (!isPaid || evidence.outflows.length > 0) return [];
  const sold = { contract: values.address('owner'), token: values.address('sellToken') };
  const settles =
    emitter === settlement ? givenBy({ ...sold, amount: values.number('sold') }, evidence) : null;
  return [takes('proceeds', 'bought', settles === null ? {} : { settles })];
}

/** Orders of coins alone wait in the contract that tells of them: what is sold, with the fee, by the places in the order. Source: CoWSwapEthFlow. */
const coin = { token: zeroAddress };
const [sellAmount, feeAmount] = [3, 7];
const placed = ({ values }: Seen): EventFlow[] => {
  const [sold, fee] = [sellAmount, feeAmount].map((place) => values.wordIn('order', place) ?? 0n);
  return [gives('deposit', (sold ?? 0n) + (fee ?? 0n), coin)];
};
const givenBack = [takes('withdraw', null, { ...coin, isWithEmitter: true })];

/** Orders that fill later: CoW Protocol. Source: GPv2Settlement and CoWSwapEthFlow. */
export const orders: Family = {
  name: 'CoW Protocol',
  events: [
    {
      event:
        'OrderPlacement(address* sender, (address,address,address,uint256,uint256,uint32,bytes32,uint256,bytes32,bool,bytes32,bytes32) order, (uint8,bytes) signature, bytes data)',
      wallet: ['sender'],
      flows: placed,
    },
    { event: 'OrderInvalidation(bytes uid)', wallet: [], flows: givenBack },
    { event: 'OrderRefund(bytes uid, address* refunder)', wallet: [], flows: givenBack },
    {
      event:
        'Trade(address* owner, address sellToken, address buyToken, uint256 sold, uint256 bought, uint256 fee, bytes uid)',
      wallet: [],
      flows: filled,
    },
  ],
};
