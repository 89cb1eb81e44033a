import {
  digestOf,
  digestOfCall,
  following,
  receivedAs,
  sentAs,
  value,
} from '../../../evidence/bridge-message.ts';
import type { EventRule, Family } from '../../../evidence/family.ts';
import { allThatLeaves, arrives, leaves, tells } from '../crossing.ts';

const asked = { isOwnAct: true } as const;
const ether = 'address* from, address* to, uint256 amount, bytes data';
const token = 'address* local, address* remote, address* from, address to, uint256 amount, bytes data';

/** Of a portal, or an inbox: it says no amount, and what it costs goes along. */
const enters = (event: string, wallet: readonly string[]): EventRule => ({
  event,
  wallet,
  flows: allThatLeaves,
  ...asked,
});

/** What Arbitrum's gateways say of a deposit: the retryable that brings it has no number in the logs of either end but this. */
const deposited = digestOf(...['token', 'from', 'to', 'amount'].map(value));
/** A message of its outbox: who sent it, to whom, and its place; before Nitro in a batch. */
const outgoing = digestOf(value('sender'), value('target'), () => 0, value('position'));
const executed = digestOf(...['sender', 'target', 'batch', 'position'].map(value));

/**
 * The canonical bridges of rollups that no list names, each of its stack: OP stack before and since Bedrock, Arbitrum Orbit, and the
 * bridge of Agglayer (Polygon zkEVM, Katana). Source: StandardBridge, OptimismPortal, IInbox, L1ArbitrumGateway,
 * L2ArbitrumGateway, ArbSys, Outbox, PolygonZkEVMBridge.
 */
export const rollupBridges: Family = {
  name: 'rollup bridge',
  events: [
    leaves(`ETHBridgeInitiated(${ether})`, ['from'], asked),
    leaves(`ETHDepositInitiated(${ether})`, ['from'], asked),
    leaves(`ERC20BridgeInitiated(${token})`, ['from'], asked),
    leaves(`ERC20DepositInitiated(${token})`, ['from'], asked),
    enters('TransactionDeposited(address* from, address* to, uint256* version, bytes data)', ['from']),
    arrives(`ETHBridgeFinalized(${ether})`, ['to']),
    arrives(`ETHWithdrawalFinalized(${ether})`, ['to']),
    arrives(`ERC20BridgeFinalized(${token})`, ['to']),
    arrives(`ERC20WithdrawalFinalized(${token})`, ['to']),
    enters('InboxMessageDelivered(uint256* number, bytes data)', []),
    {
      ...enters(
        'DepositInitiated(address token, address* from, address* to, uint256* sequence, uint256 amount)',
        ['from'],
      ),
      orCalled: true,
      ...sentAs('retryable', deposited),
    },
    tells(
      'DepositFinalized(address* token, address* from, address* to, uint256 amount)',
      receivedAs('retryable', deposited),
    ),
    arrives('WithdrawalFinalized(address token, address* from, address* to, uint256* exit, uint256 amount)', [
      'to',
    ]),
    tells(
      'L2ToL1Tx(address sender, address* target, uint256* hash, uint256* position, uint256 block, uint256 parentBlock, uint256 time, uint256 amount, bytes data)',
      sentAs('outbox', outgoing),
    ),
    tells(
      'OutBoxTransactionExecuted(address* target, address* sender, uint256* batch, uint256 position)',
      receivedAs('outbox', executed),
    ),
    leaves(
      'BridgeEvent(uint8 leaf, uint32 origin, address token, uint32 network, address to, uint256 amount, bytes metadata, uint32 count)',
      [],
      asked,
    ),
    arrives('ClaimEvent(uint32 index, uint32 origin, address token, address to, uint256 amount)', ['to']),
    arrives('ClaimEvent(uint256 index, uint32 origin, address token, address to, uint256 amount)', ['to']),
    // Withdrawals of the OP stack
    tells(
      'MessagePassed(uint256* nonce, address* sender, address* target, uint256 value, uint256 gasLimit, bytes data, bytes32 hash)',
      sentAs('rollup', value('hash')),
    ),
    tells('WithdrawalFinalized(bytes32* hash, bool success)', receivedAs('rollup', value('hash'))),
    // Messages of its messenger, since Bedrock, both ways
    tells(
      'SentMessage(address* target, address sender, bytes message, uint256 nonce, uint256 gasLimit)',
      sentAs(
        'standard',
        digestOfCall(
          'relayMessage(uint256,address,address,uint256,uint256,bytes)',
          ...[value('nonce'), value('sender'), value('target')],
          ...[following('SentMessageExtension1(address* sender, uint256 value)', 'value'), value('gasLimit')],
        ),
      ),
    ),
    // Of Scroll's, too
    tells('RelayedMessage(bytes32* hash)', receivedAs('standard', value('hash'))),
  ],
};
