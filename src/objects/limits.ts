/** What object stores accept, and how much they keep in memory. */

/** AWS: the longest key, in bytes of UTF-8. */
export const objectKeyBytesMax = 1024
/** How much of an object is in memory while it is read or copied. */
export const objectChunkBytes = 256 * 1024
/** Names of files and folders are cut at this length; file systems allow 255 bytes. */
export const fileNameBytesMax = 240
/** AWS: the highest number of a part. */
export const partNumberMax = 10_000
/**
 * How old what was left of a write must be before a server removes it at start: another server may be
 * writing to a shared folder.
 */
export const unfinishedWriteAgeMsMax = 24 * 60 * 60 * 1000
/** How many names of a folder are in memory while its objects are listed. */
export const folderEntriesMax = 1_000
/** How many files are looked at at once for a list. */
export const filesReadAtOnce = 16
/** How much of an object on its way to S3 is in memory: a part, of which S3 wants at least 5 MiB. */
export const s3PartBytes = 8 * 1024 * 1024
/** How long S3 may take to accept a connection, and to say nothing. */
export const s3ConnectMsMax = 5_000
export const s3RequestMsMax = 60_000
export const s3AttemptsMax = 3
