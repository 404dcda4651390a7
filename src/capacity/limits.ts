/** What enforces throughput. AWS publishes some of these numbers; the others are close enough to it. */

/** AWS: how many seconds' worth of unused provisioned capacity are kept for bursts. */
export const burstSeconds = 300
/** The same for limits that are not bought in advance: on-demand capacity and key ranges. */
export const briefBurstSeconds = 1
/** AWS: an on-demand table serves this many times its previous peak at once. */
export const peakHeadroom = 2
/** A peak is an average over this long. */
export const peakWindowMs = 60_000
/** AWS: what one partition serves in a second. */
export const keyRangeReadUnitsMax = 3_000
export const keyRangeWriteUnitsMax = 1_000
/** Tables whose use one server keeps an account of; the one whose account is oldest is forgotten first. */
export const allowanceTablesMax = 10_000
/** How old the settings may be that a table in use is limited by, if another server has changed them. */
export const settingsAgeMsMax = 5_000
/** Tables whose settings are read at a time. */
export const settingsReadMax = 50
/** A key range is hot in a minute in which it uses this part of what a partition serves. */
export const hotKeyRangePart = 0.8
/** AWS splits a range for heat after "a short period": how many hot minutes in a row that is here. */
export const hotMinutesBeforeSplit = 3
/** Into how many key ranges a table or index is split at most. */
export const keyRangesMax = 256
/** The latest places of requests in a range, by whose median it is split. */
export const keyRangeSamplesMax = 64
/** How many of them a range takes in a second in which it uses everything. */
export const keyRangeSamplesPerSecond = 4
/** A table that was not used for this long and has no debt is forgotten, and with it how its ranges were split. */
export const idleTableMs = 30 * 60 * 1000
/** How often servers that share a database tell each other what was used, while any of them is busy. */
export const shareIntervalMs = 500
/** The same while none is; one that is asked again does not wait for so long. */
export const idleShareIntervalMs = 5_000
/** What was not used for this long is left out of what a server tells. */
export const sharedUseMs = 60_000
/** Tables and indexes that a server tells about at a time. */
export const sharedUsesMax = 1_000
/** Which part of what a partition serves a key range has to use until others are told, and for how long they are. */
export const sharedRangePart = 0.1
export const sharedRangeMs = 10_000
/** Key ranges that a server tells about at a time. */
export const sharedRangesMax = 200
/** Other servers whose use is read. */
export const sharingServersMax = 1_000
/** How often a server tells that it is there, and after how long without that its record is removed. */
export const shareRenewalMs = 20_000
export const deadShareMs = 90_000
/** How often the warm throughput of on-demand tables that have grown is stored. */
export const warmGrowthIntervalMs = 5 * 60 * 1000
