import {
  type EventFlow,
  type EventRule,
  type Family,
  gives,
  type Seen,
  takes,
} from '../../evidence/family.ts';

/** All its events begin alike: the reserve, who called for it and pays or is paid, and whose position it is; then its share of the reserve. */
const rule = (name: string, share: string, rest: string, flows: EventRule['flows']): EventRule => ({
  event: `${name}(uint256* reserve, address* caller, address* user, uint256 ${share}, uint256 amount${rest})`,
  wallet: ['caller', 'user'],
  owner: 'user',
  flows,
  emitter: 'anyone',
});

/** Aster pays out with an event of this shape: its token stands where the user stands here, and its amount where the shares do. */
function withdrawn({ values, evidence }: Seen): EventFlow[] {
  const isToken = evidence.inflows.some(({ tokenAddress }) => tokenAddress === values.address('user'));
  return isToken ? [takes('withdraw', 'shares', { isOfAnother: false })] : [takes('withdraw', 'amount')];
}

/** Aave 4, whose hub holds what its spokes tell of, and which makes no token. Source: the events of its spokes. */
export const aave4: Family = {
  name: 'Aave 4',
  events: [
    rule('Supply', 'shares', '', [gives('deposit', 'amount')]),
    rule('Withdraw', 'shares', '', withdrawn),
    rule('Borrow', 'shares', '', [takes('borrow', 'amount')]),
    rule('Repay', 'shares', ', (int256,int256,uint256) premium', [gives('repay', 'amount')]),
  ],
};
