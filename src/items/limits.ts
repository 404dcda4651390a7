/** How much work one transaction in the background takes on. */

/** Expired items that one transaction deletes: of the largest items that is 10 MB to be read. */
export const expiredBatchItemsMax = 25
/** Expired tokens that a transaction with a token takes away: more than the one it adds. */
export const requestTokensSweptMax = 8
/** Items, and bytes of them, that one transaction of a backfill turns into index entries. */
export const backfillBatchItemsMax = 200
export const backfillBatchBytesMax = 1024 * 1024
