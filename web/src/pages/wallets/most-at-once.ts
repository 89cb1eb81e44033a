/** Wallets that one request may register or follow. */
export const mostAtOnce = 10;
