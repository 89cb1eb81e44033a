import { type Family, gives, takes } from '../../../evidence/family.ts';

/** The chain's coin as a token. Source: MRC20 of its genesis. */
const coinOfPolygon = '0x0000000000000000000000000000000000001010';

/** Polygon's own bridge. Source: RootChainManager, its predicates, and the child chain's contracts. */
export const polygonBridge: Family = {
  name: 'Polygon bridge',
  events: [
    {
      event: 'LockedEther(address* depositor, address* receiver, uint256 amount)',
      wallet: ['depositor', 'receiver'],
      flows: [gives('bridge-out', 'amount')],
      emitter: 'anyone',
    },
    {
      event: 'LockedERC20(address* depositor, address* receiver, address* token, uint256 amount)',
      wallet: ['depositor', 'receiver'],
      flows: [gives('bridge-out', 'amount')],
      emitter: 'anyone',
    },
    {
      event: 'ExitedEther(address* exitor, uint256 amount)',
      wallet: ['exitor'],
      flows: [takes('bridge-in', 'amount')],
      emitter: 'anyone',
    },
    {
      event: 'ExitedERC20(address* exitor, address* token, uint256 amount)',
      wallet: ['exitor'],
      flows: [takes('bridge-in', 'amount')],
      emitter: 'anyone',
    },
    {
      event: 'TokenDeposited(address* root, address* child, address* user, uint256 amount, uint256 count)',
      wallet: ['user'],
      flows: [takes('bridge-in', 'amount')],
      emitter: 'anyone',
    },
    {
      event: 'Withdraw(address* token, address* from, uint256 amount, uint256 before, uint256 after)',
      wallet: ['from'],
      // A token of the child chain logs it, and its coin; Symbiotic's vaults log the same shape.
      flows: ({ values, emitter }) => {
        const [before = 0n, after = 0n] = [values.number('before'), values.number('after')];
        return emitter === coinOfPolygon || before - after === values.number('amount')
          ? [gives('bridge-out', 'amount')]
          : [];
      },
    },
    // Plasma, its first bridge: what comes back was an NFT meanwhile.
    {
      event: 'NewDepositBlock(address* owner, address* token, uint256 amount, uint256 block)',
      wallet: ['owner'],
      flows: [gives('bridge-out', 'amount')],
    },
    {
      event: 'Withdraw(uint256* exit, address* user, address* token, uint256 amount)',
      wallet: ['user'],
      flows: ({ values, evidence }) =>
        evidence.movements.some(
          ({ side, tokenId }) => side === 'outflow' && tokenId === values.number('exit'),
        )
          ? [takes('bridge-in', 'amount')]
          : [],
    },
    // The chain's own contract takes note of what crossed, and the token is minted.
    {
      event: 'StateCommitted(uint256* id, bool success)',
      wallet: [],
      flows: [takes('bridge-in', null)],
      emitter: 'anyone',
    },
  ],
};
