import type { Address } from '../../../model.ts';
import { type EventFlow, type EventRule, type Family, gives, takes } from '../../evidence/family.ts';

/** On every chain. Source: Circle's list of contracts. */
const gatewayWallet: Address = '0x77777777dcc4d5a8b6e418fd04d8997ef11000ee';
const gatewayMinter: Address = '0x2222222d7164433c4c09b0b0d809a9b52c04c205';

/** Of what others log, too, the word of Circle's contract counts alone; and what is of another's balance is a payment to him, or from him. */
const ownOf = (
  contract: Address,
  event: string,
  { flow, ...rest }: { flow: EventFlow } & Partial<EventRule>,
): EventRule => ({
  ...{ event, wallet: ['depositor'] },
  flows: ({ emitter, values }) => {
    const depositor = values.address('depositor');
    const isOwn = (values.address('recipient') ?? depositor) === depositor;
    return emitter === contract && isOwn ? [flow] : [];
  },
  ...rest,
});

const token = { token: 'token' };

/**
 * Circle's balance for all chains: what is deposited on one is minted on any, at once and in parts, or comes back after some days. It is burned later, by
 * Circle, where nothing of the wallet's moves: so it has left with the deposit. Source: GatewayWallet and GatewayMinter (Deposits, Withdrawals, Mints).
 */
export const circleGateway: Family = {
  name: 'Circle Gateway',
  events: [
    ownOf(gatewayWallet, 'Deposited(address* token, address* depositor, address* sender, uint256 value)', {
      flow: gives('bridge-out', 'value', token),
    }),
    ownOf(gatewayWallet, 'WithdrawalCompleted(address* token, address* depositor, uint256 value)', {
      flow: takes('bridge-in', 'value', token),
    }),
    ownOf(
      gatewayMinter,
      'AttestationUsed(address* token, address* recipient, bytes32* spec, uint32 domain, bytes32 depositor, bytes32 signer, uint256 value)',
      { flow: takes('bridge-in', 'value', token), wallet: ['recipient', 'depositor'], emitter: 'anyone' },
    ),
  ],
};
