/**
 * A page as one join, the way one writes it by hand: what the bare server and Mercurius answer from. The limit comes first, so
 * that only the page's rows are joined; the statement is prepared once per connection.
 */
import pg from 'pg';
import { poolSize } from './program.ts';

/** `condition`: on rows of `transfer`, after the wallet. */
const pageText = (condition: string): string => `SELECT transfer.*, wallet.address AS wallet_address,
      blockchain.name AS chain_name, blockchain.slug AS chain_slug, blockchain.symbol AS chain_symbol, blockchain.image_url,
      token.name AS token_name, token.symbol AS token_symbol, token.decimals,
      asset.slug AS asset_slug, asset.name AS asset_name, asset.symbol AS asset_symbol,
      contract_label.name AS default_name, contract_label.tags AS default_tags,
      custom_label.name AS custom_name, custom_label.tags AS custom_tags,
      custom_label.created_at AS custom_created_at, custom_label.updated_at AS custom_updated_at
    FROM (
      SELECT wallet_id, position, chain_id, timestamp, hash, side, token_address, token_id, amount, counterparty, fee,
        tax_treatment, spam_reason, price, value, price_source
      FROM transfer WHERE wallet_id = (SELECT id FROM wallet WHERE address = $1) ${condition}
      ORDER BY position DESC LIMIT 100
    ) transfer
    JOIN wallet ON wallet.id = transfer.wallet_id
    JOIN blockchain ON blockchain.chain_id = transfer.chain_id
    LEFT JOIN token ON token.chain_id = transfer.chain_id AND token.address = transfer.token_address
    LEFT JOIN asset ON asset.slug = token.asset_slug
    LEFT JOIN contract_label
      ON contract_label.chain_id = transfer.chain_id AND contract_label.address = transfer.counterparty
    LEFT JOIN custom_label ON custom_label.client_id = $2 AND custom_label.address = transfer.counterparty
    ORDER BY transfer.position DESC`;

const newest = { name: 'page', text: pageText('') };
const ofChain = { name: 'chain', text: pageText('AND chain_id = $3') };

/** A row as node-postgres gives it: numerics and bigints as text. */
interface JoinedRow {
  position: string;
  chain_id: number;
  timestamp: string;
  hash: string;
  side: string;
  token_address: string;
  token_id: string | null;
  amount: string;
  counterparty: string;
  fee: string;
  tax_treatment: string | null;
  spam_reason: string | null;
  price: string | null;
  value: string | null;
  price_source: string | null;
  wallet_address: string;
  chain_name: string;
  chain_slug: string;
  chain_symbol: string;
  image_url: string;
  token_name: string | null;
  token_symbol: string | null;
  decimals: number | null;
  asset_slug: string | null;
  asset_name: string | null;
  asset_symbol: string | null;
  default_name: string | null;
  default_tags: string[] | null;
  custom_name: string | null;
  custom_tags: string[] | null;
  custom_created_at: Date | null;
  custom_updated_at: Date | null;
}

export function createPool(databaseUrl: string): pg.Pool {
  return new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    options: '-c random_page_cost=1.1 -c jit=off',
  });
}

/** @param chainId only what moved there; null: everything */
export async function readJoinedPage(
  pool: pg.Pool,
  address: string,
  clientId: number,
  chainId: number | null = null,
) {
  const { rows } = await pool.query<JoinedRow>(
    chainId === null
      ? { ...newest, values: [address, clientId] }
      : { ...ofChain, values: [address, clientId, chainId] },
  );
  return rows.map(transferOf);
}

/** The nested objects of the contract's Transfer. Keys of rows stand where the service has opaque ids. */
function transferOf(row: JoinedRow) {
  const blockchain = {
    chainId: row.chain_id,
    name: row.chain_name,
    slug: row.chain_slug,
    symbol: row.chain_symbol,
    imageUrl: row.image_url,
  };
  return {
    id: row.position,
    hash: row.hash,
    wallet: { address: row.wallet_address },
    blockchain,
    timestamp: `${new Date(Number(row.timestamp) * 1000).toISOString().slice(0, 19)}Z`,
    token:
      row.asset_slug === null
        ? null
        : {
            id: row.token_address,
            address: row.token_address,
            decimals: row.decimals,
            asset: {
              id: row.asset_slug,
              slug: row.asset_slug,
              name: row.asset_name,
              symbol: row.asset_symbol,
            },
            blockchain,
          },
    rawToken: {
      address: row.token_address,
      name: row.token_name ?? '',
      symbol: row.token_symbol ?? '',
      tokenId: row.token_id,
    },
    amount: decimalText(row.amount, row.decimals ?? 0),
    side: row.side === 'inflow' ? 'INFLOW' : 'OUTFLOW',
    price: row.price,
    value: row.value,
    priceSource: row.price_source,
    fee: decimalText(row.fee, 18),
    category: null,
    taxTreatment: row.tax_treatment,
    isError: false,
    isSpam: row.spam_reason !== null,
    counterparty: {
      id: row.counterparty,
      address: row.counterparty,
      name: row.custom_name ?? row.default_name,
      customLabel:
        row.custom_name === null
          ? null
          : {
              name: row.custom_name,
              tags: row.custom_tags,
              createdAt: row.custom_created_at,
              updatedAt: row.custom_updated_at,
            },
      defaultLabel: row.default_name === null ? null : { name: row.default_name, tags: row.default_tags },
    },
  };
}

export type JoinedTransfer = ReturnType<typeof transferOf>;

/** Base units → exact decimal text without trailing zeros. */
export function decimalText(baseUnits: string, decimals: number): string {
  const sign = baseUnits.startsWith('-') ? '-' : '';
  const digits = baseUnits.slice(sign.length).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
