// Made by `npm run client`. Do not edit.
export interface paths {
    "/account/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who asks
         * @description The client, and who has signed in. Not for publishable keys and tokens.
         */
        get: operations["getIdentity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/passkey/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description One of your own. Of another member: for the scope `admin`, or `keys` for the own client.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/session.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where you are signed in, as CSV
         * @description The session that was used last first. Of another member: for the scope `admin`, or `keys` for the own client.
         */
        get: operations["listSessionsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/session/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where you are signed in
         * @description The session that was used last first. Of another member: for the scope `admin`, or `keys` for the own client.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Sign all other browsers out
         * @description All of your sessions but the one that asks.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/session/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign a browser out
         * @description Everywhere within five seconds: one of your own. Of another member: for the scope `admin`, or `keys` for the own client.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was done, as CSV
         * @description Sign-ins, changes of keys and members, exports and corrections, the newest first, kept for 400 days. Needs the scope `admin`, or `keys` for the own client.
         */
        get: operations["listAuditCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was done
         * @description Sign-ins, changes of keys and members, exports and corrections, the newest first, kept for 400 days. Needs the scope `admin`, or `keys` for the own client.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/client.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List clients, as CSV
         * @description All, oldest first. Needs the scope `admin`.
         */
        get: operations["listClientsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/client/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List clients
         * @description All, oldest first. Needs the scope `admin`.
         */
        get: operations["listClients"];
        put?: never;
        /**
         * Create a client
         * @description It has no key yet. Needs the scope `admin`.
         */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/client/{name}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings of a client
         * @description Quotas of its keys, what it may store, and how it is booked: all of its wallets are booked again. Needs the scope `admin`.
         */
        patch: operations["setClientSettings"];
        trace?: never;
    };
    "/admin/key.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys, as CSV
         * @description Oldest first. Needs the scope `admin`, or `keys` for the own client.
         */
        get: operations["listApiKeysCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/key/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Oldest first. Needs the scope `admin`, or `keys` for the own client.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description It is shown once: only a hash of it is stored. The scope admin is given by whoever has it. Needs the scope `admin`, or `keys` for the own client.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/key/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Everywhere within five seconds, with its tokens and its open streams. Needs the scope `admin`, or `keys` for the own client.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        /**
         * Change the end or the quotas of a key
         * @description What is left out stays; null takes it off. Quotas are for the scope `admin`. Needs the scope `admin`, or `keys` for the own client.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/admin/key/{id}/rotate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a key in the place of another
         * @description With the same rights; the old one is valid until the overlap is over. Needs the scope `admin`, or `keys` for the own client.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/member.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members, as CSV
         * @description Oldest first. Needs the scope `admin`, or `keys` for the own client.
         */
        get: operations["listMembersCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/member/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Oldest first. Needs the scope `admin`, or `keys` for the own client.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Invite a member
         * @description Makes a link that signs the member in, once, within three days. It is shown only now. Needs the scope `admin`, or `keys` for the own client.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/member/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description With sessions, links and passkeys, everywhere within five seconds; never the last owner. Needs the scope `admin`, or `keys` for the own client.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change name or role of a member
         * @description What is left out stays. Another role ends the member's sessions and links. The last owner stays one. Needs the scope `admin`, or `keys` for the own client.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/admin/member/{id}/link/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make another link for a member
         * @description For whoever has lost the first, or a passkey: good once, within three days. Needs the scope `admin`, or `keys` for the own client.
         */
        post: operations["createMemberLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/problem.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was refused or failed, as CSV
         * @description The last requests, the newest first: of each client at most 1,000, and of those that the answering process saw since it started. Never what was asked or answered. Needs the scope `admin`, or `keys` for the own client.
         */
        get: operations["listProblemsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/problem/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was refused or failed
         * @description The last requests, the newest first: of each client at most 1,000, and of those that the answering process saw since it started. Never what was asked or answered. Needs the scope `admin`, or `keys` for the own client.
         */
        get: operations["listProblems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/usage.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What keys used, as CSV
         * @description By UTC day, key and operation, the newest day first: up to a minute ago, kept for 400 days. Needs the scope `admin`, or `keys` for the own client.
         */
        get: operations["listUsageCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/usage/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What keys used
         * @description By UTC day, key and operation, the newest day first: up to a minute ago, kept for 400 days. Needs the scope `admin`, or `keys` for the own client.
         */
        get: operations["listUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mint a short token
         * @description For the visitors of a page: a part of what the secret key may do, for at most 15 minutes. It ends within five seconds of its key. A publishable key or a token cannot mint any.
         */
        post: operations["mintToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/balance.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get token balances and performance, as CSV
         * @description One row per wallet and fungible token that has a balance or was ever disposed of. Not paged. Until prices and cost basis are known, `price` is null and the other figures in money are 0, which `basis_status` tells apart from a true 0.
         */
        get: operations["listBalancesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/balance/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get token balances and performance
         * @description One row per wallet and fungible token that has a balance or was ever disposed of. Not paged. Until prices and cost basis are known, `price` is null and the other figures in money are 0, which `basis_status` tells apart from a true 0.
         */
        get: operations["listBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/correction.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List corrections, as CSV
         * @description Newest first, with who made them and when.
         */
        get: operations["listCorrectionsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/correction/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List corrections
         * @description Newest first, with who made them and when.
         */
        get: operations["listCorrections"];
        put?: never;
        /**
         * Correct a transfer, or add an opening lot
         * @description Your own ledger follows, and is booked again; nobody else sees it. A correction takes the place of the former one of its kind on the same transfer; opening lots add up. With the header `Idempotency-Key` it can be asked for again when no answer came: nothing is added twice.
         */
        post: operations["createCorrection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/correction/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a correction
         * @description In force or undone, with who made it and when.
         */
        get: operations["getCorrection"];
        put?: never;
        post?: never;
        /**
         * Undo a correction
         * @description The figures are then what they were without it. It stays listed as undone.
         */
        delete: operations["undoCorrection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/counterparty.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List totals per counterparty, as CSV
         * @description What registered wallets received from, and paid to, each counterparty in a time range, by token and in money; largest gross value first. `total` is the same over all counterparties: its `net` is the net inflow.
         */
        get: operations["listCounterpartyTotalsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/counterparty/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List totals per counterparty
         * @description What registered wallets received from, and paid to, each counterparty in a time range, by token and in money; largest gross value first. `total` is the same over all counterparties: its `net` is the net inflow.
         */
        get: operations["listCounterpartyTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/de-private-sales.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Germany's private sales (§ 23 EStG), as CSV
         * @description What was disposed of, in euros and cents, first in, first out and wallet by wallet, for the form SO: a line per lot that went, under `TAXABLE` (held for no more than a year), `EXEMPT` and `UNKNOWN`, by days of Europe/Berlin, with totals by year. Whether the taxable gain is below the limit (Freigrenze) is said, and applied nowhere. `Status` and `Note` say what to look at before filing. Refused unless EUR is the client's reporting currency, and for wallets that are not booked yet; where a booked one waits for newer rows or corrections, `Wallet-Data-Booked` is false. The same as `wallet-data export --form de`.
         */
        get: operations["dePrivateSalesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/disposal.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List disposals, as CSV
         * @description What was sold, spent or paid as a network fee in the period, or between `from` and `to` within it, newest first, each with the lot that it was taken from, NFTs included. The gains of a token add up to `total_realized_pnl` of its balance.
         */
        get: operations["listDisposalsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/disposal/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List disposals
         * @description What was sold, spent or paid as a network fee in the period, or between `from` and `to` within it, newest first, each with the lot that it was taken from, NFTs included. The gains of a token add up to `total_realized_pnl` of its balance.
         */
        get: operations["listDisposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/event/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens to wallets
         * @description What was stored of wallets, event by event, oldest first. Whoever reads the list of transfers and applies the events behind it in their order keeps that list. Events are kept for 30 days.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/form-8949.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get IRS Form 8949, as CSV
         * @description Sales and other dispositions of capital assets, in cents: a line per lot that went, in Part I (short-term), Part II (long-term) and `unknown`, with totals by tax year. `Status` and `Note` say what to look at before filing. LIFO and HIFO hold only where the lots were named before each sale (26 CFR 1.1012-1(j)). WAC is refused: US law has no average cost for digital assets. So are wallets that are not booked yet; where a booked one waits for newer rows or corrections, `Wallet-Data-Booked` is false. The same as `wallet-data export --form 8949`.
         */
        get: operations["form8949Csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/holding.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get holdings at a moment, as CSV
         * @description One row per wallet and token or NFT that was held or owed then, as at the end of a year: what it was worth at the prices of the time, and what it had cost. By wallet, the most valuable first. Not paged. The ledger is booked up to then, with the prices and corrections of today; what has a price that is old, or none, is asked for by the request: the same request shows it later. Wallets that are not booked yet are refused.
         */
        get: operations["listHoldingsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/holding/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get holdings at a moment
         * @description One row per wallet and token or NFT that was held or owed then, as at the end of a year: what it was worth at the prices of the time, and what it had cost. By wallet, the most valuable first. Not paged. The ledger is booked up to then, with the prices and corrections of today; what has a price that is old, or none, is asked for by the request: the same request shows it later. Wallets that are not booked yet are refused.
         */
        get: operations["listHoldings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/income.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get income and expenses item by item, as CSV
         * @description A line for each token and transaction in which something was earned or spent, at market value then: claims, airdrops, rewards and interest, spending, and gas that belongs to no purchase or sale. By wallet, token and time. The lines add up to `income` and `expenses` of /wallet/result/ of the same `from` and `to`, by whichever cost method. `received` and `sent` are all of the token that moved in the transaction; interest that no transfer tells of moved nothing. `unpriced_count` counts what lacks a price in it, and is not in the figures. Wallets that are not booked yet are refused; where a booked one waits for newer rows or corrections, `Wallet-Data-Booked` is false.
         */
        get: operations["incomeCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/issue.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is missing or doubtful in the figures, as CSV
         * @description Disposals without a known cost, prices that nobody knows, balances that differ from the chain’s, and history that is not complete; each says what to do about it.
         */
        get: operations["listIssuesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/issue/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what is missing or doubtful in the figures
         * @description Disposals without a known cost, prices that nobody knows, balances that differ from the chain’s, and history that is not complete; each says what to do about it.
         */
        get: operations["listIssues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/journal.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a double-entry journal for hledger
         * @description Plain text, oldest first: an entry for each transaction, which sums to zero. What moved is posted in its token at what it was worth then in `currency` (`@@`); income, expenses and gains are those of the ledger, so that `hledger bal Income:Gains` of a year (UTC) is `realized_pnl` of /wallet/result/ with the other sign. Spam and tokens that stand for debts are left out; what has no price stands against `Equity:Unpriced`. Wallets that are not booked yet are refused; where a booked one waits for newer rows or corrections, `Wallet-Data-Booked` is false. The same as `wallet-data export --form hledger`.
         */
        get: operations["journalText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/koinly.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a wallet’s history for Koinly, as CSV
         * @description Koinly’s universal template, oldest first: a line for each trade, deposit and withdrawal, with labels of Koinly. Spam and tokens that stand for debts are left out. Received less sent less fees of a token are what the wallet itself has of it. A symbol stands alone where the token is listed; other tokens are named `SYMBOL-chain-address`, to be mapped in Koinly once. Net worth is in `currency`, empty where no price is known. A move between own wallets is a withdrawal here and a deposit in the other wallet’s file: Koinly makes one transfer of the two. The same as `wallet-data export --form koinly`.
         */
        get: operations["koinlyCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/label.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List labels, as CSV
         * @description Your labels by address.
         */
        get: operations["listLabelsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/label/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List labels
         * @description Your labels by address.
         */
        get: operations["listLabels"];
        put?: never;
        /**
         * Create a label
         * @description An address that has a label already is a 409: replace or change it.
         */
        post: operations["createLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/label/{address}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a label
         * @description Your label of one address, by the address or by the id of the label.
         */
        get: operations["getLabel"];
        /**
         * Create or replace a label
         * @description The label is as given afterwards, whether or not there was one.
         */
        put: operations["putLabel"];
        post?: never;
        /**
         * Delete a label
         * @description The address shows under its default label again, if it has one.
         */
        delete: operations["deleteLabel"];
        options?: never;
        head?: never;
        /**
         * Change a label
         * @description What is not given stays as it is.
         */
        patch: operations["changeLabel"];
        trace?: never;
    };
    "/wallet/lot.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open lots, as CSV
         * @description What the wallets hold, as it was acquired, by token and oldest first, NFTs included: what `average_cost` and `cost_basis` of balances are made of. Empty until the ledger has booked the wallet.
         */
        get: operations["listLotsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/lot/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open lots
         * @description What the wallets hold, as it was acquired, by token and oldest first, NFTs included: what `average_cost` and `cost_basis` of balances are made of. Empty until the ledger has booked the wallet.
         */
        get: operations["listLots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/manage.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List registered wallets, as CSV
         * @description In the order of registration, with the progress of each chain.
         */
        get: operations["listWalletsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/manage/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List registered wallets
         * @description In the order of registration, with the progress of each chain.
         */
        get: operations["listWallets"];
        put?: never;
        /**
         * Register wallets
         * @description Starts the loading of each address. A wallet that is registered already answers with its record. With the header `Prefer: wait=N` (at most 30 s) the answer is held until the wallets are loaded and in step with their chains. A request weighs ten units.
         */
        post: operations["registerWallets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/manage/{address}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a registered wallet
         * @description With the progress of each chain.
         */
        get: operations["getWallet"];
        put?: never;
        post?: never;
        /**
         * Unregister a wallet
         * @description Its data is no longer readable. It goes on to count as your own, so that moves between it and your other wallets stay moves (and it counts against the limit of wallets), unless still_mine is false: then it is forgotten, with its corrections, and its data is purged after 30 days if nobody registers it.
         */
        delete: operations["unregisterWallet"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/manage/{address}/reload/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load a wallet anew
         * @description Drops its stored history and loads it again, for every client that has it: needs the scope `admin`. Corrections and labels stay. A request weighs ten units.
         */
        post: operations["reloadWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/result.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what was realised, earned and spent between two moments, as CSV
         * @description One row of all the wallets together, such as for a calendar year: from the moment `from` until before `to`. It adds up to /wallet/disposal/ of the same `from` and `to`.
         */
        get: operations["listResultsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/result/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what was realised, earned and spent between two moments
         * @description One row of all the wallets together, such as for a calendar year: from the moment `from` until before `to`. It adds up to /wallet/disposal/ of the same `from` and `to`.
         */
        get: operations["listResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/total.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what wallets are worth and earned, as CSV
         * @description One row per wallet, over all its tokens and NFTs; with several wallets one more, whose `wallet` is null, of all together. Results add up to the exports of the same period.
         */
        get: operations["listTotalsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/total/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what wallets are worth and earned
         * @description One row per wallet, over all its tokens and NFTs; with several wallets one more, whose `wallet` is null, of all together. Results add up to the exports of the same period.
         */
        get: operations["listTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/transaction.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions, as CSV
         * @description The full history of registered wallets since inception, newest first.
         */
        get: operations["listTransactionsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/transaction/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description The full history of registered wallets since inception, newest first.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/transfer.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transfers, as CSV
         * @description Inflows and outflows of registered wallets, newest first.
         */
        get: operations["listTransfersCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/transfer/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transfers
         * @description Inflows and outflows of registered wallets, newest first.
         */
        get: operations["listTransfers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/uk-capital-gains.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get capital gains for the United Kingdom, as CSV
         * @description A line for each kind of token and day on which some was disposed of, in pounds: identified with what was acquired on the same day, then in the 30 days after, then with the section 104 pool, which is one for all wallets and chains. Each disposal of an NFT is a line of its own, at its own cost; so is each gift (`NO_DISPOSAL`), which no total counts. Network fees are disposals. Days are those of London; a tax year begins on 6 April. Fees of disposing and the parts of the cost are rounded half-even to pence and add up to the allowable cost. What changes its form without a disposal takes its share of the pool along, after what the day bought and before what it sold, as far as the day does not undo it. `Status` and `Note` say what to look at before filing: `BASIS_UNKNOWN` or `BASIS_UNPRICED`, where something that the line takes cost nobody knows what (it counts as nothing; unknown comes before unpriced), and `PROCEEDS_UNKNOWN`, without a gain. Totals of each tax year stand below its lines and count those that have a gain; a gain of 0 is among the gains. For 2024/25 they are told to 29 and from 30 October 2024, too. Name all wallets of the person: those that tokens were moved to or from as between own wallets must be among them. The client’s books must be in pounds (`reportingCurrency`). Wallets that are not booked yet are refused, and histories of more than 50,000 transactions and transfers: `wallet-data export --form uk` takes those.
         */
        get: operations["ukCapitalGainsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/value.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the value of a wallet over time, as CSV
         * @description Its recognised tokens at the prices of the time: at `from`, each step after it, and `to`; at most 1,000 moments. Prices that are missing or old are counted, and asked for by the request: the same request shows them later.
         */
        get: operations["listValuesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/value/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the value of a wallet over time
         * @description Its recognised tokens at the prices of the time: at `from`, each step after it, and `to`; at most 1,000 moments. Prices that are missing or old are counted, and asked for by the request: the same request shows them later.
         */
        get: operations["listValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/webhook.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks, as CSV
         * @description Yours, oldest first, with how they are doing.
         */
        get: operations["listWebhooksCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/webhook/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Yours, oldest first, with how they are doing.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Events of your wallets are sent there from now on, and a test event at once. The answer holds the secret that signs them, which is shown only here. The key needs the scopes `webhooks` and `read`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/webhook/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description How it is set, and how it is doing.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Nothing is sent any more; an event that is under way may still arrive.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description What is not given stays. `enabled: true` enables it again and tries at once what waits or is paused; `false` stops it, and keeps its place. Wallets that come are followed from now on.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/wallet/webhook/{id}/attempts.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what became of attempts, as CSV
         * @description Newest first: failures, the success that ends them, tests, and what was skipped, of seven days and at most 1,000. Events that arrive at once are counted (`delivered`), not listed.
         */
        get: operations["listWebhookAttemptsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/webhook/{id}/attempts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what became of attempts
         * @description Newest first: failures, the success that ends them, tests, and what was skipped, of seven days and at most 1,000. Events that arrive at once are counted (`delivered`), not listed.
         */
        get: operations["listWebhookAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/webhook/{id}/lanes.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List how far each wallet is sent, as CSV
         * @description Those that are paused first, then those that wait, then all others.
         */
        get: operations["listWebhookLanesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/webhook/{id}/lanes/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List how far each wallet is sent
         * @description Those that are paused first, then those that wait, then all others.
         */
        get: operations["listWebhookLanes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/webhook/{id}/replay/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events again
         * @description From a time, or behind a number of one wallet; under the same ids. Events are kept for 30 days: a lane that is set before them goes on with the oldest.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/webhook/{id}/rotate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret
         * @description For 24 hours both sign, so that receivers can be changed over. The new one is shown only here.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/webhook/{id}/skip/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go past an event that fails
         * @description The lane of the wallet goes on with the next event; a receiver sees by `previous` that it lacks one. It is noted among the attempts.
         */
        post: operations["skipWebhookEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallet/webhook/{id}/test/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Once, as `endpoint.test`. What became of it is in the attempts, by its id.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An API key, without its text: only a hash of that is stored */
        ApiKey: {
            /** @description Units that one address may use a minute; null: a secret key */
            address_units: number | null;
            /** @description Whose it is */
            client: string;
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            created_at: string;
            /** @description Units per UTC day; null: as the service is configured */
            daily_quota: number | null;
            /** @description null: never */
            expires_at: string | null;
            /** @description The public part of the key */
            id: string;
            /**
             * @description publishable: for the code of pages
             * @enum {string}
             */
            kind: "secret" | "publishable";
            /** @description To the minute; null: never */
            last_used_at: string | null;
            /** @description Units per UTC month; null: as the service is configured */
            monthly_quota: number | null;
            /** @description What it is for */
            name: string;
            /** @description Of the pages that may use it; empty: a secret key */
            origins: string[];
            /** @description null: it was not */
            revoked_at: string | null;
            /** @description read, write, keys (of its client), admin (all clients) */
            scopes: string[];
            /**
             * @description Whether it is taken now
             * @enum {string}
             */
            state: "valid" | "expired" | "revoked";
            /** @description What it may read; empty: a secret key, and all of its client */
            wallets: string[];
        };
        /** @description A page of a list */
        ApiKeyPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["ApiKey"][];
        };
        /** @description Who did what, when, and from where */
        AuditEntry: {
            /** @description signed_in, key_created, exported, correction_added … */
            action: string;
            /** @description The id of the key or the member, or the address of the guest; null: the operator */
            actor_id: string | null;
            /**
             * @description What did it
             * @enum {string}
             */
            actor_kind: "key" | "member" | "guest" | "operator";
            /** @description What the member was called then; null: a key */
            actor_name: string | null;
            /** @description Where it came from; null: this machine */
            address: string | null;
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            at: string;
            /** @description The client that it concerns */
            client: string;
            /** @description Names the entry */
            id: string;
            /** @description What it was done to: an id and a name, or a path */
            subject: string;
        };
        /** @description A page of a list */
        AuditEntryPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["AuditEntry"][];
        };
        /** @description The API key with which something was changed */
        Author: {
            /** @description The public name of the key, never the key itself. For a credential of some of the wallets: empty, unless the key is its own */
            key_id: string;
            /** @description null when the key is gone, and for a credential of some of the wallets */
            name: string | null;
        };
        /** @description Of balance.differs and balance.agrees */
        BalanceEventData: {
            /** @description As of this block */
            block_number: number;
            /**
             * @description The chain’s less what the transfers come to; your opening lots are not counted; an integer of base units
             * @example -1500000
             */
            difference: string;
            /**
             * @description What the chain says; an integer of base units
             * @example -1500000
             */
            on_chain: string;
            /**
             * @description The contract; all zero: the native token
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            token: string;
        };
        /** @description A chain that the service knows */
        Blockchain: {
            /** @description As of EIP-155 */
            chain_id: number;
            /**
             * @description Opaque, begins with blockchain_
             * @example blockchain_AAAAAQ
             */
            id: string;
            /** @description Its icon, from this service */
            image_url: string;
            /** @description For people */
            name: string;
            /** @description For parameters: `ethereum` */
            slug: string;
            /** @description Of the chain's native token */
            symbol: string;
        };
        /** @description Of ledger.booked */
        BookingEventData: {
            /** @description Issues that are not there any more; at most 500 are told one by one */
            closed: number;
            /** @description Lots, disposals, totals and issues from this time on may differ; null: all */
            from: string | null;
            /** @description Issues that were not there before; at most 500 are told one by one */
            opened: number;
        };
        /** @description How far a wallet is loaded on one chain */
        ChainProgress: {
            /** @description The chain */
            blockchain: components["schemas"]["Blockchain"];
            /** @description Why the last step failed, for people; null: it did not */
            error: string | null;
            /** @description The newest block when the chain was last looked at; null: not yet */
            head_block: number | null;
            /** @description 0 to 100 */
            percent: number;
            /**
             * @description What is being done; STALE: loaded, but newer blocks may be missing
             * @enum {string}
             */
            phase: "QUEUED" | "BACKFILL" | "ENRICH" | "FOLLOWING" | "FAILED" | "STALE";
            /** @description How late a new transaction may be seen; null until the history first reached the head */
            seen_within_seconds: number | null;
            /** @description Newer movements than of this time may be missing; null while it is in step */
            stale_since: string | null;
            /** @description Up to this block; null: nothing yet */
            synced_block: number | null;
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            updated_at: string;
            /** @description How many wallets the explorer's requests per day bear to be looked at once an hour; null: nothing limits them */
            wallet_capacity: number | null;
            /** @description What may be incomplete, for people */
            warnings: string[];
        };
        /** @description Whoever has wallets, labels, corrections and keys of its own */
        Client: {
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            created_at: string;
            /** @description Names the client */
            name: string;
            /** @description Those that are set: all values are texts. `wallet-data clients set --help` lists them */
            settings: {
                [key: string]: string;
            };
        };
        /** @description A page of a list */
        ClientPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["Client"][];
        };
        /** @description What you say against, or beyond, the chain and the prices */
        Correction: {
            /** @description When it was acquired, as you say; null when you do not */
            acquired_at: string | null;
            /** @description Whether the ledger is booked with it: not when it is undone, nor when its transfer is gone or set aside as spam */
            applies: boolean;
            /**
             * @description Opaque, begins with blockchain_
             * @example blockchain_AAAAAQ
             */
            blockchain: string;
            /**
             * @description Of the whole quantity, network fees included, in `currency`; an exact decimal
             * @example 12.5
             */
            cost: string | null;
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            created_at: string;
            /** @description By which key */
            created_by: components["schemas"]["Author"];
            /** @description Of price and cost; null where there is neither */
            currency: ("USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB") | null;
            /**
             * @description Opaque, begins with corr_
             * @example corr_AAAAAQ
             */
            id: string;
            /**
             * @description What it says something about
             * @enum {string}
             */
            kind: "TREATMENT" | "PRICE" | "BASIS" | "OPENING_LOT";
            /** @description Why, for whoever reads it later; null: none */
            note: string | null;
            /**
             * @description Per unit, in `currency`; an exact decimal
             * @example 12.5
             */
            price: string | null;
            /**
             * @description Of an opening lot, in units of the token; an exact decimal
             * @example 12.5
             */
            quantity: string | null;
            /** @description Id of the correction that took its place; null where none did: it is in force, or was undone */
            replaced_by: string | null;
            /** @description null for an NFT, and when it is not recognised */
            token: components["schemas"]["Token"] | null;
            /** @description Id of the transfer; null for an opening lot */
            transfer: string | null;
            /** @description How the transfer is to be booked; null for other kinds */
            treatment: ("ACQUISITION" | "DISPOSAL" | "INCOME" | "BASIS_TRANSFER" | "NON_TAXABLE" | "EXPENSE" | "HELD" | "LIABILITY" | "CARRY") | null;
            /** @description When it was undone, or another took its place; null while it is in force */
            undone_at: string | null;
            /** @description By which key; null while it is in force */
            undone_by: components["schemas"]["Author"] | null;
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            wallet: string;
        };
        /** @description A page of a list */
        CorrectionPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["Correction"][];
        };
        /** @description An address that a wallet had to do with, and what is known of it */
        Counterparty: {
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            address: string;
            /** @description What you call it; null: nothing */
            custom_label: components["schemas"]["CustomLabel"] | null;
            /** @description What the lists of the service call it; null: nothing */
            default_label: components["schemas"]["DefaultLabel"] | null;
        };
        /** @description What was paid and received of one token, in its units */
        CounterpartyTokenTotal: {
            /** @description Quantity received */
            inflow: number;
            /** @description inflow − outflow */
            net: number;
            /** @description Quantity paid; positive */
            outflow: number;
            /** @description The token by its contract */
            raw_token: components["schemas"]["RawToken"];
            /** @description null for NFTs and for tokens that are not recognised */
            token: components["schemas"]["Token"] | null;
        };
        /** @description What was paid to a counterparty and received from it */
        CounterpartyTotal: {
            /** @description The same by token, in units of each */
            by_token: components["schemas"]["CounterpartyTokenTotal"][];
            /** @description With whom */
            counterparty: components["schemas"]["Counterparty"];
            /**
             * @description Of the money in this row, as asked for
             * @enum {string}
             */
            currency: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB";
            /** @description Value received, in the currency */
            inflow: number;
            /** @description inflow − outflow */
            net: number;
            /** @description Value paid, in the currency; positive */
            outflow: number;
            /** @description How many transfers there were */
            transfer_count: number;
            /** @description Transfers without a price, which the sums leave out */
            unpriced_count: number;
        };
        /** @description A page of a list */
        CounterpartyTotalPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["CounterpartyTotal"][];
            /** @description Over all counterparties, also those of other pages */
            total: components["schemas"]["FlowTotals"];
        };
        /** @description A name that the client gave to an address */
        CustomLabel: {
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            address: string;
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            created_at: string;
            /**
             * @description Opaque, begins with label_
             * @example label_AAAAAQ
             */
            id: string;
            /** @description As you gave it */
            name: string;
            /**
             * @description Names, separated by commas
             * @example exchange,hot-wallet
             */
            tags: string;
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            updated_at: string;
        };
        /** @description What is owed to a contract */
        Debt: {
            /** @description Negative */
            amount: number;
            /**
             * @description The contract that logged the loan, or the counterparty where none did
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            contract: string;
            /** @description With whom */
            counterparty: components["schemas"]["Counterparty"];
        };
        /** @description What the service itself knows of an address */
        DefaultLabel: {
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            address: string;
            /**
             * @description Opaque, begins with blockchain_
             * @example blockchain_AAAAAQ
             */
            blockchain_id: string;
            /**
             * @description Opaque, begins with contract_
             * @example contract_AAAAAQ
             */
            id: string;
            /** @description For people */
            name: string;
            /**
             * @description Names, separated by commas
             * @example exchange,hot-wallet
             */
            tags: string;
        };
        /** @description What one disposal took from one lot */
        Disposal: {
            /** @description When the lot was acquired; null: not known, or WAC */
            acquired_at: string | null;
            /** @description Id of the transfer that brought it in first, perhaps to another of your wallets; null for WAC, for opening lots, and where it is not known */
            acquired_by: string | null;
            /**
             * @description COMPLETE; MISSING: the cost is not known and counts as 0; UNPRICED: a price or a rate is not known
             * @enum {string}
             */
            basis_status: "COMPLETE" | "MISSING" | "UNPRICED";
            /**
             * @description Opaque, begins with blockchain_
             * @example blockchain_AAAAAQ
             */
            blockchain: string;
            /** @description What it had cost, network fees included; 0 where no cost is known */
            cost: number;
            /**
             * @description By which lots are disposed of, as asked for
             * @enum {string}
             */
            cost_method: "FIFO" | "LIFO" | "WAC" | "HIFO";
            /**
             * @description Of the money in this row, as asked for
             * @enum {string}
             */
            currency: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB";
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            disposed_at: string;
            /** @description Id of the transfer; null for a network fee */
            disposed_by: string | null;
            /** @description null: no price was known */
            gain: number | null;
            /** @description In a transaction that failed: only its fee was spent */
            is_error: boolean;
            /** @description It was spent on a network fee */
            is_fee: boolean;
            /** @description null for fungible tokens */
            nft: components["schemas"]["Nft"] | null;
            /** @description null: no price was known */
            proceeds: number | null;
            /** @description In units of the token; positive */
            quantity: number;
            /** @description The token by its contract alone, also when it is not recognised */
            raw_token: components["schemas"]["RawToken"];
            /** @description null for NFTs and for tokens that are not recognised */
            token: components["schemas"]["Token"] | null;
            /**
             * @description How it came about
             * @enum {string}
             */
            treatment: "DISPOSAL" | "EXPENSE" | "BASIS_TRANSFER" | "GAS";
            /** @description Id of the transaction that it happened in; null when a re-org has taken it away since */
            tx_id: string | null;
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            wallet: string;
        };
        /** @description A page of a list */
        DisposalPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["Disposal"][];
        };
        /** @description Of wallet.loaded and history.reset: there is nothing more to say */
        EmptyEventData: Record<string, never>;
        /** @description How many sessions ended */
        EndedSessions: {
            /** @description How many */
            count: number;
        };
        /** @description Of wallet.failed */
        FailureEventData: {
            /**
             * @description For programs
             * @enum {string}
             */
            code: "source-unavailable" | "source-limited" | "source-behind" | "source-refused" | "incomplete-source" | "deep-reorg" | "database" | "internal";
            /** @description What it means for the data, and what to do */
            message: string;
        };
        /** @description All transfers that the filters let through */
        FlowTotals: {
            /**
             * @description Of the money in this row, as asked for
             * @enum {string}
             */
            currency: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB";
            /** @description Value received, in the currency */
            inflow: number;
            /** @description inflow − outflow */
            net: number;
            /** @description Value paid, in the currency; positive */
            outflow: number;
            /** @description Transfers without a price, which the sums leave out */
            unpriced_count: number;
        };
        /** @description What a contract holds of a balance */
        HeldAmount: {
            /** @description In units of the token */
            amount: number;
            /**
             * @description The contract that logged the deposit, or the counterparty where none did
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            contract: string;
            /** @description The part of `cost_basis` that it holds */
            cost_basis: number;
            /** @description With whom */
            counterparty: components["schemas"]["Counterparty"];
        };
        /** @description Of history.changed: read the transfers with this `from` and `to` anew */
        HistoryEventData: {
            /** @description What may be different; null: it is new, or anything may be */
            changed: ("price" | "spam" | "treatment" | "category" | "place" | "content" | "token" | "label" | "correction")[] | null;
            /**
             * @description The time of the first of them
             * @example 2024-01-31T12:00:00Z
             */
            from: string;
            /**
             * @description The second after the last of them
             * @example 2024-01-31T12:00:00Z
             */
            to: string;
        };
        /** @description What a wallet held of a token or NFT at a moment */
        Holding: {
            /**
             * @description The moment asked for
             * @example 2024-01-31T12:00:00Z
             */
            at: string;
            /** @description 0 when no cost is known */
            average_cost: number;
            /** @description What the wallet had and what protocols held of it; may be negative, where history is missing */
            balance: number;
            /**
             * @description COMPLETE; MISSING: the cost of something is not known and counts as 0; UNPRICED: a price or a rate is not known
             * @enum {string}
             */
            basis_status: "COMPLETE" | "MISSING" | "UNPRICED";
            /**
             * @description Opaque, begins with blockchain_
             * @example blockchain_AAAAAQ
             */
            blockchain: string;
            /** @description What the lots that were open had cost */
            cost_basis: number;
            /**
             * @description By which lots are disposed of, as asked for
             * @enum {string}
             */
            cost_method: "FIFO" | "LIFO" | "WAC" | "HIFO";
            /**
             * @description Of the money in this row, as asked for
             * @enum {string}
             */
            currency: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB";
            /** @description What was owed, negative or 0, and no part of `balance` */
            debt: number;
            /** @description What was owed was worth so much, negative; 0 without a price */
            debt_value: number;
            /** @description The part of `balance` that protocols held */
            held_amount: number;
            /** @description The part of `held_amount` that was on its way over a bridge */
            in_transit_amount: number;
            /** @description It is of more than an hour before; one of the hour was asked for by this request */
            is_price_stale: boolean;
            /** @description null for fungible tokens */
            nft: components["schemas"]["Nft"] | null;
            /** @description The newest that is known of up to then; null: none is */
            price: number | null;
            /** @description Of which moment the price is */
            priced_at: string | null;
            /** @description The token by its contract alone, also when it is not recognised */
            raw_token: components["schemas"]["RawToken"];
            /** @description null for NFTs and for tokens that are not recognised */
            token: components["schemas"]["Token"] | null;
            /** @description 0 without a price */
            unrealized_pnl: number;
            /** @description 0 without a price */
            value: number;
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            wallet: string;
        };
        /** @description A whole list */
        HoldingList: {
            /** @description The items */
            results: components["schemas"]["Holding"][];
        };
        /** @description Who asks, and what they may */
        Identity: {
            /** @description Whose data it is */
            client: string;
            /** @description How the client's books are kept */
            ledger_settings: components["schemas"]["LedgerSettings"];
            /** @description Who has signed in; null: a key, or a guest */
            member: components["schemas"]["Member"] | null;
            /** @description What the books are told in beside USD and the coins; null: in nothing more */
            reporting_currency: ("EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB") | null;
            /** @description Some of read, write, webhooks, keys, admin */
            scopes: string[];
            /** @description The session that asks; null: a key */
            session: components["schemas"]["Session"] | null;
            /** @description Of a guest the address that was proved, which is all that is to be seen; else null */
            wallet: string | null;
        };
        /** @description A wrong value of a request */
        InputProblem: {
            /** @description Why */
            message: string;
            /** @description Which: the name of a parameter, or the path of a field */
            path: string;
        };
        /** @description Something that is missing or doubtful in the figures */
        Issue: {
            /** @description What hangs on it in USD, never negative: what its transfer, or as much of it as is doubtful, was worth then, else what that was traded for, else what as much is worth now; of a year, by how much it changed. null where nobody knows: nothing has a price, or what is missing from a history is not known; and in events. */
            at_stake: number | null;
            /** @description null: of all chains */
            blockchain: string | null;
            /**
             * @description Of which kind it is
             * @enum {string}
             */
            code: "MISSING_BASIS" | "UNPRICED_ACQUISITION" | "UNPRICED_DISPOSAL" | "NOT_RECONCILED" | "INCOMPLETE_HISTORY" | "PAST_YEAR_CHANGED" | "UNMATCHED_BRIDGE";
            /** @description What it is, and what to do about it */
            message: string;
            /** @description false where it only explains a figure, as the interest of a debt that has accrued does */
            needs_action: boolean;
            /** @description The message without what to do about it */
            summary: string;
            /** @description When what it is about happened; null: at no moment */
            timestamp: string | null;
            /** @description What it is about; null: no token, or one that is not recognised */
            token: components["schemas"]["Token"] | null;
            /** @description Id of the transfer that it is about */
            transfer: string | null;
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            wallet: string;
        };
        /** @description Of issue.opened and issue.closed */
        IssueEventData: {
            /** @description As /wallet/issue/ lists, or listed, it */
            issue: components["schemas"]["Issue"];
        };
        /** @description A page of a list */
        IssuePage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["Issue"][];
        };
        /** @description What a key used on a day for an operation */
        KeyUsage: {
            /** @description Whose key it is */
            client: string;
            /**
             * Format: date
             * @description The UTC day
             */
            day: string;
            /** @description The key; of tokens the one that minted them */
            key_id: string;
            /** @description Method and path, or `graphql` and the root field */
            operation: string;
            /** @description How many asked for it */
            requests: number;
            /** @description What they weighed together */
            units: number;
        };
        /** @description A page of a list */
        KeyUsagePage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["KeyUsage"][];
        };
        /** @description A page of a list */
        LabelPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["CustomLabel"][];
        };
        /** @description How the books are kept. carry: lots go on with cost and date; realize: a sale and a purchase */
        LedgerSettings: {
            /**
             * @description What protocols and bridges hold
             * @enum {string}
             */
            deposits: "carry" | "realize";
            /**
             * @description Shares of several tokens
             * @enum {string}
             */
            liquidity_tokens: "carry" | "realize";
            /**
             * @description Moves between own wallets
             * @enum {string}
             */
            own_transfers: "carry" | "realize";
            /**
             * @description Tokens that stand for one that was given
             * @enum {string}
             */
            receipt_tokens: "carry" | "realize";
        };
        /** @description A part of a balance that came in together, as far as it is still there */
        Lot: {
            /**
             * @description When it was acquired; for the pool of WAC, the moment that the figures stand for
             * @example 2024-01-31T12:00:00Z
             */
            acquired_at: string;
            /** @description Id of the transfer that brought it in first, perhaps to another of your wallets; null for WAC, for opening lots, and where it is not known */
            acquired_by: string | null;
            /**
             * @description COMPLETE; MISSING: the cost is not known and counts as 0; UNPRICED: a price or a rate is not known
             * @enum {string}
             */
            basis_status: "COMPLETE" | "MISSING" | "UNPRICED";
            /**
             * @description Opaque, begins with blockchain_
             * @example blockchain_AAAAAQ
             */
            blockchain: string;
            /** @description Of what remains */
            cost: number;
            /**
             * @description By which lots are disposed of, as asked for
             * @enum {string}
             */
            cost_method: "FIFO" | "LIFO" | "WAC" | "HIFO";
            /**
             * @description Of the money in this row, as asked for
             * @enum {string}
             */
            currency: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB";
            /** @description null for fungible tokens */
            nft: components["schemas"]["Nft"] | null;
            /** @description As it came in */
            quantity: number;
            /** @description The token by its contract alone, also when it is not recognised */
            raw_token: components["schemas"]["RawToken"];
            /** @description What is still there */
            remaining: number;
            /** @description null for NFTs and for tokens that are not recognised */
            token: components["schemas"]["Token"] | null;
            /** @description Cost of one unit */
            unit_cost: number;
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            wallet: string;
        };
        /** @description A page of a list */
        LotPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["Lot"][];
        };
        /** @description A person who may sign in for a client */
        Member: {
            /** @description Of the Ethereum account that signs in as this member; null: none was proved */
            address: string | null;
            /** @description Whose member it is */
            client: string;
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            created_at: string;
            /** @description Names the member: mem_7 */
            id: string;
            /** @description The first sign-in; null: not yet */
            joined_at: string | null;
            /** @description The last sign-in; null: never */
            last_signed_in_at: string | null;
            /** @description What the member is called */
            name: string;
            /** @description Those that sign in as this member */
            passkeys: components["schemas"]["Passkey"][];
            /**
             * @description owner: all of the client, with its keys, webhooks and members; editor: reads and writes; viewer: reads
             * @enum {string}
             */
            role: "owner" | "editor" | "viewer";
        };
        /** @description A link that was just made */
        MemberLink: {
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            expires_at: string;
            /** @description Signs the member in, once. It is shown only now */
            link: string;
            /** @description Whom it signs in */
            member: components["schemas"]["Member"];
        };
        /** @description A page of a list */
        MemberPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["Member"][];
        };
        /** @description A key that was just made */
        NewApiKey: {
            /** @description The key as it is listed */
            api_key: components["schemas"]["ApiKey"];
            /** @description The key itself. It is shown only now */
            key: string;
        };
        /** @description A token that there is one of, or several alike, as its metadata tells */
        Nft: {
            /** @description URL of the animation; null: none */
            animation_image: string | null;
            /** @description The animation as its metadata names it; null: none */
            animation_original: string | null;
            /** @description What it belongs to */
            collection: components["schemas"]["NftCollection"];
            /** @description Its maker's words; empty: none */
            description: string;
            /** @description A page about it, which leads wherever its maker likes; null: none */
            external_url: string | null;
            /**
             * @description Opaque, begins with nft_
             * @example nft_AAAAAQ
             */
            id: string;
            /** @description URL of the image that its metadata names; null: none, or not read yet */
            image: string | null;
            /** @description Collection and number, where its metadata names none */
            name: string;
            /** @description The image as its metadata has it; null: none */
            original: string | null;
            /** @description A smaller image; null: none */
            preview: string | null;
            /** @description A still smaller one; null: none */
            thumbnail: string | null;
            /** @description Decimal number within the collection */
            token_id: string;
        };
        /** @description The contract of NFTs */
        NftCollection: {
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            address: string;
            /** @description Its chain */
            blockchain: components["schemas"]["Blockchain"];
            /** @description Its maker's words; empty: none */
            description: string;
            /** @description The cheapest offers, where they are known */
            floor: {
                /** @description Symbol of the currency */
                currency: string;
                /** @description Who offers it; null: not known */
                marketplace: string | null;
                /** @description For one, in its currency */
                price: number;
            }[];
            /** @description Of the collection; empty: none */
            image_url: string;
            /** @description Made to be found, not to be owned */
            is_spam: boolean;
            /** @description As the contract says */
            name: string;
            /** @description What OpenSea says of it; empty: nothing is known */
            opensea_status: string;
            /** @description As the contract says */
            symbol: string;
        };
        /** @description A passkey of a member, by what is public of it */
        Passkey: {
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            created_at: string;
            /** @description The credential's id, in base64url */
            id: string;
            /** @description null: never */
            last_used_at: string | null;
            /** @description What the member calls it */
            name: string;
        };
        /** @description RFC 9457 problem details */
        Problem: {
            /**
             * @description For programs: docs/errors.md says what each means
             * @enum {string}
             */
            code: "BAD_INPUT" | "ANSWER_TOO_LARGE" | "UNAUTHENTICATED" | "FORBIDDEN" | "ORIGIN_REQUIRED" | "ORIGIN_NOT_ALLOWED" | "NOT_FOUND" | "WALLET_NOT_REGISTERED" | "PAGE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "CONFLICT" | "LIMIT_REACHED" | "GONE_FROM_LOG" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "QUOTA_EXCEEDED" | "UNAVAILABLE" | "OVERLOADED" | "TIMEOUT" | "INTERNAL";
            /** @description What is wrong and what to do, for people */
            detail: string;
            /** @description Every wrong value; empty for other problems */
            errors: components["schemas"]["InputProblem"][];
            /** @description Finds the request in the logs; the header X-Request-Id */
            request_id: string;
            /** @description The HTTP status */
            status: number;
            /** @description The code in words */
            title: string;
            /** @description A URN that ends with the code */
            type: string;
        };
        /** @description Of wallet.progress */
        ProgressEventData: {
            /** @description The last block that was stored; null: none was */
            block: number | null;
            /** @description The first block that is read */
            from_block: number;
            /** @description The head of the chain, when it was last asked for */
            head_block: number | null;
        };
        /** @description What figures of the transaction are converted to other currencies by */
        Rates: {
            /** @description US dollars of one; null when unknown */
            AVAX: string | null;
            /** @description US dollars of one; null when unknown */
            ETH: string | null;
            /** @description US dollars of one; null when unknown */
            MATIC: string | null;
            /**
             * @description The client's reporting currency: US dollars a unit on the day of the transaction; null when it has none, or none is known
             * @example 1.0823
             */
            reporting: string | null;
            /** @description US dollars of one; null when unknown */
            XDAI: string | null;
        };
        /** @description A token as its contract says, whoever that is */
        RawToken: {
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            address: string;
            /** @description Token number of an NFT as an exact integer, which may exceed 64 bits; null for fungible tokens */
            id: number | null;
            /** @description As the contract says */
            name: string;
            /** @description As the contract says */
            symbol: string;
        };
        /** @description The balance compared with the chain */
        Reconciliation: {
            /** @description The block at which both were compared */
            block_number: number;
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            checked_at: string;
            /** @description What the chain has less what is known here; 0 where they agree */
            difference: number;
            /** @description What the chain says, in units of the token */
            on_chain_balance: number;
        };
        /** @description A whole list */
        RegisteredWallets: {
            /** @description The items */
            results: components["schemas"]["Wallet"][];
        };
        /** @description A request that was refused or failed */
        RequestProblem: {
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            at: string;
            /** @description Whose key asked */
            client: string;
            /** @description Why, as a code of errors */
            code: string;
            /** @description The key; of tokens the one that minted them */
            key_id: string;
            /** @description Method and path, or `graphql` and the root field */
            operation: string;
            /** @description As in the header X-Request-Id and in the log of the service */
            request_id: string;
            /** @description HTTP status; 200 where GraphQL answered the rest */
            status: number;
        };
        /** @description A page of a list */
        RequestProblemPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["RequestProblem"][];
        };
        /** @description What was realised, earned and spent between two moments, over all the wallets together */
        Results: {
            /** @description null: one of the wallets is not booked yet, and left out */
            as_of: string | null;
            /**
             * @description By which lots are disposed of, as asked for
             * @enum {string}
             */
            cost_method: "FIFO" | "LIFO" | "WAC" | "HIFO";
            /**
             * @description Of the money in this row, as asked for
             * @enum {string}
             */
            currency: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB";
            /** @description What was spent, and gas that belongs to no acquisition or disposal */
            expenses: number;
            /** @description Network fees at market value; costs, proceeds and expenses contain them already */
            fees: number;
            /**
             * Format: date-time
             * @description As asked for: at or after it
             */
            from: string;
            /** @description Claims, airdrops and rewards at market value */
            income: number;
            /** @description Parts of what was disposed of whose cost is not known, and taken for 0 */
            missing_count: number;
            /** @description Of all that was disposed of; without income and expenses */
            realized_pnl: number;
            /**
             * Format: date-time
             * @description As asked for: before it
             */
            to: string;
            /** @description Results that lack a price: what had come without one cost 0, and what went, or was earned, without one is left out */
            unpriced_count: number;
        };
        /** @description A whole list */
        ResultsList: {
            /** @description The items */
            results: components["schemas"]["Results"][];
        };
        /** @description A browser that is signed in, without its cookie */
        Session: {
            /** @description The IP address that it was signed in from */
            address: string;
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            created_at: string;
            /**
             * @description If it is used no more
             * @example 2024-01-31T12:00:00Z
             */
            expires_at: string;
            /** @description Names the session; it signs nobody in */
            id: string;
            /** @description Whether it is the one that asks */
            is_current: boolean;
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            last_seen_at: string;
            /**
             * @description How it was signed in
             * @enum {string}
             */
            method: "link" | "passkey" | "ethereum";
            /** @description What the browser called itself then */
            user_agent: string;
        };
        /** @description A page of a list */
        SessionPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["Session"][];
        };
        /** @description An account with a protocol that a transfer settles */
        Settlement: {
            /** @description In units of the token; null where the token is not known */
            amount: string | null;
            /**
             * @description Who held it, or lent it
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            contract: string;
            /** @description US dollars a unit at the time; null when unknown */
            price: string | null;
            /**
             * @description How well the price is known
             * @enum {string}
             */
            price_tier: "reference" | "deep-pool" | "other";
            /** @description null: no event names it; it is the one that the contract holds */
            raw_token: components["schemas"]["RawToken"] | null;
            /** @description The amount in base units, as an integer */
            units: string;
        };
        /** @description A short token */
        ShortToken: {
            /**
             * Format: date-time
             * @description From then on it is refused; earlier, if its key ends
             */
            expires_at: string;
            /** @description A JSON Web Token (EdDSA), for `Authorization: Bearer`. It is stored nowhere */
            token: string;
        };
        /** @description An event that is not sent any more */
        SkippedEvent: {
            /** @description Of the event that was given up */
            event_id: string;
            /** @description Its type */
            event_type: string;
            /** @description Its number */
            sequence: number;
        };
        /** @description A recognised fungible token */
        Token: {
            /**
             * @description All zero for the native token
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            address: string;
            /** @description What it stands for, the same on all chains */
            asset: {
                /**
                 * @description Opaque, begins with asset_
                 * @example asset_AAAAAQ
                 */
                id: string;
                /** @description For people */
                name: string;
                /** @description For programs */
                slug: string;
                /** @description For people */
                symbol: string;
            };
            /**
             * @description Opaque, begins with blockchain_
             * @example blockchain_AAAAAQ
             */
            blockchain: string;
            /** @description Digits after the point of one unit; null: the contract does not say, amounts are base units */
            decimals: number | null;
            /**
             * @description Opaque, begins with token_
             * @example token_AAAAAQ
             */
            id: string;
        };
        /** @description What a wallet has of a token, and what became of what it had */
        TokenBalance: {
            /** @description 0 when no cost is known */
            average_cost: number;
            /** @description What the wallet has and what protocols hold of it; may be negative */
            balance: number;
            /**
             * @description Whether the costs and prices behind these figures are known: the worst of the open lots and of what was disposed of and earned within the period
             * @enum {string}
             */
            basis_status: "COMPLETE" | "MISSING" | "UNPRICED";
            /**
             * @description Opaque, begins with blockchain_
             * @example blockchain_AAAAAQ
             */
            blockchain: string;
            /** @description Of what is held */
            cost_basis: number;
            /**
             * @description By which lots are disposed of, as asked for
             * @enum {string}
             */
            cost_method: "FIFO" | "LIFO" | "WAC" | "HIFO";
            /**
             * @description Of the money in this row, as asked for
             * @enum {string}
             */
            currency: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB";
            /** @description What is owed of it, negative or 0, and no part of the balance. Where a token stands for the debt, as it last moved, with the interest up to then; else what was borrowed less what was paid back: interest that no token shows is not known. */
            debt: number;
            /** @description To which contracts it is owed, the largest first */
            debts: components["schemas"]["Debt"][];
            /** @description Within the period: gas that belongs to no acquisition or disposal */
            expenses: number;
            /** @description Which contracts hold it, the largest first */
            held: components["schemas"]["HeldAmount"][];
            /** @description The part of `balance` that protocols hold: what was handed to them and no token stands for */
            held_amount: number;
            /**
             * @description Opaque, begins with bal_
             * @example bal_AAAAAQ
             */
            id: string;
            /** @description Within the period: claims, airdrops and rewards at market value */
            income: number;
            /** @description false: the ledger has yet to book it, and costs and gains are 0 until it has */
            is_booked: boolean;
            /** @description Nothing of it came in but spam */
            is_spam: boolean;
            /**
             * @description Of the figures within the period, as it was asked for
             * @enum {string}
             */
            period: "D" | "W" | "M" | "3M" | "YTD" | "1YR" | "Max";
            /** @description Of one unit, now; null when unknown */
            price: number | null;
            /** @description Ends in `:stale` when the price is of more than an hour before */
            price_source: string | null;
            /** @description Of which moment the price is; null without one */
            priced_at: string | null;
            /** @description The token by its contract alone, also when it is not recognised */
            raw_token: components["schemas"]["RawToken"];
            /** @description null while it was not compared */
            reconciliation: components["schemas"]["Reconciliation"] | null;
            /** @description null for tokens that are not recognised */
            token: components["schemas"]["Token"] | null;
            /** @description Within the period */
            total_realized_pnl: number;
            /** @description value − cost_basis; 0 without a price */
            unrealized_pnl: number;
            /** @description 0 without a price */
            value: number;
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            wallet: string;
        };
        /** @description A whole list */
        TokenBalanceList: {
            /** @description The items */
            results: components["schemas"]["TokenBalance"][];
        };
        /** @description What was sold and bought, netted by token, gas and spam aside */
        Trade: {
            /** @description What was got */
            bought: components["schemas"]["TradeLeg"][];
            /** @description What was given, gas aside */
            sold: components["schemas"]["TradeLeg"][];
            /** @description US dollars: what the ledger books, before corrections; null when unknown */
            value: string | null;
        };
        /** @description A token that was sold or bought */
        TradeLeg: {
            /**
             * @description Net of the whole transaction, positive; an exact decimal
             * @example 569.6
             */
            amount: string;
            /** @description null for fungible tokens */
            nft: components["schemas"]["Nft"] | null;
            /** @description US dollars a unit; null when unknown */
            price: string | null;
            /** @description The token by its contract alone, also when it is not recognised */
            raw_token: components["schemas"]["RawToken"];
            /** @description null for NFTs and for tokens that are not recognised */
            token: components["schemas"]["Token"] | null;
            /** @description amount × price; null without a price */
            value: string | null;
        };
        /** @description A transaction as one wallet saw it */
        Transaction: {
            /** @description The block that has it */
            block_number: number;
            /** @description The chain; opaque, begins with blockchain_ */
            blockchain: components["schemas"]["Blockchain"];
            /**
             * @description Of one end of a crossing over a bridge: the bridge and what it calls the crossing, the same at the other end; null where it says none, or it is no crossing.
             * @example across:1:2812345
             */
            bridge_message: string | null;
            /** @description With whom */
            counterparty: components["schemas"]["Counterparty"];
            /**
             * @description Network fee that the wallet paid, in the native token; a decimal with 4 fractional digits, rounded half-even
             * @example 1.5000
             */
            fee: string;
            /** @description US dollars of one of the chain's coins in that hour; null when unknown */
            fee_price: string | null;
            /** @description Where `fee_price` comes from */
            fee_price_source: string | null;
            /** @description Name of the called function, else its 4-byte selector; null for plain transfers */
            function: string | null;
            /** @description Who named the function: the explorer, by the contract's source, or its 4-byte signature alone, which functions of several contracts may share; null where nobody did */
            function_source: ("explorer" | "signature") | null;
            /**
             * @description 0x and 64 hex digits, lower case
             * @example 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060
             */
            hash: string;
            /**
             * @description Opaque, begins with tx_
             * @example tx_AAAAAQ
             */
            id: string;
            /** @description It failed: it moved nothing, and its gas was paid all the same */
            is_error: boolean;
            /** @description Leave it out of sums */
            is_spam: boolean;
            /**
             * @description Finer than the category, given only on evidence
             * @enum {string}
             */
            kind: "SEND" | "RECEIVE" | "SELF_TRANSFER" | "SWAP" | "MINT" | "BURN" | "APPROVE" | "REVOKE" | "WRAP" | "UNWRAP" | "BRIDGE_OUT" | "BRIDGE_IN" | "DEPOSIT" | "WITHDRAW" | "CLAIM" | "AIRDROP" | "YIELD" | "BORROW" | "REPAY" | "LIQUIDATION" | "MIGRATE" | "NFT_BUY" | "NFT_SELL" | "DEPLOY" | "FAILED" | "CONTRACT_EXECUTION";
            /** @description On what the kind stands, for people */
            kind_reason: string | null;
            /** @description How many different NFTs moved in it */
            nft_count: number;
            /** @description The NFTs that moved in it, each once; at most 100, the others are in its transfers */
            nfts: components["schemas"]["Nft"][];
            /**
             * @description Its place in the order that the ledger books by: as text, over all chains; a transaction stands before its transfers
             * @example 65920080000000010000000000c8000000
             */
            position: string;
            /** @description What its figures are converted by */
            rates: components["schemas"]["Rates"];
            /** @description null when it is no spam */
            spam_reason: ("forged" | "zero-value" | "airdrop") | null;
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            timestamp: string;
            /** @description null when nothing was traded */
            trade: components["schemas"]["Trade"] | null;
            /**
             * @description Decided on the net flow, gas ignored
             * @enum {string}
             */
            tx_category: "Send" | "Receive" | "Mint" | "Swap" | "Contract Execution";
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            wallet: string;
        };
        /** @description A page of a list */
        TransactionPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["Transaction"][];
        };
        /** @description One inflow or outflow of a wallet inside a transaction */
        Transfer: {
            /**
             * @description Negative for outflows; a decimal with 4 fractional digits, rounded half-even
             * @example 1.5000
             */
            amount: string;
            /** @description Reserved by the specification: always null */
            category: string | null;
            /** @description With whom */
            counterparty: components["schemas"]["Counterparty"];
            /**
             * @description Network fee of the whole transaction that the wallet paid, in the native token; a decimal with 4 fractional digits, rounded half-even
             * @example 1.5000
             */
            fee: string;
            /**
             * @description 0x and 64 hex digits, lower case
             * @example 0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060
             */
            hash: string;
            /** @description The contract that holds it, lent it, or takes it to another chain, as an event says, whatever address the tokens went to or came from; null: none does, and what is HELD, or leaves over a bridge, is the counterparty's */
            held_by: string | null;
            /**
             * @description Opaque, begins with tfr_
             * @example tfr_AAAAAQ
             */
            id: string;
            /** @description Always false: a failed transaction moves nothing. Its gas is the `fee` of /wallet/transaction/?is_error=true */
            is_error: boolean;
            /** @description Leave it out of sums */
            is_spam: boolean;
            /** @description null for fungible tokens */
            nft: components["schemas"]["Nft"] | null;
            /**
             * @description Its place in the order that the ledger books by: as text, over all chains; a transaction stands before its transfers
             * @example 65920080000000010000000000c8000000
             */
            position: string;
            /** @description US dollars a unit at the time; null when unknown; a decimal with 4 fractional digits */
            price: string | null;
            /** @description A source, `median`, or how it was derived: trade, twin, vault, pool-share */
            price_source: string | null;
            /**
             * @description How well the price is known: the side of a trade whose worst leg has the better one decides what the trade is worth
             * @enum {string}
             */
            price_tier: "reference" | "deep-pool" | "other";
            /** @description The token by its contract alone, also when it is not recognised */
            raw_token: components["schemas"]["RawToken"];
            /** @description What it settles without moving it, as an event says. Of an inflow: what the contract held, which was sold for it, or turned into it. Of an outflow: what was owed to the contract, and is not any more. null: nothing. */
            settles: components["schemas"]["Settlement"] | null;
            /**
             * @description Which way it went
             * @enum {string}
             */
            side: "inflow" | "outflow";
            /** @description null when it is no spam */
            spam_reason: ("forged" | "zero-value" | "airdrop") | null;
            /** @description How the ledger books it, before your corrections and moves between your wallets; null: an ACQUISITION in, a DISPOSAL out */
            tax_treatment: ("ACQUISITION" | "DISPOSAL" | "INCOME" | "BASIS_TRANSFER" | "NON_TAXABLE" | "EXPENSE" | "HELD" | "LIABILITY" | "CARRY") | null;
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            timestamp: string;
            /** @description null for NFTs and for tokens that are not recognised */
            token: components["schemas"]["Token"] | null;
            /**
             * @description Opaque, begins with tx_
             * @example tx_AAAAAQ
             */
            tx_id: string;
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            wallet: string;
        };
        /** @description Of transfer.added, transfer.updated, transfer.retracted and transfer.finalized */
        TransferEventData: {
            /** @description What may be different; null: it is new, or anything may be */
            changed: ("price" | "spam" | "treatment" | "category" | "place" | "content" | "token" | "label" | "correction")[] | null;
            /**
             * @description Of the transfer, as in /wallet/transfer/
             * @example tfr_AAAAAQ
             */
            id: string;
            /** @description Of transfer.retracted: reorg, or recomputed (what a balance grew by was measured anew); else null */
            reason: ("reorg" | "recomputed") | null;
            /** @description As /wallet/transfer/ has it now, which may be later than the event; null: it is gone, as this event or a later one says */
            transfer: components["schemas"]["Transfer"] | null;
        };
        /** @description A page of a list */
        TransferPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["Transfer"][];
        };
        /** @description What a wallet was worth at a moment */
        ValuePoint: {
            /** @description Tokens valued at a price from more than an hour before */
            stale_count: number;
            /**
             * Format: date-time
             * @description The moment
             */
            timestamp: string;
            /** @description Tokens held that have no price up to then */
            unpriced_count: number;
            /** @description In the currency asked for; what has no price is left out */
            value: number;
        };
        /** @description A whole list */
        ValuePointList: {
            /** @description The items */
            results: components["schemas"]["ValuePoint"][];
        };
        /** @description A registered address */
        Wallet: {
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            address: string;
            /** @description Of the registration */
            id: number;
            /** @description True when the whole history is loaded on every enabled chain */
            is_loaded: boolean;
        };
        /** @description What happened to a wallet, in the order in which it was stored */
        WalletEvent: {
            /** @description On which chain; of ledger.booked where the booking began: figures of all chains may differ */
            chain_id: number;
            /** @description What there is to say, by `type` */
            data: components["schemas"]["TransferEventData"] | components["schemas"]["HistoryEventData"] | components["schemas"]["FailureEventData"] | components["schemas"]["BalanceEventData"] | components["schemas"]["IssueEventData"] | components["schemas"]["BookingEventData"] | components["schemas"]["ProgressEventData"] | components["schemas"]["EmptyEventData"];
            /** @description final: no re-org takes the transfer away any more; null: no transfer, or it is gone */
            finality: ("pending" | "final") | null;
            /**
             * @description The same whenever it is read: by it, what came twice is known
             * @example evt_AAAAAQ
             */
            id: string;
            /** @description The number of the event before it of those asked for; on the first of a page the number that it was read from */
            previous: number;
            /** @description 1, 2, 3 … per wallet, from its registration on, without a gap over all types */
            sequence: number;
            /**
             * @description When it was stored
             * @example 2024-01-31T12:00:00Z
             */
            timestamp: string;
            /**
             * @description What happened
             * @enum {string}
             */
            type: "transfer.added" | "transfer.updated" | "transfer.retracted" | "history.changed" | "history.reset" | "wallet.loaded" | "wallet.failed" | "balance.differs" | "balance.agrees" | "issue.opened" | "issue.closed" | "ledger.booked" | "wallet.progress" | "transfer.finalized";
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            wallet: string;
        };
        /** @description A page of events: each wallet’s in their order */
        WalletEventPage: {
            /** @description Give it as `after` for what comes behind this page, now or later */
            cursor: string;
            /** @description URL of the next page; null: there is no more by now */
            next: string | null;
            /** @description The events */
            results: components["schemas"]["WalletEvent"][];
        };
        /** @description A page of a list */
        WalletPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["WalletProgress"][];
        };
        /** @description A registered address, and how far it is loaded */
        WalletProgress: {
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            address: string;
            /** @description Of the registration */
            id: number;
            /** @description True when the whole history is loaded on every enabled chain */
            is_loaded: boolean;
            /** @description Newer movements may be missing; null while every chain is in step */
            stale_since: string | null;
            /** @description By chain */
            sync: components["schemas"]["ChainProgress"][];
        };
        /** @description What wallets are worth and earned, over all tokens and NFTs */
        WalletTotals: {
            /**
             * Format: date-time
             * @description The moment that the results stand for
             */
            as_of: string;
            /**
             * @description The worst of what is open and of what was disposed of and earned within the period
             * @enum {string}
             */
            basis_status: "COMPLETE" | "MISSING" | "UNPRICED";
            /** @description Now, of all that is open */
            cost_basis: number;
            /**
             * @description By which lots are disposed of, as asked for
             * @enum {string}
             */
            cost_method: "FIFO" | "LIFO" | "WAC" | "HIFO";
            /**
             * @description Of the money in this row, as asked for
             * @enum {string}
             */
            currency: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB";
            /** @description Of `net_worth`: what is owed (`debt` of balances), negative or 0 */
            debt_value: number;
            /** @description Within the period */
            expenses: number;
            /** @description Network fees within the period, at market value; costs, proceeds and expenses contain them already */
            fees: number;
            /** @description Of `net_worth`: what protocols hold for them (`held_amount` of balances) */
            held_value: number;
            /** @description Within the period */
            income: number;
            /** @description Now: own_value + held_value + debt_value; what has no price, as NFTs, is left out */
            net_worth: number;
            /** @description Of `net_worth`: what the wallets themselves have */
            own_value: number;
            /**
             * @description Of the figures within the period, as it was asked for
             * @enum {string}
             */
            period: "D" | "W" | "M" | "3M" | "YTD" | "1YR" | "Max";
            /** @description Within the period; without income and expenses */
            realized_pnl: number;
            /** @description Tokens valued at a price from more than an hour before */
            stale_count: number;
            /** @description Wallets that the ledger has not booked yet: what they cost and earned is left out */
            unbooked_count: number;
            /** @description Tokens and NFTs held that have no price now */
            unpriced_count: number;
            /** @description Now, of what has a price */
            unrealized_pnl: number;
            /** @description null: all the wallets together */
            wallet: string | null;
        };
        /** @description A whole list */
        WalletTotalsList: {
            /** @description The items */
            results: components["schemas"]["WalletTotals"][];
        };
        /** @description An address of yours that events are sent to */
        Webhook: {
            /** @description Whether wallets that you register later are followed, too */
            all_wallets: boolean;
            /** @description Of EIP-155; empty: all chains */
            chain_ids: number[];
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            created_at: string;
            /**
             * @description Events that have arrived; a whole number as a text
             * @example 1840
             */
            delivered: string;
            /** @description The last that arrived; null: none has */
            delivered_at: string | null;
            /** @description Your own words */
            description: string;
            /** @description null: it is not */
            disabled_at: string | null;
            /** @description gone: the receiver answered 410; failing: nothing arrived for seven days after all attempts; client: you have; null: it is not disabled */
            disabled_reason: ("gone" | "failing" | "client") | null;
            /** @description Since when a lane is paused; null: none is */
            failing_since: string | null;
            /** @description Until then the former secret signs, too; null: there is none */
            former_secret_until: string | null;
            /**
             * @description Opaque, begins with whk_
             * @example whk_AAAAAQ
             */
            id: string;
            /** @description Wallets that are followed */
            lanes: number;
            /** @description Of them: whose event has failed ten times; nothing is lost */
            lanes_paused: number;
            /** @description Of them: whose event has failed and is tried again */
            lanes_waiting: number;
            /**
             * @description In US dollars: transfers worth less, or of no known price, are not sent; null: all are
             * @example 1000
             */
            min_value: string | null;
            /**
             * @description By which the signatures v1a (Ed25519) are checked without the secret; two while a secret is being replaced, the newest first; empty: they cannot be told, since the key is lost that seals secrets
             * @example [
             *       "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
             *     ]
             */
            public_keys: string[];
            /**
             * @description active; failing: a lane has paused after its last attempt; disabled: nothing is sent until it is enabled
             * @enum {string}
             */
            status: "active" | "failing" | "disabled";
            /** @description When its test event was last asked for */
            tested_at: string | null;
            /** @description Contracts, on any chain; all zero: native tokens; empty: all tokens */
            token: string[];
            /** @description Types of events; empty: all but wallet.progress and transfer.finalized, also those that will be added */
            types: ("transfer.added" | "transfer.updated" | "transfer.retracted" | "history.changed" | "history.reset" | "wallet.loaded" | "wallet.failed" | "balance.differs" | "balance.agrees" | "issue.opened" | "issue.closed" | "ledger.booked" | "wallet.progress" | "transfer.finalized")[];
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            updated_at: string;
            /** @description Where events are sent to */
            url: string;
        };
        /** @description An attempt that is worth a look: events that arrive at once are counted only */
        WebhookAttempt: {
            /** @description At most 500 characters of what the receiver answered; null: nothing */
            answer: string | null;
            /**
             * @description When it ended
             * @example 2024-01-31T12:00:00Z
             */
            at: string;
            /** @description The first is 1; 0: skipped */
            attempt: number;
            /** @description In milliseconds */
            duration_ms: number;
            /** @description What went wrong; null: nothing */
            error: string | null;
            /** @description The header webhook-id */
            event_id: string;
            /** @description Of the event */
            event_type: string;
            /**
             * @description delivered: after failures, or a test; failed; skipped: given up by you
             * @enum {string}
             */
            outcome: "delivered" | "failed" | "skipped";
            /** @description Number of the event; null: a test */
            sequence: number | null;
            /** @description HTTP status; null: there was no answer */
            status: number | null;
            /** @description null: a test */
            wallet: string | null;
        };
        /** @description A page of a list */
        WebhookAttemptPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["WebhookAttempt"][];
        };
        /** @description How far the events of one wallet are sent, one after the other */
        WebhookLane: {
            /** @description How often it has failed */
            attempts: number;
            /** @description Events that have arrived; a whole number as a text */
            delivered: string;
            /** @description The last that arrived; null: none has */
            delivered_at: string | null;
            /** @description The event under way; null: none */
            event_id: string | null;
            /** @description Its type */
            event_type: string | null;
            /** @description Number of the last event of the wallet */
            last: number;
            /** @description Why the last attempt failed, or why the lane was moved; null: it did not */
            last_error: string | null;
            /** @description HTTP status of the last failure; null: no answer, or no failure since */
            last_status: number | null;
            /** @description null: at once, or never while the lane is paused */
            next_attempt_at: string | null;
            /** @description null: it is not */
            paused_at: string | null;
            /** @description Number of the last event that is dealt with */
            sequence: number;
            /**
             * @description idle: nothing is to be sent; sending; waiting: what has failed is tried again; paused: it has failed ten times
             * @enum {string}
             */
            status: "idle" | "sending" | "waiting" | "paused";
            /**
             * @description 0x and 40 hex digits, lower case
             * @example 0x00000000219ab540356cbb839cbe05303d7705fa
             */
            wallet: string;
        };
        /** @description A page of a list */
        WebhookLanePage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["WebhookLane"][];
        };
        /** @description A page of a list */
        WebhookPage: {
            /** @description Items on all pages */
            count: number;
            /** @description URL of the next page; null on the last */
            next: string | null;
            /** @description URL of the previous page; null on the first */
            previous: string | null;
            /** @description The items */
            results: components["schemas"]["Webhook"][];
        };
        /** @description A replay that has begun */
        WebhookReplay: {
            /** @description How many wallets are sent again */
            lanes: number;
        };
        /** @description A test event that is about to be sent */
        WebhookTest: {
            /** @description The header webhook-id of the test event */
            event_id: string;
        };
        /** @description A webhook with its new secret */
        WebhookWithSecret: {
            /** @description Whether wallets that you register later are followed, too */
            all_wallets: boolean;
            /** @description Of EIP-155; empty: all chains */
            chain_ids: number[];
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            created_at: string;
            /**
             * @description Events that have arrived; a whole number as a text
             * @example 1840
             */
            delivered: string;
            /** @description The last that arrived; null: none has */
            delivered_at: string | null;
            /** @description Your own words */
            description: string;
            /** @description null: it is not */
            disabled_at: string | null;
            /** @description gone: the receiver answered 410; failing: nothing arrived for seven days after all attempts; client: you have; null: it is not disabled */
            disabled_reason: ("gone" | "failing" | "client") | null;
            /** @description Since when a lane is paused; null: none is */
            failing_since: string | null;
            /** @description Until then the former secret signs, too; null: there is none */
            former_secret_until: string | null;
            /**
             * @description Opaque, begins with whk_
             * @example whk_AAAAAQ
             */
            id: string;
            /** @description Wallets that are followed */
            lanes: number;
            /** @description Of them: whose event has failed ten times; nothing is lost */
            lanes_paused: number;
            /** @description Of them: whose event has failed and is tried again */
            lanes_waiting: number;
            /**
             * @description In US dollars: transfers worth less, or of no known price, are not sent; null: all are
             * @example 1000
             */
            min_value: string | null;
            /**
             * @description By which the signatures v1a (Ed25519) are checked without the secret; two while a secret is being replaced, the newest first; empty: they cannot be told, since the key is lost that seals secrets
             * @example [
             *       "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
             *     ]
             */
            public_keys: string[];
            /**
             * @description What signs: shown only here
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
            /**
             * @description active; failing: a lane has paused after its last attempt; disabled: nothing is sent until it is enabled
             * @enum {string}
             */
            status: "active" | "failing" | "disabled";
            /** @description When its test event was last asked for */
            tested_at: string | null;
            /** @description Contracts, on any chain; all zero: native tokens; empty: all tokens */
            token: string[];
            /** @description Types of events; empty: all but wallet.progress and transfer.finalized, also those that will be added */
            types: ("transfer.added" | "transfer.updated" | "transfer.retracted" | "history.changed" | "history.reset" | "wallet.loaded" | "wallet.failed" | "balance.differs" | "balance.agrees" | "issue.opened" | "issue.closed" | "ledger.booked" | "wallet.progress" | "transfer.finalized")[];
            /**
             * @description ISO 8601 UTC, YYYY-MM-DDThh:mm:ssZ
             * @example 2024-01-31T12:00:00Z
             */
            updated_at: string;
            /** @description Where events are sent to */
            url: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who asks, and what they may */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Identity"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a passkey */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member as it is then */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSessionsCsv: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Of the member with this id; default: you */
                member?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Of the member with this id; default: you */
                member?: string;
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a session */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAuditCsv: {
        parameters: {
            query?: {
                /** @description Only this, such as signed_in */
                action?: string;
                /** @description Only by this key or member */
                actor_id?: string;
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only of this client */
                client?: string;
                /** @description From this UTC day on */
                first_day?: string;
                /** @description Up to this UTC day, and with it */
                last_day?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Only this, such as signed_in */
                action?: string;
                /** @description Only by this key or member */
                actor_id?: string;
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only of this client */
                client?: string;
                /** @description From this UTC day on */
                first_day?: string;
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Up to this UTC day, and with it */
                last_day?: string;
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listClientsCsv: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of clients */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of clients */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "another-team"
                 *     }
                 */
                "application/json": {
                    /** @description 1 to 64 letters, digits, hyphens, underscores and dots */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The new client */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setClientSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A client's name */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": {
                 *         "dailyQuota": "100000"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Those to change, as texts; a number is taken back by `none` */
                    settings: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description The client as it is then */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listApiKeysCsv: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only of this client */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only of this client */
                client?: string;
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client": "default",
                 *       "name": "for the books",
                 *       "scopes": [
                 *         "read"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description A client's name */
                    client: string;
                    /** @description Units per UTC day; left out: as its client may */
                    daily_quota?: number;
                    /** @description When it ends (ISO 8601); left out: never */
                    expires_at?: string;
                    /** @description Units per UTC month; left out: as its client may */
                    monthly_quota?: number;
                    /** @description What it is for: 1 to 100 characters */
                    name: string;
                    /** @description Makes it a key for the code of pages: it may only read */
                    publishable?: {
                        /** @description Units that one address may use a minute; default 120 */
                        address_units?: number;
                        /** @description Of the pages that it is for, as browsers send them: 1 to 20 */
                        origins: string[];
                        /** @description What it may read: 1 to 100 addresses */
                        wallets: string[];
                    };
                    /** @description Some of read, write, webhooks, keys, admin; default read and write, of a publishable key read */
                    scopes?: string[];
                };
            };
        };
        responses: {
            /** @description The key, shown once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a key */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key as it is then */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a key */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expires_at": null
                 *     }
                 */
                "application/json": {
                    /** @description Units per UTC day; null: as its client may */
                    daily_quota?: number | null;
                    /** @description When it ends (ISO 8601); null: never */
                    expires_at?: string | null;
                    /** @description Units per UTC month; null: as its client may */
                    monthly_quota?: number | null;
                };
            };
        };
        responses: {
            /** @description The key as it is then */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a key */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap": 86400
                 *     }
                 */
                "application/json": {
                    /** @description When the new one ends (ISO 8601); left out: it lasts as long as the old one was to */
                    expires_at?: string;
                    /**
                     * @description Seconds: at most 90 days, default one day
                     * @default 86400
                     */
                    overlap?: number;
                };
            };
        };
        responses: {
            /** @description The key, shown once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMembersCsv: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only of this client */
                client?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only of this client */
                client?: string;
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Alex",
                 *       "role": "viewer"
                 *     }
                 */
                "application/json": {
                    /** @description Whose member it is to be; default: your own */
                    client?: string;
                    /** @description What the member is called: 1 to 100 characters */
                    name: string;
                    /**
                     * @description What the member may do
                     * @enum {string}
                     */
                    role: "owner" | "editor" | "viewer";
                };
            };
        };
        responses: {
            /** @description The member and the link, shown once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberLink"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a member */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a member */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Alex B."
                 *     }
                 */
                "application/json": {
                    /** @description What the member is called: 1 to 100 characters */
                    name?: string;
                    /**
                     * @description What the member may do
                     * @enum {string}
                     */
                    role?: "owner" | "editor" | "viewer";
                };
            };
        };
        responses: {
            /** @description The member as it is then */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createMemberLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a member */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member and the link, shown once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberLink"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProblemsCsv: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only of this client */
                client?: string;
                /** @description Only with this code: RATE_LIMITED */
                code?: string;
                /** @description Only of the key with this id */
                key_id?: string;
                /** @description Only of the request with this id */
                request_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of problems */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProblems: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only of this client */
                client?: string;
                /** @description Only with this code: RATE_LIMITED */
                code?: string;
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Only of the key with this id */
                key_id?: string;
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
                /** @description Only of the request with this id */
                request_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of problems */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestProblemPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listUsageCsv: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only of this client */
                client?: string;
                /** @description From this UTC day on */
                first_day?: string;
                /** @description Only of the key with this id */
                key_id?: string;
                /** @description Up to this UTC day, and with it */
                last_day?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of what was used */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listUsage: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only of this client */
                client?: string;
                /** @description From this UTC day on */
                first_day?: string;
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Only of the key with this id */
                key_id?: string;
                /** @description Up to this UTC day, and with it */
                last_day?: string;
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of what was used */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyUsagePage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    mintToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "wallets": [
                 *         "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"
                 *       ],
                 *       "scopes": [
                 *         "read"
                 *       ],
                 *       "ttl": 300
                 *     }
                 */
                "application/json": {
                    /** @description Of the pages that may use it, as browsers send it (`https://app.example.com`); left out: of whatever page */
                    origin?: string;
                    /** @description Of those that the key has; default `["read"]`. With `write` it may correct these wallets */
                    scopes?: string[];
                    /** @description Whom you know behind it. It is kept in the token alone, and its limit of 600 units a minute is that of all tokens with it; without it, of an address */
                    sub?: string;
                    /** @description Seconds that it is valid; default 300 */
                    ttl?: number;
                    /** @description What it may read: 1 to 50 addresses. Others are answered as if they had never been registered */
                    wallets: string[];
                };
            };
        };
        responses: {
            /** @description The token, shown once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShortToken"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBalancesCsv: {
        parameters: {
            query: {
                /** @description Only these chains: blockchain_ ids, slugs or chain ids, separated by commas */
                blockchain?: string;
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Accounting method; WAC: weighted average cost; HIFO ranks lots by their unit cost in USD, whichever currency is asked for */
                cost_method?: "FIFO" | "LIFO" | "WAC" | "HIFO" | "Weighted Average Cost";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description Leave out tokens that are all sold */
                hide_zero?: "true" | "false";
                /** @description desc unless given, but asc by token */
                order?: "desc" | "asc";
                /** @description What the rows are sorted by; token: by wallet as given, chain, native tokens, symbol. What has no price comes last */
                order_by?: "value" | "unrealized_pnl" | "realized_pnl" | "token";
                /** @description Period of the realised profit and loss, ending now */
                period?: "D" | "W" | "M" | "3M" | "YTD" | "1YR" | "Max";
                /** @description Whether tokens that only came as spam are listed; exclude unless given */
                spam?: "include" | "exclude" | "only";
                /** @description Only these tokens: token_ ids or contract addresses (all zero: native), separated by commas */
                token?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All balances */
            200: {
                headers: {
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBalances: {
        parameters: {
            query: {
                /** @description Only these chains: blockchain_ ids, slugs or chain ids, separated by commas */
                blockchain?: string;
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Accounting method; WAC: weighted average cost; HIFO ranks lots by their unit cost in USD, whichever currency is asked for */
                cost_method?: "FIFO" | "LIFO" | "WAC" | "HIFO" | "Weighted Average Cost";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Leave out tokens that are all sold */
                hide_zero?: "true" | "false";
                /** @description desc unless given, but asc by token */
                order?: "desc" | "asc";
                /** @description What the rows are sorted by; token: by wallet as given, chain, native tokens, symbol. What has no price comes last */
                order_by?: "value" | "unrealized_pnl" | "realized_pnl" | "token";
                /** @description Period of the realised profit and loss, ending now */
                period?: "D" | "W" | "M" | "3M" | "YTD" | "1YR" | "Max";
                /** @description Whether tokens that only came as spam are listed; exclude unless given */
                spam?: "include" | "exclude" | "only";
                /** @description Only these tokens: token_ ids or contract addresses (all zero: native), separated by commas */
                token?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All balances */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenBalanceList"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCorrectionsCsv: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Also those that were undone or replaced; false unless given */
                include_undone?: "true" | "false";
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of corrections */
            200: {
                headers: {
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCorrections: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Also those that were undone or replaced; false unless given */
                include_undone?: "true" | "false";
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of corrections */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrectionPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createCorrection: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own, say a UUID, new for each correction: with the same key, wallet and body nothing is added again, and the answer is what was made the first time. Another body under the same key is a 409. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "OPENING_LOT",
                 *       "wallet": "0xd8da6bf26964af9d7eed9e03e53415d37aa96045",
                 *       "blockchain": "ethereum",
                 *       "token_address": "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
                 *       "quantity": "1000",
                 *       "acquired_at": "2020-01-01",
                 *       "note": "Bought before this wallet"
                 *     }
                 */
                "application/json": {
                    /** @description When it was acquired (ISO 8601) */
                    acquired_at?: string;
                    /** @description A blockchain_ id, slug or chain id */
                    blockchain?: string;
                    /**
                     * @description Of the whole quantity, network fees included; left out of an opening lot: unknown; an exact decimal as a text
                     * @example 12.5
                     */
                    cost?: string;
                    /**
                     * @description Of price or cost; USD unless given
                     * @enum {string}
                     */
                    currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                    /**
                     * @description TREATMENT needs transfer and treatment; PRICE: transfer and price; BASIS: transfer and cost; OPENING_LOT: wallet, blockchain, token_address, quantity and acquired_at
                     * @enum {string}
                     */
                    kind: "TREATMENT" | "PRICE" | "BASIS" | "OPENING_LOT";
                    /** @description Up to 1000 characters */
                    note?: string;
                    /**
                     * @description Per unit; an exact decimal as a text
                     * @example 12.5
                     */
                    price?: string;
                    /**
                     * @description In units of the token; an exact decimal as a text
                     * @example 12.5
                     */
                    quantity?: string;
                    /**
                     * @description An address: 0x and 40 hex digits; a mixed case must have a right EIP-55 checksum. A name in ENS, such as vitalik.eth, where the service has a mainnet node
                     * @example 0xd8da6bf26964af9d7eed9e03e53415d37aa96045
                     */
                    token_address?: string;
                    /** @description Id of the transfer */
                    transfer?: string;
                    /**
                     * @description How the transfer is booked; it must fit its side
                     * @enum {string}
                     */
                    treatment?: "ACQUISITION" | "DISPOSAL" | "INCOME" | "BASIS_TRANSFER" | "NON_TAXABLE" | "EXPENSE";
                    /**
                     * @description An address: 0x and 40 hex digits; a mixed case must have a right EIP-55 checksum. A name in ENS, such as vitalik.eth, where the service has a mainnet node
                     * @example 0xd8da6bf26964af9d7eed9e03e53415d37aa96045
                     */
                    wallet?: string;
                };
            };
        };
        responses: {
            /** @description The new correction */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Correction"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCorrection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A corr_ id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The correction */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Correction"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    undoCorrection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A corr_ id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCounterpartyTotalsCsv: {
        parameters: {
            query: {
                /** @description Only these chains: blockchain_ ids, slugs or chain ids, separated by commas */
                blockchain?: string;
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only transfers of transactions of these categories; one or several of: Send, Receive, Mint, Swap, Contract Execution */
                category?: string;
                /** @description Only items with these counterparties: one or several addresses separated by commas. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                counterparty_address?: string;
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description Only items at or after this time (ISO 8601; UTC unless it says otherwise) */
                from?: string;
                /** @description Only transfers worth at least so many US dollars; those without a price are left out */
                min_value?: string;
                /** @description Only this direction */
                side?: "inflow" | "outflow";
                /** @description Whether transfers flagged as spam count; exclude unless given */
                spam?: "include" | "exclude" | "only";
                /** @description Only items before this time (ISO 8601; UTC unless it says otherwise) */
                to?: string;
                /** @description Only these tokens: token_ ids or contract addresses (all zero: native), separated by commas */
                token?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of counterparties */
            200: {
                headers: {
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCounterpartyTotals: {
        parameters: {
            query: {
                /** @description Only these chains: blockchain_ ids, slugs or chain ids, separated by commas */
                blockchain?: string;
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only transfers of transactions of these categories; one or several of: Send, Receive, Mint, Swap, Contract Execution */
                category?: string;
                /** @description Only items with these counterparties: one or several addresses separated by commas. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                counterparty_address?: string;
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Only items at or after this time (ISO 8601; UTC unless it says otherwise) */
                from?: string;
                /** @description Only transfers worth at least so many US dollars; those without a price are left out */
                min_value?: string;
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
                /** @description Only this direction */
                side?: "inflow" | "outflow";
                /** @description Whether transfers flagged as spam count; exclude unless given */
                spam?: "include" | "exclude" | "only";
                /** @description Only items before this time (ISO 8601; UTC unless it says otherwise) */
                to?: string;
                /** @description Only these tokens: token_ ids or contract addresses (all zero: native), separated by commas */
                token?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of counterparties */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CounterpartyTotalPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    dePrivateSalesCsv: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description The form is in euros */
                currency?: "EUR";
                /** @description Network fees: summed up in a line for each wallet, token, term and month or year, or each by itself */
                gas?: "month" | "year" | "each";
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
                /** @description Only what was disposed of in this calendar year */
                year?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form */
            200: {
                headers: {
                    /** @description false while the ledger of one of the wallets waits for newer rows or corrections: the file is without them */
                    "Wallet-Data-Booked"?: "true" | "false";
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDisposalsCsv: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Accounting method; WAC: weighted average cost; HIFO ranks lots by their unit cost in USD, whichever currency is asked for */
                cost_method?: "FIFO" | "LIFO" | "WAC" | "HIFO" | "Weighted Average Cost";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description Only items at or after this time (ISO 8601; UTC unless it says otherwise) */
                from?: string;
                /** @description Only the fees of failed transactions, or only what happened in others */
                is_error?: "true" | "false";
                /** @description Period of the realised profit and loss, ending now */
                period?: "D" | "W" | "M" | "3M" | "YTD" | "1YR" | "Max";
                /** @description Only items before this time (ISO 8601; UTC unless it says otherwise) */
                to?: string;
                /** @description Only these tokens: token_ ids or contract addresses (all zero: native), separated by commas */
                token?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of disposals */
            200: {
                headers: {
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDisposals: {
        parameters: {
            query: {
                /** @description Of a link of the same wallets and filter: the page begins where the one before ended, whatever arrives; the count is of now */
                anchor?: string;
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Accounting method; WAC: weighted average cost; HIFO ranks lots by their unit cost in USD, whichever currency is asked for */
                cost_method?: "FIFO" | "LIFO" | "WAC" | "HIFO" | "Weighted Average Cost";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Only items at or after this time (ISO 8601; UTC unless it says otherwise) */
                from?: string;
                /** @description Only the fees of failed transactions, or only what happened in others */
                is_error?: "true" | "false";
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
                /** @description Period of the realised profit and loss, ending now */
                period?: "D" | "W" | "M" | "3M" | "YTD" | "1YR" | "Max";
                /** @description Only items before this time (ISO 8601; UTC unless it says otherwise) */
                to?: string;
                /** @description Only these tokens: token_ ids or contract addresses (all zero: native), separated by commas */
                token?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of disposals */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DisposalPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query: {
                /**
                 * @description The `cursor` of an answer about the same wallets; of one wallet also the `sequence` of an event; latest: behind all. Left out: from the first event that is kept on
                 * @example latest
                 */
                after?: string;
                /** @description Events on a page */
                limit?: number;
                /** @description Only events of these types; left out: all but wallet.progress and transfer.finalized; one or several of: transfer.added, transfer.updated, transfer.retracted, history.changed, history.reset, wallet.loaded, wallet.failed, balance.differs, balance.agrees, issue.opened, issue.closed, ledger.booked, wallet.progress, transfer.finalized */
                types?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletEventPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    form8949Csv: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Accounting method; WAC is refused */
                cost_method?: "FIFO" | "LIFO" | "HIFO";
                /** @description The form is in US dollars */
                currency?: "USD";
                /** @description Network fees: summed up in a line for each wallet, token, term and month or year, or each by itself */
                gas?: "month" | "year" | "each";
                /** @description What brokers reported of it on Form 1099-DA, and so the box of the form */
                reported?: "nothing" | "proceeds" | "basis";
                /** @description IANA name of the time zone of the year and of the dates */
                timezone?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
                /** @description Only what was disposed of in this calendar year */
                year?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form */
            200: {
                headers: {
                    /** @description false while the ledger of one of the wallets waits for newer rows or corrections: the file is without them */
                    "Wallet-Data-Booked"?: "true" | "false";
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listHoldingsCsv: {
        parameters: {
            query: {
                /** @description The moment (ISO 8601; UTC unless it says otherwise, a date alone is its first second); what happened in that second counts */
                at: string;
                /** @description Only these chains: blockchain_ ids, slugs or chain ids, separated by commas */
                blockchain?: string;
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Accounting method; WAC: weighted average cost; HIFO ranks lots by their unit cost in USD, whichever currency is asked for */
                cost_method?: "FIFO" | "LIFO" | "WAC" | "HIFO" | "Weighted Average Cost";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description Only these tokens: token_ ids or contract addresses (all zero: native), separated by commas */
                token?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All holdings */
            200: {
                headers: {
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listHoldings: {
        parameters: {
            query: {
                /** @description The moment (ISO 8601; UTC unless it says otherwise, a date alone is its first second); what happened in that second counts */
                at: string;
                /** @description Only these chains: blockchain_ ids, slugs or chain ids, separated by commas */
                blockchain?: string;
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Accounting method; WAC: weighted average cost; HIFO ranks lots by their unit cost in USD, whichever currency is asked for */
                cost_method?: "FIFO" | "LIFO" | "WAC" | "HIFO" | "Weighted Average Cost";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Only these tokens: token_ ids or contract addresses (all zero: native), separated by commas */
                token?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All holdings */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldingList"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    incomeCsv: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description At or after this time (ISO 8601; UTC unless it says otherwise) */
                from: string;
                /** @description Before this time (ISO 8601; UTC unless it says otherwise) */
                to: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The items */
            200: {
                headers: {
                    /** @description false while the ledger of one of the wallets waits for newer rows or corrections: the file is without them */
                    "Wallet-Data-Booked"?: "true" | "false";
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listIssuesCsv: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of issues */
            200: {
                headers: {
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listIssues: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of issues */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuePage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    journalText: {
        parameters: {
            query: {
                /** @description Accounting method; WAC: weighted average cost; HIFO ranks lots by their unit cost in USD, whichever currency is asked for */
                cost_method?: "FIFO" | "LIFO" | "WAC" | "HIFO" | "Weighted Average Cost";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description Only items at or after this time (ISO 8601; UTC unless it says otherwise) */
                from?: string;
                /** @description Only items before this time (ISO 8601; UTC unless it says otherwise) */
                to?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The journal */
            200: {
                headers: {
                    /** @description false while the ledger of one of the wallets waits for newer rows or corrections: the file is without them */
                    "Wallet-Data-Booked"?: "true" | "false";
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    koinlyCsv: {
        parameters: {
            query: {
                /** @description Only these chains: blockchain_ ids, slugs or chain ids, separated by commas */
                blockchain?: string;
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description Only items at or after this time (ISO 8601; UTC unless it says otherwise) */
                from?: string;
                /** @description Only items before this time (ISO 8601; UTC unless it says otherwise) */
                to?: string;
                /** @description One registered address: Koinly has a wallet for each file. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines */
            200: {
                headers: {
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLabelsCsv: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of labels */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLabels: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of labels */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createLabel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "0x28c6c06298d514db089934071355e5743bf21d60",
                 *       "name": "My exchange",
                 *       "tags": [
                 *         "exchange"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description An address: 0x and 40 hex digits; a mixed case must have a right EIP-55 checksum. A name in ENS, such as vitalik.eth, where the service has a mainnet node
                     * @example 0xd8da6bf26964af9d7eed9e03e53415d37aa96045
                     */
                    address: string;
                    /** @description What you call the address */
                    name: string;
                    /** @description Names, separated by commas or as a list */
                    tags?: string | string[];
                };
            };
        };
        responses: {
            /** @description The new label */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomLabel"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The label's id (label_…), or its address: 0x and 40 hex digits. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The label */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomLabel"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The label's id (label_…), or its address: 0x and 40 hex digits. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                address: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "My exchange",
                 *       "tags": [
                 *         "exchange"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description An address: 0x and 40 hex digits; a mixed case must have a right EIP-55 checksum. A name in ENS, such as vitalik.eth, where the service has a mainnet node
                     * @example 0xd8da6bf26964af9d7eed9e03e53415d37aa96045
                     */
                    address?: string;
                    /** @description What you call the address */
                    name: string;
                    /** @description Names, separated by commas or as a list */
                    tags?: string | string[];
                };
            };
        };
        responses: {
            /** @description The replaced label */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomLabel"];
                };
            };
            /** @description The new label */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomLabel"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The label's id (label_…), or its address: 0x and 40 hex digits. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The label's id (label_…), or its address: 0x and 40 hex digits. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                address: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "My other exchange"
                 *     }
                 */
                "application/json": {
                    /** @description What you call the address */
                    name?: string;
                    /** @description Names, separated by commas or as a list */
                    tags?: string | string[];
                };
            };
        };
        responses: {
            /** @description The changed label */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomLabel"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLotsCsv: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Accounting method; WAC: weighted average cost; HIFO ranks lots by their unit cost in USD, whichever currency is asked for */
                cost_method?: "FIFO" | "LIFO" | "WAC" | "HIFO" | "Weighted Average Cost";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description Only these tokens: token_ ids or contract addresses (all zero: native), separated by commas */
                token?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of open lots */
            200: {
                headers: {
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listLots: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Accounting method; WAC: weighted average cost; HIFO ranks lots by their unit cost in USD, whichever currency is asked for */
                cost_method?: "FIFO" | "LIFO" | "WAC" | "HIFO" | "Weighted Average Cost";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
                /** @description Only these tokens: token_ ids or contract addresses (all zero: native), separated by commas */
                token?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of open lots */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LotPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWalletsCsv: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only these: one or several addresses separated by commas, all of them registered */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of wallets */
            200: {
                headers: {
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWallets: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
                /** @description Only these: one or several addresses separated by commas, all of them registered */
                wallet?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of wallets */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    registerWallets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"
                 *     }
                 */
                "application/json": {
                    /** @description One address, or several separated by commas (at most 10). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                    address: string;
                };
            };
        };
        responses: {
            /** @description All were registered before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredWallets"];
                };
            };
            /** @description At least one is new */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredWallets"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An address: 0x and 40 hex digits; a mixed case must have a right EIP-55 checksum. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletProgress"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unregisterWallet: {
        parameters: {
            query?: {
                /** @description Whether the wallet is yours still */
                still_mine?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description An address: 0x and 40 hex digits; a mixed case must have a right EIP-55 checksum. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reloadWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description An address: 0x and 40 hex digits; a mixed case must have a right EIP-55 checksum. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It waits for its turn */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Wallet"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listResultsCsv: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Accounting method; WAC: weighted average cost; HIFO ranks lots by their unit cost in USD, whichever currency is asked for */
                cost_method?: "FIFO" | "LIFO" | "WAC" | "HIFO" | "Weighted Average Cost";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description At or after this time (ISO 8601; UTC unless it says otherwise) */
                from: string;
                /** @description Before this time (ISO 8601; UTC unless it says otherwise) */
                to: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results */
            200: {
                headers: {
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listResults: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Accounting method; WAC: weighted average cost; HIFO ranks lots by their unit cost in USD, whichever currency is asked for */
                cost_method?: "FIFO" | "LIFO" | "WAC" | "HIFO" | "Weighted Average Cost";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description At or after this time (ISO 8601; UTC unless it says otherwise) */
                from: string;
                /** @description Before this time (ISO 8601; UTC unless it says otherwise) */
                to: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResultsList"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTotalsCsv: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Accounting method; WAC: weighted average cost; HIFO ranks lots by their unit cost in USD, whichever currency is asked for */
                cost_method?: "FIFO" | "LIFO" | "WAC" | "HIFO" | "Weighted Average Cost";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description Period of the realised profit and loss, ending now */
                period?: "D" | "W" | "M" | "3M" | "YTD" | "1YR" | "Max";
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All totals */
            200: {
                headers: {
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTotals: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Accounting method; WAC: weighted average cost; HIFO ranks lots by their unit cost in USD, whichever currency is asked for */
                cost_method?: "FIFO" | "LIFO" | "WAC" | "HIFO" | "Weighted Average Cost";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Period of the realised profit and loss, ending now */
                period?: "D" | "W" | "M" | "3M" | "YTD" | "1YR" | "Max";
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All totals */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletTotalsList"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTransactionsCsv: {
        parameters: {
            query: {
                /** @description Only these chains: blockchain_ ids, slugs or chain ids, separated by commas */
                blockchain?: string;
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only the ends of the crossing that a bridge calls so: what left and what arrived. */
                bridge_message?: string;
                /** @description Only these categories; one or several of: Send, Receive, Mint, Swap, Contract Execution */
                category?: string;
                /** @description Only items with these counterparties: one or several addresses separated by commas. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                counterparty_address?: string;
                /** @description Only items at or after this time (ISO 8601; UTC unless it says otherwise) */
                from?: string;
                /** @description Only the transaction with this hash, on whatever chain */
                hash?: string;
                /** @description Only failed transactions, or only those that did not fail */
                is_error?: "true" | "false";
                /** @description Only these kinds, which are finer than categories; one or several of: send, receive, self_transfer, swap, mint, burn, approve, revoke, wrap, unwrap, bridge_out, bridge_in, deposit, withdraw, claim, airdrop, yield, borrow, repay, liquidation, migrate, nft_buy, nft_sell, deploy, failed, contract_execution */
                kind?: string;
                /** @description No items with these counterparties: one or several addresses separated by commas. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                not_counterparty_address?: string;
                /** @description desc: newest first */
                order?: "desc" | "asc";
                /** @description Whether transactions that are nothing but spam are listed; include unless given */
                spam?: "include" | "exclude" | "only";
                /** @description Only items before this time (ISO 8601; UTC unless it says otherwise) */
                to?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transactions */
            200: {
                headers: {
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTransactions: {
        parameters: {
            query: {
                /** @description Of an answer (Wallet-Data-Anchor) or a link of the same wallets and filter: pages and count are of that moment, whatever arrives */
                anchor?: string;
                /** @description Only these chains: blockchain_ ids, slugs or chain ids, separated by commas */
                blockchain?: string;
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only the ends of the crossing that a bridge calls so: what left and what arrived. */
                bridge_message?: string;
                /** @description Only these categories; one or several of: Send, Receive, Mint, Swap, Contract Execution */
                category?: string;
                /** @description Only items with these counterparties: one or several addresses separated by commas. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                counterparty_address?: string;
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Only items at or after this time (ISO 8601; UTC unless it says otherwise) */
                from?: string;
                /** @description Only the transaction with this hash, on whatever chain */
                hash?: string;
                /** @description Only failed transactions, or only those that did not fail */
                is_error?: "true" | "false";
                /** @description Only these kinds, which are finer than categories; one or several of: send, receive, self_transfer, swap, mint, burn, approve, revoke, wrap, unwrap, bridge_out, bridge_in, deposit, withdraw, claim, airdrop, yield, borrow, repay, liquidation, migrate, nft_buy, nft_sell, deploy, failed, contract_execution */
                kind?: string;
                /** @description No items with these counterparties: one or several addresses separated by commas. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                not_counterparty_address?: string;
                /** @description desc: newest first */
                order?: "desc" | "asc";
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
                /** @description Whether transactions that are nothing but spam are listed; include unless given */
                spam?: "include" | "exclude" | "only";
                /** @description Only items before this time (ISO 8601; UTC unless it says otherwise) */
                to?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transactions */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    /** @description Of a page of JSON: give it as `anchor` with any page number, and that page is as of this answer */
                    "Wallet-Data-Anchor"?: string;
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTransfersCsv: {
        parameters: {
            query: {
                /** @description Only these chains: blockchain_ ids, slugs or chain ids, separated by commas */
                blockchain?: string;
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only transfers of transactions of these categories; one or several of: Send, Receive, Mint, Swap, Contract Execution */
                category?: string;
                /** @description Only items with these counterparties: one or several addresses separated by commas. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                counterparty_address?: string;
                /** @description Only items at or after this time (ISO 8601; UTC unless it says otherwise) */
                from?: string;
                /** @description Only transfers worth at least so many US dollars; those without a price are left out */
                min_value?: string;
                /** @description desc: newest first */
                order?: "desc" | "asc";
                /** @description Only this direction */
                side?: "inflow" | "outflow";
                /** @description Whether transfers flagged as spam are listed; include unless given */
                spam?: "include" | "exclude" | "only";
                /** @description Only items before this time (ISO 8601; UTC unless it says otherwise) */
                to?: string;
                /** @description Only these tokens: token_ ids or contract addresses (all zero: native), separated by commas */
                token?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transfers */
            200: {
                headers: {
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTransfers: {
        parameters: {
            query: {
                /** @description Of an answer (Wallet-Data-Anchor) or a link of the same wallets and filter: pages and count are of that moment, whatever arrives */
                anchor?: string;
                /** @description Only these chains: blockchain_ ids, slugs or chain ids, separated by commas */
                blockchain?: string;
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Only transfers of transactions of these categories; one or several of: Send, Receive, Mint, Swap, Contract Execution */
                category?: string;
                /** @description Only items with these counterparties: one or several addresses separated by commas. A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                counterparty_address?: string;
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Only items at or after this time (ISO 8601; UTC unless it says otherwise) */
                from?: string;
                /** @description Only transfers worth at least so many US dollars; those without a price are left out */
                min_value?: string;
                /** @description desc: newest first */
                order?: "desc" | "asc";
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
                /** @description Only this direction */
                side?: "inflow" | "outflow";
                /** @description Whether transfers flagged as spam are listed; include unless given */
                spam?: "include" | "exclude" | "only";
                /** @description Only items before this time (ISO 8601; UTC unless it says otherwise) */
                to?: string;
                /** @description Only these tokens: token_ ids or contract addresses (all zero: native), separated by commas */
                token?: string;
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transfers */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    /** @description Of a page of JSON: give it as `anchor` with any page number, and that page is as of this answer */
                    "Wallet-Data-Anchor"?: string;
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ukCapitalGainsCsv: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Registered addresses, one or several separated by commas (at most 50). A name in ENS, such as vitalik.eth, where the service has a mainnet node */
                wallet: string;
                /** @description Only the tax year that begins on 6 April of this year: 2024 is 2024/25 */
                year?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The computation */
            200: {
                headers: {
                    /** @description false while the ledger of one of the wallets waits for newer rows or corrections: the file is without them */
                    "Wallet-Data-Booked"?: "true" | "false";
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listValuesCsv: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description The first moment (ISO 8601; UTC unless it says otherwise) */
                from: string;
                /** @description The step from one moment to the next, in UTC */
                interval?: "HOUR" | "DAY" | "WEEK" | "MONTH";
                /** @description The last moment; moments to come are left out */
                to: string;
                /** @description A registered address */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All moments, oldest first */
            200: {
                headers: {
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listValues: {
        parameters: {
            query: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description Currency of the figures */
                currency?: "USD" | "ETH" | "MATIC" | "AVAX" | "XDAI" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "CNY" | "INR" | "BRL" | "MXN" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "HUF" | "RON" | "ISK" | "TRY" | "ILS" | "ZAR" | "HKD" | "SGD" | "NZD" | "IDR" | "MYR" | "PHP" | "THB" | "US Dollar";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description The first moment (ISO 8601; UTC unless it says otherwise) */
                from: string;
                /** @description The step from one moment to the next, in UTC */
                interval?: "HOUR" | "DAY" | "WEEK" | "MONTH";
                /** @description The last moment; moments to come are left out */
                to: string;
                /** @description A registered address */
                wallet: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All moments, oldest first */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    /** @description false while the history of one of the wallets is not loaded completely */
                    "Wallet-Data-Loaded"?: "true" | "false";
                    /** @description Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing */
                    "Wallet-Data-Stale-Since"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValuePointList"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooksCsv: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/hooks/wallet-data",
                 *       "description": "For the books",
                 *       "types": [
                 *         "transfer.added",
                 *         "transfer.retracted"
                 *       ],
                 *       "wallet": [
                 *         "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Only of these chains, by their ids of EIP-155; empty: all */
                    chain_ids?: number[];
                    /** @description Your own words; at most 200 characters */
                    description?: string;
                    /**
                     * @description In US dollars: transfers worth less, or of no known price, are not sent; null: all
                     * @example 1000
                     */
                    min_value?: string | null;
                    /** @description Only of these contracts, on any chain; all zero: native tokens; empty: all */
                    token?: string[];
                    /** @description Types of events; empty: all but wallet.progress and transfer.finalized, also those that will be added */
                    types?: ("transfer.added" | "transfer.updated" | "transfer.retracted" | "history.changed" | "history.reset" | "wallet.loaded" | "wallet.failed" | "balance.differs" | "balance.agrees" | "issue.opened" | "issue.closed" | "ledger.booked" | "wallet.progress" | "transfer.finalized")[];
                    /**
                     * @description https, on a port and at an address that the service may send to; at most 2,000 characters
                     * @example https://example.com/hooks/wallet-data
                     */
                    url: string;
                    /** @description Only of these wallets, which you have registered; null: of all, also of those that come */
                    wallet?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The new webhook */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook (whk_…)
                 * @example whk_AAAAAQ
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook (whk_…)
                 * @example whk_AAAAAQ
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook (whk_…)
                 * @example whk_AAAAAQ
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "For the books of this year",
                 *       "enabled": true
                 *     }
                 */
                "application/json": {
                    /** @description Only of these chains, by their ids of EIP-155; empty: all */
                    chain_ids?: number[];
                    /** @description Your own words; at most 200 characters */
                    description?: string;
                    /** @description Whether events are sent */
                    enabled?: boolean;
                    /**
                     * @description In US dollars: transfers worth less, or of no known price, are not sent; null: all
                     * @example 1000
                     */
                    min_value?: string | null;
                    /** @description Only of these contracts, on any chain; all zero: native tokens; empty: all */
                    token?: string[];
                    /** @description Types of events; empty: all but wallet.progress and transfer.finalized, also those that will be added */
                    types?: ("transfer.added" | "transfer.updated" | "transfer.retracted" | "history.changed" | "history.reset" | "wallet.loaded" | "wallet.failed" | "balance.differs" | "balance.agrees" | "issue.opened" | "issue.closed" | "ledger.booked" | "wallet.progress" | "transfer.finalized")[];
                    /**
                     * @description https, on a port and at an address that the service may send to; at most 2,000 characters
                     * @example https://example.com/hooks/wallet-data
                     */
                    url?: string;
                    /** @description Only of these wallets, which you have registered; null: of all, also of those that come */
                    wallet?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The changed webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookAttemptsCsv: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the webhook (whk_…)
                 * @example whk_AAAAAQ
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of attempts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookAttempts: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the webhook (whk_…)
                 * @example whk_AAAAAQ
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of attempts */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAttemptPage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookLanesCsv: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the webhook (whk_…)
                 * @example whk_AAAAAQ
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of lanes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookLanes: {
        parameters: {
            query?: {
                /** @description Begin a CSV answer with a byte order mark, by which some spreadsheets know UTF-8; nothing to JSON */
                bom?: "true" | "false";
                /** @description json: a page; csv: the whole list. Wins over the header Accept, which decides without it */
                format?: "json" | "csv";
                /** @description Number of the page */
                page?: number;
                /** @description Items on a page */
                page_size?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the webhook (whk_…)
                 * @example whk_AAAAAQ
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of lanes */
            200: {
                headers: {
                    /** @description Give it as `If-None-Match`, and an answer that is the same is a 304 */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookLanePage"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook (whk_…)
                 * @example whk_AAAAAQ
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "after": 0,
                 *       "wallet": [
                 *         "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Events behind this number; names one wallet */
                    after?: number;
                    /** @description Events stored at this time or later (ISO 8601) */
                    from?: string;
                    /** @description Only of these wallets, which you have registered; null: of all, also of those that come */
                    wallet?: string[] | null;
                };
            };
        };
        responses: {
            /** @description It has begun */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook (whk_…)
                 * @example whk_AAAAAQ
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook with its new secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    skipWebhookEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook (whk_…)
                 * @example whk_AAAAAQ
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "wallet": "0xd8da6bf26964af9d7eed9e03e53415d37aa96045"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description An address: 0x and 40 hex digits; a mixed case must have a right EIP-55 checksum. A name in ENS, such as vitalik.eth, where the service has a mainnet node
                     * @example 0xd8da6bf26964af9d7eed9e03e53415d37aa96045
                     */
                    wallet: string;
                };
            };
        };
        responses: {
            /** @description What was skipped */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkippedEvent"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the webhook (whk_…)
                 * @example whk_AAAAAQ
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is about to be sent */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            /** @description A refusal: the status says of which kind, and `code` why */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
