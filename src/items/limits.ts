/** How much work one background transaction does. */

/** Expired items that one transaction deletes. With items of the largest size, it reads 10 MB. */
export const expiredBatchItemsMax = 25
/** Expired tokens that a transaction with a token removes: more than the one it adds. */
export const requestTokensSweptMax = 8
/** Items, and their bytes, that one transaction of a backfill turns into index entries. */
export const backfillBatchItemsMax = 200
export const backfillBatchBytesMax = 1024 * 1024
