import { zeroAddress } from '../../model.ts';
import { type EventFlow, type EventRule, type Family, gives, type Seen, takes } from '../evidence/family.ts';

/** The highest bid waits in the house; who bid before gets theirs back with it. */
function bid({ values, emitter, evidence }: Seen): EventFlow[] {
  const returned = evidence.movements.filter(
    ({ side, counterparty, tokenAddress }) =>
      side === 'inflow' && counterparty === emitter && tokenAddress === zeroAddress,
  );
  const back = returned.map(({ amount }) => takes('withdraw', amount, { isWithEmitter: true }));
  const isOwn = values.address('bidder') === evidence.normalized.wallet;
  return isOwn ? [gives('deposit', 'amount'), ...back] : back;
}

/** The house gives what was won for the bid that it has; of several that it gives, which this is has to be told. */
const won =
  (item: string | null, ...parts: readonly string[]) =>
  ({ values, emitter, evidence }: Seen): EventFlow[] => {
    const amount = parts.reduce((sum, name) => sum + (values.number(name) ?? 0n), 0n);
    const given = evidence.movements.filter(
      ({ side, counterparty, tokenId }) => side === 'inflow' && counterparty === emitter && tokenId !== null,
    );
    const ofItem = item === null ? given : given.filter(({ tokenId }) => tokenId === values.number(item));
    const [only, another] = ofItem;
    if (only === undefined || another !== undefined || amount === 0n) return [];
    const settles = { contract: emitter, token: zeroAddress, amount };
    return [takes('proceeds', only.amount, { isWithEmitter: true, tokenId: only.tokenId, settles })];
  };

const bids = (event: string): EventRule => ({ event, wallet: [], flows: bid });
const settled = (event: string, item: string | null, ...parts: readonly string[]): EventRule => ({
  event,
  wallet: ['winner'],
  flows: won(item, ...parts),
});

/** Auctions of NFTs for ether: Nouns and its forks, Nouns Builder, Foundation. Source: NounsAuctionHouse, Auction, NFTMarketReserveAuction. */
export const auctions: Family = {
  name: 'auction',
  events: [
    bids('AuctionBid(uint256* item, address bidder, uint256 amount, bool extended)'),
    bids('AuctionBid(uint256 item, address bidder, uint256 amount, bool extended, uint256 end)'),
    bids('ReserveAuctionBidPlaced(uint256* auction, address* bidder, uint256 amount, uint256 end)'),
    settled('AuctionSettled(uint256* item, address winner, uint256 amount)', 'item', 'amount'),
    settled('AuctionSettled(uint256 item, address winner, uint256 amount)', 'item', 'amount'),
    settled(
      'ReserveAuctionFinalized(uint256* auction, address* seller, address* winner, uint256 fees, uint256 creators, uint256 sellers)',
      null,
      ...['fees', 'creators', 'sellers'],
    ),
  ],
};
