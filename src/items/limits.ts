/** How much work one transaction does. */

/** Expired items that one transaction deletes. With items of the largest size, it reads 10 MB. */
export const expiredBatchItemsMax = 25
/**
 * How long after its expiry an item of a global table is deleted by regions other than the one that wrote
 * it last: long enough for that region's deletion to arrive, as a rule.
 */
export const expiryGraceMs = 5 * 60 * 1000
/** Expired tokens that a transaction with a token removes: more than the one it adds. */
export const requestTokensSweptMax = 8
/** Items, and their bytes, that one transaction of a backfill turns into index entries. */
export const backfillBatchItemsMax = 200
export const backfillBatchBytesMax = 1024 * 1024
/**
 * Steps of a turn (`stdx/turns.ts`) that one storage transaction takes to decide its writes: some
 * milliseconds. With more, they are decided ahead of it, and if what is stored has changed meanwhile,
 * again, up to so many times.
 */
export const stepsToDecideMax = 2_000_000
export const aheadRoundsMax = 3
/**
 * How large a table with local indexes is, with these, when its item collections begin to be counted: half
 * a GB, so that counting is done long before one of them has a size that matters.
 */
export const collectionsCountedFromBytes = 512 * 1024 ** 2
/** How often tables are looked at for that. */
export const collectionsSurveyIntervalMs = 60_000
