/** How much one transaction of a copy or a restore writes, how many restores there may be, and how backups are cut. */

/** Entries, and their bytes, in one transaction of a copy between stores. */
export const copyBatchEntriesMax = 400
export const copyBatchBytesMax = 1024 * 1024

/** AWS: restores of an account in a region that can be under way at once. */
export const restoresAtOnceMax = 50
/** Records of restores that are looked at when one begins: those under way and those kept for people. */
export const restoreRecordsMax = 2_000
/** Items, and their bytes, that are read for one transaction of a restore; it may put twice as much. */
export const restorePageItemsMax = 200
export const restorePageBytesMax = 512 * 1024
/** Pages that a restore puts before other jobs have their turn. */
export const restoreStepPagesMax = 20
/** How often a restore looks whether the indexes of its table have been built. */
export const indexesRestMs = 100
/** The part of a restore's progress that putting items is; building indexes is the rest. */
export const itemsShareOfProgress = 0.9

/** A data file of a backup ends with the item that makes its lines this long, before compression. */
export const partBytesMax = 8 * 1024 * 1024
/** No data file is longer, even if its last item is the longest and nothing can be compressed. */
export const compressedPartBytesMax = 2 * partBytesMax
/** A manifest is written in pieces of this length. */
export const manifestPieceBytes = 64 * 1024
/** A manifest is read as a whole; this is that of a backup of more than ten terabytes. */
export const manifestBytesMax = 256 * 1024 * 1024
/** Items, and their bytes, that a backup reads at a time. */
export const backupPageEntriesMax = 1_000
export const backupPageBytesMax = 1024 * 1024
/** Pages that one step of a backup reads, full or not. */
export const pagesPerStepMax = 64
/** Records of data files that are read, or deleted, at a time. */
export const partRecordsMax = 200
/** How often files of deleted backups are removed, and deleted tables looked at. */
export const backupUpkeepIntervalMs = 5_000
/** AWS: how long the backup that a deletion causes is kept. */
export const systemBackupMs = 35 * 24 * 60 * 60 * 1000
/** Backups of which a server remembers where it was reading, for the restores that take turns. */
export const openBackupsMax = 4
