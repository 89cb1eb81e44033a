/** What a client is told when it has as much as it may. */
import { PublicError } from '../../errors.ts';
import { ClientLimitError, type ClientLimits, limitSettings } from '../../store/clients/client-limits.ts';

const remedies: Record<keyof ClientLimits, string> = {
  wallets: 'unregister some with still_mine=false, which forgets them',
  labels: 'delete some that are not needed',
  corrections: 'undone ones are kept and count',
  webhooks: 'delete some that are not needed',
};

const variables: Record<keyof ClientLimits, string> = {
  wallets: 'MAX_WALLETS_PER_CLIENT',
  labels: 'MAX_LABELS_PER_CLIENT',
  corrections: 'MAX_CORRECTIONS_PER_CLIENT',
  webhooks: 'MAX_WEBHOOKS_PER_CLIENT',
};

/** Runs what adds something; throws LIMIT_REACHED, and then nothing of it was stored. */
export async function withinLimits<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ClientLimitError)) throw error;
    const { what, limit } = error;
    throw new PublicError(
      'LIMIT_REACHED',
      `A client can have at most ${limit} ${what} (${remedies[what]}). The operator can raise ${variables[what]}, or for one ` +
        `client: wallet-data clients set NAME ${limitSettings[what]}=…`,
    );
  }
}
