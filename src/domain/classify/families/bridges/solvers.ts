import { receivedAs, sentAs, value } from '../../evidence/bridge-message.ts';
import { type EventRule, type Family, gives, takes } from '../../evidence/family.ts';
import { allThatLeaves, arrives, brings, collects, leaves, releases, sends } from './crossing.ts';

/** Layerswap's depository, on every chain; others log the same. */
const layerswap = '0xe226e4825cb215abafad98fdd400583eab6a594f';

/** In which orders of LI.FI's wait, on every chain, before and since August 2026: other escrows log refunds of the same shape. Source: L2BEAT. */
const intentEscrows: ReadonlySet<string> = new Set([
  '0x000025c3226c00b2cdc200005a1600509f4e00c0',
  '0x00fc00edbe7c003b006f870068c548940000223e',
]);

/** What who asks for it pays beside the amount, or into an account that is made for it, no event tells. */
const asks = (event: string, wallet: readonly string[], rest: Partial<EventRule>): EventRule => ({
  ...{ event, wallet, orCalled: true, flows: allThatLeaves, emitter: 'anyone' },
  ...rest,
});

const everclearIntent =
  '(bytes32,bytes32,bytes32,bytes32,uint32,uint64,uint48,uint48,uint256,uint256,uint32[],bytes) intent';
const openOrder =
  '(address,uint256,uint256,uint32,uint32,address,uint256[2][],(bytes32,bytes32,uint256,bytes32,uint256,bytes32,bytes,bytes)[]) order';
const filledOutput = '(bytes32,bytes32,uint256,bytes32,uint256,bytes32,bytes,bytes) output';
const relayed =
  'bytes32* id, address* relayer, address* to, uint32 chain, address token, address target, uint256 sent, uint256 amount';

/**
 * Bridges over which somebody pays at once and is paid back later: Socket, with Bungee's inbox, Eco, LI.FI's intents, Everclear,
 * Synapse's FastBridge, Rhino.fi, Layerswap, Gas.zip, Owlto. What comes back of a crossing that failed arrives under its name. Source: OpenRouter, BungeeInbox, Eco's
 * Portal, InputSettlerEscrow, OutputSettler, EverclearSpoke, FeeAdapter, FastBridge, DVFDepositContract, LayerswapDepository, GasZipV2, Owlto's
 * DepositContract.
 */
export const solverBridges: Family = {
  name: 'bridge by solvers',
  events: [
    sends(
      'ERC20Deposited(bytes32 id, address token, uint256 amount)',
      'amount',
      sentAs('socket', value('id')),
    ),
    sends('NativeDeposited(bytes32 id, uint256 amount)', 'amount', sentAs('socket', value('id'))),
    arrives('Fulfilled(bytes32 id, address token, uint256 amount, address receiver)', ['receiver'], {
      ...receivedAs('socket', value('id')),
    }),
    arrives('Refunded(bytes32 id, address token, uint256 amount, address receiver)', ['receiver'], {
      ...receivedAs('socket', value('id')),
    }),
    collects(
      'SingleOutputRequestCreated(bytes32* id, address refund, bytes request)',
      sentAs('bungee', value('id')),
    ),
    brings(
      'RequestFulfilled(bytes32* id, uint8 kind, address fulfiller, bytes execution)',
      [],
      receivedAs('bungee', value('id')),
    ),
    releases('SingleOutputRequestWithdrawn(bytes32* id)', receivedAs('bungee', value('id'))),
    ...[
      'RequestCancelled(bytes32* id',
      'WithdrawOnDestination(bytes32* id',
      'RequestRefunded(bytes32 id',
    ].map((event) =>
      arrives(
        `${event}, address token, uint256 amount, address to)`,
        ['to'],
        receivedAs('bungee', value('id')),
      ),
    ),
    // Eco
    asks('IntentFunded(bytes32 id, address funder, bool complete)', ['funder'], sentAs('eco', value('id'))),
    asks('IntentFunded(bytes32 id, address funder)', ['funder'], sentAs('eco', value('id'))),
    brings('IntentFulfilled(bytes32* id, bytes32* claimant)', [], receivedAs('eco', value('id'))),
    brings(
      'Fulfillment(bytes32* id, uint256* chain, address* prover, address claimant)',
      [],
      receivedAs('eco', value('id')),
    ),
    brings('IntentRefunded(bytes32 id, address* to)', ['to'], receivedAs('eco', value('id'))),
    // LI.FI's intents
    collects(`Open(bytes32* id, ${openOrder})`, sentAs('oif', value('id'))),
    {
      ...releases('Refunded(bytes32* id)', receivedAs('oif', value('id'))),
      flows: ({ emitter }) =>
        intentEscrows.has(emitter) ? [takes('bridge-in', null, { isWithEmitter: true })] : [],
    },
    brings(
      `OutputFilled(bytes32* id, bytes32 solver, uint32 time, ${filledOutput}, uint256 amount)`,
      [],
      receivedAs('oif', value('id')),
    ),
    // Everclear
    asks(`IntentAdded(bytes32* id, uint256 index, ${everclearIntent})`, [], sentAs('everclear', value('id'))),
    arrives(
      `IntentFilled(bytes32* id, address* solver, bytes32* receiver, uint256 amount, uint256 index, ${everclearIntent})`,
      ['receiver'],
      receivedAs('everclear', value('id')),
    ),
    arrives('Settled(bytes32* id, address account, address asset, uint256 amount)', ['account'], {
      ...receivedAs('everclear', value('id')),
    }),
    // Synapse
    leaves(
      'BridgeRequested(bytes32* id, address* sender, bytes request, uint32 chain, address token, address target, uint256 amount, uint256 least, bool gas)',
      ['sender'],
      { orCalled: true, ...sentAs('synapse', value('id')) },
    ),
    arrives(`BridgeRelayed(${relayed}, uint256 gas)`, ['to'], receivedAs('synapse', value('id'))),
    arrives(`BridgeRelayed(${relayed})`, ['to'], receivedAs('synapse', value('id'))),
    arrives('BridgeDepositRefunded(bytes32* id, address* to, address token, uint256 amount)', ['to'], {
      ...receivedAs('synapse', value('id')),
    }),
    // Rhino.fi
    leaves(
      'BridgedDepositWithId(address sender, address origin, address token, uint256 amount, uint256 id)',
      ['sender', 'origin'],
      { orCalled: true },
    ),
    leaves('BridgedDeposit(address* user, address* token, uint256 amount)', ['user'], { orCalled: true }),
    arrives('BridgedWithdrawal(address user, address token, uint256 amount, string id)', ['user']),
    arrives(
      'BridgedWithdrawalWithNative(address user, address token, uint256 amount, uint256 native)',
      ['user'],
      {
        flows: [takes('bridge-in', ['amount', 'native'])],
      },
    ),
    brings('BridgedWithdrawalWithData(address token, uint256 amount, uint256 native, bytes ref)', []),
    // What Layerswap, Gas.zip and Owlto pay comes from the accounts that normalize/wide-bridges.ts lists.
    sends('Deposited(bytes32* id, address* token, address* receiver, uint256 amount)', 'amount', {
      flows: ({ emitter }) => (emitter === layerswap ? [gives('bridge-out', 'amount')] : []),
    }),
    leaves('Deposit(address from, uint256 chains, uint256 amount, bytes32 to)', ['from'], { orCalled: true }),
    leaves(
      'Deposit(address* user, address* token, address* maker, string target, uint256 amount, uint256 chain, uint256 channel, uint256 time)',
      ['user'],
      { emitter: 'anyone', orCalled: true },
    ),
  ],
};
