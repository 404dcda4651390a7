/** From where on something is worth a piece of advice. */

/** Less was recorded: nothing can be said about what did not happen, and a month is a bold guess. */
export const recordedMsMin = 24 * 3600_000
/** Less is not worth a change, by share and by dollars a month. */
export const savingShareMin = 0.1
export const savingUsdMin = 1
/** What AWS suggests as the target of auto scaling. */
export const scalingTarget = 0.7
/** How far above the highest peak so far auto scaling may go. */
export const scalingHeadroom = 2
/** A peak above this share of the units leaves no room. */
export const peakShareMax = 0.9
/** A key that has this share of all units is hot, if there were enough units to tell. */
export const hotKeyShareMin = 0.2
export const hotKeyUnitsMin = 1000
/** Scans are worth a word if they are this share of the calls that read, and not just somebody looking. */
export const scanShareMin = 0.05
export const scanCallsMin = 20
/** A scan that returns less than this share of what it reads throws most of it away. */
export const scanYieldMin = 0.5
/** What a page of Scan reads at most. */
export const scanPageBytesMax = 1024 * 1024
/** An item of more than this share of 400 KB is near the limit. */
export const nearLimitShare = 0.75
/** How much of a table is looked at: one page. */
export const sampleItemsMax = 1000
/** An attribute is an expiry if this share of the items has it. */
export const expiryShareMin = 0.5
/** What an entry of an index is taken to have if it holds keys only. */
export const keysOnlyBytes = 200
/** How far back records are looked for, in days: all that are kept. */
export const windowDaysMax = 15
export const windowDaysUsual = 14
