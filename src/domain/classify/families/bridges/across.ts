import { here, receivedAs, sentAs, value } from '../../evidence/bridge-message.ts';
import { type Family, takes } from '../../evidence/family.ts';
import { arrives, brings, sends } from './crossing.ts';

const wallet = ['depositor', 'recipient'];
const sent = { wallet, ...sentAs('across', here(), value('id')) };
const received = receivedAs('across', value('origin'), value('id'));

/** Across: deposits into a spoke pool, filled by relayers on the other chain. Source: its SpokePool, versions 2 and 3. */
export const across: Family = {
  name: 'Across',
  events: [
    sends(
      'FundsDeposited(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256* chain, uint256* id, uint32 quoted, uint32 deadline, uint32 exclusivity, bytes32* depositor, bytes32 recipient, bytes32 relayer, bytes message)',
      'inputAmount',
      sent,
    ),
    sends(
      'V3FundsDeposited(address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256* chain, uint32* id, uint32 quoted, uint32 deadline, uint32 exclusivity, address* depositor, address recipient, address relayer, bytes message)',
      'inputAmount',
      sent,
    ),
    sends(
      'FundsDeposited(uint256 amount, uint256 origin, uint256* chain, int64 fee, uint32* id, uint32 quoted, address token, address recipient, address* depositor, bytes message)',
      'amount',
      sent,
    ),
    arrives(
      'FilledRelay(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 repayment, uint256* origin, uint256* id, uint32 deadline, uint32 exclusivity, bytes32 exclusive, bytes32* relayer, bytes32 depositor, bytes32 recipient, bytes32 message, (bytes32,bytes32,uint256,uint8) execution)',
      wallet,
      { flows: [takes('bridge-in', 'outputAmount')], ...received },
    ),
    arrives(
      'FilledV3Relay(address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 repayment, uint256* origin, uint32* id, uint32 deadline, uint32 exclusivity, address exclusive, address* relayer, address depositor, address recipient, bytes message, (address,bytes,uint256,uint8) execution)',
      wallet,
      { flows: [takes('bridge-in', 'outputAmount')], ...received },
    ),
    brings(
      'FilledRelay(uint256 amount, uint256 filled, uint256 fill, uint256 repayment, uint256* origin, uint256 chain, int64 relayerFee, int64 lpFee, uint32* id, address token, address* relayer, address depositor, address recipient, bytes message, (address,bytes,int64,bool,int256) execution)',
      wallet,
      received,
    ),
  ],
};
