/** Descriptions: chains, tokens, NFTs, labels. */
import type { Descriptions } from './describe.ts';

const image = 'The same as `image`: no other sizes are made. Null when there is none.';

export const lookupDescriptions = {
  Blockchain: 'A chain that the service knows.',
  'Blockchain.id': 'The public id, the same as in REST.',
  'Blockchain.chainId': 'The number of EIP-155: 1 for Ethereum.',
  'Blockchain.name': 'For people: "Ethereum".',
  'Blockchain.slug': 'Its name in URLs and filters: "ethereum".',
  'Blockchain.imageUrl': 'URL of its logo; empty when there is none.',

  'Asset.id': 'The public id, the same as in REST.',
  'Asset.name': 'For people: "USD Coin".',
  'Asset.slug': 'What names the asset over all chains: "usd-coin".',
  'Asset.symbol': 'Its ticker: "USDC". Several assets may have the same one.',

  'Token.id': 'The public id, the same as in REST.',
  'Token.asset': 'What it is a form of, the same over all chains.',
  'Token.address': 'The contract; the zero address for the coin of the chain.',
  'Token.blockchain': 'The chain of the contract.',
  'Token.decimals':
    'Digits after the point of one unit; null when the contract does not say: then amounts are whole base units.',
  'RawToken.address': 'The contract; the zero address for the coin of the chain.',

  Nft: 'One token of a collection.',
  'Nft.id': 'The public id, the same as in REST.',
  'Nft.collection': 'The contract that it belongs to.',
  'Nft.tokenId': 'Its number in the collection.',
  'Nft.name': 'By its own metadata, else the collection with the number.',
  'Nft.description': 'By its own metadata; empty when it says nothing.',
  'Nft.image': 'URL of the image that its metadata names; null when there is none, or it is not read yet.',
  'Nft.preview': image,
  'Nft.thumbnail': image,
  'Nft.original': image,
  'Nft.animationImage': 'URL of the animation or film; null when there is none.',
  'Nft.animationOriginal': 'URL of the animation as its metadata names it; null when there is none.',
  'Nft.externalUrl':
    'A page about it, as its metadata says: it leads wherever the maker of the NFT likes. Null when there is none.',

  NftCollection: 'A contract of NFTs.',
  'NftCollection.address': 'The contract.',
  'NftCollection.blockchain': 'The chain of the contract.',
  'NftCollection.name': 'As the contract says; empty when it says nothing.',
  'NftCollection.symbol': 'As the contract says; empty when it says nothing.',
  'NftCollection.description': 'Empty when nothing is known.',
  'NftCollection.imageUrl': 'URL of an image; empty when there is none.',
  'NftCollection.isSpam': 'Whether it is known as spam.',
  'NftCollection.openseaStatus': 'What OpenSea says of it; `not_requested`: nobody asked.',
  'NftCollection.floor': 'The lowest offers. No source of them is built in: empty.',
  FloorPrice: 'The lowest offer for an NFT of a collection.',
  'FloorPrice.price': 'In whole units of `currency`.',
  'FloorPrice.currency': 'Symbol of the currency.',
  'FloorPrice.marketplace': 'Where it is offered; null when it is not known.',

  'Counterparty.id': 'The public id, the same as in REST.',
  'Counterparty.address': 'The account or contract.',
  'Counterparty.customLabel': 'How you call it; null when you do not.',
  'Counterparty.defaultLabel': 'What the service itself knows of it on this chain; null: nothing.',
  'CustomLabel.id': 'The public id, the same as in REST.',
  'CustomLabel.address': 'Whom it names, on every chain.',
  'CustomLabel.name': 'What you call it.',
  'CustomLabel.tags': 'Your tags, in your order.',
  'CustomLabel.createdAt': 'When it was first set.',
  'CustomLabel.updatedAt': 'When it was last changed.',
  'DefaultLabel.id': 'The public id, the same as in REST.',
  'DefaultLabel.address': 'The contract or account.',
  'DefaultLabel.blockchain': 'The chain on which it is called so.',
  'DefaultLabel.name': 'For people: "Uniswap V3: Router".',
  'DefaultLabel.tags': 'What it is: `exchange`, `dex`, `lending` and so on.',
  'DefaultLabel.protocol': 'Whose contract it is; null when it belongs to none that is known.',
  'Protocol.name': 'For people: "Uniswap".',

  'DeleteCustomLabelInput.address': 'Whose label is to go.',
  'SetCustomLabelInput.address': 'Whom to name; a label that it has is replaced.',
  'SetCustomLabelInput.name': 'What to call it.',
  'UpdateCustomLabelInput.address': 'Whose label is to change.',
  'Query.counterparty':
    'One party by its address, with its labels, whether your wallets had to do with it or not.',
  'Query.counterparty(address)': 'The account or contract.',
  'Query.counterparty(chainId)':
    'The chain whose default label is wanted; left out, the lowest chain that has one.',
} satisfies Descriptions;
